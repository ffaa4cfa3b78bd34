"""How to play each game, in our own words; the words are data."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("guides.toml")


@dataclass(frozen=True, slots=True)
class Guide:
    """`aim` is one sentence, `steps` follow each other, `sheet` says what to write down."""

    aim: str = ""
    steps: tuple[str, ...] = ()
    sheet: str = ""


@cache
def _guides() -> dict[str, Guide]:
    with FILE.open("rb") as file:
        entries = tomllib.load(file)
    return {key: Guide(entry["aim"], tuple(entry["steps"]), entry["sheet"]) for key, entry in entries.items()}


def guide(system: str) -> Guide:
    """How to play that system."""
    return _guides().get(system, Guide())
