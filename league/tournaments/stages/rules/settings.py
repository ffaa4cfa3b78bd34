"""The bounds of a tournament's settings, for forms and services alike; bounds are included."""

from collections.abc import Mapping

from engine.core.settings import refusal
from engine.translatable import said
from games.rules import sheets

NAME_LENGTH, PLACE_LENGTH = 120, 200
BOUNDS = sheets.BOUNDS | {
    "table_size": (2, 8),
    "capacity": (2, 100_000),
    "round_minutes": (1, 24 * 60),
    "confirm_seconds": (10, 24 * 60 * 60),
}
ROUNDS = (1, 60)  # of a stage


def setting_problems(settings: Mapping[str, int | None]) -> dict[str, str]:
    """Return why some of these can't be set, by name, in sentences. None means no limit."""
    refusals = {name: refusal(value, bounds=BOUNDS[name]) for name, value in settings.items() if value is not None}
    return {name: said("This {must_be}.", must_be=refused) for name, refused in refusals.items() if refused}
