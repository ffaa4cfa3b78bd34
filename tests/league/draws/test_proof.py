"""Whatever is altered in a draw is found."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import DataObject, data, integers, permutations, sampled_from

from league.tournaments.draws.rules.field import DrawnRound, Seats
from league.tournaments.draws.rules.methods import new_draw
from league.tournaments.draws.rules.proof import check_draw, check_draws, final_plan
from league.tournaments.draws.rules.sources import canonical, cost_in, digest_of, plan_of, swapped
from league.tournaments.stages.rules import seeds
from tests.factories.draw_records import Record, a_draw_record
from tests.factories.draws import SECRET


def test_a_draw_that_nobody_touched_is_the_one_that_was_published():
    assert check_draw(a_draw_record()) == check_draw(a_draw_record(rounds_left=2)) == []
    assert check_draws(seeds.link(SECRET, 0), [a_draw_record(1), a_draw_record(2)]) == {1: [], 2: []}


def swap_two(tables: list[dict[str, Any]]) -> None:
    tables[0]["seats"][0], tables[1]["seats"][0] = tables[1]["seats"][0], tables[0]["seats"][0]


def another_outcome(record: Record) -> None:
    swap_two(record["outcome"]["tables"])
    record["digest"] = digest_of(record["source"], record["outcome"])
    record["cost"] = cost_in(record["source"], DrawnRound.from_json(record["outcome"])).to_json()


def another_seed(record: Record) -> None:
    record["seed"], record["previous"] = "a" * 64, record["seed"]


TAMPERING: dict[str, Callable[[Record], Any]] = {
    "seed": another_seed,
    "link before": lambda record: record.update(previous="b" * 64),
    "points": lambda record: record["source"]["field"]["players"][3].update(points=0),
    "meetings": lambda record: record["source"]["field"]["meetings"].clear(),
    "outcome": lambda record: swap_two(record["outcome"]["tables"]),
    "outcome with a digest and a cost to it": another_outcome,
    "cost": lambda record: record["cost"].update(spread=0),
    "digest": lambda record: record.update(digest="c" * 64),
    "method": lambda record: record.update(method="knock_out/2"),
    "unknown method": lambda record: record.update(method="by hand"),
    "seats": lambda record: swap_two(record["tables"]),
    "a table less": lambda record: record["tables"].pop(),
    "a bye": lambda record: record["byes"].append(12),
    "a change less": lambda record: record["changes"].clear(),
    "another change": lambda record: record["changes"][0]["what"].update(other=[2, 2]),
    "the cost of a change": lambda record: record["changes"][0]["cost_after"].update(repeats=0, spread=1),
    "no source": lambda record: record.pop("source"),
    "a source of another kind": lambda record: record.update(source=[]),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_tampering_is_found(what: str):
    record = a_draw_record()
    TAMPERING[what](record)
    assert check_draw(record)


def test_a_missing_draw_is_found():
    found = check_draws(seeds.link(SECRET, 0), [a_draw_record(1), a_draw_record(3)])
    assert "Draw 2 is missing." in found[3]


def test_another_commitment_is_found():
    assert check_draws("d" * 64, [a_draw_record(1)])[1] == ["The link before it is not the seed of the draw before."]


def test_a_table_that_a_redraw_kept_must_be_the_one_that_was_there():
    first, again = a_draw_record(1), a_draw_record(2, swap=False)
    again["round"], first["tables"] = 1, None
    kept = [{"number": 1, "seats": list(final_plan(first)[1]), "locked": True}]
    again["source"]["locked"] = kept
    _, again["source"], found = new_draw("swiss", again["source"], again["seed"])
    again["outcome"], again["cost"] = found.to_json(), cost_in(again["source"], found).to_json()
    again["digest"] = digest_of(again["source"], again["outcome"])
    plan = plan_of(again["source"], found)
    again["tables"] = [{"number": at, "seats": list(seats)} for at, seats in plan.items() if at]
    assert check_draws(seeds.link(SECRET, 0), [first, again]) == {1: [], 2: []}
    other = deepcopy(first)
    other["changes"] = []
    assert check_draws(seeds.link(SECRET, 0), [other, again])[2] == ["Table 1 was kept, but is not as it was."]
    assert "was not drawn before" in check_draws(again["previous"], [{**again, "number": 1}])[1][-1]


def test_nobody_sits_at_a_place_that_is_not_there():
    plan = {0: (), 1: (1, 2), 2: (3, None)}
    with pytest.raises(ValueError, match="no seat 3 at table 1"):
        swapped(plan, (1, 3), (2, 1))
    with pytest.raises(ValueError, match="does not sit out"):
        swapped({**plan, 0: (4,)}, (0, 1), (2, 2))


@given(data())
def test_swaps_move_people_and_lose_nobody(draw: DataObject):
    plan: dict[int, Seats] = {0: (9, 10), 1: (1, 2, 3, 4), 2: (5, 6, 7, None), 3: (8, 11, 12)}
    places = [(number, seat) for number, seats in plan.items() for seat in range(1, len(seats) + 1) if number]
    for _ in range(draw.draw(integers(1, 5))):
        one, other = draw.draw(sampled_from(places)), draw.draw(sampled_from(places))
        changed = swapped(plan, one, other)
        assert changed[one[0]][one[1] - 1] == plan[other[0]][other[1] - 1]
        assert {number: len(seats) for number, seats in changed.items()} == {
            number: len(seats) for number, seats in plan.items()
        }
        assert sorted(who or 0 for seats in changed.values() for who in seats) == sorted(
            who or 0 for seats in plan.values() for who in seats
        )
        assert swapped(changed, one, other) == plan
        plan = changed


@given(permutations(["points", "position", "seats", "groups"]))
def test_the_digest_does_not_ask_in_which_order_keys_were_written(keys: list[str]):
    source = {"points": 1, "position": 2, "seats": [0, 1], "groups": ["é"]}
    again = {key: source[key] for key in keys}
    assert digest_of(again, {"tables": []}) == digest_of(source, {"tables": []})
    assert canonical(again).isascii()
