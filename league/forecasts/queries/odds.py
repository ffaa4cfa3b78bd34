"""The characters that wait for a forecast, and the forecast that was made last, as people read it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, F, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from characters.models import Character
from characters.rules import ladder
from league.core.queries.figures import likely, percent
from league.forecasts.models import Forecast
from league.forecasts.rules.odds import FEW, HORIZON, LIVES, METHOD, SOON
from league.models import League
from league.people.queries.urn import games_of
from league.people.rules.urn import ENOUGH


@dataclass(frozen=True, slots=True)
class Tile:
    label: str
    value: str
    compare: str = ""


@dataclass(frozen=True, slots=True)
class OddsPage:
    """`behind`: a newer game is known."""

    tiles: list[Tile]
    how: list[str]
    made_at: datetime
    behind: bool


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
    """Return the forecast that was made last by the current method; None before there is one, and if it had nothing
    to go by. It may be of a moment before the newest game."""
    forecast = Forecast.objects.filter(character=character, method=METHOD).order_by("-after_fact").first()
    return forecast if forecast is not None and forecast.passes is not None else None


def odds_of(character: Character) -> OddsPage | None:
    """Return the odds of a character; None before there is anything to go by. One query."""
    forecast = newest_forecast(character)
    if forecast is None:
        return None
    behind = forecast.after_fact != character.last_fact
    return OddsPage(odds_tiles(forecast), how_found(character, forecast), forecast.made_at, behind)


def odds_tiles(forecast: Forecast) -> list[Tile]:
    top = forecast.level == ladder.C_LEVEL
    tiles = []
    if forecast.level != ladder.ENTRY:
        tiles.append(Tile(_("Passes the next review"), likely(forecast.passes)))
    tiles += [
        Tile(
            _("Golden parachute with the next game") if top else _("Promoted by the next game"), likely(forecast.rises)
        ),
        Tile(_("Promoted within {n} games").format(n=SOON), likely(forecast.soon)),
        Tile(_("Games to the golden parachute") if top else _("Games to the next level"), *_reach(forecast)),
    ]
    if forecast.top is not None:
        tiles.append(Tile(_("In the C-suite within {n} games").format(n=HORIZON), likely(forecast.top)))
    return tiles


def _reach(forecast: Forecast) -> tuple[str, str]:
    if forecast.least is None:
        return _("more than {n}").format(n=HORIZON), ""
    middle = str(forecast.middle) if forecast.middle else _("more than {n}").format(n=HORIZON)
    if forecast.most is None:
        return middle, _("in 4 of 5 lives {least} or more").format(least=forecast.least)
    return middle, _("in 4 of 5 lives {least} to {most}").format(least=forecast.least, most=forecast.most)


def how_found(character: Character, forecast: Forecast) -> list[str]:
    """Return what the odds were drawn from, and how far to trust them."""
    own = ngettext("{n} game of {name}", "{n} games of {name}", forecast.own).format(
        n=forecast.own, name=character.name
    )
    pool = ngettext(
        "{n} game that others of the league played at this level",
        "{n} games that others of the league played at this level",
        forecast.pool,
    ).format(n=forecast.pool)
    lives = _("{lives} lives were drawn and taken through the same steps as every review.").format(lives=LIVES)
    if not forecast.pool:
        first = _("Drawn from {own}; nobody else has played at this level yet.").format(own=own)
    elif not forecast.own:
        first = _("Drawn from {pool}.").format(pool=pool)
    else:
        weight = percent(forecast.weight)
        first = _("Drawn from {own}, with a weight of {weight}, and from {pool}.").format(
            own=own, weight=weight, pool=pool
        )
    return [first, lives, *filter(None, [few_games(forecast)])]


def few_games(forecast: Forecast) -> str:
    """Return a warning for a character whose own games are few; "" if it has played enough."""
    if forecast.own >= FEW:
        return ""
    if not forecast.own:
        return _("Without a game by this character this is the league's figure: do not rely on it.")
    few = _("With fewer than {n} games by this character this is mostly the league's figure: do not rely on it.")
    return few.format(n=FEW)
