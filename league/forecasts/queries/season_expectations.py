"""The expectations of the ratings in a season, and what happened; cached until its results or the ratings change."""

from collections.abc import Collection
from typing import Any

from django.db.models import QuerySet, Sum

from league.core.queries.cached import ROWS, cached
from league.core.rules.grouping import grouped
from league.forecasts.rules.expectations import Expectation, Sat, expectations
from league.models import RatingList, RatingStep, Result, Season
from league.standings.rules.ratings import NEWCOMER, RatingEstimate


def season_expectations(season: Season) -> dict[int, Expectation]:
    """Return the expectations by character, of games that are rated."""
    return cached(
        f"expectations_{season.pk}",
        lambda: _expectations(season),
        (Result.objects.filter(season=season), ROWS),
        (RatingList.objects.filter(league=season.league_id), [Sum("changes")]),
    )


def expectations_of(season: Season, characters: Collection[int]) -> dict[int, Expectation]:
    """Return the expectations of these characters, from the games in which any of them sat."""
    own = Result.objects.filter(season=season, character__in=characters).order_by().values("game")
    return {who: row for who, row in _expectations(season, own).items() if who in characters}


def _expectations(season: Season, own_games: QuerySet[Result, Any] | None = None) -> dict[int, Expectation]:
    here = RatingStep.objects.filter(rated_game__game__season_game__season=season)
    results = Result.objects.filter(season=season).order_by()
    if own_games is not None:
        here, results = here.filter(rated_game__game__in=own_games), results.filter(game__in=own_games)
    here = here.order_by("played_at", "rated_game")
    steps = list(here.values_list("rated_game__game", "rating_list", "character", "games", "mu", "sigma"))
    after = {(ratings, who, games): RatingEstimate(mu, sigma, games) for _game, ratings, who, games, mu, sigma in steps}
    before = {(ratings, who, games - 1) for _game, ratings, who, games, _mu, _sigma in steps if games > 1}
    after |= _earlier(before - after.keys())
    places = {(game, who): place for game, who, place in results.values_list("game", "character", "place")}
    tables = grouped(
        (game, Sat(who, places[game, who], after.get((ratings, who, games - 1), NEWCOMER)))
        for game, ratings, who, games, _mu, _sigma in steps
        if (game, who) in places
    )
    return expectations(tables.values())


def _earlier(missing: Collection[tuple[int, int, int]]) -> dict[tuple[int, int, int], RatingEstimate]:
    """Return these steps, by list, character and number: those just before the season's games, from earlier seasons or
    from another one beside it. One query, however many games are rated."""
    if not missing:
        return {}
    lists, characters, numbers = ({*column} for column in zip(*missing, strict=True))
    rows = RatingStep.objects.filter(rating_list__in=lists, character__in=characters, games__in=numbers).order_by()
    return {
        (ratings, who, games): RatingEstimate(mu, sigma, games)
        for ratings, who, games, mu, sigma in rows.values_list("rating_list", "character", "games", "mu", "sigma")
        if (ratings, who, games) in missing
    }
