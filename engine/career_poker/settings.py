"""Define the house rules of Career Poker, each with the gap (B1 to B20) or the rule that it comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.career_poker.data import read_box, wrong_titles
from engine.core.errors import BadOptions
from engine.core.questions import choices_of, read_questions
from engine.core.settings import read_settings, whole_numbers

RANGES = {"deals": (1, 100), "time_limit": (0, 10_000)}


@dataclass(frozen=True, slots=True)
class Settings:
    """The rules of one match. With a `time_limit` (minutes, for people; 0 for no limit) the host may play `time is up`,
    and the match ends with the deal that runs then, or after `deals`. `start_positions` are seats (from 0), boss first.
    `points` go by position, and later positions score nothing; empty means n-1 down to 0. `titles` are one for each
    position; empty means those of the box."""

    deals: int = 6  # B14, rule 27
    time_limit: int = 0  # B14, rule 27
    first_lead: str = "left_of_dealer"  # B1
    return_cards: str = "lowest"  # B5
    leftovers_before_exchange: bool = True  # B6
    titles: tuple[str, ...] = ()  # B11
    scoring: str = "sum"  # B12
    points: tuple[int, ...] = ()  # B12
    score_first_deal: bool = True  # B13
    start_positions: tuple[int, ...] = ()  # B15
    leaver: str = "last"  # B19
    leaver_exchange: str = "present"  # B19
    auto_pass: bool = False  # B20


QUESTIONS = read_questions("engine.career_poker", Settings, RANGES)
CHOICES = choices_of(QUESTIONS, leaver=("last",))


def settings_for(seats: int, options: Mapping[str, Any] | None) -> Settings:
    """Return the settings in the options, checked against the number of seats. Raise BadOptions."""
    readers = {"titles": _titles, "points": whole_numbers, "start_positions": whole_numbers}
    settings = read_settings(Settings, options, CHOICES, RANGES, readers)
    wrong = wrong_titles(settings.titles, seats, position_ids()) if settings.titles else ""
    if wrong:
        raise BadOptions(f"titles {wrong}.")
    points = settings.points
    most = len(position_ids())
    if len(points) > most or list(points) != sorted(points, reverse=True):
        raise BadOptions(f"points must be up to {most} numbers that never rise from the boss down, not {list(points)}.")
    start = settings.start_positions
    if start and sorted(start) != list(range(seats)):
        raise BadOptions(f"start_positions must name the seats 0 to {seats - 1} once each, not {list(start)}.")
    return settings


def position_ids() -> list[str]:
    """Return every position there is, from the boss down (rule 6)."""
    return [position["id"] for position in read_box()["positions"]]


def _titles(key: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)) or not all(isinstance(item, str) for item in value):
        raise BadOptions(f"{key} must be a list of positions, not {value!r}.")
    return tuple(value)
