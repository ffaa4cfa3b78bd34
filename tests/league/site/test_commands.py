"""The management commands of contract section 2: what they print, what they refuse and with which exit status."""

import csv
import io
import json
from pathlib import Path

import pytest

from characters.models import CareerEvent, Character
from games.models import Game, Sheet
from league.clubs.services.leagues import create_league, create_season
from league.models import League, Season, SeasonGame
from tests.factories.careers import climb, differences, level
from tests.factories.cast import a_staffed_season
from tests.factories.files import CHARACTERS, character_row, csv_file, game_rows, results_file, sample
from tests.factories.games import played, review
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db
EXPECTED = Path(__file__).parents[2] / "data" / "expected_careers.json"


@pytest.fixture
def club():
    season, ada, bo, *_ = a_staffed_season()
    climb(season, ada, 2)
    played(season, "g1", at(bo, 120), at(ada, 90, free_passes=1), day=9)
    review()
    return season, ada, bo


def cast_of(*names: str) -> bytes:
    return csv_file(CHARACTERS, [character_row(name) for name in names])


def test_a_season_from_two_files_agrees_with_the_careers_that_must_come_out(run, write):
    assert run("import_characters", write(sample("characters.csv"))) == (0, "24 characters recorded.\n", [])
    assert run("import_results", write(sample("results.csv")), "--sync").out == "120 games recorded.\n"
    assert run("check_careers").status == 0
    careers = {row["name"]: row for row in json.loads(run("export_careers", "--season", "spring-2026").out)}
    for expected in json.loads(EXPECTED.read_text()):
        career = careers[expected["name"]]
        of_note = [row for row in career["history"] if row["kind"] != "review"]
        found = [{key: row[key] for key in ("game", "kind", "from", "to")} for row in of_note]
        assert {**expected, "history": found} == {
            **{key: career[key] for key in expected},
            "history": expected["history"],
        }


def test_importing_again_changes_nothing(run, write):
    files = write(sample("characters.csv")), write(sample("results.csv"))
    for _ in range(2):
        assert run("import_characters", files[0]).status == 0
        last = run("import_results", files[1], "--sync")
    assert last.out == "0 games recorded; 120 known already and skipped.\n"
    assert Game.objects.count() == 120


def test_a_refused_file_names_line_and_column_one_reason_a_line(run, write):
    run("import_characters", write(cast_of("Ada", "Bo")))
    data = results_file(game_rows("g1", ("Ada", 20), ("Bo", 40)), game_rows("g2", ("Cleo", 120), ("Bo", 4), day=2))
    status, out, reasons = run("import_results", write(data))
    assert (status, out) == (1, "")
    assert reasons == [
        "line 2, column won: Seat 1 (Ada): won with 20 points, below the target of 100. (Winning)",
        "line 4, column character: There is no character 'Cleo'.",
    ]


def test_a_refused_file_says_who_may_be_meant(run, write):
    run("import_characters", write(cast_of("Ada", "Cleo Corner")))
    refused = run("import_results", write(results_file(game_rows("g1", ("Ada", 120), ("Cleo Korner", 40)))))
    assert refused.reasons == [
        "line 3, column character: There is no character 'Cleo Korner'; did you mean Cleo Corner?"
    ]


@pytest.mark.parametrize("more", [(), ("--dry-run",)])
@pytest.mark.parametrize("command", ["import_characters", "import_results"])
def test_a_refused_file_does_not_even_leave_a_league_behind(run, write, command, more):
    assert run(command, write(b"not,a,league\n"), *more).status == 1
    assert not League.objects.exists()


def test_a_dry_run_of_a_good_file_leaves_nothing_behind(run, write):
    outcome = run("import_characters", write(cast_of("Ada")), "--dry-run")
    assert outcome == (0, "1 character recorded (dry run: nothing was written).\n", [])
    assert not League.objects.exists() and not Character.objects.exists()


@pytest.mark.parametrize("command", ["import_characters", "import_results"])
def test_a_file_that_is_not_there_is_refused(run, command):
    status, _, reasons = run(command, "/nowhere/file.csv")
    assert status == 1
    assert reasons == ["/nowhere/file.csv: No such file or directory."]


def test_an_unknown_league_is_refused(run, write):
    assert run("import_results", write(b""), "--league", "nowhere") == (1, "", ["There is no league 'nowhere'."])


def test_files_go_to_the_league_that_is_named(run, write):
    create_league(name="First")
    second = create_league(name="Second")
    run("import_characters", write(cast_of("Ada")), "--league", "second")
    assert Character.objects.get().enrolment.league == second


def test_results_without_sync_wait_for_review_pending(run, write):
    run("import_characters", write(cast_of("Ada", "Bo")))
    run("import_results", write(results_file(game_rows("g1", ("Ada", 120), ("Bo", 40)))))
    assert run("check_careers").status == 1
    assert run("review_pending") == (0, "1 game reviewed.\n", [])
    assert run("check_careers").status == 0


def test_review_pending_tries_a_failed_game_again_and_names_it(run, club, monkeypatch):
    from games.services import review as reviews

    season, ada, bo = club
    played(season, "g2", at(ada, 120), at(bo, 10), day=11)

    def broken(**_):
        raise ValueError("no such rule set")

    with monkeypatch.context() as patch:
        patch.setattr(reviews, "review_characters", broken)
        assert run("review_pending") == (1, "0 games reviewed.\n", ["Game g2: no such rule set"])
    Sheet.objects.awaiting_review().update(review_tries=reviews.MOST_TRIES)
    assert run("review_pending").status == 0
    assert differences() == []


