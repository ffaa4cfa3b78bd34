"""A file with broken games: all or nothing, unless its sender asks for the whole games and the rest as a file."""

import csv
import io
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from games.models import Sheet
from league.clubs.services.leagues import join_league
from league.core.rules.readings import PLAIN
from league.core.services.uploads import FileRefused, run_waiting_import
from league.models import FileImport, SeasonGame
from league.results.services.import_results import import_results
from league.sheets.rules.results_files import rows_left_out
from tests.factories.files import RESULTS, game_rows, results_file
from tests.factories.friday_club import FridayClub, join, play_to_retirement
from tests.factories.pages import text
from tests.factories.workbooks import xlsx

PAIR = (("Ada Overtime", 120), ("Bo Bigdesk", 30))


def in_season(club: FridayClub, game: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row | {"season": club.season.slug} for row in game]


def a_file(club: FridayClub, *games: list[dict[str, Any]]) -> bytes:
    return results_file(*(in_season(club, game) for game in games))


@pytest.fixture
def broken(club: FridayClub) -> bytes:
    """Game g2 has a figure that nobody can read, the others are whole."""
    bad = game_rows("g2", *PAIR, day=2)
    bad[1]["happiness"] = "=lots"
    return a_file(club, game_rows("g1", *PAIR), bad, game_rows("g3", *PAIR, day=3))


def send(client: Client, club: FridayClub, content: bytes, name: str = "2025.csv") -> FileImport:
    client.force_login(club.cleo)
    file = SimpleUploadedFile(name, content)
    client.post(reverse("import_list", args=[club.league.slug]), {"kind": "results", "file": file})
    run_waiting_import()
    return FileImport.objects.latest("pk")


def press(client: Client, upload: FileImport) -> FileImport:
    client.post(reverse("import_whole", args=[upload.pk]))
    run_waiting_import()
    upload.refresh_from_db()
    return upload


def rest(client: Client, upload: FileImport) -> bytes:
    return client.get(reverse("import_rest", args=[upload.pk])).content


def test_whole_games_go_in_and_the_rest_comes_back_to_be_mended(client: Client, club: FridayClub, broken: bytes):
    upload = send(client, club, broken)
    assert upload.status == "refused" and not Sheet.objects.exists()
    upload = press(client, upload)
    assert (upload.status, str(upload.summary)) == ("done", "2 games recorded; 1 game left out.")
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert "Some games were left out" in page and "is not a whole number" in page
    left = rest(client, upload)
    rows = list(csv.DictReader(io.StringIO(left.decode("utf-8-sig"))))
    assert [row["game"] for row in rows] == ["g2", "g2"] and rows[0]["why_not_imported"] == ""
    assert "happiness '=lots' is not a whole number" in rows[1]["why_not_imported"]
    mended = send(client, club, left.replace(b"'=lots", b"30"))
    assert (mended.status, str(mended.summary)) == ("done", "1 game recorded.")
    assert sorted(SeasonGame.objects.values_list("reference", flat=True)) == ["g1", "g2", "g3"]


def test_who_answers_questions_may_ask_for_the_whole_games_at_once(client: Client, club: FridayClub):
    table = [["Game", "Date", "Season", "System", "Edition", "Mode", "Target", "Seat", "Player", "Won", "Happiness"]]
    table[0] += ["Fame", "Cash"]
    for game, happiness in ((1, 120), (2, 10)):  # the second one wins without the target
        fixed = [game, "03/10/2026 20:00", club.season.slug, "careers", "london", "formula", 100]
        table += [[*fixed, 1, "Ada Overtime", "yes", happiness, 0, 0], [*fixed, 2, "Bob", "no", 5, 0, 0]]
    table += [[*table[1][:8], "Bo Bigdesk", "no", 1, 0, 0][:13]]
    table[-1][0], table[-1][7] = 1, 3
    upload = press(client, send(client, club, xlsx(table), "2025.xlsx"))
    assert upload.status == "asks", upload.problems
    shown = client.get(reverse("import_detail", args=[upload.pk])).content.decode()
    assert 'name="whole_only"' in shown and "give me the others back" in shown
    given = {f"column_{place}": heading["column"] for place, heading in enumerate(upload.questions["headings"])}
    given |= {"date_order": "dmy", "strangers": "guest", "whole_only": "on"}
    client.post(reverse("import_answer", args=[upload.pk]), given)
    run_waiting_import()
    upload.refresh_from_db()
    assert (upload.status, str(upload.summary)) == ("done", "1 game recorded; 1 game left out.")
    assert upload.problems[0]["cell"]


