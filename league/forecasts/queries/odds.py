"""The characters that wait for a forecast, and the forecast that was made last."""

from django.db.models import Exists, F, OuterRef, QuerySet

from characters.models import Character
from league.forecasts.models import Forecast
from league.forecasts.rules.odds import METHOD
from league.models import League
from league.people.queries.urn import games_of
from league.people.rules.urn import ENOUGH


def awaiting_forecast() -> QuerySet[Character]:
    """Return the characters of a league whose newest fact is reviewed and not yet followed by a forecast of this
    method."""
    return _without_forecast().filter(last_fact__gte=1)


def newcomers_awaiting_forecast() -> QuerySet[Character]:
    """Return the characters without a fact and without a forecast, once others of their league have played ENOUGH."""
    games = games_of(OuterRef("pk")).order_by().values("pk")
    leagues = League.objects.filter(Exists(games[ENOUGH - 1 : ENOUGH])).order_by()
    return _without_forecast().filter(last_fact=0, enrolment__league__in=leagues.values("pk"))


def _without_forecast() -> QuerySet[Character]:
    forecasts = Forecast.objects.filter(character=OuterRef("pk"), method=METHOD, after_fact=OuterRef("last_fact"))
    characters = Character.objects.active().filter(last_fact=F("reviewed_fact"), enrolment__isnull=False)
    return characters.filter(~Exists(forecasts)).select_related("enrolment__league").order_by("enrolment__league", "pk")


def newest_forecast(character: Character) -> Forecast | None:
    """Return the forecast that was made last by the method of today; None before there is one, and where it had nothing
    to go by. It may be of a moment before the newest game."""
    forecast = Forecast.objects.filter(character=character, method=METHOD).order_by("-after_fact").first()
    return forecast if forecast is not None and forecast.passes is not None else None
