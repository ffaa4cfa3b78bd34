"""Hints for somebody who plays for the first time, at a decision: what they can do, why they would, and the clauses of
the rule book that say so. Everything follows from the view of their own seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.career_compass.cards import CAPTIONS, CARD_IDS, FACES, LEVELS, SKILL_IDS, SKILL_NAMES
from engine.said import Said, said
from league.play.rules.hint_words import AIMS, WORDS, Words
from league.play.rules.poker import JOKER, cards_of


@dataclass(frozen=True, slots=True)
class Hint:
    """`can`: what one can do; `why`: why one would, a sentence each; `rules`: ids of clauses of the game."""

    can: Said
    why: tuple[Said, ...]
    rules: tuple[str, ...]


def hint_of(system: str, view: Mapping[str, Any]) -> Hint | None:
    """Return the hint for the seat whose view this is, where it decides; None where nothing is known of the
    decision."""
    words = WORDS.get(system, {}).get(view["prompt"]) if view["legal"] else None
    if words is None:
        return None
    seen = _SEEN.get(system)
    more = seen(view) if seen else ()
    return Hint(words.can, (*more, *words.why), words.rules)


def aim_of(system: str) -> Words | None:
    """Return what the game is about, in a sentence; None for a game without one."""
    return AIMS.get(system)


def _compass(view: Mapping[str, Any]) -> tuple[Said, ...]:
    """Return what the own cards make likely."""
    if view["prompt"] == "throw":
        return _top_card(view)
    about = view["about"]
    cards = about["cards"]
    if view["prompt"] == "read":
        best = max(cards.values(), key=lambda one: (one["level"], one["joker"]))
        skill = SKILL_NAMES[about["skill"]]
        told = said("Your highest level in {skill} is {level}, on {card}.", **_of(best, skill=skill))
        return (told,)
    weakest = min(cards, key=lambda one: _outlook(one, view["joker"]))
    return (said("The faces of the die add up to least on {card}.", card=cards[weakest]["caption"]),)


def _top_card(view: Mapping[str, Any]) -> tuple[Said, ...]:
    if not view["hand"]:
        return ()
    at = CARD_IDS.index(view["hand"][0])
    faces = sorted(view["faces"], key=lambda skill: -LEVELS[SKILL_IDS.index(skill)][at])
    best, worst = faces[0], faces[-1]
    return (
        said(
            "{card} is strong in {skill} ({level}), weak in {other} ({low}).",
            card=CAPTIONS[at],
            skill=SKILL_NAMES[best],
            level=LEVELS[SKILL_IDS.index(best)][at],
            other=SKILL_NAMES[worst],
            low=LEVELS[SKILL_IDS.index(worst)][at],
        ),
    )


def _of(card: Mapping[str, Any], **more: Any) -> dict[str, Any]:
    return {"card": card["caption"], "level": card["level"], **more}


def _outlook(card: str, joker: str) -> int:
    at = CARD_IDS.index(card)
    return sum(LEVELS[skill][at] for skill in FACES[SKILL_IDS.index(joker)])


def _poker(view: Mapping[str, Any]) -> tuple[Said, ...]:
    """Return the lowest whole set, which costs least to play, in words."""
    hand = [one for one in view["hand"] if one != "J"]
    whole = {one: hand.count(one) for one in hand}
    played = [(cards_of(text.partition(" ")[2]), text) for text in view["legal"] if text.startswith("play ")]
    fit = [cards for cards, _text in played if JOKER not in cards and whole.get(cards[0]) == len(cards)]
    if not fit:
        return (said("To follow you would break a set or spend a Joker."),) if view["prompt"] == "follow" else ()
    low = min(fit, key=lambda cards: int(cards[0]))
    return (said("{cards} is the lowest that you can play without breaking a set.", cards=" ".join(low)),)


_SEEN = {"career_compass": _compass, "career_poker": _poker}
