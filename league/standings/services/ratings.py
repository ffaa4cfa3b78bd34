"""Rating what waits, a bounded step at a time, each in one transaction. The only writer of ratings.

A changed game takes its list back to the moment before it was played, or is played now; from there on everything is
rated again in order of play. `RatingList.rated_until` moves with what is written, so a step that is killed never was,
and the next one resumes where the last one ended. Old steps of later games stay until they are replaced: the lists
show them meanwhile.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, OuterRef, Q

from games.models import Sheet
from league.models import GameToRate, RatedGame, Rating, RatingList, RatingStep, Result, SeasonGame
from league.standings.queries.ratings import GameInOrder, estimates_at, games_in_order
from league.standings.rules.ratings import RatingEstimate, rate_games

log = structlog.get_logger(__name__)
GAMES_AT_ONCE = 300
CHANGES_AT_ONCE = 2000
BATCH = 2000
PORTION, EVERY = 50_000, timedelta(minutes=5)
INSTANT = timedelta(microseconds=1)


def update_ratings(*, most: int = GAMES_AT_ONCE) -> bool:
    """Bring one waiting list forward by about `most` games; return False when this worker could help none. A list that
    fails keeps no other waiting. Raise the database's error if no list goes forward."""
    postponed = list[OperationalError | InterfaceError]()
    for ratings in _waiting():
        try:
            if _step(ratings.pk, most):
                return True
        except (OperationalError, InterfaceError) as error:
            postponed.append(error)
        except Exception:
            log.exception("rating_failed", league=ratings.league_id, system=ratings.system)
    if postponed:
        raise postponed[0]
    return False


@transaction.atomic
def rate_afresh() -> None:
    """Have every game of every league rated again."""
    RatingList.objects.update(rated_until=None, behind=True)
    for league, system in Result.objects.order_by().values_list("season__league_id", "system").distinct():
        RatingList.objects.get_or_create(league_id=league, system=system)


