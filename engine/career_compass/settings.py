"""Define the house rules of Career Compass, each with the gap (B1 to B21) that it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.career_compass import SEATS
from engine.core.questions import choices_of, read_questions
from engine.core.settings import read_settings

RANDOM = "random"
RANGES: dict[str, tuple[int, int]] = {"max_players": SEATS, "choice_cards": (0, 16), "max_rounds": (-1, 1_000_000)}
# Two players would need several hundred rounds (B17).
ROUNDS_FOR_TWO = 300


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of one game. `max_players`: at eleven seats everybody begins inside rule 17, at 33 with one card; a
    league mostly stops at eight. `choice_cards` 0 switches rule 17 off. `max_rounds` 0 means no limit, -1 the usual
    one: 300 for two players and no limit for more. `joker`: a skill, or drawn."""

    uneven: str = "deal"  # B1
    max_players: int = SEATS[1]  # B2
    bottom_order: str = "fixed"  # B4
    rethrow: bool = True  # B5
    no_card_tie: str = "random"  # B8
    choice_cards: int = 3  # B10
    choice_mode: str = "at_most"  # B10
    ties: str = "shared"  # B16
    max_rounds: int = -1  # B17
    joker: str = RANDOM  # B19


QUESTIONS = read_questions("engine.career_compass", Settings, RANGES)
CHOICES = choices_of(QUESTIONS)


def settings_of(options: Mapping[str, Any] | None) -> Settings:
    """Return the settings from options = {"settings": {...}}. Raise BadOptions, naming the setting."""
    return read_settings(Settings, options, CHOICES, RANGES, {})
