"""Drawing and proving by method and version, such as `swiss/2`. A draw without a version is of the first.

Draws are made by the newest version and proved by their own, for as long as there are draws.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from league.tournaments.draws.rules import planning as exact
from league.tournaments.draws.rules import version_1, version_2
from league.tournaments.draws.rules.field import Draw

Source = Mapping[str, Any]


class CannotRepeat(str):
    """A sentence on a draw that can be neither proved nor refuted here, because it hangs on another library."""


class NewDraw(NamedTuple):
    """A draw with the method and the source that are to be kept of it."""

    method: str
    source: dict[str, Any]
    draw: Draw


def new_draw(method: str, source: Source, seed: str) -> NewDraw:
    """Draw a stage of this format. ValueError where the numbers do not work out, BannedPairs where the bans do not,
    KeyError for a format that is not drawn."""
    plan = source.get("plan")
    if plan is not None and plan["round"] and "witness" not in plan:  # goes on with a schedule of the first version
        return NewDraw(f"{method}/1", {**source}, version_1.drawn_again(method, source, seed).draw)
    if method not in version_2.METHODS:
        raise KeyError(method)
    source, draw = version_2.make(method, source, seed)
    return NewDraw(f"{method}/2", source, draw)


def name_of(method: str) -> str:
    """The method without its version: `swiss` of `swiss/2`."""
    return method.partition("/")[0]


def problems_of(method: str, source: Source, seed: str, outcome: Mapping[str, Any]) -> list[str]:
    """What is wrong with a draw, in sentences; a `CannotRepeat` where that can't be told. Raises like `new_draw` for a
    source that cannot be read."""
    name, _, version = method.partition("/")
    if version in ("", "1"):
        return _of_the_first(name, source, seed, outcome)
    if version != "2" or name not in version_2.METHODS:
        raise KeyError(method)
    found = version_2.problems(name, source, seed)
    if not found and version_2.outcome_of(name, source, seed).to_json() != outcome:
        found = ["The tables are not those that follow from the witness and the seed."]
    return found


def _of_the_first(name: str, source: Source, seed: str, outcome: Mapping[str, Any]) -> list[str]:
    again = version_1.drawn_again(name, source, seed)
    if again.draw.to_json() == outcome:
        return []
    solver = exact.solver_version()
    if again.solved and _seats_the_same(again.draw, outcome) and solver != version_1.SOLVER:
        return [CannotRepeat(f"It could not be repeated here: that needs OR-Tools {version_1.SOLVER}, not {solver}.")]
    return ["Drawing again from the source and the seed gives other tables."]


def _seats_the_same(draw: Draw, outcome: Mapping[str, Any]) -> bool:
    """Whether two draws seat the same people at tables of the same sizes, if not at the same ones."""
    other = Draw.from_json(outcome)
    sizes = [sorted((len(table.seats), len(table.players)) for table in each.tables) for each in (draw, other)]
    people = [sorted([*each.byes, *(who for table in each.tables for who in table.players)]) for each in (draw, other)]
    return sizes[0] == sizes[1] and people[0] == people[1]
