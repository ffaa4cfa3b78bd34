"""Define the house rules of Office Job, each with the gap (B1 to B20) that it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.errors import BadOptions
from engine.core.questions import choices_of, read_questions
from engine.core.settings import read_settings, whole_numbers

RANGES = {"game_number": (0, 1_000_000), "max_turns": (1, 60)}


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of one game. `first_player` seat is the first seat, or with `seat_rotation` the next one in every game
    of a season (`game_number` from 0); lowest_career needs `careers`, one figure per seat, and lets chance decide
    between equals. The game is scored after `max_turns` turns per player at the latest."""

    delegate_csuite: bool = True  # B4
    delegate_barred: bool = False  # B3
    second_csuite: str = "unplayable"  # B5
    first_player: str = "random"  # B15
    careers: tuple[int, ...] = ()  # B15
    seat_rotation: bool = True  # B16
    game_number: int = 0  # B16
    max_turns: int = 60  # B20


QUESTIONS = read_questions("engine.office_job", Settings, RANGES)
CHOICES = choices_of(QUESTIONS, first_player=("random", "seat", "lowest_career"))


def settings_for(seats: int, options: Mapping[str, Any] | None) -> Settings:
    """Return the settings in the options, checked against the number of seats. Raise BadOptions."""
    settings = read_settings(Settings, options, CHOICES, RANGES, {"careers": whole_numbers})
    if settings.careers and len(settings.careers) != seats:
        raise BadOptions(f"careers must hold one figure for each of {seats} seats, not {list(settings.careers)}.")
    if settings.first_player == "lowest_career" and not settings.careers:
        raise BadOptions("first_player 'lowest_career' needs 'careers', one figure per seat.")
    return settings
