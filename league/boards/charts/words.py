"""What stands on the squares and cards of a board, short enough for a circle, long enough for a reader."""

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from engine.careers import actions as a
from engine.careers.board import Board
from engine.careers.words import experience_name, money, opportunity_name

_PEOPLE = {"hospital": "the Hospital", "unemployment": "Unemployment"}
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
    ("H", "happiness"),
    ("F", "fame"),
    ("S", "salary"),
    ("E", "Experience cards"),
    ("O", "Opportunity cards"),
    ("x", "times the pips of one die"),
    ("▼", "a loss, or sent away"),
    ("»", "a shorter way"),
    ("2×", "roll again"),
    ("†", "backstab"),
    ("+F", "favours: a card of everybody"),
)
_GAINS = (("happiness", "H"), ("fame", "F"), ("experience", "E"), ("opportunity", "O"))


def marks(board: Board, square: Mapping[str, Any]) -> list[str]:
    """What a circle says: `H4`, `F2`, `£5k`, `S+2k`, and a mark for what else happens."""
    found = [f"{letter}{square[key]}" for key, letter in _GAINS if square.get(key)]
    for key, sign, pips in (("bonus", board.currency, ""), ("salary", "S", "")):
        if square.get(key):
            found.append(f"{sign}{_thousands(square[key])}{pips}")
        if square.get(f"{key}_x"):
            found.append(f"{sign}{_thousands(square[f'{key}_x'])}x")
    if square.get("effect") in _EFFECT_MARKS:
        found.append(_EFFECT_MARKS[square["effect"]])
    return found


def _thousands(amount: int) -> str:
    return f"{amount // 1000}k" if amount % 1000 == 0 else f"{amount:,}"


def happens(board: Board, square: Mapping[str, Any]) -> str:
    """All that a path's square gives and does: `2 fame, 4 happiness`, `lose 50 % of your cash`."""
    told = [f"{square[key]} {_noun(key, square[key])}" for key, _ in _GAINS if square.get(key)]
    for key, words in (("bonus", "in cash"), ("salary", "more salary")):
        if square.get(key):
            told.append(f"{money(board, square[key])} {words}")
        if square.get(f"{key}_x"):
            told.append(f"{money(board, square[f'{key}_x'])} {words} for every pip of one die")
    effect = square.get("effect")
    if effect:
        told.append(_effect(board, effect, square))
    return ", ".join(told) or "nothing happens"


def _noun(key: str, number: int) -> str:
    cards = {"experience": "Experience card", "opportunity": "Opportunity card"}
    return key if key not in cards else cards[key] if number == 1 else f"{cards[key]}s"


def _effect(board: Board, effect: str, square: Mapping[str, Any]) -> str:
    if effect == "lose":
        share = f"{square['percent']} %" if "percent" in square else f"{square['percent_x']} % for every pip of one die"
        return f"lose {share} of your {square['of']}"
    if effect == "goto":
        return f"go to {_home(board, square['to'])}"
    if effect == "pay_or_unemployment":
        return f"pay {money(board, square['amount'])} or go to {_home(board, 'unemployment')}"
    said = {
        "lose_turn": "lose a turn",
        "roll_again": "roll again",
        "backstab": "you may backstab",
        "favors": "an Opportunity card of every player",
    }
    return said.get(effect) or f"{'on' if effect == 'jump' else 'you may go on'} to square {square['to'] + 1}"


def _home(board: Board, place: str) -> str:
    named = {"hospital": board.hospital, "unemployment": board.unemployment}
    name = str(board.raw[named[place]]["name"])
    return _PEOPLE[place] if name.lower() == place else name


def lines(text: str, width: int, most: int) -> list[str]:
    """A name in short lines; what does not fit ends in dots."""
    return wrap(text, width, max_lines=most, placeholder="…", break_on_hyphens=False)


def cards(board: Board) -> tuple[list[str], list[str]]:
    """Every Experience card and every Opportunity card by what it says, each as often as it is in its deck."""
    experience = [
        experience_name(kind)
        for kind, card in enumerate(a.EXPERIENCE)
        for _ in range(board.decks["experience"].get(card["id"], {"count": 0})["count"])
    ]
    opportunity = [
        opportunity_name(board, kind)
        for kind, card in enumerate(a.OPPORTUNITY)
        for _ in range(board.decks["opportunity"].get(card["id"], {"count": 0})["count"])
    ]
    return experience, opportunity
