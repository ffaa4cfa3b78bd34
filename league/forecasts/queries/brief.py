"""The next game of several characters in one line each: the sentence that matters most, and the odds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db.models import F

from characters.models import Career, Fact
from characters.rules.career import RETIRED
from characters.rules.house_rules import DEFAULTS, HouseRules
from league.core.rules.grouping import grouped
from league.forecasts.models import Forecast
from league.forecasts.queries.odds import Tile, few_games, odds_tiles
from league.forecasts.queries.plan import LAST, foremost, usual_of
from league.forecasts.rules.odds import METHOD
from league.forecasts.rules.plan import as_career, plan_of

FIRST_ODDS = 2  # of those that the page of the plan shows


@dataclass(frozen=True, slots=True)
class Brief:
    """`odds` are those of the newest game, nothing while a worker has not made them, nor if they come from the games
    of others: the plan has those, and says how far to trust them."""

    sentence: str
    odds: list[Tile]


def briefs_of(careers: Collection[Career], house: Mapping[int, HouseRules]) -> dict[int, Brief]:
    """Return briefs by character, for current careers with the character and its enrolment at hand; `house` by league.
    Two queries."""
    working = [career for career in careers if career.status != RETIRED]
    who = [career.character_id for career in working]
    newest, forecasts = _newest_facts(who), _forecasts(who)
    briefs = {}
    for career in working:
        character, forecast = career.character, forecasts.get(career.character_id)
        rules = house.get(character.enrolment.league_id, DEFAULTS)
        plan = plan_of(as_career(career), character.profile, rules, usual_of(newest[character.pk]))
        odds = odds_tiles(forecast)[:FIRST_ODDS] if forecast and not few_games(forecast) else []
        briefs[character.pk] = Brief(foremost(character, plan), odds)
    return briefs


def _newest_facts(characters: Collection[int]) -> dict[int, list[str]]:
    """Return the last facts of each character, the oldest of them first. Facts are numbered without gaps."""
    rows = Fact.objects.filter(character__in=characters, number__gt=F("character__last_fact") - LAST)
    return grouped(rows.order_by("number").values_list("character", "content"))


def _forecasts(characters: Collection[int]) -> dict[int, Forecast]:
    forecasts = Forecast.objects.filter(character__in=characters, method=METHOD, after_fact=F("character__last_fact"))
    return {forecast.character_id: forecast for forecast in forecasts.filter(passes__isnull=False)}
