"""Career Poker on the page: what its choices say, and what is drawn of it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine.said import said
from league.play.rules.choices import Label

_SET = re.compile(r"(\d+|J)(?:x(\d+))?")
JOKER = "★"


def cards_of(text: str) -> tuple[str, ...]:
    """Return what stands on each card of `7x2+J`: 7, 7, ★."""
    sets = _SET.findall(text)
    return tuple(JOKER if value == "J" else value for value, times in sets for _ in range(int(times or 1)))


def label_of(action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    verb, _, what = action.partition(" ")
    if verb == "pass":
        return Label(said("Pass"), quiet=True)
    cards = cards_of(what)
    if verb == "return":
        return Label(said("Give back to {name}", name=names[about["to"]]), cards)
    return Label(said("Play"), cards)


def shown(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    trick = view["trick"]
    playable = {card for action in view["legal"] for card in cards_of(action.partition(" ")[2])}
    hand = [JOKER if card == "J" else card for card in view["hand"]]
    return {
        "trick": cards_of(trick["set"]) if trick else (),
        "by": names[trick["seat"]] if trick else "",
        "hand": [{"text": card, "playable": card in playable} for card in hand],
        "returns": view["about"].get("cards", 0),
    }
