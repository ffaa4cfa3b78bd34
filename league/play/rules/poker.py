"""Career Poker on the page: what its choices say, and what is drawn of it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.translatable import said
from league.play.rules import signs
from league.play.rules.choices import Label

_SET = re.compile(r"(\d+|J)(?:x(\d+))?")
JOKER = "★"


def cards_of(text: str) -> tuple[str, ...]:
    """Return what is on each card of `7x2+J`: 7, 7, ★."""
    sets = _SET.findall(text)
    return tuple(JOKER if value == "J" else value for value, times in sets for _ in range(int(times or 1)))


def label_of(action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    verb, _, what = action.partition(" ")
    if verb == "pass":
        return Label(said("Pass"), quiet=True)
    cards = cards_of(what)
    if verb == "return":
        return Label(said("Give back to {name}", name=names[about["to"]]), cards, card=cards[0])
    return Label(said("Play"), cards, card=cards[0])


def shown(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    trick = view["trick"]
    hand = Counter(JOKER if card == "J" else card for card in view["hand"])
    return {
        "trick": [_card(card) for card in cards_of(trick["set"])] if trick else (),
        "by": names[trick["seat"]] if trick else "",
        "hand": [{**_card(card), "times": times} for card, times in hand.items()],
        "returns": view["about"].get("cards", 0),
    }


def _card(card: str) -> dict[str, Any]:
    """Return a card with its spots; `rank`: how high it is, from 0 to 2, and 3 for a Joker."""
    if card == JOKER:
        return {"key": card, "sign": signs.JOKER, "rank": 3}
    return {"key": card, "sign": signs.PIPS[card], "rank": (int(card) - 1) // 5}