def test_standings_are_printed_for_people_for_programs_and_for_spreadsheets(run, club):
    table = run("standings", "spring").out.splitlines()
    assert table[0].split()[:3] == ["position", "name", "games"] and "Ada" in table[1] + table[2]
    rows = json.loads(run("standings", "spring", "--format", "json").out)
    assert [row["position"] for row in rows] == [1, 2, 3]
    assert rows[1]["decided_by"] and rows[0]["tiebreaks"]
    cells = list(csv.reader(io.StringIO(run("standings", "spring", "--format", "csv").out)))
    assert cells[0][:2] == ["position", "name"] and len(cells) == 4
    assert run("standings", "autumn") == (1, "", ["There is no season 'autumn'."])


def test_standings_of_a_season_without_games_are_empty(run):
    create_season(league=create_league(name="Newcomers"), name="Empty")
    assert run("standings", "empty").out == "Nothing to show.\n"
    assert json.loads(run("standings", "empty", "--format", "json").out) == []


def test_careers_are_exported_with_what_no_longer_holds_when_asked(run, club):
    run("void_game", "c0", "--reason", "never played")
    run("review_pending")
    for arguments, expected in ((("--rescinded",), True), ((), False)):
        careers = {row["name"]: row for row in json.loads(run("export_careers", *arguments).out)}
        assert any(row["rescinded"] for row in careers["Ada"]["history"]) == expected
    assert [row["name"] for row in json.loads(run("export_careers").out)] == ["Ada", "Bo", "Cleo", "Dev", "Rival"]
    assert len(json.loads(run("export_careers", "--season", "spring").out)) == 3
    assert run("export_careers", "--season", "autumn").status == 1


def test_a_correction_is_previewed_and_then_made(run, write, club):
    _, ada, _ = club
    data = write(results_file(game_rows("c0", ("Rival", 120), ("Ada", 10))))
    before = CareerEvent.objects.count()
    preview = run("correct_sheet", "c0", data, "--reason", "seats swapped", "--preview")
    assert preview.status == 0 and "Ada's promotion to Senior no longer holds" in preview.out
    assert CareerEvent.objects.count() == before and level(ada) == "manager"
    told = json.loads(run("correct_sheet", "c0", data, "--reason", "x", "--preview", "--format", "json").out)
    assert {one["name"] for one in told["careers"]} == {"Ada", "Rival"}
    done = run("correct_sheet", "c0", data, "--reason", "seats swapped")
    assert done == (0, "Game c0 is at version 2 now.\n", [])
    run("review_pending")
    assert level(ada) == "senior"
    assert differences() == []


def test_a_correction_that_cannot_stand_is_refused(run, write, club):
    good = write(results_file(game_rows("c0", ("Rival", 120), ("Ada", 10))))
    other = write(results_file(game_rows("c1", ("Rival", 120), ("Ada", 10))))
    bad = write(results_file(game_rows("c0", ("Rival", 20), ("Ada", 10))))
    unknown = write(results_file(game_rows("c0", ("Nobody", 120), ("Ada", 10))))
    for arguments, said in (
        (("c0", bad, "--reason", "x"), "below the target"),
        (("c0", other, "--reason", "x"), "The file must hold the rows of game c0 of season spring and no other."),
        (("c0", unknown, "--reason", "x"), "There is no character 'Nobody'."),
        (("c0", good, "--reason", " "), "Say why"),
        (("c99", good, "--reason", "x"), "There is no game 'c99'."),
    ):
        status, out, reasons = run("correct_sheet", *arguments)
        assert (status, out, len(reasons)) == (1, "", 1)
        assert said in reasons[0]


def test_a_void_is_previewed_and_then_made_once(run, club):
    _, ada, _ = club
    preview = run("void_game", "c0", "--reason", "x", "--preview", "--format", "csv")
    changes = list(csv.DictReader(io.StringIO(preview.out)))
    assert {row["what"] for row in changes} == {"career", "standings"}
    assert level(ada) == "manager"
    assert run("void_game", "c0", "--reason", "never played").out == "Game c0 is void now.\n"
    assert run("void_game", "c0", "--reason", "x") == (1, "", ["This game is already void."])
    assert run("void_game", "nope", "--reason", "x").reasons == ["There is no game 'nope'."]


def test_a_reference_of_two_seasons_needs_its_season(run, club):
    season, ada, bo = club
    autumn = create_season(league=season.league, name="Autumn")
    played(autumn, "g1", at(ada, 120), at(bo, 10), day=20)
    assert "say which with --season" in run("void_game", "g1", "--reason", "x").reasons[0]
    assert run("void_game", "g1", "--reason", "x", "--season", "autumn").status == 0
    assert not SeasonGame.objects.get(season=autumn).game.sheets.confirmed().exists()


def test_a_character_restarts_after_its_parachute_only(run, club):
    season, ada, bo = club
    assert run("restart_character", "ada").reasons == [
        "Ada is still at work. Only a character that left by golden parachute can start again."
    ]
    climb(season, ada, 4, prefix="d", first_day=11)
    played(season, "g9", at(ada, 10_000), at(bo, 10), day=28)
    review()
    assert run("restart_character", " ADA ") == (0, "Ada starts career 2 at Entry Level.\n", [])
    assert run("restart_character", "Nobody").status == 1
    assert Season.objects.count() == 1
