"""Celery's part for games that bots play. The row is the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import THOUGHT_LIMIT, review_waiting_games
from league.results.services.bot_games import run_waiting_bot_game


@shared_task(name="league.tasks.play_waiting_bot_game", time_limit=THOUGHT_LIMIT)
def play_waiting_bot_game(again: bool = False) -> None:
    """Play one waiting game, and have it reviewed. With `again` the task sends itself as long as something waits."""
    if run_waiting_bot_game():
        review_waiting_games.delay()
        if again:
            play_waiting_bot_game.delay(again=True)


def play_soon() -> None:
    """Tell a worker once the present transaction is committed."""
    transaction.on_commit(lambda: play_waiting_bot_game.delay(again=True))
