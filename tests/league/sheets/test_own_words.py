"""Headings of a spreadsheet that mean columns of games of a league's own, each by the words of its own game."""

import pytest

from games.rules.definitions import canonical, definition
from games.rules.systems import SYSTEMS
from league.core.rules.readings import Reading
from league.core.rules.tables import read_headings
from league.sheets.rules.result_rows import columns, other_names, read_results
from league.sheets.rules.results_files import results_file
from tests.factories.definitions import a_number

CASH = next(name for system in SYSTEMS.values() for figure in system.FIGURES if (name := figure.name) == "cash")


def a_game(name: str, *figures: dict[str, object]):
    raw = {"name": name, "seats": [1, 4], "ends": "most_points", "columns": [*figures]}
    return definition(canonical(raw), f"own-{name.lower()}")


OTTERS = a_game("Otters", a_number("score", "Points"), a_number("fish", "Glory", required=False))
PONDS = a_game("Ponds", a_number("eggs", "Score"), a_number("fame", "Glory", required=False))
MINES = a_game("Mines", a_number("gold", CASH.title()))
MEEPLES = a_game("Meeples", a_number("red", "Meeples (red)"), a_number("blue", "Meeples (blue)"))
READING = Reading(
    zone="Europe/London",
    given={"season": "spring", "edition": ""},
    systems={**SYSTEMS, **{game.ID: game for game in (OTTERS, PONDS, MINES, MEEPLES)}},
)
HEADER = "game,date,system,seat,player,winner"


def read(*headings: str, rows: dict[str, str]):
    """Return the figures of each game's only seat, and the problems."""
    table = [",".join([HEADER, *headings])]
    table += [
        f"{number},2026-01-03 20:00,{game},1,Ada,yes,{cells}" for number, (game, cells) in enumerate(rows.items())
    ]
    file = results_file("\n".join(table).encode(), "", READING.systems)
    found, wrong = file.rows(READING)
    games, unread = read_results(found, READING)
    return [dict(game.seats[0].figures) for game in games], [str(problem) for problem in (*wrong, *unread)]


@pytest.mark.parametrize(
    ("heading", "rows", "figures"),
    [
        ("Score", {"Ponds": "7"}, [{"eggs": 7}]),
        ("Score", {"Otters": "12", "Ponds": "7"}, [{"score": 12}, {"eggs": 7}]),
        ("Cash", {"Mines": "7"}, [{"gold": 7}]),
    ],
    ids=["the id of a column of another game", "of two games in one file", "a column of a built-in game"],
)
def test_a_heading_means_what_the_game_of_the_row_calls_so(heading, rows, figures):
    assert read(heading, rows=rows) == (figures, [])


def test_a_word_of_several_games_is_the_column_of_each():
    assert read("Score", "Glory", rows={"Otters": "12,3", "Ponds": "7,4"}) == (
        [{"score": 12, "fish": 3}, {"eggs": 7, "fame": 4}],
        [],
    )


def test_a_column_of_the_game_goes_before_a_word_of_it():
    figures, (problem,) = read("eggs", "Score", rows={"Ponds": "7,12"})
    assert figures == [] and "Ponds has no figure 'score'" in problem


def test_a_word_that_one_game_has_twice_is_asked_about():
    assert [heading.why for heading in read_headings(b"Meeples", columns(READING.systems))] == ["unknown"]
    assert not other_names(READING.systems)["own-meeples"]
