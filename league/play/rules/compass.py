"""Career Compass on the page: what its choices say, and what is drawn of it."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.career_compass.cards import BOX, CAPTIONS, CARD_IDS, LEVELS, SKILL_IDS, SKILL_NAMES
from engine.translatable import said
from league.play.rules import signs
from league.play.rules.choices import Label


def label_of(action: str, about: Mapping[str, Any], names: Sequence[str]) -> Label:
    verb, _, card = action.partition(" ")
    if verb == "throw":
        return Label(said("Throw the die"), main=True)
    card_shown = about["cards"][card]
    if verb == "read":
        skill = SKILL_NAMES[about["skill"]]
        detail = said(
            "{skill} {level}, joker {joker}", skill=skill, level=card_shown["level"], joker=card_shown["joker"]
        )
        return Label(said("Read: {card}", card=card_shown["caption"]), detail=detail, card=card)
    taker = about.get("to")
    if taker is None:
        return Label(said("Give away: {card}", card=card_shown["caption"]), card=card)
    return Label(said("Give to {name}: {card}", name=names[taker], card=card_shown["caption"]), card=card)


def shown(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    read, waits = view["read"], view["prompt"] == "throw"
    thrown = None if waits else read["skill"]
    return {
        "joker": SKILL_NAMES[view["joker"]],
        "thrown": SKILL_NAMES[thrown] if thrown else "",
        "pips": view["faces"].index(thrown) + 1 if thrown in view["faces"] else 0,
        "before": SKILL_NAMES[read["skill"]] if waits and read["skill"] else "",
        "faces": [{"number": number, "name": SKILL_NAMES[face]} for number, face in enumerate(view["faces"], 1)],
        "aloud": _aloud(read, names),
        "hand": [_card(card, view["joker"], thrown) for card in view["hand"]],
    }


def _aloud(read: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    """Return what everybody has read aloud in this trick, in the order of reading."""
    jokers = dict(read["joker_levels"])
    return [
        {"name": names[who], "level": level, "joker": jokers.get(who, ""), "taker": who == read["taker"],
         "tied": who in read["tied"]}
        for who, level in read["levels"]
    ]  # fmt: skip


def _card(card: str, joker: str, thrown: str | None) -> dict[str, Any]:
    at = CARD_IDS.index(card)
    skills = [
        {
            "name": SKILL_NAMES[skill],
            "sign": signs.SKILLS[skill],
            "level": LEVELS[number][at],
            "joker": skill == joker,
            "thrown": skill == thrown,
        }
        for number, skill in enumerate(SKILL_IDS)
    ]
    position, sector = BOX[at]
    return {"key": card, "caption": CAPTIONS[at], "skills": skills, "face": signs.FACES[position], "sector": sector}
