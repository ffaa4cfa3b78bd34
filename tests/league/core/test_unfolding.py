"""Hold in one place what pages show at each stage."""

import pytest

from league.core.rules.unfolding import (
    SeasonContents,
    enough_for_a_course,
    enough_for_a_rating,
    enough_for_chances,
    enough_for_filters,
    enough_to_compare,
    first_step,
    league_pages,
    season_extras,
    season_tabs,
)

EMPTY = SeasonContents(characters=False, reported=False, games=0, divisions=False, teams=False, ends=False)
STAFFED = SeasonContents(characters=True, reported=False, games=0, divisions=False, teams=False, ends=False)
PLAYED = SeasonContents(characters=True, reported=True, games=4, divisions=False, teams=False, ends=True)
FULL = SeasonContents(characters=True, reported=True, games=5, divisions=True, teams=False, ends=True)


@pytest.mark.parametrize(
    ("enough", "least"),
    [
        (enough_for_filters, 10),
        (enough_for_chances, 5),
        (enough_for_a_rating, 5),
        (enough_for_a_course, 2),
        (enough_to_compare, 2),
    ],
)
def test_a_threshold_is_the_first_number_that_is_enough(enough, least):
    assert enough(least) and not enough(least - 1)


@pytest.mark.parametrize(
    ("season", "tabs"),
    [
        (EMPTY, ["standings", "rules"]),
        (STAFFED, ["standings", "rules"]),
        (PLAYED, ["standings", "games", "rules"]),
        (FULL, ["standings", "games", "divisions", "odds", "rules"]),
    ],
)
def test_a_season_has_tabs_for_what_it_has(season, tabs):
    assert season_tabs(season) == tabs


def test_a_season_without_a_last_day_has_no_odds():
    season = SeasonContents(characters=True, reported=True, games=5, divisions=False, teams=False, ends=False)
    assert "odds" not in season_tabs(season)


def test_records_reports_and_files_come_with_the_first_game_and_ratings_with_the_fifth():
    assert [bool(season_extras(season)) for season in (EMPTY, STAFFED, PLAYED)] == [False, False, True]
    assert [league_pages(games) for games in (0, 1, 5)] == [[], ["records"], ["ratings", "records"]]


def test_the_first_step_is_to_register_then_to_enter():
    assert [first_step(season) for season in (EMPTY, STAFFED, PLAYED)] == ["register", "first result", "result"]
