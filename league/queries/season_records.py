"""Seasons as others read them."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from league.models import Season
from league.queries.tables import house_rules_of

ROW = ("slug", "name", "league__slug", "starts_on", "ends_on")


def season_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """One of `Season.objects.values(*ROW)`."""
    return {
        "slug": row["slug"],
        "name": row["name"],
        "league": row["league__slug"],
        "starts_on": row["starts_on"],
        "ends_on": row["ends_on"],
    }


def season_record(season: Season) -> dict[str, Any]:
    """One season with its house rules."""
    return {
        **season_row(Season.objects.values(*ROW).get(pk=season.pk)),
        "league_name": season.league.name,
        "draw_seed": season.draw_seed,
        "games": season.season_games.count(),
        "house_rules": asdict(house_rules_of(season)),
    }
