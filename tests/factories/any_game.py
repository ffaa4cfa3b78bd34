"""The eleven games that everything is tried with: the five built-in ones and six of a club's own."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from characters.models import Character
from characters.rules.choices import of_one_game
from games.rules.figures import read_figures
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, SheetSystem
from league.clubs.services.own_games import add_game
from league.core.queries.systems import system_by_id
from league.models import League
from tests.factories.days import on_day
from tests.factories.definitions import six_shapes
from tests.factories.sheets import FIGURES

OWN = tuple(six_shapes())
ELEVEN = (*SYSTEMS, *OWN)
# Four seats of each own game. The first one is among the winners, by the figures where they decide.
_OWN: Mapping[str, Sequence[Mapping[str, str]]] = {
    "sum": (
        {"roads": "5", "coins": "9", "debts": "0", "role": "smith", "longest": "yes"},
        {"roads": "5", "coins": "4", "debts": "1", "role": "monk"},
        {"roads": "2", "coins": "3", "debts": "0", "role": "monk"},
        {"roads": "1", "coins": "0", "debts": "4", "role": "monk"},
    ),
    "fewest": tuple({"first": str(first), "second": "36"} for first in (-5, 10, 30, 45)),
    "places": tuple({"finish": place} for place in "1234"),
    "together": ({}, {}, {}, {}),
    "sides": tuple({"side": side} for side in ("north", "south", "north", "south")),
    "eliminated": ({}, {"out": "3"}, {"out": "2"}, {"out": "1"}),
}
_CAREERS = tuple({"happiness": str(points), "fame": "0", "cash": "0"} for points in (120, 50, 40, 30))
_WON: Mapping[str, Sequence[bool]] = {
    "together": (True,) * 4,
    "sides": (True, False) * 2,
    "careers": (True, False, False, False),
}


def a_game_to_play(league: League, key: str) -> SheetSystem:
    """One of the eleven, added to the league where it is an own one."""
    if key in SYSTEMS:
        return SYSTEMS[key]
    return system_by_id(add_game(league=league, content=six_shapes()[key], by=None).system)


def any_sheet(
    system: SheetSystem,
    key: str,
    characters: Sequence[Character | None],
    *,
    day: int = 1,
    turned: int = 0,
    with_variants: bool = False,
) -> ScoreSheet:
    """A sheet of one of the eleven; `turned` moves the figures on by so many seats."""
    raw = {**FIGURES, **_OWN, "careers": _CAREERS}[key]
    raw = [raw[0], *raw[1 - len(characters) :]] if key == "eliminated" else raw[: len(characters)]
    won = [*(_WON.get(key) or (False,) * 4)][: len(characters)]
    lines = []
    for number, who in enumerate(characters, 1):
        at = (number - 1 - turned) % len(characters)
        figures, found = read_figures(system.FIGURES, raw[at], who=f"Seat {number}", seat=number)
        assert found == []
        lines.append(SeatLine(number, who.pk if who else None, who.name if who else "", won[at], figures))
    sheet = ScoreSheet(system.ID, "london", on_day(day), tuple(lines), definition=system.content)
    if with_variants:
        sheet = replace(sheet, settings=dict.fromkeys(of_one_game(system.QUESTIONS), True))
    return replace(sheet, mode="formula", target=100) if key == "careers" else sheet


def as_score(figures: Mapping[str, Any]) -> dict[str, Any]:
    """The figures as the API takes them."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in figures.items()}