def find_unrated(now: datetime, *, portion: int = PORTION) -> int:
    """Note games whose ratings are not those of their confirmed sheets though no note says so, and return their number.
    If games are many, check a portion, a different one with every `EVERY`, so that a look costs the same after ten
    years. One statement, so that a game under way is seen with its note or not at all."""
    last = SeasonGame.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    first = int(now.timestamp() / EVERY.total_seconds()) % (last // portion + 1) * portion
    here = OuterRef("game")
    counts = Exists(Result.objects.filter(game=here))
    right = Exists(RatedGame.objects.filter(game=here, sheet__status=Sheet.CONFIRMED))
    rated = Exists(RatedGame.objects.filter(game=here))
    behind = RatingList.objects.filter(league=OuterRef("season__league"), system=OuterRef("game__system"), behind=True)
    forgotten = SeasonGame.objects.filter(counts & ~right | ~counts & rated, pk__range=(first, first + portion - 1))
    forgotten = forgotten.filter(~Exists(behind), ~Exists(GameToRate.objects.filter(game=here))).order_by("pk")
    unnoted = forgotten.values_list("season__league_id", "game__system", "game_id")
    notes = [GameToRate(league_id=league, system=system, game_id=game) for league, system, game in unnoted]
    return len(GameToRate.objects.bulk_create(notes, batch_size=BATCH))


def _waiting() -> list[RatingList]:
    """Return the lists with something to do, those least attended to first. Two quick queries if there is nothing."""
    changed = GameToRate.objects.order_by("pk").values_list("league_id", "system")[:CHANGES_AT_ONCE]
    behind = RatingList.objects.filter(behind=True).values_list("league_id", "system")
    lists = [
        RatingList.objects.get_or_create(league_id=league, system=system)[0]
        for league, system in {*changed, *behind.order_by()}
    ]
    return sorted(lists, key=lambda ratings: (ratings.changes, ratings.pk))


@transaction.atomic
def _step(pk: int, most: int) -> bool:
    ratings = RatingList.objects.select_for_update(skip_locked=True).filter(pk=pk).first()
    if ratings is None:
        return False
    changed = GameToRate.objects.filter(league=ratings.league_id, system=ratings.system).order_by("pk")
    notes = list(changed.values_list("pk", "game_id")[:CHANGES_AT_ONCE])
    if not notes and not ratings.behind:
        return False
    if notes:
        _take_back(ratings, {game for _, game in notes})
        GameToRate.objects.filter(pk__in=[note for note, _ in notes]).delete()
    if ratings.behind:
        _rate_next(ratings, most)
    ratings.changes += 1
    ratings.save()
    return True


def _take_back(ratings: RatingList, games: Collection[int]) -> None:
    """Take the list back to the moment before the first of these games that is not rated as its confirmed sheet says:
    where the game was, or where it is now."""
    confirmed = Sheet.objects.confirmed().counting().filter(game__in=games)
    was = set(RatedGame.objects.filter(game__in=games).values_list("game_id", "sheet_id", "played_at"))
    now = set(confirmed.order_by().values_list("game_id", "pk", "played_at"))
    moments = [played_at for *_, played_at in was ^ now]
    if moments:
        ratings.behind = True
        if ratings.rated_until is not None:
            ratings.rated_until = min(ratings.rated_until, min(moments) - INSTANT)


def _rate_next(ratings: RatingList, most: int) -> None:
    """Rate the next `most` games; fewer are the end of the list."""
    games = games_in_order(ratings, ratings.rated_until, most)
    ratings.behind = len(games) >= most
    moved = _remove_old(ratings, games)
    if games:
        moved |= _write(ratings, games)
        ratings.rated_until = games[-1].played_at
    _list_again(ratings, moved)


def _remove_old(ratings: RatingList, games: Sequence[GameInOrder]) -> set[int]:
    """Remove what is where these games will be, and past the end of the list all that is left; return the characters
    concerned."""
    old = Q(rating_list=ratings)
    if ratings.rated_until is not None:
        old &= Q(played_at__gt=ratings.rated_until)
    if ratings.behind:
        old &= Q(played_at__lte=games[-1].played_at)
    rated = RatedGame.objects.filter(old | Q(game__in=[game.game for game in games]))
    keys = list(rated.order_by().values_list("pk", flat=True))
    if not keys:
        return set()
    steps = RatingStep.objects.filter(rated_game__in=keys).order_by()
    moved = set(steps.values_list("character_id", flat=True))
    steps.delete()
    RatedGame.objects.filter(pk__in=keys).delete()
    return moved


def _write(ratings: RatingList, games: Sequence[GameInOrder]) -> set[int]:
    """Write the steps of these games, from what is believed before the first of them; return their characters."""
    characters = {who for game in games for who, _ in game.places if who is not None}
    before: dict[int, RatingEstimate] = {}
    if ratings.rated_until is not None:
        earlier = estimates_at(ratings, characters, ratings.rated_until)
        before = {who: estimate for who, (estimate, _) in earlier.items()}
    rows = (
        RatedGame(rating_list_id=ratings.pk, game_id=game.game, sheet_id=game.sheet, played_at=game.played_at)
        for game in games
    )
    rated = RatedGame.objects.bulk_create(rows, batch_size=BATCH)
    after_each = rate_games((game.places for game in games), before, (game.sides for game in games))
    RatingStep.objects.bulk_create(
        [
            RatingStep(rated_game_id=game.pk, character_id=who, **_columns(ratings, estimate, game.played_at))
            for game, after in zip(rated, after_each, strict=True)
            for who, estimate in after.items()
        ],
        batch_size=BATCH,
    )
    return characters


def _list_again(ratings: RatingList, characters: Collection[int]) -> None:
    """Update the listed ratings of these characters to their last steps; those without a step are listed no more."""
    last = estimates_at(ratings, characters, None)
    Rating.objects.bulk_create(
        [Rating(character_id=who, **_columns(ratings, estimate, at)) for who, (estimate, at) in sorted(last.items())],
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=("rating_list", "character"),
        update_fields=("played_at", "games", "mu", "sigma"),
    )
    if len(last) < len(characters):
        Rating.objects.filter(rating_list=ratings, character__in=set(characters) - set(last)).delete()


def _columns(ratings: RatingList, estimate: RatingEstimate, played_at: datetime) -> dict[str, Any]:
    return {
        "rating_list_id": ratings.pk,
        "played_at": played_at,
        "games": estimate.games,
        "mu": estimate.mu,
        "sigma": estimate.sigma,
    }
