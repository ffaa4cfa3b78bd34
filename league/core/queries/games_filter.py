"""The rows that a filter by game, variant and year leaves."""

from zoneinfo import ZoneInfo

from django.db.models import Q
from django.db.models.fields.json import KeyTransform

from games.models import Sheet
from league.core.rules.games_filter import GamesFilter


def condition(filters: GamesFilter, zone: str, *, system: str = "system", game: str = "game") -> Q:
    """Return what rows with a `played_at` must have, which name their game and its system so. A year begins in the
    league's `zone`."""
    of_game_and_year = Q(**filters.lookups(ZoneInfo(zone), system=system))
    if not filters.variant:
        return of_game_and_year
    played_with = Sheet.objects.alias(with_it=KeyTransform(filters.variant, "own_settings"))
    sheets = played_with.filter(game__system=filters.system, with_it=True).exclude(status=Sheet.SUPERSEDED)
    return of_game_and_year & Q(**{f"{game}__in": sheets.order_by().values("game")})
