"""Celery's part: bots take their turns. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import THOUGHT_LIMIT, review_waiting_games
from league.play.services import play_for_bots


@shared_task(name="league.tasks.take_waiting_turns", time_limit=THOUGHT_LIMIT)
def take_waiting_turns(again: bool = False) -> None:
    """Play on for the bots of one play. With `again` the task sends itself as long as some bot is at turn."""
    if play_for_bots():
        review_waiting_games.delay()
        if again:
            take_waiting_turns.delay(again=True)


def bots_soon() -> None:
    """Tell a worker once the present transaction is committed. The sweep finds what this does not reach."""
    transaction.on_commit(lambda: take_waiting_turns.delay(again=True))
