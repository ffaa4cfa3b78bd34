"""Exports of BG Stats and BoardGameGeek become results where they say enough; the rest is listed and given back."""

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.core.rules.readings import PLAIN, Reading
from league.core.services.uploads import run_waiting_import
from league.models import FileImport
from league.results.services.import_results import import_results
from league.sheets.rules import plays_elsewhere
from league.sheets.rules.bg_stats import write_bg_stats
from league.sheets.rules.own_plays import SeatElsewhere
from league.sheets.rules.plays_elsewhere import PlayElsewhere, as_table
from league.sheets.rules.result_rows import read_results, results_from_csv
from league.sheets.rules.results_files import results_file, rows_left_out
from tests.factories.files import csv_file, sample
from tests.factories.friday_club import FridayClub
from tests.factories.pages import text

FILES = Path(__file__).parents[2] / "data" / "elsewhere"
BG_STATS = (FILES / "bg-stats.json").read_bytes()
GIVEN = Reading(zone="Europe/London", given={"season": "spring", "edition": "london"})


def reasons(data: bytes) -> list[tuple[int | None, str]]:
    return [(problem.line, str(problem.message)) for problem in results_file(data).aside]


def test_plays_of_bg_stats_become_games_where_they_say_enough():
    rows, _ = results_file(BG_STATS).rows(GIVEN)
    games, unread = read_results(rows, GIVEN)
    assert unread == []
    compass, office, poker = games
    assert (compass.system, compass.played_at, compass.minutes, compass.place) == (
        "career_compass",
        datetime(2026, 1, 3, 20, 15, tzinfo=UTC),
        25,
        "The Blue Door",
    )
    assert [(seat.seat, seat.name, seat.won, seat.figures) for seat in compass.seats] == [
        (1, "Bo Bigdesk", False, {"cards": 13}),
        (2, "Ada Overtime", True, {"cards": 20}),
    ]
    assert [(seat.name, seat.figures) for seat in office.seats] == [
        ("Ada Overtime", {"career_points": 11, "rank": "c_suite"}),
        ("Bo Bigdesk", {"career_points": 6, "rank": "manager"}),
        ("", {"career_points": 2, "rank": "entry"}),
    ]
    assert [seat.figures for seat in poker.seats] == [{"positions": (place,)} for place in (1, 2, 3, 4)]


NEEDS = "A sheet of Careers needs more than the play says:"


def test_what_is_no_result_is_listed_with_a_reason_each():
    assert reasons(BG_STATS) == [
        (11, f"Careers (1955), 2026-01-06 19:00:00: {NEEDS} happiness, fame, cash."),
        (13, "Harbour of Otters is not one of the games of this site."),
        (14, "Career Compass, 2026-01-08 19:00:00: The play is marked as one that does not count."),
    ]


@pytest.mark.parametrize("name", ["bgg-plays.xml", "bgg-plays.csv"])
def test_plays_of_boardgamegeek_say_the_same_as_xml_and_as_a_table(name: str):
    data = (FILES / name).read_bytes()
    rows, _ = results_file(data).rows(GIVEN)
    (game,), unread = read_results(rows, GIVEN)
    assert (game.reference, game.system, game.minutes, game.place) == ("bgg-501", "career_compass", 30, "The Blue Door")
    assert game.played_at == datetime(2026, 1, 3, 12, tzinfo=UTC) and unread == []
    assert [(seat.name, seat.won, seat.figures["cards"]) for seat in game.seats] == [
        ("Ada Overtime", True, 20),
        ("Bo Bigdesk", False, 13),
    ]
    several, other = reasons(data)
    assert several == (4, "Career Compass, 2026-01-04: The entry stands for 3 plays and has one result.")
    assert other[0] == 6


def upload(client: Client, club: FridayClub, content: bytes, name: str) -> FileImport:
    client.force_login(club.cleo)
    file = SimpleUploadedFile(name, content)
    client.post(reverse("import_list", args=[club.league.slug]), {"kind": "results", "file": file})
    run_waiting_import()
    return FileImport.objects.latest("pk")


