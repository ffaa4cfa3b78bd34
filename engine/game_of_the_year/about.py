"""Describe a decision: how much, for what, for which player, which day it leads to, limited to what `actor` knows."""

from collections.abc import Callable
from typing import Any

from engine.game_of_the_year.rules.effects import OPERATIONS
from engine.game_of_the_year.rules.journeys import day_at
from engine.game_of_the_year.rules.money import BANK, held
from engine.game_of_the_year.state import Prompt, State, Work
from engine.game_of_the_year.vocabulary import ANY_TOKEN, DECKS, TOKENS

_KINDS = (*TOKENS, ANY_TOKEN)
_NAMES = {function: name for name, function in OPERATIONS.items()}


def about_of(g: State) -> dict[str, Any]:
    """Return what the decision is about, JSON-able; {} after the end."""
    return _ABOUT[g.decision](g)


def _day(g: State, day: int) -> dict[str, Any]:
    """Return a day as a person sees it on the board; a plain one has neither caption nor border."""
    board = g.table.board
    entry = board.days.get(day, {})
    return {"date": board.dates[day], "caption": entry.get("caption", ""), "border": entry.get("border", "none")}


def _page(g: State) -> dict[str, Any]:
    numbers, _ = g.table.pages[g.arg[0]]
    return {"pages": [{"days": days, "to": _day(g, day_at(g, g.actor, days))} for days in numbers]}


def _buy_days(g: State) -> dict[str, Any]:
    """Return the price of days. `picture`: the next one, that many days ahead."""
    here, price = g.where[g.seat], g.table.figures["day"]
    gap = g.table.board.gap[here]
    picture = {"days": gap, "costs": gap * price, "to": _day(g, here + gap)}
    return {"price": price, "money": g.money[g.seat], "here": _day(g, here), "picture": picture}


def _push(g: State) -> dict[str, Any]:
    price = g.table.figures["day"]
    return {"mover": g.seat, "price": price, "money": g.money[g.actor], "to": _day(g, g.where[g.seat] + 1)}


def _vacation(g: State) -> dict[str, Any]:
    days = g.table.figures["vacation"]
    return {"days": days, "holiday_cards": g.holidays[g.seat], "to": _day(g, day_at(g, g.seat, days))}


def _give_token(g: State) -> dict[str, Any]:
    to, kind = g.arg
    return {"to": to, "type": _KINDS[kind], "held": _held(g), "price": g.table.figures["token"]}


def _shield(g: State) -> dict[str, Any]:
    """Return the duty that would have to be done: a payment, a card to be followed, or something to be given up."""
    work, *duty = g.arg
    if work == Work.FOLLOW:
        return {"duty": "hazard", "card": g.table.cards[duty[0]][duty[1]].name}
    if work == Work.PAY:
        return {"duty": "pay", "to": _somebody(duty[1]), "amount": duty[2]}
    if work == Work.HAND_OVER:
        return {"duty": "give_token", "to": duty[1], "type": _KINDS[duty[2]]}
    if work == Work.RETURN_TOKEN:
        return {"duty": "lose_token", "type": _KINDS[duty[1]]}
    return {"duty": "lose_holiday"}


def _choose_player(g: State) -> dict[str, Any]:
    """Return what happens to the chosen player, in the words of the data files; `day` is where it comes from."""
    _, which, at = g.arg
    function, arguments, _ = g.table.effects[which][at]
    name = _NAMES[function]
    return {"what": DECKS[arguments[-1]] if name in DECKS else name, "day": _day(g, g.where[g.seat])}


def _bank(g: State) -> dict[str, int]:
    return dict(zip(TOKENS, g.bank, strict=True))


def _held(g: State) -> list[str]:
    return [TOKENS[kind] for kind in held(g, g.actor)]


def _somebody(seat: int) -> int | None:
    """Return a seat, or None for the bank."""
    return None if seat == BANK else seat


_ABOUT: dict[int, Callable[[State], dict[str, Any]]] = {
    Prompt.OVER: lambda g: {},
    Prompt.PAGE: _page,
    Prompt.BUY_DAYS: _buy_days,
    Prompt.PUSH: _push,
    Prompt.VACATION: _vacation,
    Prompt.BUY_TOKEN: lambda g: {"price": g.table.figures["token"], "money": g.money[g.seat], "bank": _bank(g)},
    Prompt.TAKE_TOKEN: lambda g: {"tokens": g.arg[0], "bank": _bank(g)},
    Prompt.PAY_TOKEN: lambda g: {"to": _somebody(g.arg[0]), "held": _held(g)},
    Prompt.GIVE_TOKEN: _give_token,
    Prompt.SHIELD: _shield,
    Prompt.CHOOSE_PLAYER: _choose_player,
    Prompt.LUCKY: lambda g: {"numbers": len(g.table.lucky), "taken": sum(1 for number in g.lucky if number)},
}
