"""Games of a season, reported and reviewed through the services."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User

from characters.models import Character
from games.models import Sheet
from games.rules.sheets import SeatLine
from games.services.review import review_waiting
from league.models import Season, SeasonGame
from league.results.services.games import report_game
from tests.factories.sheets import a_sheet, a_sheet_of


def played(
    season: Season,
    reference: str,
    *seats: SeatLine,
    day: int | datetime = 1,
    confirm: bool = True,
    by: User | None = None,
    **header: Any,
) -> SeasonGame:
    """A reported game, confirmed unless told otherwise, its review still to come."""
    sheet = a_sheet(*seats, day=day, **header)
    return report_game(season=season, reference=reference, sheet=sheet, source=Sheet.WEB, confirm=confirm, by=by)


def reviewed(season: Season, reference: str, *seats: SeatLine, **header: Any) -> SeasonGame:
    """A confirmed game that the careers have followed."""
    game = played(season, reference, *seats, **header)
    review()
    return game


def review() -> int:
    """Review until nothing waits."""
    total = 0
    while done := review_waiting():
        total += done
    return total


def a_game_of(
    system: str,
    season: Season,
    characters: Sequence[Character | None],
    seats: Sequence[Mapping[str, Any]] = (),
    *,
    reference: str = "",
    day: int = 1,
) -> SeasonGame:
    """A confirmed and reviewed game of that system."""
    sheet = a_sheet_of(system, characters, seats, day=day)
    reference = reference or f"{system}-{day}"
    game = report_game(season=season, reference=reference, sheet=sheet, source="web", confirm=True)
    review_waiting()
    return game
