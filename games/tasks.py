"""Celery's part: being told, and looking for what nobody told. The rows are the queue."""

from celery import shared_task

from games.services.review import review_waiting


@shared_task
def review_waiting_games() -> None:
    """Review until nothing waits. Sent after every commit that leaves something to review, and by the sweep."""
    while review_waiting():
        pass
