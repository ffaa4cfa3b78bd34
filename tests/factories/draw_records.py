"""The published record of a draw of twelve, as `verify_draw` reads it."""

from copy import deepcopy
from functools import cache
from typing import Any

from league.tournaments.draws.rules.field import Field, FieldPlayer
from league.tournaments.draws.rules.methods import new_draw
from league.tournaments.draws.rules.sources import cost_in, digest_of, draw_of, plan_of, swapped
from league.tournaments.stages.rules import seeds
from tests.factories.draws import SECRET

Record = dict[str, Any]


def a_draw_record(number: int = 1, *, swap: bool = True, rounds_left: int = 1) -> Record:
    return deepcopy(_record(number, swap, rounds_left))


@cache
def _record(number: int, swap: bool, rounds_left: int) -> Record:
    players = tuple(
        FieldPlayer(who, who, 840 * (60 - who), seats=(0,) * 4, groups=frozenset({"the club Lyon"} if who < 3 else ()))
        for who in range(1, 13)
    )
    field = Field(players, 4, meetings={(1, 2): 1, (5, 9): 1}, rounds_left=rounds_left)
    source: Record = {"field": field.to_json(), "locked": [], "byes": []}
    seed = seeds.link(SECRET, number)
    method, source, found = new_draw("swiss", source, seed)
    plan = plan_of(source, found)
    changes = []
    if swap:
        before, plan = plan, swapped(plan, (1, 1), (3, 2))
        costs = [cost_in(source, draw_of(source, each)).to_json() for each in (before, plan)]
        changes = [
            {"kind": "swap", "what": {"one": [1, 1], "other": [3, 2]}, "cost_before": costs[0], "cost_after": costs[1]}
        ]
    return {
        "number": number,
        "stage": 1,
        "round": number,
        "method": method,
        "previous": seeds.link(SECRET, number - 1),
        "seed": seed,
        "source": source,
        "outcome": found.to_json(),
        "cost": cost_in(source, found).to_json(),
        "digest": digest_of(source, found.to_json()),
        "changes": changes,
        "tables": [{"number": at, "seats": list(seats)} for at, seats in plan.items() if at],
        "byes": [],
    }