def test_a_club_moves_over_in_one_dialogue(client: Client, club: FridayClub):
    asks = upload(client, club, BG_STATS, "BGStatsExport.json")
    assert asks.status == "asks", asks.problems
    page = text(client.get(reverse("import_detail", args=[asks.pk])))
    assert "Which season?" in page and "Which edition?" in page and "Saturday, 3 January 2026, 20:15" in page
    assert asks.questions["names"] == []  # nobody is asked about players of other games
    given = {f"column_{place}": heading["column"] for place, heading in enumerate(asks.questions["headings"])}
    given |= {"date_order": "dmy", "given_season": club.season.slug, "given_edition": "london", "whole_only": "on"}
    client.post(reverse("import_answer", args=[asks.pk]), given)
    run_waiting_import()
    asks.refresh_from_db()
    assert (asks.status, str(asks.summary)) == ("done", "3 games recorded; 3 games left out."), asks.problems
    rest = client.get(reverse("import_rest", args=[asks.pk])).content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(rest)))
    assert [row["system"] for row in rows] == ["careers"] * 2 + ["Harbour of Otters"] + ["career_compass"] * 2
    assert rows[0]["score_elsewhere"] == "61" and "happiness" in rows[0]["why_not_imported"]
    assert rows[0]["happiness"] == ""  # to be filled in
    again = import_results(
        league=club.league,
        outside_season=True,
        data=BG_STATS,
        whole_only=True,
        reading=Reading(zone="Europe/London", given={"season": club.season.slug, "edition": "london"}),
    )
    assert (again.recorded, again.skipped) == (0, 3)


def test_the_rest_comes_in_once_its_figures_are_filled_in(club: FridayClub):
    reading = Reading(zone="Europe/London", given={"season": club.season.slug, "edition": "london"})
    rest = rows_left_out(BG_STATS, reading, {11: ["why"]})
    rows = list(csv.DictReader(io.StringIO(rest.decode("utf-8-sig"))))
    for row, happiness in zip(rows, (50, 31), strict=True):
        row |= {"happiness": str(happiness), "fame": "11", "cash": "0", "mode": "timed"}
    data = csv_file(rows[0], rows)
    assert import_results(league=club.league, outside_season=True, data=data, reading=reading).recorded == 1


@pytest.mark.parametrize(
    ("name", "system"),
    [
        ("the ecologist’s career compass", "career_compass"),
        ("CAREER POKER", "career_poker"),
        ("Game of the Year", "game_of_the_year"),
        ("Careers", "careers"),
        ("Careers (1955)", "careers"),
        ("Careers for Otters", ""),
        ("", ""),
    ],
)
def test_a_game_is_known_by_its_usual_spellings(name: str, system: str):
    content, problems = as_table([PlayElsewhere([name], "2026-01-01", "x-1", [SeatElsewhere("Ada")])])
    (row,) = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
    unknown = ["is not one of the games" in str(problem.message) for problem in problems]
    assert (row["system"], unknown == [True]) == (system or name, not system)


BOMB = (
    b'<!DOCTYPE p [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><plays><play id="1"><comments>&b;</comments></play></plays>'
)
DAMAGED = {
    "doctype": (BOMB, "document type or entities"),
    "deep XML": (b"<plays>" * 200_000, "no BoardGameGeek plays"),
    "wide XML": (b"<plays>" + b"<x/>" * 100_000, "no BoardGameGeek plays"),
    "other XML": (b"<html><body/></html>", "no BoardGameGeek plays"),
    "cut XML": (b'<plays><play id="1"', "can't be read as XML"),
    "no encoding": (b'<?xml version="1.0" encoding="nonsense"?><plays/>', "can't be read as XML"),
    "deep JSON": (b"[" * 200_000, "can't be read as JSON"),
    "cut JSON": (BG_STATS[:500], "can't be read as JSON"),
    "long number": (b"[" + b"9" * 10_000 + b"]", "can't be read as JSON"),
    "NUL": (b'[{"game": "\\u0000"}]', "can't be read as JSON"),
    "other JSON": (b'{"leagues": []}', "neither an export of BG Stats"),
    "nested rows": (b'[{"game": {"a": 1}}]', "neither an export of BG Stats"),
    "uneven CSV": ((FILES / "bgg-plays.csv").read_bytes() + b"504;2026\n", "Line 7 has different columns"),
}


