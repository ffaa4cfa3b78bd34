"""Choices in words and cards, for the games that are played on the site."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.career_compass.cards import CAPTIONS, CARD_IDS, LEVELS, SKILL_IDS, SKILL_NAMES
from engine.said import said

PLAYED_HERE = ("career_compass", "career_poker")
_SET = re.compile(r"(\d+|J)(?:x(\d+))?")
JOKER = "★"


@dataclass(frozen=True, slots=True)
class Label:
    """A choice as its button says it. `cards`: what stands on the cards that it plays; `quiet`: the modest choice."""

    text: str
    cards: tuple[str, ...] = ()
    detail: str = ""
    quiet: bool = False


def label_of(system: str, action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    """What the button of an action says; `about` is that of the view, `names` those of the seats."""
    return _LABELS[system](action, about, names)


def cards_of(text: str) -> tuple[str, ...]:
    """`7x2+J` as what stands on each card: 7, 7, ★."""
    found = _SET.findall(text)
    return tuple(JOKER if value == "J" else value for value, times in found for _ in range(int(times or 1)))


def _compass(action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    verb, _, card = action.partition(" ")
    if verb == "throw":
        return Label(said("Throw the die"))
    shown = about["cards"][card]
    if verb == "read":
        skill = SKILL_NAMES[about["skill"]]
        detail = said("{skill} {level}, joker {joker}", skill=skill, level=shown["level"], joker=shown["joker"])
        return Label(said("Read: {card}", card=shown["caption"]), detail=detail)
    taker = about.get("to")
    if taker is None:
        return Label(said("Give away: {card}", card=shown["caption"]))
    return Label(said("Give to {name}: {card}", name=names[taker], card=shown["caption"]))


def _poker(action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    verb, _, what = action.partition(" ")
    if verb == "pass":
        return Label(said("Pass"), quiet=True)
    cards = cards_of(what)
    if verb == "return":
        return Label(said("Give back to {name}", name=names[about["to"]]), cards)
    return Label(said("Play"), cards)


_LABELS = {"career_compass": _compass, "career_poker": _poker}


def shown(system: str, view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What a page of the game draws, out of the view of one reader."""
    return _SHOWN[system](view, names)


def _compass_shown(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    read = view["read"]
    return {
        "joker": SKILL_NAMES[view["joker"]],
        "thrown": SKILL_NAMES[read["skill"]] if read["skill"] else "",
        "hand": [_compass_card(card, view["joker"], read["skill"]) for card in view["hand"]],
    }


def _compass_card(card: str, joker: str, thrown: str | None) -> dict[str, Any]:
    at = CARD_IDS.index(card)
    skills = [
        {"name": SKILL_NAMES[skill], "level": LEVELS[number][at], "joker": skill == joker, "thrown": skill == thrown}
        for number, skill in enumerate(SKILL_IDS)
    ]
    return {"caption": CAPTIONS[at], "skills": skills}


def _poker_shown(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    trick = view["trick"]
    return {
        "trick": cards_of(trick["set"]) if trick else (),
        "by": names[trick["seat"]] if trick else "",
        "hand": [JOKER if card == "J" else card for card in view["hand"]],
    }


_SHOWN = {"career_compass": _compass_shown, "career_poker": _poker_shown}
