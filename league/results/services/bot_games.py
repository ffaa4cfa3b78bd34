"""Games ordered from the bots: the waiting row is the job, a lease says which worker plays it, and the game of a killed
worker is played again, with other dice. What comes out is written once, in the transaction that ends the job; until
then nobody can see anything of it, not even how long it is, so stopping or killing a game chooses nothing."""

from datetime import timedelta

import structlog
from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.said import said
from games.services.thinking import TOO_LONG, NoLongerWanted, counted, refuse_spent, watch
from league.core.services.quotas import use_quota
from league.ledger.services import record
from league.models import BotGame, Season
from league.results.services.played import NOBODY_WON, PlayedTable, Table, check_table, hand_in, play_table

log = structlog.get_logger(__name__)
LEASE = timedelta(minutes=1)  # longer than GAME_SECONDS
MOST_CLAIMS = 5
MOST_WAITING = 20  # of the site
OVERTAKEN = said(
    "Levels or house rules have changed while the bots played. Nothing was recorded; order the game again."
)
FAILED = said("The game failed: {error}")
INTERRUPTED = said("The game was interrupted {times} times. Nothing was recorded; order it again.")
ENDS = (OVERTAKEN, FAILED, INTERRUPTED, TOO_LONG, NOBODY_WON)  # what `error` may say


def order_bot_game(*, season: Season, table: Table, by: Person, token: str) -> BotGame:
    """A game that waits for the worker; sent twice with one token it is one game.

    Raises ValidationError when the table can't play, or when the person or the site has enough under way.
    """
    known = _ordered(by, token)
    if known is not None:
        return known
    refuse_spent(by)
    check_table(season, table)
    if BotGame.objects.filter(status__in=BotGame.UNDER_WAY).count() >= MOST_WAITING:
        raise ValidationError(_("Many games wait for the bots already. Try again in a few minutes."))
    try:
        with transaction.atomic():
            use_quota("bot_games", by=by, league=season.league)
            made = BotGame.objects.create(season=season, table=table.as_dict(), ordered_by=by, token=token)
            text = f"A game of {table.system} was ordered from the bots."
            record(kind="bot_games_ordered", text=text, by=by, season=season, order=made.pk)
            return made
    except IntegrityError as error:
        known = _ordered(by, token)
        if known is not None:
            return known
        raise ValidationError(_("The bots still play a game that you ordered. Wait for it, or stop it.")) from error


def _ordered(by: Person, token: str) -> BotGame | None:
    return BotGame.objects.filter(ordered_by=by, token=token).first()


def stop_bot_game(*, bot_game: BotGame) -> None:
    """The game is broken off, and nothing comes out. Raises ValidationError when it is over already."""
    if not _end(BotGame.objects.filter(pk=bot_game.pk, status__in=BotGame.UNDER_WAY), BotGame.STOPPED):
        raise ValidationError(_("This game is over already."))


def run_waiting_bot_game() -> bool:
    """Claim one waiting game and play it; whether there was one. Safe with any number of workers."""
    job = _claim()
    if job is None:
        return False
    mine = BotGame.objects.filter(pk=job.pk, status=BotGame.PLAYING, leased_until=job.leased_until)
    try:
        with counted(job.ordered_by_id):
            played = play_table(season=job.season, table=Table.from_dict(job.table), go_on=watch(mine.exists))
        _hand_in(job, mine, played)
    except NoLongerWanted:
        pass
    except DatabaseError:
        raise
    except ValidationError as error:
        _end(mine, BotGame.REFUSED, " ".join(error.messages))
    except Exception as error:
        log.exception("bot_game_failed", bot_game=job.pk)
        _end(mine, BotGame.REFUSED, said(FAILED, error=str(error)))
    return True


def _claim() -> BotGame | None:
    now = timezone.now()
    _end(
        BotGame.objects.filter(status=BotGame.PLAYING, leased_until__lt=now, tries__gte=MOST_CLAIMS),
        BotGame.REFUSED,
        said(INTERRUPTED, times=MOST_CLAIMS),
    )
    free = Q(status=BotGame.WAITING) | Q(status=BotGame.PLAYING, leased_until__lt=now)
    for pk in BotGame.objects.filter(free).order_by("pk").values_list("pk", flat=True)[:5]:
        claimed = BotGame.objects.filter(free, pk=pk).update(
            status=BotGame.PLAYING, leased_until=now + LEASE, tries=F("tries") + 1
        )
        if claimed:
            return BotGame.objects.select_related("season__league", "ordered_by").get(pk=pk)
    return None


@transaction.atomic
def _hand_in(job: BotGame, mine: QuerySet[BotGame], played: PlayedTable) -> None:
    if mine.select_for_update(no_key=True).first() is None:
        raise NoLongerWanted
    try:
        made = hand_in(season=job.season, played=played, by=job.ordered_by)
    except ValidationError as error:  # its sentences would tell the outcome of a game that can be ordered again
        log.warning("bot_game_not_handed_in", bot_game=job.pk, problems=error.messages)
        raise ValidationError(OVERTAKEN) from error
    mine.update(status=BotGame.DONE, game=made, leased_until=None, finished_at=timezone.now())


def _end(jobs: QuerySet[BotGame], status: str, why: str = "") -> int:
    return jobs.update(status=status, error=why[:300], leased_until=None, finished_at=timezone.now())
