"""The promotion feed: who rose, fell and left, in games of a season."""

from django.db.models import Exists, OuterRef

from characters.models import CareerEvent
from characters.queries.history import Line, line
from league.models import Season, SeasonGame


def promotion_feed(season: Season, *, most: int) -> list[Line]:
    """The newest events but passed reviews that still hold, in one query."""
    here = SeasonGame.objects.filter(season=season, game=OuterRef("game"))
    events = CareerEvent.objects.standing().of_note().filter(Exists(here)).select_related("character")
    return [line(event, event.character) for event in events.order_by("-at", "-id")[:most]]
