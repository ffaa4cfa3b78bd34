"""What Career Poker and Game of the Year take from the league when the engine plays."""

from characters.rules.house_rules import HouseRules
from engine import new_game
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.tables import TablePlayer, engine_options
from tests.factories.careers_sheets import YESTERDAY


def options(system: str, *players: TablePlayer):
    lines = tuple(SeatLine(number, None, player.name) for number, player in enumerate(players, 1))
    return engine_options(ScoreSheet(system, "london", YESTERDAY, lines), players, HouseRules())


def test_last_positions_seed_the_match_with_newcomers_at_the_bottom():
    table = (
        TablePlayer("Ada", last=(4, 4)),
        TablePlayer("Bo", last=(1, 4)),
        TablePlayer("Cleo"),
        TablePlayer("Dev", last=(2, 4)),
    )
    found = options("career_poker", *table)
    assert found == {"settings": {"start_positions": [1, 3, 0, 2]}}
    assert new_game("career_poker", 4, 1, found).actor == 1


def test_degrees_and_trips_come_along_where_the_season_carries_them_over():
    ada = TablePlayer("Ada", "senior", "london", "law", "journalism", degrees={"law": 2}, trips={"bbc_news": 3})
    sheet = ScoreSheet("careers", "london", YESTERDAY, (SeatLine(1, None, "Ada"),))
    carried = engine_options(sheet, [ada], HouseRules(carry_over="degrees_and_trips"))["players"][0]
    assert (carried["degrees"], carried["trips"]) == ({"law": 2}, {"bbc_news": 3})
    left = engine_options(sheet, [ada], HouseRules())["players"][0]
    assert "degrees" not in left and "trips" not in left


def test_a_table_of_newcomers_starts_without_positions():
    assert options("career_poker", *(TablePlayer(name) for name in "abcd")) == {}


def test_birthdays_come_from_the_characters():
    found = options(
        "game_of_the_year",
        TablePlayer("Ada", birthday="05-06"),
        TablePlayer("Bo"),
        TablePlayer("Cleo", birthday="02-29"),
    )
    assert found == {"settings": {"birthdays": ["05-06", "", "02-29"]}}
    assert new_game("game_of_the_year", 3, 1, found).seats == 3
    assert options("game_of_the_year", TablePlayer("Ada"), TablePlayer("Bo")) == {}
