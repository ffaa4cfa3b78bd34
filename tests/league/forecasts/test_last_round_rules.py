"""The last round against every way in which it can end, one after the other."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.points import UNIT
from league.forecasts.rules.last_round import LARGEST, OPEN, OUT, THROUGH, Runner, orders, verdicts
from league.standings.rules.tiebreaks import points_for

RUNNERS = st.builds(
    Runner,
    played=st.integers(0, 5).map(lambda steps: steps * 16 * UNIT),
    games=st.just(2),
    times_out=st.integers(0, 1),
    penalty=st.sampled_from([0, 6 * UNIT]),
)
TABLE = st.lists(st.one_of(RUNNERS, RUNNERS, st.none()), min_size=2, max_size=3)


def test_a_table_of_four_ends_in_75_orders():
    assert [len(orders(seats)) for seats in range(1, LARGEST + 1)] == [1, 3, 13, 75, 541]
    assert all(sum(points_for(*how, 4) for how in order) == 4 * 36 * UNIT for order in orders(4))


@settings(max_examples=120)
@given(tables=st.lists(TABLE, min_size=1, max_size=2), others=st.lists(RUNNERS, max_size=3), cut=st.integers(1, 4))
def test_every_claim_holds_in_every_end_and_none_is_missing(tables, others, cut):
    seated, waiting = verdicts(tables, others, cut)
    ends = list(product(*(orders(len(table)) for table in tables)))
    finals = []
    for end in ends:
        at_tables = [
            [
                None if one is None else one.final(points_for(*how, len(table)))
                for one, how in zip(table, order, strict=True)
            ]
            for table, order in zip(tables, end, strict=True)
        ]
        finals.append((at_tables, [one.final() for one in others]))

    def above(own: int, end: tuple, *, level: bool) -> int:
        everybody = [one for table in end[0] for one in table if one is not None] + end[1]
        return sum(one >= own for one in everybody) - 1 if level else sum(one > own for one in everybody)

    for at, table in enumerate(tables):
        for seat, one in enumerate(table):
            verdict = seated[at][seat]
            if one is None:
                assert verdict is None
                continue
            places = [end[at][seat][0] for end in ends]
            alone = [end[at][seat][1] == 1 for end in ends]
            owns = [end[0][at][seat] for end in finals]
            safe = [above(own, end, level=True) < cut for own, end in zip(owns, finals, strict=True)]
            chance = [above(own, end, level=False) < cut for own, end in zip(owns, finals, strict=True)]
            assert (verdict.claim == THROUGH) == all(safe)
            assert (verdict.claim == OUT) == (not any(chance))
            if verdict.claim == OPEN:
                enough = verdict.enough or 0
                held = dict.fromkeys(range(1, len(table) + 1), True)
                for good, place, unshared in zip(safe, places, alone, strict=True):
                    held[place] &= good or not unshared
                assert all(held[place] for place in range(1, enough + 1)) and not held.get(enough + 1, False)
                assert verdict.least == max(place for held, place in zip(chance, places, strict=True) if held)
    for number, verdict in enumerate(waiting):
        own = others[number].final()
        assert (verdict.claim == THROUGH) == all(above(own, end, level=True) < cut for end in finals)
        assert (verdict.claim == OUT) == (not any(above(own, end, level=False) < cut for end in finals))


def test_the_leader_of_two_needs_third_place_and_the_second_a_win():
    leader, second, third, last = (Runner(played=points * UNIT, games=2) for points in (120, 100, 90, 24))
    (seats,), _waiting = verdicts([[leader, second, third, last]], [], 2)
    assert seats[0].claim == OPEN and seats[0].enough == 3
    assert (seats[1].claim, seats[1].enough) == (OPEN, 1)
    assert (seats[3].claim, seats[3].enough, seats[3].least) == (OUT, None, None)


def test_who_only_waits_has_what_a_bye_brings():
    waits = Runner(played=90 * UNIT, games=2, times_out=1)
    assert waits.final() == 135 * UNIT
    tables = [[Runner(played=12 * UNIT, games=2), Runner(played=24 * UNIT, games=2)]]
    _seated, (verdict,) = verdicts(tables, [waits], 1)
    assert verdict.claim == THROUGH


def test_tables_too_large_to_try_every_order_are_refused():
    with pytest.raises(ValueError, match="too many"):
        verdicts([[Runner()] * (LARGEST + 1)], [], 1)
