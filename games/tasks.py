"""Run the jobs under Celery: on a hint, and by looking for those without one. The rows are the queue. A task does about
a second of the waiting work and returns True if more may wait: the sweeper calls it again (`league.config.sweep`),
after the others. No task sends itself."""

from time import monotonic

from celery import shared_task
from django.db import transaction

from games.services.review import review_waiting

SECONDS = 1
THOUGHT_LIMIT = 2 * 60  # seconds: above every lease of a game that bots play


@shared_task
def review_waiting_games() -> bool:
    """Run about a second of the waiting reviews; return whether more may wait."""
    until = monotonic() + SECONDS
    while review_waiting():
        if monotonic() > until:
            return True
    return False


def review_soon() -> None:
    """Tell a worker once the current transaction is committed. It is a hint only: the sweep finds every job that it
    does not reach."""
    transaction.on_commit(review_waiting_games.delay)
