"""Celery's part: bots take their turns, clocks end, and what nobody goes on with is closed. The rows are the queue."""

from datetime import datetime

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from games.tasks import THOUGHT_LIMIT, review_waiting_games
from league.play.services.origins import forget_old_origins
from league.play.services.season_plays import play_for_waiting_bots
from league.play.services.sweeps import (
    call_times,
    close_forgotten,
    end_clocks,
    follow_rounds,
    give_up_for_absent,
    next_clock_ends,
    next_turn_is_due,
    take_due_turns,
)
from league.play.services.tryouts import forget_old_try_outs


@shared_task
def take_waiting_turns() -> bool | datetime | None:
    """Take the turns that are due for people, and play about a second for the bots that sit at tables with people;
    return True if there were any turns, else when the next one is due."""
    return bool(take_due_turns()) | _play(ordered=False) or next_turn_is_due()


@shared_task(time_limit=THOUGHT_LIMIT)
def play_ordered_games() -> bool:
    """Play about a second of games that were ordered from the bots; return whether there were any."""
    return _play(ordered=True)


def _play(*, ordered: bool) -> bool:
    played = play_for_waiting_bots(ordered=ordered)
    if played:
        review_waiting_games.delay()
    return played


@shared_task
def forget_try_outs() -> None:
    forget_old_try_outs()


def bots_soon() -> None:
    """Tell a worker once the current transaction is committed. The sweep finds what this does not reach."""
    transaction.on_commit(take_waiting_turns.delay)


def ordered_game_soon() -> None:
    transaction.on_commit(play_ordered_games.delay)


@shared_task
def end_clocks_of_plays() -> datetime | None:
    """Let rounds and clocks act on plays; return when the next clock ends."""
    if follow_rounds() + call_times() + end_clocks():
        take_waiting_turns.delay()
    return next_clock_ends()


@shared_task
def close_forgotten_plays() -> None:
    close_forgotten()
    if give_up_for_absent(timezone.now()):
        take_waiting_turns.delay()
    forget_old_origins(timezone.now())
