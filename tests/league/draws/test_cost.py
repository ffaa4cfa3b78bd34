"""The price of a draw, its words, and why each table is as it is."""

from dataclasses import replace

import pytest
from hypothesis import given, settings

from games.rules.points import UNIT
from league.tournaments.draws.rules.field import Cost, DrawnRound, DrawnTable, Field, FieldPlayer
from league.tournaments.draws.rules.methods import reasons
from league.tournaments.draws.rules.pairing import draw_round, rank_and_cut
from league.tournaments.draws.rules.seating import cost_of, table_cost
from tests.factories.fields import a_field, any_field, played_field

ADA, BO, CLEO, DEV, ELI = (
    FieldPlayer(1, 1, 60 * UNIT, frozenset({"the club Harrods"}), (2, 0, 0)),
    FieldPlayer(2, 2, 60 * UNIT, frozenset({"the club Harrods", "group 5f0e"}), (0, 1, 1), 1),
    FieldPlayer(3, 3, 44 * UNIT, frozenset({"group 5f0e"}), (1, 1, 1)),
    FieldPlayer(4, 4, 28 * UNIT, frozenset(), (), 2),
    FieldPlayer(5, 5, 12 * UNIT),
)
FIELD = Field(
    (ADA, BO, CLEO, DEV, ELI),
    3,
    shortfall="bot",
    meetings={(1, 2): 2, (2, 3): 1, (4, 5): 1},
    last_met=frozenset({(2, 3)}),
    neighbours={(1, 2): 2, (4, 5): 3},
    bans=frozenset({(1, 3)}),
    neighbours_matter=True,
)
DRAW = DrawnRound((DrawnTable((1, 2, 3)), DrawnTable((4, None, 5), locked=True)))


def test_every_part_of_the_cost_is_counted():
    assert cost_of(FIELD, DRAW) == Cost(
        bans=1,
        repeats=9 + 4 + 4,
        consecutive=1,
        spread=(16 + 16) * UNIT,
        second_shorts=2,
        groups=2,
        seats=2**4 + 1,
        neighbours=2 + 3,
    )
    assert table_cost(FIELD, DRAW.tables[1]).plus(table_cost(FIELD, DRAW.tables[0])) == cost_of(FIELD, DRAW)


def test_seats_and_neighbours_cost_nothing_where_they_do_not_matter():
    found = cost_of(replace(FIELD, neighbours_matter=False, seats_matter=False), DRAW)
    assert found.seats == found.neighbours == 0


def test_a_bye_counts_as_short():
    assert cost_of(FIELD, DrawnRound((DrawnTable((1, 2, 3)),), (4, 5))).second_shorts == 2


def test_costs_are_compared_part_by_part():
    assert Cost(repeats=4) > Cost(consecutive=9, spread=10**9) > Cost(spread=10**9)


def test_a_cost_in_words_says_what_is_wrong():
    assert cost_of(FIELD, DRAW).in_words() == (
        "1 pair that must not meet; repeats weigh 17; 1 pair in two rounds running; 32.00 points between first and "
        "last, over all tables; 2 characters short again; 2 pairs of a club or household; uneven seats weigh 17; "
        "5 pairs of old neighbours."
    )
    assert Cost().in_words() == (
        "Nobody meets again; 0.00 points between first and last, over all tables; seats as even as can be."
    )


def test_each_table_says_why():
    first, second = reasons(FIELD, DRAW)
    assert first == (
        "Places 1 to 3, 44.00 to 60.00 points. 2 pairs meet again, 1 pair of them in the last round: no exchange that "
        "was tried avoids it. Two here share the club Harrods and a household or an owner: no exchange that was tried "
        "separates them."
    )
    assert second == (
        "Places 4 to 5, 12.00 to 28.00 points. 1 pair meets again: the organiser chose so. A bot has the empty seat, "
        "because the numbers do not divide; it was the turn of the players who had had it least. The organiser set "
        "this table."
    )


def test_in_the_first_round_chance_decides():
    field = a_field(7)
    said = reasons(field, draw_round(field, "seed"))
    assert all(text.startswith("Everybody is level, so chance decided.") for text in said)
    assert sum("A table of 3, because the numbers do not divide" in text for text in said) == 1


def test_later_rounds_tell_who_is_new_to_each_other():
    field = played_field(a_field(40), 2)
    assert all("Nobody here has met before." in text for text in reasons(field, draw_round(field, "seed")))


@given(any_field())
@settings(deadline=None, max_examples=25)
def test_json_brings_back_field_draw_and_cost(field):
    drawn = rank_and_cut(field, "seed")
    assert Field.from_json(field.to_json()) == field
    assert DrawnRound.from_json(drawn.to_json()) == drawn
    cost = cost_of(field, drawn)
    assert Cost.from_json(cost.to_json()) == cost


def test_a_stranger_at_a_table_is_an_error():
    with pytest.raises(KeyError):
        cost_of(FIELD, DrawnRound((DrawnTable((1, 99, 3)),)))
