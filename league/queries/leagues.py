"""Which league and which season a page is about when its address does not say."""

from datetime import date
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from characters.rules.house_rules import DEFAULTS, HouseRules
from league.models import League, Season
from league.queries.tables import house_rules_of


def league_for(user: Any) -> League | None:
    """The league that the person joined last, else the first of this installation."""
    leagues = League.objects.order_by("pk")
    if user.is_authenticated:
        mine = League.objects.filter(memberships__user=user)
        return mine.order_by("-memberships__joined_at", "-memberships__pk").first() or leagues.first()
    return leagues.first()


def current_season(league: League, *, today: date) -> Season | None:
    """The newest season that has begun; else the next one to begin."""
    begun = league.seasons.filter(Q(starts_on=None) | Q(starts_on__lte=today))
    return begun.first() or league.seasons.last()


def newest_house_rules(league: League | None) -> HouseRules:
    """The house rules of the league's newest season, the rule book's where there is none."""
    season = league.seasons.order_by("-id").first() if league else None
    return house_rules_of(season) if season else DEFAULTS


def seasons_with_games(league: League | None = None) -> QuerySet[Season]:
    """Seasons with their league and the number of their `games`, newest first."""
    found = Season.objects.select_related("league").annotate(games=Count("season_games"))
    if league is not None:
        found = found.filter(league=league)
    return found.order_by(F("starts_on").desc(nulls_last=True), "-id")  # Meta.ordering is no part of a grouped query
