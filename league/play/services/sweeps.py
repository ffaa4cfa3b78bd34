"""The periodic work on plays. At tables of tournaments a bot plays for a player who is out of time, a play is paused
along with the clock of its round, and that clock ends games that end by time. If nobody goes on with a play that
counts, bots finish it after the time set by the season, so nobody escapes a result by staying away; the others are
closed. Each step takes the lock of its play, so any number of workers may run it, and twice changes nothing."""

from datetime import datetime, timedelta

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from engine import EngineError
from engine.translatable import said
from games.models import Play, PlaySeat, Turn
from games.rules.absence import is_here
from games.services.absence import give_up_for, pause_by_clock, replace_late
from games.services.bot_turns import BOTS
from games.services.plays import chance_falls, game_of, locked
from games.signals import turn_asked
from league.clubs.queries import house_rules_by_season
from league.core.rules.round_clock import clock_of, runs_out_at
from league.models import Round, SeasonPlay
from league.play.queries.table_plays import ends_by_time
from league.play.queries.unfinished import last_move
from league.play.rules.orders import ordered
from league.play.services.season_plays import call_time, take_own_turn

log = structlog.get_logger(__name__)
AT_ONCE = 100
NOT_BEGUN = timedelta(days=14)
NOT_GONE_ON = timedelta(days=60)
NOBODY_BEGAN = said("Nobody began this game for 14 days.")
NOBODY_ACTED = said("Nobody acted in this game for 60 days.")
_WAITS = Q(status=Play.RUNNING, counts=True, bot_decides=False, season_play__table=None)


def follow_rounds() -> int:
    """Pause plays whose round has paused, resume those whose round goes on, and return how many. Each pause acts once:
    a table that agrees to play on all the same plays on, as at a board."""
    return sum(
        pause_by_clock(play_id=pk, pause=pause)
        for pause, plays in ((True, _to_pause()), (False, _to_resume()))
        for pk in plays.values_list("pk", flat=True)[:AT_ONCE]
    )


def _to_pause() -> QuerySet[Play]:
    pauses = Turn.objects.filter(play=OuterRef("pk"), kind=Turn.PAUSED, by=None, at__gte=OuterRef("stands_since"))
    here = Play.objects.filter(status=Play.RUNNING, paused_at=None, season_play__table__round__paused_at__isnull=False)
    return here.annotate(stands_since=F("season_play__table__round__paused_at")).filter(~Exists(pauses))


def _to_resume() -> QuerySet[Play]:
    """Return the plays to resume, unless their players asked for the pause themselves."""
    votes = Turn.objects.filter(play=OuterRef("pk"), kind__in=(Turn.PAUSED, Turn.RESUMED)).order_by("-number")
    here = Play.objects.filter(status=Play.RUNNING, paused_at__isnull=False, season_play__table__isnull=False)
    here = here.filter(season_play__table__round__paused_at=None)
    return here.annotate(asked_by=Subquery(votes.values("by")[:1])).filter(asked_by=None)


def _rounds_on_the_clock() -> QuerySet[Round]:
    """Return the rounds whose clock runs on this site; a hall has its own."""
    return Round.objects.filter(started_at__isnull=False, paused_at=None, ended_at=None, stage__tournament__hall=None)


def call_times() -> int:
    """Call time at tables of tournaments where the clock of the round, with the table's extra time, has run out and the
    game is one that time ends; return at how many. Other games end by a ruling of the referee."""
    now = timezone.now()
    running = _rounds_on_the_clock()
    rounds = [played.pk for played in running if clock_of(played).is_over(now)]
    called = Turn.objects.filter(play=OuterRef("play"), author=Turn.HOST, kind=Turn.ACT)
    plays = SeasonPlay.objects.filter(~Exists(called), table__round__in=rounds, play__status=Play.RUNNING)
    rows = plays.select_related("play", "table__round", "season__league").defer("play__state", "play__state_before")
    over = [
        row
        for row in rows.order_by("pk")
        if row.table and ends_by_time(row.play) and clock_of(row.table.round, row.table.extra_minutes).is_over(now)
    ]
    return sum(call_time(season_play=row) for row in over[:AT_ONCE])


def end_clocks() -> int:
    """Have bots play for players at tournament tables whose time is out; return at how many tables."""
    late = Play.objects.filter(decide_by__lte=timezone.now(), season_play__table__isnull=False)
    return sum(replace_late(play_id=pk) for pk in late.order_by("decide_by").values_list("pk", flat=True)[:AT_ONCE])


def next_clock_ends() -> datetime | None:
    """Return when the time of the next player at a table of a tournament is out, or that of the next round."""
    now = timezone.now()
    players = Play.objects.filter(decide_by__isnull=False, season_play__table__isnull=False).order_by("decide_by")
    rounds = _rounds_on_the_clock()
    ends = [runs_out_at(played) for played in rounds.filter(tables__season_play__play__status=Play.RUNNING).distinct()]
    later = (end for end in ends if end is not None and end > now)
    return min(filter(None, (*later, players.values_list("decide_by", flat=True).first())), default=None)