def test_what_is_wrong_with_the_whole_file_refuses_it_whole(club: FridayClub, broken: bytes):
    for data in (broken.replace(b"season", b"when"), broken.replace(b",won,", b",laps,"), b"", b"\x00"):
        with pytest.raises(FileRefused):
            import_results(league=club.league, outside_season=True, data=data, whole_only=True)
    assert not Sheet.objects.exists()


def test_a_file_without_a_whole_game_is_refused_with_every_problem(club: FridayClub):
    bad = game_rows("g1", *PAIR)
    bad[0]["fame"] = bad[1]["cash"] = "?"
    with pytest.raises(FileRefused) as refused:
        import_results(league=club.league, outside_season=True, data=a_file(club, bad), whole_only=True)
    assert [problem.column for problem in refused.value.problems] == ["fame", "cash"]


def test_every_game_that_is_left_out_has_a_reason(club: FridayClub):
    """The file lacks a column of one system, which is said once for all its games."""
    compass = [row | {"system": "career_compass", "mode": "", "target": ""} for row in game_rows("c1", *PAIR)]
    compass += [row | {"game": "c2"} for row in compass]
    data = a_file(club, game_rows("g1", *PAIR), compass)
    summary = import_results(league=club.league, outside_season=True, data=data, whole_only=True)
    assert (summary.recorded, summary.left_out) == (1, 2)
    assert {4, 6} <= {problem.line for problem in summary.problems}


def test_a_game_that_relies_on_one_that_is_left_out_is_left_out_too(club: FridayClub):
    """Ada has retired. The first game, which begins her new career, can't have happened, so the second can't either."""
    join_league(league=club.league, user=club.dev)
    join(club.league, club.dev, "Dev Deadline")
    play_to_retirement(club, club.overtime)
    first, second, others = game_rows("g1", *PAIR), game_rows("g2", *PAIR, day=2), game_rows("g3", *PAIR, day=3)
    first[0] |= {"restart": "yes", "happiness": 1}
    others[0]["character"] = "Dev Deadline"
    data = results_file(*(in_season(club, game) for game in (first, second, others)), header=[*RESULTS, "restart"])
    summary = import_results(league=club.league, outside_season=True, data=data, whole_only=True)
    assert (summary.recorded, summary.left_out) == (1, 2), summary.problems
    assert any(problem.line == 4 and "retired" in problem.message for problem in summary.problems)


def test_rows_that_come_back_twice_have_one_reason_and_the_cells_as_typed():
    data = b"game;season;why_not_imported;character\r\n1;s;old;'=Ada\r\n1;s;;Bo;more\r\n2;s;;Cleo\r\n"
    given_back = rows_left_out(data, PLAIN, {3: ["Too many cells."]}).decode("utf-8-sig")
    assert given_back.splitlines() == [
        "why_not_imported,game,season,character",
        ",1,s,'=Ada",
        "Too many cells.,1,s,Bo,more",
    ]


def test_only_a_refused_file_of_results_is_imported_in_part(client: Client, club: FridayClub, broken: bytes):
    done = send(client, club, a_file(club, game_rows("g1", *PAIR)))
    page = client.post(reverse("import_whole", args=[done.pk]), follow=True).content.decode()
    assert "Only a refused file of results" in page
    assert client.get(reverse("import_rest", args=[done.pk])).status_code == 404
    upload = send(client, club, broken)
    FileImport.objects.filter(pk=upload.pk).update(content=b"")  # as after 30 days
    assert (
        reverse("import_rest", args=[upload.pk])
        not in client.get(reverse("import_detail", args=[upload.pk])).content.decode()
    )
    assert press(client, upload).status == "refused"


def test_only_organisers_get_the_rest(client: Client, club: FridayClub, broken: bytes):
    upload = send(client, club, broken)
    client.force_login(club.ada)
    assert client.get(reverse("import_rest", args=[upload.pk])).status_code == 403
    assert client.post(reverse("import_whole", args=[upload.pk])).status_code == 403


def test_a_file_that_has_no_rows_offers_none_of_them(client: Client, club: FridayClub):
    upload = send(client, club, b"<html><body></body></html>", "plays.xml")
    page = client.get(reverse("import_detail", args=[upload.pk])).content.decode()
    assert "holds no BoardGameGeek plays" in page
    assert (
        reverse("import_rest", args=[upload.pk]) not in page and reverse("import_whole", args=[upload.pk]) not in page
    )
