"""Value squares for a seat that lacks certain things: tables for the bots, one per board and need. Values are in points
of a success formula. A need is three bits: happiness, fame, cash still lacking. A part that is no longer lacking counts
a little, because insurance, fees and losses eat it up again."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.careers.board import Board
from engine.careers.rules.winning import net_cash
from engine.careers.state import State

NEED_HAPPINESS, NEED_FAME, NEED_CASH = 1, 2, 4
_SPARE = 0.1
_SALARY = 1.5  # points per £1,000 of salary: the Paydays still to come
_CARD = 1.2
_PLAY = 1.0
_BORDER_STEP = 1.4  # what an ordinary square of the border is worth
EFFECT_VALUES = {"lose_turn": -2.5, "favors": 1.5, "roll_again": 1.5, "backstab": 0.0}


@dataclass(frozen=True, slots=True)
class Values:
    """The values on one board for one need. `square[loc]`: worth of landing; `lossy[loc]`: a share of something is lost
    there; `throw[loc]`: mean worth of a throw from there; `route[path]`: mean worth of a whole trip, per throw.
    `happiness`, `fame`, `cash`: weight of one point."""

    happiness: float
    fame: float
    cash: float
    square: tuple[float, ...]
    lossy: tuple[bool, ...]
    throw: tuple[float, ...]
    route: tuple[float, ...]


def needs(g: State, seat: int) -> int:
    """Return which parts of its formula a seat still lacks, as bits; all of them in a timed game."""
    formula = g.formulas[seat]
    if not formula:
        return NEED_HAPPINESS | NEED_FAME | NEED_CASH
    return (
        (g.happiness[seat] < formula[1])
        | (g.fame[seat] < formula[2]) << 1
        | (net_cash(g, seat) < formula[0] * 1000) << 2
    )


@lru_cache(maxsize=64)
def values_for(board: Board, need: int) -> Values:
    """Return the tables for a need on a board. Boards compare by identity and are few."""
    happiness, fame, cash = (1.0 if need & bit else _SPARE for bit in (NEED_HAPPINESS, NEED_FAME, NEED_CASH))
    cash = max(cash, 0.25)
    weights = {"happiness": happiness, "fame": fame, "cash": cash}
    square = [_square_value(entry, weights) for entry in board.raw]
    for location in range(board.size, len(board.raw)):
        square[location] += _jump_value(board, location, weights)
    throw = [0.0] * len(square)
    for location in reversed(range(board.size, len(square))):
        ends = [board.forward[location][pips] for pips in range(1, 7)]
        throw[location] = sum(square[end] if end > 0 else _exit_value(board, location) for end in ends) / 6
    route = []
    for path in board.paths:
        inside = [square[path.gate + 1 + at] for at in range(path.size)]
        route.append(sum(inside) / path.size + _exit_value(board, path.gate) * 3.5 / path.size)
    for number in range(board.size):
        door = board.door[number]
        if door >= 0:
            square[number] = max(0.3, route[door] * 1.2)
    lossy = tuple(entry.get("effect") == "lose" for entry in board.raw)
    return Values(happiness, fame, cash, tuple(square), lossy, tuple(throw), tuple(route))


def _exit_value(board: Board, location: int) -> float:
    """Return the worth of coming out: cards for a company, a degree with its raise for the University."""
    return 4.5 if board.paths[board.path_of[location]].university else 2 * _CARD + _BORDER_STEP


def _square_value(square: Mapping[str, Any], weight: Mapping[str, float]) -> float:
    value: float = square.get("happiness", 0) * weight["happiness"] + square.get("fame", 0) * weight["fame"]
    pounds = square.get("bonus", 0) + 3.5 * square.get("bonus_x", 0)
    raised = square.get("salary", 0) + 3.5 * square.get("salary_x", 0)
    value += pounds / 1000 * weight["cash"] + raised / 1000 * _SALARY * max(0.5, weight["cash"])
    value += square.get("experience", 0) * _CARD + square.get("opportunity", 0) * _PLAY
    return value + _effect_value(square, weight)


def _effect_value(square: Mapping[str, Any], weight: Mapping[str, float]) -> float:
    effect = square.get("effect", "")
    if effect == "goto":
        return -4.0 if square["to"] == "hospital" else -3.5
    if effect == "pay_or_unemployment":
        return -min(4.0, float(square["amount"]) / 1000)
    if effect == "buy_from_list":
        return 2.0 * weight[square["gives"]]
    if effect == "holiday":
        return float(square["land_happiness"]) * weight["happiness"]
    fixed = {
        "payday": 5.0, "draw_opportunity": _PLAY, "travel": 1.6, "tax": -1.5, "pay_percent": -1.0,
        "pay_percent_dice": -2.0, "pay_dice": -3.0, "gamble": 1.5, "buy_experience": 1.0,
        "buy_insurance": 1.0, "hospital": -4.0, "unemployment": -4.0, **EFFECT_VALUES,
    }  # fmt: skip
    return fixed.get(effect, 0.0)


def _jump_value(board: Board, location: int, weight: Mapping[str, float]) -> float:
    square = board.raw[location]
    if square.get("effect") != "jump":
        return 0.0
    path = board.paths[board.path_of[location]]
    return _square_value(board.raw[path.gate + 1 + square["to"]], weight)


def loss_at(g: State, seat: int, location: int, values: Values) -> float:
    """Return what a square that takes a share of something would cost the seat now; a policy takes most of the
    sting."""
    square = g.table.board.raw[location]
    share: float = square.get("percent", 3.5 * square.get("percent_x", 0)) / 100
    what = square["of"]
    if what == "cash":
        cost = g.cash[seat] / 1000 * values.cash
    elif what == "salary":
        cost = g.salary[seat] / 1000 * _SALARY
    else:
        cost = float((g.happiness if what == "happiness" else g.fame)[seat])
    return min(cost * share, 5.0) if g.policies[seat] else cost * share


def landing_value(g: State, seat: int, location: int, values: Values) -> float:
    """Return what landing on a location is worth to the seat now."""
    value = values.square[location]
    return value - loss_at(g, seat, location, values) if values.lossy[location] else value