def take_due_turns() -> int:
    """Take the turns that are due for people who ordered it or can do nothing else; return how many. A turn that fails
    waits for its person and keeps no other waiting."""
    due, count = Play.objects.filter(due_at__lte=timezone.now()).order_by("due_at"), 0
    for pk in due.values_list("pk", flat=True)[:AT_ONCE]:
        try:
            count += _take_due(pk)
        except (OperationalError, InterfaceError):
            raise
        except Exception:
            log.exception("due_turn_failed", play=pk)
            Play.objects.filter(pk=pk).update(due_at=None)
    return count


def next_turn_is_due() -> datetime | None:
    """Return when the next turn is due: of a person, or of a bot whose worker may have been killed."""
    held = Play.objects.filter(BOTS.to_do, leased_until__isnull=False).aggregate(until=Min("leased_until"))["until"]
    due = Play.objects.filter(due_at__isnull=False).order_by("due_at").values_list("due_at", flat=True).first()
    return min(filter(None, (held, due)), default=None)


@transaction.atomic
def _take_due(pk: int) -> bool:
    """Take a turn as its person would, so that nobody can tell who did. What nobody ordered is done only for a person
    at the table: of somebody who is known to be away, a pass would say that there was no choice."""
    play, now = locked(pk), timezone.now()
    if play.due_at is None or play.due_at > now or play.actor is None:
        return False
    actor = PlaySeat.objects.select_related("person").get(play=pk, seat=play.actor + 1)
    action = _ordered(play, actor)
    if action is None and play.passes and is_here(actor.seen_at, now):
        action = _only_choice(play)
    if action is None or actor.person is None:
        Play.objects.filter(pk=pk).update(due_at=None)
        return False
    season_play = SeasonPlay.objects.select_related("season__league").get(pk=pk)
    take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=actor.person)
    return True


def _ordered(play: Play, actor: PlaySeat) -> str | None:
    """Return what the person at turn has ordered for this decision. An order that does not cover it ends."""
    try:
        action = ordered(game_of(play), actor.order) if actor.order else None
    except EngineError:  # begun by rules that the site has no more
        action = None
    if actor.order and action is None:  # the play says nothing of it, for the others would hear that
        PlaySeat.objects.filter(pk=actor.pk).update(order="")
    return action


def _only_choice(play: Play) -> str | None:
    """Return what the person at turn has to do, unless chance falls by it."""
    try:
        game = game_of(play)
        legal = game.legal_actions()
        return game.describe(legal[0]) if len(legal) == 1 and not chance_falls(game, legal[0]) else None
    except EngineError:  # begun by rules that the site has no more
        return None


def _forgotten(now: datetime) -> Q:
    """Select plays that have long been open, or are practice that waits for a person. A table of a tournament is for
    its organiser to close."""
    never = Q(status=Play.OPEN, changed_at__lt=now - NOT_BEGUN)
    stopped = Q(status=Play.RUNNING, counts=False, bot_decides=False, changed_at__lt=now - NOT_GONE_ON)
    return (never | stopped) & Q(season_play__table=None)


def close_forgotten() -> int:
    """End the plays that nobody goes on with and that count for nothing; return how many."""
    plays = Play.objects.filter(_forgotten(timezone.now())).values_list("pk", flat=True)[:AT_ONCE]
    return sum(_end(pk) for pk in list(plays))


@transaction.atomic
def _end(pk: int) -> bool:
    play = locked(pk)
    if not Play.objects.filter(_forgotten(timezone.now()), pk=pk).exists():
        return False
    play.problem = NOBODY_BEGAN if play.status == Play.OPEN else NOBODY_ACTED
    play.status, play.actor, play.decide_by, play.paused_at = Play.CLOSED, None, None, None
    play.decides_since, play.due_at, play.leased_until, play.changed_at = None, None, None, timezone.now()
    play.rewind_to = None
    play.save()
    turn_asked.send(pk, play.number + 1)
    log.info("play_closed", play=pk, problem=str(play.problem))
    return True


def give_up_for_absent(now: datetime) -> int:
    """Give up for people who have not gone on with a play that counts for as long as their season says, so that bots
    play it to its end; return for how many.

    A pause as long as that ends, and the days begin again: nobody loses a game while they may not move. Neither a
    voice nor a look delays it.
    """
    waiting = Play.objects.filter(_WAITS).annotate(moved_at=Coalesce("paused_at", last_move())).order_by("moved_at")
    rows = list(waiting.values_list("pk", "season_play__season", "moved_at", "paused_at"))
    rules = house_rules_by_season({season for _pk, season, _at, _paused in rows})
    days = {season: timedelta(days=rules[season].days_without_a_move) for season in rules}
    late = [(pk, now - days[season], paused) for pk, season, at, paused in rows if at < now - days[season]][:AT_ONCE]
    for pk, _before, paused in late:
        if paused is not None:
            pause_by_clock(play_id=pk, pause=False)
    return sum(_give_up(pk, before) for pk, before, paused in late if paused is None)


@transaction.atomic
def _give_up(pk: int, moved_before: datetime) -> bool:
    play = locked(pk)
    waits = Play.objects.filter(_WAITS, pk=pk, paused_at=None).annotate(moved_at=last_move())
    if not waits.filter(moved_at__lt=moved_before).exists():
        return False
    give_up_for(play)
    log.info("play_left_to_bots", play=pk)
    return True
