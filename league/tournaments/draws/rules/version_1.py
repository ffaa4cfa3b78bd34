"""Draws of version 1, made before methods had versions: they are proved by drawing them again.

Nothing here may ever change, nor what it calls do anything else: `tests/data/draws/v1.json` is verified by it. A change
of a search leaves this version a copy of the old one. Numbers are free: version 1 brings its own.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from league.tournaments.draws.rules.chance import FirstChance, Search
from league.tournaments.draws.rules.field import DrawnRound, Field
from league.tournaments.draws.rules.pairing import knock_out_draw
from league.tournaments.draws.rules.schedules import Outlook, next_round, whole_schedule
from league.tournaments.draws.rules.seating import seated_by_position
from league.tournaments.draws.rules.sources import canonical, field_in, from_canonical, locked_in

Source = Mapping[str, Any]
SOLVER: Final = "9.15.6755"  # of OR-Tools: another version may find other plans
SEARCH: Final = Search(
    chance=FirstChance,
    steps=5_000,
    more_steps=10_000,
    tenure=8,
    shuffles=200,
    tries=150,
    effort=200_000,
    patience=50,
    shakes=60,
    mending=40,
    near=2,
    wider=250,
    level=48,
    rings=(3, 12, 60),
)


class Again(NamedTuple):
    """A draw that was made again, and whether a solver had a part in it."""

    draw: DrawnRound
    solved: bool = False


def drawn_again(method: str, source: Source, seed: str) -> Again:
    """The draw. ValueError where the numbers do not work out, BannedPairs where the bans do not, KeyError for a method
    that is not known or a source that lacks something."""
    return _METHODS[method](source, seed)


def _swiss(source: Source, seed: str) -> Again:
    field, kept = field_in(source), source["byes"]
    pool = replace(field, players=tuple(player for player in field.players if player.id not in kept))
    found = next_round(pool, seed, SEARCH, locked_in(source))
    return Again(DrawnRound(found.draw.tables, (*kept, *found.draw.byes)), found.asked_solver)


def _fixed(source: Source, seed: str) -> Again:
    plan = source.get("plan")
    if plan is None:
        return _swiss(source, seed)
    number: int = plan["round"]
    draws, solved = _schedule(canonical(plan["field"]), plan["rounds"], plan["seed"])
    return Again(draws[number], solved)


@lru_cache(maxsize=4)
def _schedule(field: str, rounds: int, seed: str) -> tuple[list[DrawnRound], bool]:
    outlook = Outlook(Field.from_json(from_canonical(field)), seed, SEARCH)
    draws = whole_schedule(outlook, outlook.plan(rounds)[:rounds])
    return draws, outlook.asked_solver


def _knock_out(source: Source, seed: str) -> Again:
    return Again(knock_out_draw(source, SEARCH.stream(seed)))


def _career_poker(source: Source, seed: str) -> Again:
    found = _swiss(source, seed)
    return found._replace(draw=seated_by_position(source, found.draw, SEARCH.stream(seed, "positions")))


_METHODS: Final = {"swiss": _swiss, "fixed": _fixed, "knock_out": _knock_out, "career_poker": _career_poker}
