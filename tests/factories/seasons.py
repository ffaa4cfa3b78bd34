"""Seasons with their house rules, each in a league of its own."""

from typing import Any

from characters.models import RuleSet
from characters.rules.house_rules import house_rules
from league.models import HouseRulesVersion, League, Season


def a_season(slug: str = "spring", *, draw_seed: str = "seed", **settings: Any) -> Season:
    """A season with these house rules, in a league of its own."""
    league = League.objects.create(name=f"League of {slug}", slug=f"league-of-{slug}")
    season = Season.objects.create(league=league, name=slug.title(), slug=slug, draw_seed=draw_seed)
    set_house_rules(season, **settings)
    return season


def set_house_rules(season: Season, **settings: Any) -> None:
    """A new version of the season's house rules."""
    rules = house_rules(settings)
    row, _ = RuleSet.objects.get_or_create(digest=rules.digest, defaults={"settings": rules.canonical()})
    HouseRulesVersion.objects.create(season=season, version=season.house_rules.count() + 1, rules=row)
