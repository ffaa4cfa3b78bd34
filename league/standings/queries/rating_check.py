"""The proof that ratings follow from the confirmed sheets: all rated again in order of play, and compared."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.db.models import Min, Q, QuerySet

from characters.queries.bulk import moment, moment_text, rows
from league.models import GameToRate, RatedGame, Rating, RatingList, RatingStep, Result
from league.standings.queries.ratings import GameInOrder, games_in_order
from league.standings.rules.ratings import NEWCOMER, RatingEstimate, differs, rate_games

GAMES_AT_ONCE = 2000


def missing_lists() -> Iterator[str]:
    """Yield a sentence for every league and system that has results but neither ratings nor games that wait for
    them."""
    listed = set(RatingList.objects.order_by().values_list("league_id", "system"))
    played = set(Result.objects.order_by().values_list("season__league_id", "system").distinct())
    waiting = GameToRate.objects.order_by()
    for league, system in sorted(played - listed):
        if not waiting.filter(league=league, system=system).exists():
            yield f"Ratings of {system} in league {league}: there are none."


def rating_differences(pk: int) -> Iterator[str]:
    """Yield a sentence for every figure of a list of ratings that is not what its games say.

    Games from the first one on that waits to be rated are left out, and if no game waits though the list is behind,
    that is a difference. Memory grows with the characters, not with the games.
    """
    ratings = RatingList.objects.get(pk=pk)
    name = f"Ratings of {ratings.system} in league {ratings.league_id}"
    waits = _first_waiting(ratings)
    if ratings.behind and waits is None:
        since = f"after {ratings.rated_until:%d %B %Y, %H:%M}" if ratings.rated_until else "at all"
        yield f"{name}: are behind and not proved {since}, though no game waits to be rated; run update_ratings."
    estimates: dict[int, RatingEstimate] = {}
    rated, after = 0, None
    while games := games_in_order(ratings, after, GAMES_AT_ONCE):
        proved = [game for game in games if _is_proved(game, ratings, waits)]
        if proved:
            yield from _games(name, ratings, proved, estimates)
        rated, after = rated + len(proved), games[-1].played_at
        if len(proved) < len(games):
            break
    if not ratings.behind and waits is None:
        yield from _listed(name, ratings, rated, estimates)


def _first_waiting(ratings: RatingList) -> datetime | None:
    """Return when the first of the games that wait to be rated is or was played; None if no game waits."""
    waiting = GameToRate.objects.filter(league=ratings.league_id, system=ratings.system).order_by()
    moments = waiting.aggregate(now=Min("game__season_game__played_at"), then=Min("game__rated__played_at"))
    return min((moment for moment in moments.values() if moment is not None), default=None)


def _is_proved(game: GameInOrder, ratings: RatingList, waits: datetime | None) -> bool:
    if ratings.behind and (ratings.rated_until is None or game.played_at > ratings.rated_until):
        return False
    return waits is None or game.played_at < waits


def _listed(name: str, ratings: RatingList, rated: int, estimates: dict[int, RatingEstimate]) -> Iterator[str]:
    stored = RatedGame.objects.filter(rating_list=ratings).count()
    if stored > rated:
        yield f"{name}: {stored - rated} rated games have no confirmed sheet."
    ratings_listed = Rating.objects.filter(rating_list=ratings).order_by()
    listed = {
        who: RatingEstimate(mu, sigma, games)
        for who, mu, sigma, games in rows(ratings_listed.values_list("character_id", "mu", "sigma", "games"))
    }
    for who in sorted(listed.keys() | estimates.keys()):
        if differs(listed.get(who, NEWCOMER), estimates.get(who, NEWCOMER)):
            yield f"{name}: what is listed of character {who} is not what its games say."


def _games(
    name: str, ratings: RatingList, games: Sequence[GameInOrder], estimates: dict[int, RatingEstimate]
) -> Iterator[str]:
    """Yield the differences of these games, and move `estimates` past them."""
    played = Q(rating_list=ratings, played_at__range=(games[0].played_at, games[-1].played_at))
    rated = RatedGame.objects.filter(played).order_by().annotate(moment=moment_text("played_at"))
    rated_rows = {
        game: (pk, sheet, moment(at))
        for pk, game, sheet, at in rows(rated.values_list("pk", "game_id", "sheet_id", "moment"))
    }
    steps = _steps(RatedGame.objects.filter(played))
    for game_in_order, after in zip(
        games, rate_games((game.places for game in games), estimates, (game.sides for game in games)), strict=True
    ):
        estimates |= after
        pk, *rest = rated_rows.get(game_in_order.game, (0,))
        stored = steps.get(pk, {})
        if rest != [game_in_order.sheet, game_in_order.played_at]:
            yield f"{name}: game {game_in_order.reference} is not rated by its confirmed sheet."
        elif stored.keys() != after.keys() or any(differs(stored[who], after[who]) for who in after):
            yield f"{name}: game {game_in_order.reference} did not lead to the ratings that are stored for it."


def _steps(rated: QuerySet[RatedGame]) -> dict[int, dict[int, RatingEstimate]]:
    by_game: dict[int, dict[int, RatingEstimate]] = {}
    steps = RatingStep.objects.filter(rated_game__in=rated.order_by().values("pk")).order_by()
    for pk, who, mu, sigma, games in rows(steps.values_list("rated_game_id", "character_id", "mu", "sigma", "games")):
        by_game.setdefault(pk, {})[who] = RatingEstimate(mu, sigma, games)
    return by_game
