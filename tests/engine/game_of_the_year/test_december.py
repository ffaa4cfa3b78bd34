"""Game of the Year: December, further spins, other boards."""

import pytest

from engine import SYSTEMS
from engine.core.errors import BadOptions
from tests.engine.game_of_the_year.support import at, decline, legal, place, tokens, turn, year

rule = pytest.mark.rule


def new(seats=4, seed=1, **settings):
    return SYSTEMS["game_of_the_year"].new_game(seats, seed, {"settings": settings})


@rule("game_of_the_year 43")
@rule("game_of_the_year example 19")
def test_in_december_the_lower_number_counts():
    g = decline(turn(place(year(), "12-03"), 0, (7, 15)))
    assert at(g, 0) == "12-10"
    g = turn(place(year(), "11-30"), 0, (7, 15))
    assert legal(g) == ["move 7", "move 15"], "the turn began in November"


@rule("game_of_the_year 44")
@rule("game_of_the_year example 20")
@rule("game_of_the_year B27")
def test_past_the_last_day_of_a_colour_the_piece_stays():
    g = place(year(), "12-26", "12-01", "12-01")
    g.birthdays = (360, 1, 2)
    turn(g, 0, "red")
    assert at(g, 0) == "12-26" and g.money == [800] * 3, "the stop is not checked again"
    assert g.prompt == "buy_token", "no bought days, no vacation"
    g = place(year(birthdays=["05-06", "05-07", "05-08"]), "12-26")
    decline(turn(g, 0, "blue", cards=("H23",)))
    assert at(g, 0) == "12-27" and g.money[0] == 600


@rule("game_of_the_year 43")
@rule("game_of_the_year example 21")
@rule("game_of_the_year B2", "game_of_the_year B3")
def test_december_31_is_the_finish():
    g = turn(place(year(), "12-27"), 0, (5, 10))
    assert at(g, 0) == "12-31" and g.prompt == "take_token" and g.money[0] == 1200
    decline(g)
    assert tokens(g, 0) == (4, 1, 1) and g.view(None)["players"][0]["done"] and g.seat == 1
    none = decline(turn(place(year(year_end_bonus=False), "12-27"), 0, (5, 10)))
    assert none.money[0] == 800 and tokens(none, 0) == (1, 1, 1)


@rule("game_of_the_year 9")
def test_further_spins_are_full_moves():
    g = turn(place(year(), "06-18"), 0, (3, 14), (4, 12))
    g.play("move 3")  # June 21: one more spin
    assert g.prompt == "page" and g.seat == 0 and at(g, 0) == "06-21"
    g.play("move 12")
    assert at(g, 0) == "07-03" and g.prompt == "take_token"


@rule("game_of_the_year 9")
def test_somebody_elses_card_may_spin_for_who_is_not_on_turn():
    g = turn(place(year(), "01-05", "01-02", "02-01"), 0, "red", (3, 14), cards=("C21", "H23"))
    assert g.prompt == "page" and g.actor == 1 and g.seat == 0
    g.play("move 14")
    assert at(g, 1) == "01-16" and g.money[2] == 600
    g = turn(place(year(), "01-05", "01-02", "02-01"), 0, "red", "red", cards=("C21", "H23"))
    assert at(g, 1) == "01-03" and g.chance_top == 1, "the entry of January 3 is not followed"


@rule("game_of_the_year 9")
@rule("game_of_the_year B9")
def test_a_leap_year_has_a_day_more():
    g = turn(place(year(leap_year=True), "02-26"), 0, (3, 14), (4, 12))
    g.play("move 3")
    assert at(g, 0) == "02-29" and g.prompt == "page" and g.table.board.finish == 366


@rule("game_of_the_year 7")
def test_a_shorter_board_begins_and_ends_where_it_says():
    g = new(2, start_date="04-01", finish_date="06-30")
    assert (
        g.table.board.dates[g.table.board.start + 1] == "04-01" and g.table.board.dates[g.table.board.finish] == "06-30"
    )
    assert g.arrivals == [0] and not any(g.passed), "March 31 lies behind Start and is not passed"
    with pytest.raises(BadOptions, match="start_date must lie before"):
        new(2, start_date="06-30", finish_date="04-01")
