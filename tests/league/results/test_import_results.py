"""Results files: all or nothing, in any order, and nothing twice."""

import random
from unittest.mock import ANY

import pytest

from characters.models import Fact
from characters.services.registration import rename_character
from games.models import Game, Sheet
from league.clubs.services.leagues import create_league
from league.core.services.uploads import FileRefused
from league.models import Enrolment, League, Result, Season, SeasonGame
from league.people.services.registration import import_characters
from league.results.services.games import report_game, void_game
from league.results.services.import_results import import_results
from tests.factories.careers import climb, differences, level, life
from tests.factories.files import RESULTS, game_rows, results_file, sample
from tests.factories.games import review
from tests.factories.seasons import a_season
from tests.factories.sheets import a_sheet, at

pytestmark = pytest.mark.django_db


def problems(league: League, data: bytes, **more) -> list[tuple[int | None, str, str]]:
    before = [model.objects.count() for model in (Game, Sheet, Fact, Result, Season, SeasonGame)]
    with pytest.raises(FileRefused) as refused:
        import_results(league=league, outside_season=True, data=data, **more)
    assert [model.objects.count() for model in (Game, Sheet, Fact, Result, Season, SeasonGame)] == before
    return [(problem.line, problem.column, problem.message) for problem in refused.value.problems]


def test_a_file_is_recorded_confirmed_and_reviewed(staffed):
    season, ada, *_ = staffed
    data = results_file(game_rows("g1", ("Ada", 600), ("bo ", 40)), game_rows("g2", ("BO", 120), ("Ada", 80), day=2))
    summary = import_results(league=season.league, outside_season=True, data=data, by=ada.owner)
    assert str(summary) == "2 games recorded"
    sheets = Sheet.objects.confirmed()
    assert {(sheet.source, sheet.confirmed_by, sheet.reviewed_at) for sheet in sheets} == {("csv", ada.owner, None)}
    assert review() == 2
    assert life(ada)[0][0][4:6] == [2, 1]
    assert differences() == []


def test_windows_line_ends_and_a_bom_make_no_difference(staffed):
    season = staffed[0]
    games = [game_rows("g1", ("Ada", 120), ("Bo", 40))]
    import_results(league=season.league, outside_season=True, data=results_file(*games))
    again = import_results(
        league=season.league, outside_season=True, data=results_file(*games, line_end="\r\n", bom=True)
    )
    assert (again.recorded, again.skipped) == (0, 1)


def test_three_broken_rows_among_five_thousand_are_all_listed(staffed):
    season = staffed[0]
    games = [game_rows(f"g{number:04}", ("Ada", 120), ("Bo", 40), day=1 + number % 28) for number in range(2500)]
    games[10][1]["cash"] = "-5"
    games[1200][0]["character"] = "Nobody"
    games[2400][0]["happiness"] = 99
    assert problems(season.league, results_file(*games)) == [
        (23, "cash", "Seat 2 (Bo): cash is -5; it can't be below 0."),
        (2402, "character", "There is no character 'Nobody'."),
        (4802, "won", "Seat 1 (Ada): won with 99 points, below the target of 100. (Winning)"),
    ]


def test_an_unknown_column_is_refused_by_name(staffed):
    season = staffed[0]
    header = [*(name for name in RESULTS if name != "happiness"), "happines"]
    rows = [{name: row.get(name, 1) for name in header} for row in game_rows("g1", ("Ada", 120), ("Bo", 40))]
    assert problems(season.league, results_file(rows, header=header)) == [
        (1, "happines", "Unknown column 'happines'; did you mean 'happiness'?")
    ]


def test_a_game_known_with_other_content_is_refused(staffed):
    season = staffed[0]
    import_results(
        league=season.league, outside_season=True, data=results_file(game_rows("g1", ("Ada", 120), ("Bo", 40)))
    )
    changed = results_file(game_rows("g2", ("Ada", 120), ("Bo", 40), day=2), game_rows("g1", ("Ada", 120), ("Bo", 41)))
    assert problems(season.league, changed) == [(4, "game", ANY)]


