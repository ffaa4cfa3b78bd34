"""A guide to each game, in our own words; the words are data."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.translatable import said

FILE = Path(__file__).with_name("guides.toml")


class TurnStep(NamedTuple):
    """One thing that happens in a turn, and the rules of the book that say so."""

    says: str
    rules: tuple[str, ...]


class Guide(NamedTuple):
    """`aim` is one sentence, `steps` are the game from its beginning to its end, `turn` is one turn of it, and `sheet`
    says what to write down."""

    aim: str = ""
    steps: tuple[str, ...] = ()
    sheet: str = ""
    turn: tuple[TurnStep, ...] = ()


@cache
def _guides() -> dict[str, Guide]:
    with FILE.open("rb") as file:
        entries = tomllib.load(file)
    return {
        key: Guide(
            aim=said(entry["aim"]),
            steps=tuple(map(said, entry["steps"])),
            sheet=said(entry["sheet"]),
            turn=tuple(TurnStep(said(step["says"]), tuple(step["rules"])) for step in entry["turn"]),
        )
        for key, entry in entries.items()
    }


def guide(system: str) -> Guide:
    """Return how to play that system."""
    return _guides().get(system, Guide())
