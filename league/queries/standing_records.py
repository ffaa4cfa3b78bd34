"""Standings as others read them: figures as text with two decimals, every tie-break with its working."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from characters.models import Character
from league.models import Season
from league.queries.exports import stamp
from league.queries.standings import standings
from league.queries.standings_page import with_level
from league.queries.standings_why import Explanation, Neighbour, why
from league.rules.standings import Standing
from league.rules.workings import decimal


def standing_records(
    season: Season, *, offset: int = 0, limit: int | None = None, system: str | None = None
) -> dict[str, Any]:
    """The rows from `offset` on, all of them without a `limit`; over the games of one `system`, or over all."""
    table = standings(season, system=system)
    end = None if limit is None else offset + limit
    shown = list(table)[offset:end]
    people = {one.pk: one for one in with_level(shown)}
    return {
        "season": season.slug,
        "system": system,
        "count": len(table),
        "counting": table.counting.mode,
        "best_of": table.counting.best_of if table.counting.mode == "best" else None,
        "draw_seed": season.draw_seed,
        "results": [_row(row, people[row.character]) for row in table.explained(shown)],
    }


def why_record(season: Season, who: Character, *, system: str | None = None) -> dict[str, Any] | None:
    """Why a character stands where it does; None without a confirmed game in the season."""
    found = why(season, who, system=system)
    if found is None:
        return None
    [person] = with_level([who.pk])
    return {
        **_row(found.standing, person),
        "of": found.of,
        "counting": found.counting.mode,
        "draw_seed": found.draw_seed,
        "played": _games(found),
        "above": _neighbour(found.above),
        "below": _neighbour(found.below),
    }


def _row(row: Standing, who: Any) -> dict[str, Any]:
    return {
        "position": row.position,
        "position_before_draw": row.position_before_draw,
        "name": who.name,
        "slug": who.slug,
        "company": who.primary_company,
        "level": who.level,
        "level_name": who.level_name(who.level),
        "games": row.tally.games,
        "wins": row.tally.wins,
        "points": plain(row.tiebreaks[0].value or Fraction(0)),
        "decided_by": row.decided_by,
        "tiebreaks": [{"name": one.name, "value": one.shown, "working": one.working} for one in row.tiebreaks],
    }


def plain(value: Fraction) -> str:
    """Two decimals and nothing else, so that a program can read it."""
    return decimal(value).replace(",", "")


def _games(found: Explanation) -> list[Mapping[str, Any]]:
    return [
        {
            "id": game.game,
            "reference": game.reference,
            "played_at": stamp(game.played_at),
            "place": game.place,
            "points": game.points,
            "counted": game.counted,
        }
        for game in found.games
    ]


def _neighbour(one: Neighbour | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "position": one.position,
        "name": one.name,
        "slug": one.slug,
        "decided_by": one.decided_by,
        "separation": one.separation,
    }