def test_a_game_corrected_or_voided_since_is_not_brought_back_by_its_old_file(staffed):
    season = staffed[0]
    data = results_file(game_rows("g1", ("Ada", 120), ("Bo", 40)))
    import_results(league=season.league, outside_season=True, data=data)
    void_game(season_game=SeasonGame.objects.get(), reason="never played")
    assert import_results(league=season.league, outside_season=True, data=data).skipped == 1
    assert not Sheet.objects.confirmed().exists()


def test_a_former_name_still_finds_its_character(staffed):
    season, ada, *_ = staffed
    rename_character(character=ada, name="Ada Lovelace")
    import_results(
        league=season.league, outside_season=True, data=results_file(game_rows("g1", ("Ada", 120), ("Bo", 40)))
    )
    assert Fact.objects.filter(character=ada).count() == 1


def test_a_dry_run_checks_everything_and_writes_nothing(staffed):
    season = staffed[0]
    good = results_file(game_rows("g1", ("Ada", 120), ("Bo", 40), season="autumn"))
    assert import_results(league=season.league, outside_season=True, data=good, dry_run=True).recorded == 1
    assert not Game.objects.exists() and not Season.objects.filter(slug="autumn").exists()
    bad = results_file(game_rows("g1", ("Ada", 20), ("Bo", 40)))
    assert len(problems(season.league, bad, dry_run=True)) == 1


def test_an_unknown_season_is_created_with_the_rules_of_the_newest_one(staffed):
    season = a_season("strict", league_min_target=100, best_of=3)
    league = season.league
    Enrolment.objects.update(league=league)
    data = results_file(game_rows("g1", ("Ada", 120), ("Bo", 40), season="summer-2026"))
    import_results(league=league, outside_season=True, data=data)
    made = Season.objects.get(slug="summer-2026")
    assert (made.league, made.name) == (league, "Summer 2026")
    assert made.house_rules.get().rules_id == season.house_rules.get().rules_id


def test_a_season_of_another_league_is_refused(staffed):
    other = create_league(name="Other")
    found = problems(other, results_file(game_rows("g1", ("Ada", 120), ("Bo", 40))))
    assert (2, "season", "The season spring belongs to another league, League of spring.") in found
    assert (2, "character", "There is no character 'Ada'.") in found


def test_a_reference_may_come_again_in_another_season(staffed):
    season = staffed[0]
    games = [game_rows("g1", ("Ada", 120), ("Bo", 40), season=slug) for slug in ("spring", "summer")]
    assert import_results(league=season.league, outside_season=True, data=results_file(*games)).recorded == 2


def test_the_powers_in_a_file_are_those_of_the_levels_that_the_file_itself_leads_to(staffed):
    season = staffed[0]
    leap = {"degrees": "law=1;sales_marketing=1", "trips": "lister_bacon=2;harrods=2"}
    first = game_rows("g1", {"character": "Ada", "happiness": 600, **leap}, ("Bo", 40))
    then = game_rows("g2", {"character": "Ada", "happiness": 120, "free_passes": 1}, ("Bo", 40), day=2)
    found = problems(season.league, results_file(then))
    assert "an Entry Level employee may use none" in found[0][2]
    import_results(league=season.league, outside_season=True, data=results_file(then, first))
    assert review() == 2
    assert not Sheet.objects.doubtful().exists()


def test_a_late_file_makes_later_sheets_doubtful_instead_of_being_refused(staffed):
    season, ada, bo, *_ = staffed
    climb(season, ada, 5)
    played_later = a_sheet(at(ada, 120), at(bo, 10), day=25)
    game = report_game(season=season, reference="later", sheet=played_later, source="web", confirm=True)
    review()
    import_results(
        league=season.league,
        outside_season=True,
        data=results_file(game_rows("late", ("Ada", 10_000), ("Bo", 40), day=20)),
    )
    review()
    assert "golden parachute" in game.game.sheets.get().doubts[0]
    assert differences() == []


def test_the_sample_season_comes_to_the_same_careers_in_any_order():
    league = create_league(name="Sample")
    import_characters(league=league, data=sample("characters.csv"))
    header, *rows = sample("results.csv").splitlines()
    random.Random(4).shuffle(rows)
    import_results(league=league, outside_season=True, data=b"\n".join([header, *rows]))
    review()
    assert differences() == []
    ambrose = Enrolment.objects.get(character__name="Ambrose Boardroom").character
    assert level(ambrose) == "vp" and life(ambrose)[0][0][4] == 22