@pytest.mark.parametrize("data, sentence", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_export_is_refused_in_a_sentence(data: bytes, sentence: str):
    ((line, message),) = reasons(data)
    assert line is None and sentence in message
    assert results_file(data).rows()[0] == []


def test_too_large_an_export_is_refused_before_it_is_read():
    ((_, message),) = reasons(b"[" + b" " * plays_elsewhere.MOST_BYTES)
    assert "larger than 20 MB" in message


def test_plays_beyond_the_bound_are_refused():
    plays = [{"gameRefId": 1, "playDate": "2026-01-01 10:00:00", "playerScores": []}] * (plays_elsewhere.MOST_PLAYS + 1)
    ((_, message),) = reasons(json.dumps({"games": [], "plays": plays}).encode())
    assert "over 10,000 plays" in message


@pytest.mark.parametrize("odd", [None, 7, True, [], {}, "x" * 100_000, [[]], {"corner_office": 3}, float("nan")])
def test_whatever_stands_in_a_field_a_play_is_listed(odd: object):
    fields = ("uuid", "gameRefId", "playDate", "playerScores", "durationMin", "locationRefId", "comments", "metaData")
    plays = [{"gameRefId": 1, "playDate": "2026-01-01 10:00:00", field: odd} for field in fields]
    scores = ("playerRefId", "score", "winner", "rank", "seatOrder", "role", "metaData")
    plays += [{"gameRefId": 1, "playerScores": [{"playerRefId": 1, field: odd}, odd]} for field in scores]
    games, players = [{"id": 1, "name": "Careers"}, {"id": odd, "name": odd}, odd], [{"id": 1, "name": odd}]
    file = results_file(json.dumps({"games": games, "players": players, "plays": plays}).encode())
    assert len(file.aside) == len(plays)
    assert all(problem.line for problem in file.aside) and file.rows(PLAIN)[0]


def test_a_list_of_rows_is_a_table(club: FridayClub):
    (first, second) = csv.DictReader(io.StringIO(as_rows(club)))
    data = json.dumps([first | {"seat": 1, "cards": 20}, second | {"seat": 2, "cards": 13.0, "won": None}]).encode()
    assert import_results(league=club.league, outside_season=True, data=data).recorded == 1


def as_rows(club: FridayClub) -> str:
    fixed = f"j1,2026-01-03T20:00:00Z,{club.season.slug},career_compass,london"
    header = "game,played_at,season,system,edition,seat,character,won,cards\n"
    return f"{header}{fixed},1,Ada Overtime,yes,20\n{fixed},2,Bo Bigdesk,no,13\n"


def test_a_play_without_players_is_kept_as_one_row():
    content, (problem,) = as_table([PlayElsewhere(["Career Compass"], "2026-01-01", "x-1", [])])
    assert len(content.splitlines()) == 2 and problem.line == 2


def test_games_go_out_to_bg_stats_and_come_in_again_unchanged(club: FridayClub, client: Client):
    import_results(league=club.league, outside_season=True, data=as_rows(club).encode())
    answer = client.get(reverse("league_export", args=[club.league.slug, "bg-stats.json"]))
    assert answer.headers["Content-Type"] == "application/json"
    content = json.loads(answer.content)
    (play,) = content["plays"]
    assert play["playDate"] == "2026-01-03 20:00:00" and play["gameRefId"] == content["games"][0]["id"]
    assert [(seat["score"], seat["winner"], seat["rank"]) for seat in play["playerScores"]] == [
        ("20", True, 1),
        ("13", False, 2),
    ]
    summary = import_results(league=club.league, outside_season=True, data=answer.content)
    assert (summary.recorded, summary.skipped) == (0, 1)


@pytest.mark.parametrize("zone", ["UTC", "America/New_York"])
def test_a_whole_season_is_the_same_after_the_way_through_bg_stats(zone: str):
    games, problems = results_from_csv(sample("results.csv"))
    rows, _ = results_file(write_bg_stats(games, zone=zone)).rows()
    assert problems == [] and len(games) > 10
    assert read_results(rows) == (games, [])
