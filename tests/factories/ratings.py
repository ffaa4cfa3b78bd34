"""Ratings as stored, and what they should be."""

from league.models import GameToRate, Rating, RatingList, Season
from league.standings.queries.rating_check import missing_lists, rating_differences
from league.standings.queries.ratings import games_in_order
from league.standings.rules.ratings import RatingEstimate, rate_games
from league.standings.services.ratings import update_ratings


def rate(*, most: int = 300) -> int:
    """Rate until nothing waits; how many steps it took."""
    steps = 0
    while update_ratings(most=most):
        steps += 1
    return steps


def ratings(season: Season, system: str = "careers") -> dict[str, RatingEstimate]:
    """What is listed, by name."""
    rows = Rating.objects.filter(rating_list__league=season.league, rating_list__system=system)
    return {
        one.character.name: RatingEstimate(one.mu, one.sigma, one.games) for one in rows.select_related("character")
    }


def rated_afresh(season: Season, system: str = "careers") -> dict[int, RatingEstimate]:
    """What the final sheets say, by character."""
    sheets = games_in_order(RatingList(league=season.league, system=system), None, 1_000_000)
    found: dict[int, RatingEstimate] = {}
    for estimates in rate_games(game.places for game in sheets):
        found |= estimates
    return found


def listed(season: Season, system: str = "careers") -> dict[int, RatingEstimate]:
    rows = Rating.objects.filter(rating_list__league=season.league, rating_list__system=system)
    return {one.character_id: RatingEstimate(one.mu, one.sigma, one.games) for one in rows}


def rating_faults() -> list[str]:
    """What check_careers would say of ratings when nothing waits."""
    assert not GameToRate.objects.exists()
    lists = RatingList.objects.values_list("pk", flat=True)
    return [*missing_lists(), *(fault for pk in lists for fault in rating_differences(pk))]
