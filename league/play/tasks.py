"""Celery's part: bots take their turns, clocks end, and what nobody goes on with is closed. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import THOUGHT_LIMIT, review_waiting_games
from league.play.services.season_plays import play_for_waiting_bots
from league.play.services.sweeps import close_forgotten, end_clocks, follow_rounds
from league.play.services.tryouts import forget_old_try_outs


@shared_task(name="league.tasks.take_waiting_turns", time_limit=THOUGHT_LIMIT)
def take_waiting_turns(again: bool = False) -> None:
    """Play on for bots that wait. With `again` the task sends itself as long as some bot is at turn."""
    if play_for_waiting_bots():
        review_waiting_games.delay()
        if again:
            take_waiting_turns.delay(again=True)


@shared_task(name="league.tasks.forget_try_outs")
def forget_try_outs() -> None:
    forget_old_try_outs()


def bots_soon() -> None:
    """Tell a worker once the present transaction is committed. The sweep finds what this does not reach."""
    transaction.on_commit(lambda: take_waiting_turns.delay(again=True))


@shared_task(name="league.tasks.end_clocks_of_plays")
def end_clocks_of_plays() -> None:
    if follow_rounds() + end_clocks():
        take_waiting_turns.delay(again=True)


@shared_task(name="league.tasks.close_forgotten_plays")
def close_forgotten_plays() -> None:
    close_forgotten()
