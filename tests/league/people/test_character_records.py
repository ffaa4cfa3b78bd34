"""The record per game in the numbers of a character."""

import pytest

from league.results.services.games import void_game
from tests.factories.games import a_game_of, reviewed
from tests.factories.people import an_organiser
from tests.factories.sheets import FIGURES, at

URL = "/characters/ada/numbers/"
BEST = {
    "office_job": "C-Suite, 12 points",
    "career_poker": "2.50 points a deal",
    "game_of_the_year": "74 points",
    "career_compass": "20 cards",
}


def record(page: str, name: str) -> str:
    """The row of that game, as text without tags."""
    row = page.split(f'<td class="lead">{name}</td>')[1].split("</tr>")[0]
    return " ".join("".join(part.split(">")[-1] for part in row.split("<")).split())


@pytest.mark.parametrize("system", tuple(FIGURES))
def test_a_game_is_remembered_by_its_own_measure(season, cast, text, system):
    a_game_of(system, season, list(vars(cast).values()), day=3)
    page = text(URL)
    assert BEST[system] in page and "3 Jan 2026" in page


def test_the_record_counts_games_and_wins_and_keeps_the_best(season, cast, text):
    ada, bo, cleo, dev = vars(cast).values()
    a_game_of("career_compass", season, [ada, bo, cleo, dev], day=1)
    a_game_of("career_compass", season, [bo, ada, cleo, dev], day=2)
    reviewed(season, "c1", at(ada, 120, won=True), at(bo, 60), day=3)
    page = text(URL)
    assert record(page, "The Ecologist&#x27;s Career Compass") == "2 1 20 cards 2 Jan 2026"
    assert record(page, "Careers") == "1 1 120 points 3 Jan 2026"
    assert "Office Job" not in page


def test_a_voided_game_leaves_the_record(season, cast, text):
    game = a_game_of("office_job", season, list(vars(cast).values()))
    void_game(season_game=game, reason="Never played", by=an_organiser(season))
    assert "Office Job" not in text(URL)


def test_the_position_held_at_career_poker_stands_beside_the_last_match(season, cast, text):
    people = list(vars(cast).values())
    a_game_of("career_poker", season, people, day=1)
    assert "1 Jan 2026, as Boss, 1 of 4" in text(URL)
    a_game_of("career_poker", season, [people[1], people[0], *people[2:]], day=2)
    assert "2 Jan 2026, as" in text(URL) and ", 2 of 4" in text(URL)


def test_help_says_what_the_other_games_do_for_a_character(text, db):
    assert "leave the level alone" in text("/help/levels/")


def test_a_year_in_play_has_the_games_of_that_year_alone(season, cast, text):
    people = list(vars(cast).values())
    a_game_of("office_job", season, people, day=1)
    assert 'name="year"' not in text(URL), "there is one year"
    a_game_of("career_compass", season, people, day=-100)
    assert "Office Job" in text(URL) and "Career Compass" in text(URL)
    page = text(URL + "?year=2025")
    assert "Career Compass" in page and "Office Job" not in page and '<option value="2025" selected>' in page
