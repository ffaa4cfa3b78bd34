"""A Career Compass game put into a given position. Cards and skills are named by their ids."""

from typing import Any, cast

from engine import SYSTEMS
from engine.career_compass.cards import CARD_IDS, FACES, SKILL_IDS
from engine.career_compass.game import CareerCompass
from engine.core.rng import Stream


def compass(*packs: str, joker: str = "creativity", **settings: Any) -> CareerCompass:
    """A game at its first throw in which the seats hold these packs, top card first; other cards lie aside."""
    options = {"settings": {"joker": joker, **settings}}
    g = cast(CareerCompass, SYSTEMS["career_compass"].new_game(len(packs), 1, options))
    held = [pack.split() for pack in packs]
    g.packs = [[CARD_IDS.index(card) for card in pack] for pack in held]
    g.aside = tuple(number for number, card in enumerate(CARD_IDS) if not any(card in pack for pack in held))
    return g


def throw(g: CareerCompass, *skills: str) -> CareerCompass:
    """Throws the die, which names the skills one after the other; stops when somebody has a choice to make."""
    wanted = [FACES[g.joker].index(SKILL_IDS.index(skill)) for skill in skills]
    for seed in range(1_000_000):
        stream = Stream(seed)
        if [stream.below(6) for _ in wanted] == wanted:
            g.rng = Stream(seed).state
            break
    for _ in skills:
        g.play("throw")
        if g.prompt != "throw":
            break
    return g


def pack(g: CareerCompass, seat: int) -> str:
    """The cards of a seat, top first."""
    return " ".join(CARD_IDS[card] for card in g.packs[seat])


def stack(g: CareerCompass) -> str:
    return " ".join(CARD_IDS[card] for card in g.stack)


def legal(g: CareerCompass) -> list[str]:
    return [g.describe(action) for action in g.legal_actions()]
