"""A guide to each game, in our own words; the words are data."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.translatable import said

FILE = Path(__file__).with_name("guides.toml")


PITCH = 30  # px from one sign of a picture to the next, which is 24 wide


class Sign(NamedTuple):
    sign: str
    words: str
    x: int


class GuideStep(NamedTuple):
    """`picture` is a row of signs."""

    says: str
    picture: tuple[Sign, ...]

    @property
    def width(self) -> int:
        return len(self.picture) * PITCH


class TurnStep(NamedTuple):
    """One thing that happens in a turn, and the rules of the book that say so."""

    says: str
    rules: tuple[str, ...]


class Guide(NamedTuple):
    """`aim` is one sentence, `steps` are the game from its beginning to its end, `turn` is one turn of it, and `sheet`
    says what to write down."""

    aim: str = ""
    steps: tuple[GuideStep, ...] = ()
    sheet: str = ""
    turn: tuple[TurnStep, ...] = ()


@cache
def _guides() -> dict[str, Guide]:
    with FILE.open("rb") as file:
        entries = tomllib.load(file)
    return {
        key: Guide(
            aim=said(entry["aim"]),
            steps=tuple(GuideStep(said(step["says"]), _picture(step["picture"])) for step in entry["steps"]),
            sheet=said(entry["sheet"]),
            turn=tuple(TurnStep(said(step["says"]), tuple(step["rules"])) for step in entry["turn"]),
        )
        for key, entry in entries.items()
    }


def _picture(signs: Sequence[str]) -> tuple[Sign, ...]:
    """Return the signs, such as "card 7" with a word in it, beside each other."""
    named = [entry.partition(" ") for entry in signs]
    return tuple(Sign(sign, words, at * PITCH) for at, (sign, _space, words) in enumerate(named))


def guide(system: str) -> Guide:
    """Return how to play that system."""
    return _guides().get(system, Guide())
