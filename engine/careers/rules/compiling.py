"""Compile squares from data into (function, argument) pairs, once per table. The names are those of the data files."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.careers.board import Board
from engine.careers.rules import effects as e
from engine.careers.rules.ledger import CASH, FAME, HAPPINESS, SALARY
from engine.careers.settings import Settings
from engine.careers.state import Prompt, Purpose
from engine.careers.table import Effect

Pairs = list[tuple[Effect, Any]]
Builder = Callable[[Board, Settings, int, Mapping[str, Any]], Pairs]

WHAT = {"cash": CASH, "happiness": HAPPINESS, "fame": FAME, "salary": SALARY}
_BY_DIE = {
    "cash": Purpose.PAY_CASH,
    "fame": Purpose.LOSE_FAME,
    "happiness": Purpose.LOSE_HAPPINESS,
    "salary": Purpose.LOSE_SALARY,
}
_NEVER_RESTS = ("travel", "roll_again", "jump")
_KEYS = ("happiness", "fame", "bonus", "salary", "experience", "opportunity")


def compile_effects(
    board: Board, settings: Settings
) -> tuple[tuple[tuple[tuple[Effect, Any], ...], ...], tuple[bool, ...]]:
    """Return the (function, argument) pairs of every location, and whether a piece never rests there."""
    compiled = []
    for location, square in enumerate(board.raw):
        pairs = _gains(square, settings) + _by_die(square)
        if "effect" in square:
            pairs += _BUILD[square["effect"]](board, settings, location, square)
        compiled.append(tuple(pairs))
    return tuple(compiled), tuple(square.get("effect") in _NEVER_RESTS for square in board.raw)


def _gains(square: Mapping[str, Any], settings: Settings) -> Pairs:
    amounts = [square.get(key, 0) for key in _KEYS]
    pairs: Pairs = []
    if settings.random_points and settings.random_points_by_card:
        purposes = (Purpose.HEARTS, Purpose.STARS)
        pairs += [
            (e.by_dice, (1 if printed <= 6 else 2, purpose, 1))
            for printed, purpose in zip(amounts, purposes, strict=False)
            if printed
        ]
        amounts[:2] = [0, 0]
    elif settings.random_points and (amounts[0] or amounts[1]):
        pairs.append((e.random_gain, (amounts[0], amounts[1])))
        amounts[:2] = [0, 0]
    if any(amounts):
        pairs.append((e.gain, tuple(amounts)))
    return pairs


def _by_die(square: Mapping[str, Any]) -> Pairs:
    purposes = (("bonus_x", Purpose.BONUS), ("salary_x", Purpose.RAISE))
    return [(e.by_dice, (1, what, square[key])) for key, what in purposes if square.get(key)]


def _target(board: Board, location: int, square: Mapping[str, Any]) -> int:
    """Return `to` as a location: the Hospital, Unemployment, or another square of the same path."""
    places = {"hospital": board.hospital, "unemployment": board.unemployment}
    if square["to"] in places:
        return places[square["to"]]
    return board.paths[board.path_of[location]].gate + 1 + int(square["to"])


def _donate(settings: Settings, square: Mapping[str, Any]) -> Pairs:
    if settings.donate_refusal == "unemployment":
        return _pay_or_leave(0)
    return [(e.by_dice, (square["dice"], Purpose.PAY_PIPS, square["per_pip"]))]


def _pay_or_leave(pounds: int) -> Pairs:
    return [(e.offer_choice, (Prompt.PAY_OR_LEAVE, pounds))]


def _lose(square: Mapping[str, Any]) -> Pairs:
    if "percent" in square:
        return [(e.lose_share, (WHAT[square["of"]], square["percent"]))]
    return [(e.by_dice, (1, _BY_DIE[square["of"]], square["percent_x"]))]


def _bands(square: Mapping[str, Any]) -> tuple[tuple[int, int], ...]:
    return tuple((band.get("up_to", 10**9), band["percent"]) for band in square["bands"])


def _share_by_dice(square: Mapping[str, Any]) -> Pairs:
    what = Purpose.PAY_SALARY if square["of"] == "salary" else Purpose.PAY_CASH
    return [(e.by_dice, (square["dice"], what, square["percent"]))]


def _asks(*arg: int) -> Builder:
    return lambda board, settings, location, square: [(e.offer_choice, arg)]


def _does(effect: Effect) -> Builder:
    return lambda board, settings, location, square: [(effect, ())]


def _nothing(board: Board, settings: Settings, location: int, square: Mapping[str, Any]) -> Pairs:
    return []


_BUILD: dict[str, Builder] = {
    "payday": lambda board, settings, location, square: [(e.payday, (square["land_salaries"],))],
    "draw_opportunity": _does(e.draw),
    "tax": lambda board, settings, location, square: [(e.tax, _bands(square))],
    "travel": _asks(Prompt.RIDE),
    "enter": _nothing,
    "hospital": _nothing,
    "unemployment": _nothing,
    "buy_hearts": _asks(Prompt.BUY),
    "buy_experience": _asks(Prompt.BUY),
    "buy_insurance": _asks(Prompt.BUY),
    "buy_from_list": _asks(Prompt.BUY),
    "pay_dice": lambda board, settings, location, square: _donate(settings, square),
    "pay_percent": lambda board, settings, location, square: [(e.pay_percent, (WHAT[square["of"]], square["percent"]))],
    "pay_percent_dice": lambda board, settings, location, square: _share_by_dice(square),
    "holiday": lambda board, settings, location, square: [(e.holiday, (square["land_happiness"],))],
    "gamble": _asks(Prompt.GAMBLE),
    "lose": lambda board, settings, location, square: _lose(square),
    "goto": lambda board, settings, location, square: [(e.go_to, (_target(board, location, square),))],
    "lose_turn": _does(e.lose_turn),
    "roll_again": _does(e.roll_again),
    "jump": lambda board, settings, location, square: [(e.jump, (_target(board, location, square),))],
    "shortcut": _asks(Prompt.SHORTCUT),
    "pay_or_unemployment": lambda board, settings, location, square: _pay_or_leave(square["amount"]),
    "backstab": _asks(Prompt.BACKSTAB, 0),
    "favors": _does(e.favors),
}
