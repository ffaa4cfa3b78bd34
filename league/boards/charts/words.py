"""The words on the squares and cards of a board, short enough for a circle, long enough for a reader."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from textwrap import wrap
from typing import Any

from engine.careers import actions as a
from engine.careers.board import Board
from engine.careers.words import experience_name, money, opportunity_name
from engine.translatable import Translatable, said, said_of

_PEOPLE = {"hospital": said("the Hospital"), "unemployment": said("Unemployment")}
_HARM = ("lose", "goto", "lose_turn", "pay_or_unemployment")
_EFFECT_MARKS = {
    **dict.fromkeys(_HARM, "▼"),
    "roll_again": "2×",
    "jump": "»",
    "shortcut": "»",
    "backstab": "†",
    "favors": "+F",
}
LEGEND = (
    ("H", said("happiness")),
    ("F", said("fame")),
    ("S", said("salary")),
    ("E", said("Experience cards")),
    ("O", said("Opportunity cards")),
    ("x", said("times the pips of one die")),
    ("▼", said("a loss, or sent away")),
    ("»", said("a shorter way")),
    ("2×", said("roll again")),
    ("†", said("backstab")),
    ("+F", said("favours: a card of everybody")),
)
_GAINS = (("happiness", "H"), ("fame", "F"), ("experience", "E"), ("opportunity", "O"))


def marks(board: Board, square: Mapping[str, Any]) -> list[str]:
    """Return what a circle says: `H4`, `F2`, `£5k`, `S+2k`, and a mark for what else happens."""
    texts = [f"{letter}{square[key]}" for key, letter in _GAINS if square.get(key)]
    for key, sign in (("bonus", board.currency), ("salary", "S")):
        if square.get(key):
            texts.append(f"{sign}{_thousands(square[key])}")
        if square.get(f"{key}_x"):
            texts.append(f"{sign}{_thousands(square[f'{key}_x'])}x")
    if square.get("effect") in _EFFECT_MARKS:
        texts.append(_EFFECT_MARKS[square["effect"]])
    return texts


def _thousands(amount: int) -> str:
    return f"{amount // 1000}k" if amount % 1000 == 0 else f"{amount:,}"


def happens(board: Board, square: Mapping[str, Any]) -> Translatable:
    """Return all that a path's square gives and does: `2 fame, 4 happiness`, `lose 50 % of your cash`."""
    gains = [_gained(key, square[key]) for key, _letter in _GAINS if square.get(key)]
    for key, (sum_of, per_pip) in _PAID.items():
        if square.get(key):
            gains.append(said(sum_of, amount=money(board, square[key])))
        if square.get(f"{key}_x"):
            gains.append(said(per_pip, amount=money(board, square[f"{key}_x"])))
    if effect := square.get("effect"):
        gains.append(_effect(board, effect, square))
    if not gains:
        return said("nothing happens")
    return reduce(lambda joined, gain: said("{gains}, {gain}", gains=joined, gain=gain), gains)


_PAID = {
    "bonus": (said("{amount} in cash"), said("{amount} in cash for every pip of one die")),
    "salary": (said("{amount} more salary"), said("{amount} more salary for every pip of one die")),
}


def _gained(key: str, number: int) -> Translatable:
    if key == "experience":
        return said_of(number, "{count} Experience card", "{count} Experience cards")
    if key == "opportunity":
        return said_of(number, "{count} Opportunity card", "{count} Opportunity cards")
    return said(said("{number} fame") if key == "fame" else said("{number} happiness"), number=number)


_EFFECTS = {
    "lose_turn": said("lose a turn"),
    "roll_again": said("roll again"),
    "backstab": said("you may backstab"),
    "favors": said("an Opportunity card of every player"),
}
_LOST = {
    "happiness": said("lose {share} of your happiness"),
    "fame": said("lose {share} of your fame"),
    "cash": said("lose {share} of your cash"),
    "salary": said("lose {share} of your salary"),
}


def _effect(board: Board, effect: str, square: Mapping[str, Any]) -> Translatable:
    if effect == "lose":
        share: str = f"{square['percent']} %" if "percent" in square else ""
        share = share or said("{percent} for every pip of one die", percent=f"{square['percent_x']} %")
        return said(_LOST.get(square["of"], said("lose {share} of your {what}")), share=share, what=square["of"])
    if effect == "goto":
        return said("go to {place}", place=_home(board, square["to"]))
    if effect == "pay_or_unemployment":
        amount = money(board, square["amount"])
        return said("pay {amount} or go to {place}", amount=amount, place=_home(board, "unemployment"))
    if effect in _EFFECTS:
        return _EFFECTS[effect]
    where = said("on to square {number}") if effect == "jump" else said("you may go on to square {number}")
    return said(where, number=square["to"] + 1)


def _home(board: Board, place: str) -> str:
    named = {"hospital": board.hospital, "unemployment": board.unemployment}
    name = str(board.raw[named[place]]["name"])
    return _PEOPLE[place] if name.lower() == place else name


def lines(text: str, width: int, most: int) -> list[str]:
    """Break a name into short lines; what does not fit ends in dots."""
    return wrap(text, width, max_lines=most, placeholder="…", break_on_hyphens=False)


def cards(board: Board) -> tuple[list[str], list[str]]:
    """Return every Experience card and every Opportunity card by what it says, each as often as it is in its deck."""

    def counted(deck: str, cards: Sequence[Mapping[str, Any]], name: Callable[[int], str]) -> list[str]:
        counts = [board.decks[deck].get(card["id"], {"count": 0})["count"] for card in cards]
        return [name(kind) for kind, count in enumerate(counts) for _ in range(count)]

    opportunity = counted("opportunity", a.OPPORTUNITY, partial(opportunity_name, board))
    return counted("experience", a.EXPERIENCE, experience_name), opportunity
