"""The first game of somebody who learns by playing: short, against beginners, always from the same start, and with a
sentence on the board whenever a decision of a kind is asked for the first time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from engine.translatable import Translatable
from league.play.rules.hints import AIMS, WORDS
from league.play.rules.levels import LEVELS

TEACHER = LEVELS[0].key  # the bots to learn against


@dataclass(frozen=True, slots=True)
class FirstGame:
    """`settings` that make it short; `start` names one of the chances that it may begin with."""

    seats: int
    start: int
    settings: Mapping[str, Any] = field(default_factory=dict)


# A player with a little sense is through Careers in 20 choices, and a robot through any other one in 40.
FIRST_GAMES = {
    "career_compass": FirstGame(4, 0),
    "office_job": FirstGame(2, 3),
    "career_poker": FirstGame(4, 7, {"deals": 2}),
    "game_of_the_year": FirstGame(2, 7, {"start_date": "10-01"}),
    "careers": FirstGame(2, 61, {"target": 8, "trading": False}),
}


def secret_of(system: str) -> bytes:
    """Return what the chance of a first game is drawn from: it is not a secret, for nothing depends on it."""
    return sha256(f"first game of {system} {FIRST_GAMES[system].start}".encode()).digest()


def lessons_of(system: str, prompt: str, learned: Sequence[str]) -> list[Translatable]:
    """Return what the board explains at a decision: its kind, unless it is among those `learned`; before anything else
    what the game is about."""
    words = WORDS[system].get(prompt)
    if words is None or prompt in learned:
        return []
    return [words.can] if learned else [AIMS[system].can, words.can]
