"""Drawing a round: everybody once, the same again from the same seed, never worse than cutting the standings."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.tournaments.draws.rules.field import DrawnRound, DrawnTable, Field, FieldPlayer, pair
from league.tournaments.draws.rules.pairing import BannedPairs, draw_round, rank_and_cut
from league.tournaments.draws.rules.seating import cost_of
from league.tournaments.formats.format import sizes
from tests.factories.fields import a_field, any_field, played_field


def everybody(draw: DrawnRound) -> list[int]:
    return sorted([*draw.byes, *(who for table in draw.tables for who in table.players)])


@given(any_field())
@settings(deadline=None, max_examples=25)
def test_everybody_is_drawn_once_at_tables_of_the_right_sizes(field):
    drawn = draw_round(field, "seed")
    needed = sizes(len(field.players), field.table_size, shortfall=field.shortfall, least=field.least)
    assert everybody(drawn) == sorted(player.id for player in field.players)
    assert len(drawn.byes) == needed.byes and len(drawn.tables) == needed.tables
    assert sum(None in table.seats for table in drawn.tables) == needed.bots
    assert sum(len(table.seats) == field.table_size - 1 for table in drawn.tables) == needed.small


@given(any_field(most=24), st.text(max_size=5))
@settings(deadline=None, max_examples=15)
def test_the_same_seed_draws_the_same_round_however_the_history_is_stored(field, seed):
    again = replace(field, meetings=dict(reversed(field.meetings.items())), last_met=frozenset(list(field.last_met)))
    assert draw_round(field, seed) == draw_round(Field.from_json(again.to_json()), seed)


@given(st.integers(2, 12), st.sampled_from([3, 4, 5]), st.integers(0, 4), st.integers(0, 50))
@settings(deadline=None, max_examples=12)
def test_no_draw_costs_more_than_cutting_the_standings(tables, size, rounds, seed):
    field = played_field(a_field(tables * size, size), rounds, seed)
    assert cost_of(field, draw_round(field, "now")) <= cost_of(field, rank_and_cut(field, "now"))


@given(any_field(most=30), st.integers(1, 4))
@settings(deadline=None, max_examples=12)
def test_locked_tables_stay_as_they_are(field, number):
    drawn = draw_round(field, "first")
    locked = [replace(table, locked=True) for table in drawn.tables[::2][:number]]
    again = draw_round(field, "second", locked)
    assert list(again.tables[: len(locked)]) == locked
    assert everybody(again) == everybody(drawn) and len(again.tables) == len(drawn.tables)
    assert not any(table.locked for table in again.tables[len(locked) :])


@pytest.mark.parametrize("shortfall", ["mixed", "bot", "bye"])
@pytest.mark.parametrize(("players", "size"), [(14, 4), (17, 5), (10, 4)])
def test_nobody_is_short_twice_before_everybody_was_once(players, size, shortfall):
    field = a_field(players, size, shortfall=shortfall)
    for seed in range(5):
        field = played_field(field, 1, seed)
        shorts = [player.shorts for player in field.players]
        assert max(shorts) - min(shorts) <= 1


def test_a_bye_goes_to_the_lowest_of_those_who_had_fewest():
    points = [60, 50, 40, 30, 20, 10]
    cast = [FieldPlayer(who, who, points[who - 1], shorts=int(who in (5, 6))) for who in range(1, 7)]
    assert draw_round(Field(tuple(cast), 5, shortfall="bye"), "seed").byes == (4,)


def test_nobody_meets_again_while_there_is_another_way():
    field = played_field(a_field(60), 5)
    assert max(field.meetings.values()) == 1


def test_those_who_must_not_meet_do_not_even_if_one_of_them_has_to_sit_out():
    field = a_field(5, shortfall="bye", bans=frozenset({(1, 2)}))
    cast = tuple(replace(player, shorts=int(player.id in (1, 2))) for player in field.players)
    drawn = draw_round(replace(field, players=cast), "seed")
    assert drawn.byes in [(1,), (2,)]


def test_many_bans_are_kept():
    bans = frozenset(combinations(range(1, 7), 2)) | {(one, 24) for one in range(7, 20)}
    drawn = draw_round(a_field(24, bans=bans), "seed")
    assert cost_of(a_field(24, bans=bans), drawn).bans == 0


def test_bans_that_cannot_be_kept_are_named():
    with pytest.raises(BannedPairs, match=r"must not meet.*1 and 2") as refused:
        draw_round(a_field(4, bans=frozenset({(1, 2)})), "seed")
    assert refused.value.pairs == ((1, 2),)


def test_the_first_round_parts_the_clubs_and_chance_decides_the_rest():
    cast = tuple(FieldPlayer(who, who, 0, frozenset({f"club {who % 8}"})) for who in range(1, 33))
    field = Field(cast, 4)
    first, second = draw_round(field, "a"), draw_round(field, "b")
    assert cost_of(field, first).groups == cost_of(field, second).groups == 0
    assert {frozenset(table.players) for table in first.tables} != {frozenset(table.players) for table in second.tables}


def test_a_lower_part_of_the_cost_never_spoils_a_higher_one():
    """Ada and Bo share a club, but only a table of unequals would part them."""
    groups = {1: frozenset({"Harrods"}), 2: frozenset({"Harrods"})}
    cast = tuple(FieldPlayer(who, who, 100 if who < 5 else 0, groups.get(who, frozenset())) for who in range(1, 9))
    tables = {frozenset(table.players) for table in draw_round(Field(cast, 4), "seed").tables}
    assert tables == {frozenset({1, 2, 3, 4}), frozenset({5, 6, 7, 8})}


@pytest.mark.parametrize(
    ("locked", "said"),
    [
        ([DrawnTable((1, 2, 3, 99))], "somebody who is not in the round"),
        ([DrawnTable((1, 2, 3, 4)), DrawnTable((4, 5, 6, 7))], "at two tables"),
        (
            [DrawnTable((1, 2)), DrawnTable((3, 4)), DrawnTable((5, 6))],
            "2 characters are left besides the locked tables",
        ),
    ],
)
def test_locked_tables_that_leave_no_draw_are_refused(locked, said):
    with pytest.raises(ValueError, match=said):
        draw_round(a_field(8), "seed", locked)


def test_too_few_are_refused():
    with pytest.raises(ValueError, match="3 characters are here"):
        draw_round(a_field(3), "seed")


def test_everybody_locked_leaves_nothing_to_draw():
    tables = (DrawnTable((1, 2, 3, 4), locked=True), DrawnTable((8, 7, 6, 5), locked=True))
    assert draw_round(a_field(8), "seed", tables) == DrawnRound(tables)


def test_a_pair_is_named_lower_id_first():
    assert pair(7, 3) == pair(3, 7) == (3, 7)
