"""Celery's part: being told, and looking for what nobody told. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.services.review import review_waiting


@shared_task
def review_waiting_games() -> None:
    """Review until nothing waits. Sent after every commit that leaves something to review, and by the sweep."""
    while review_waiting():
        pass


def review_soon() -> None:
    """Tell a worker once the present transaction is committed. A hint only: the sweep finds what it does not reach."""
    transaction.on_commit(review_waiting_games.delay)
