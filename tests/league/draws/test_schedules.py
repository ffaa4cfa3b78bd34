"""Planning to the end: small fields meet as evenly as they can, and what was drawn can be gone on with."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from league.tournaments.draws.rules.designs import design
from league.tournaments.draws.rules.field import DrawnRound, Field
from league.tournaments.draws.rules.pairing import BannedPairs, draw_round
from league.tournaments.draws.rules.planning import Planning, Shape, without_repeats
from league.tournaments.draws.rules.schedules import is_planned, needs_schedule
from league.tournaments.draws.rules.seating import after, cost_of
from league.tournaments.draws.rules.version_1 import make, outcome_of, swiss_round
from league.tournaments.formats.format import sizes
from tests.factories.fields import a_field, played_field

KNOWN = [
    (3, 3, 4), (4, 3, 4), (5, 3, 7), (6, 3, 8), (7, 3, 10), (8, 3, 11), (4, 4, 5), (5, 4, 5), (6, 4, 7), (7, 4, 9),
    (5, 5, 6), (7, 7, 8), (8, 8, 9), (9, 9, 10), (16, 4, 17), (25, 5, 26), (27, 3, 28), (6, 2, 11), (3, 4, 1),
]  # fmt: skip


def schedule_of(field: Field, rounds: int, seed: str) -> list[DrawnRound]:
    """All rounds, each drawn from the plan that the first one made."""
    plan = {"field": field.to_json(), "rounds": rounds, "seed": seed, "round": 0}
    source = make("fixed", {"plan": plan}, seed).source
    return [outcome_of("fixed", {"plan": {**source["plan"], "round": at}}, seed) for at in range(rounds)]


@pytest.mark.parametrize(("tables", "seats", "rounds"), KNOWN)
def test_a_known_design_seats_everybody_each_round_and_no_two_twice(tables, seats, rounds):
    found = design(tables, seats)
    assert len(found) == rounds
    assert all(sorted(point for table in one for point in table) == list(range(tables * seats)) for one in found)
    met = Counter(two for one in found for table in one for two in combinations(sorted(table), 2))
    assert max(met.values()) == 1


@pytest.mark.parametrize(("players", "size", "rounds"), [(16, 4, 5), (9, 3, 4), (15, 3, 7), (24, 4, 5), (23, 4, 6)])
def test_a_whole_schedule_without_repeats_is_found_where_there_is_one(players, size, rounds):
    field = a_field(players, size, rounds_left=rounds)
    for drawn in schedule_of(field, rounds, "seed"):
        assert cost_of(field, drawn).repeats == 0
        field = after(field, drawn)
    assert max(player.shorts for player in field.players) <= 1
    assert all(max(player.seats) - min(player.seats) <= 1 for player in field.players if len(player.seats) == size)


@pytest.mark.parametrize(
    ("players", "size", "rounds"), [(16, 4, 5), (9, 3, 4), pytest.param(25, 5, 6, marks=pytest.mark.further)]
)
def test_round_by_round_a_perfect_schedule_is_kept(players, size, rounds):
    field = a_field(players, size, rounds_left=rounds)
    field = played_field(field, rounds, draw_with=swiss_round)
    assert max(field.meetings.values()) == 1


def test_everybody_meets_as_evenly_as_can_be_where_repeats_must_be():
    field = a_field(8, 4)
    for drawn in schedule_of(field, 7, "seed"):
        field = after(field, drawn)
    assert set(field.meetings.values()) == {3} and len(field.meetings) == 28


def test_the_same_seed_plans_the_same_schedule():
    field = played_field(a_field(18, 4, rounds_left=4), 1)
    assert schedule_of(field, 3, "seed") == schedule_of(field, 3, "seed")
    assert swiss_round(field, "seed") == swiss_round(field, "seed")


def test_bans_and_byes_are_planned_with():
    bans = frozenset({(1, 2), (3, 4)})
    field = a_field(17, 4, shortfall="bye", bans=bans)
    rounds = schedule_of(field, 4, "seed")
    assert [len(drawn.byes) for drawn in rounds] == [1] * 4 and len({drawn.byes for drawn in rounds}) == 4
    assert all(cost_of(field, drawn).bans == 0 for drawn in rounds)


def test_a_ban_that_cannot_be_kept_is_refused_by_a_schedule_too():
    field = a_field(4, bans=frozenset({(1, 2)}), rounds_left=2)
    with pytest.raises(BannedPairs):
        schedule_of(field, 2, "seed")
    with pytest.raises(BannedPairs):
        swiss_round(field, "seed")


def test_somebody_who_leaves_does_not_end_the_schedule():
    field = played_field(a_field(16, rounds_left=5), 2, draw_with=swiss_round)
    left = replace(field, players=field.players[1:], rounds_left=2)
    drawn = swiss_round(left, "seed")
    assert sorted(len(table.seats) for table in drawn.tables) == [3, 4, 4, 4]


def test_small_fields_and_many_rounds_need_a_schedule():
    assert needs_schedule(24, 4, 2) and needs_schedule(25, 5, 4)
    assert not needs_schedule(101, 4, 6) and not needs_schedule(25, 5, 3)


def test_a_large_field_is_drawn_by_the_standings():
    field = played_field(a_field(40, rounds_left=3), 1)
    assert not is_planned(field, ())
    assert cost_of(field, swiss_round(field, "seed")) <= cost_of(field, draw_round(field, "seed"))


def test_locked_tables_are_drawn_around():
    field = a_field(16, rounds_left=3)
    locked = swiss_round(field, "a").tables[:1]
    assert swiss_round(field, "b", locked).tables[0] == locked[0]


def test_the_last_rounds_of_an_evening_are_found_by_solving():
    """Kirkman's fifteen after one round: six more."""
    field = after(a_field(15, 3), swiss_round(a_field(15, 3), "seed"))
    met = [[0] * 15 for _ in range(15)]
    for one, other in field.meetings:
        met[one - 1][other - 1] = met[other - 1][one - 1] = 1
    shape = Shape.of(sizes(15, 3, shortfall="mixed"), 3)
    found = without_repeats(shape, 2, met, range(15))
    assert found is not None
    assert Planning(shape, found, met, [0] * 15).cost == 0


def test_no_solver_finds_a_fifth_round_of_nine_without_a_repeat():
    nine, nobody = Shape.of(sizes(9, 3, shortfall="mixed"), 3), [[0] * 9 for _ in range(9)]
    assert without_repeats(nine, 4, nobody, range(9)) is not None
    assert without_repeats(nine, 5, nobody, range(9)) is None
