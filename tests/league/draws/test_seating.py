"""Seats: nobody sits where they have sat more often than need be."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from league.tournaments.draws.rules.field import Field, FieldPlayer
from league.tournaments.draws.rules.seating import SeatCosts, cheapest, seat_plan, seat_prices, seat_table, side_by_side

PRICES = st.integers(2, 5).flatmap(
    lambda seats: st.lists(st.tuples(*[st.integers(0, 3)] * seats), min_size=seats, max_size=seats)
)


@given(PRICES)
def test_no_order_of_a_table_is_cheaper(prices):
    seats = range(len(prices))
    known = min(sum(prices[who][seat] for seat, who in enumerate(order)) for order in permutations(seats))
    cost, order = cheapest(prices)
    assert cost == known == sum(prices[who][seat] for seat, who in enumerate(order))
    assert SeatCosts(prices)(seats) == known


@given(PRICES)
def test_a_free_seat_tells_what_somebody_else_would_cost_there(prices):
    *rest, last = range(len(prices))
    beside = SeatCosts(prices).beside(rest)
    assert min(there + seat for there, seat in zip(beside, prices[last], strict=True)) == cheapest(prices)[0]
    for free, cost in enumerate(beside):
        left = [tuple(price for seat, price in enumerate(prices[who]) if seat != free) for who in rest]
        assert cost == cheapest(left)[0]


def test_a_seat_costs_the_fourth_power_of_how_much_oftener_it_was_taken():
    assert seat_prices(FieldPlayer(1, 1, 0, seats=(2, 1, 1, 3)), 4) == (1, 0, 0, 16)
    assert seat_prices(FieldPlayer(1, 1, 0, seats=()), 3) == (0, 0, 0)


def test_everybody_gets_the_seat_they_have_not_had():
    ada, bo, cleo = (
        FieldPlayer(1, 1, 0, seats=(1, 1, 0)),
        FieldPlayer(2, 2, 0, seats=(0, 1, 1)),
        FieldPlayer(3, 3, 0, seats=(1, 0, 1)),
    )
    field = Field((ada, bo, cleo), 3)
    assert seat_table(field, field.players, 0, int) == (2, 3, 1)


def test_a_bot_takes_the_seat_that_nobody_should_have():
    ada, bo = FieldPlayer(1, 1, 0, seats=(0, 3, 0)), FieldPlayer(2, 2, 0, seats=(0, 3, 0))
    assert seat_table(Field((ada, bo), 3), (ada, bo), 1, int)[1] is None


def test_old_neighbours_part_where_seats_are_as_good():
    cast = tuple(FieldPlayer(who, who, 0) for who in (1, 2, 3, 4))
    field = Field(cast, 4, neighbours={(1, 2): 1, (3, 4): 1}, neighbours_matter=True)
    beside = {tuple(sorted(two)) for two in side_by_side(seat_table(field, cast, 0, int))}
    assert not beside & {(1, 2), (3, 4)}


def test_two_at_a_table_are_neighbours_once_and_a_bot_is_nobody():
    assert side_by_side((1, 2)) == [(1, 2)]
    assert side_by_side((1, None, 2)) == [(2, 1)]


def test_seats_of_several_rounds_are_chosen_together():
    rounds = [[[0, 1, 2, 3]]] * 4
    seated = seat_plan([(0,) * 4] * 4, rounds)
    assert all(sorted(tables[0][seat] for tables in seated) == [0, 1, 2, 3] for seat in range(4))
