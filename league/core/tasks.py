"""Celery's part for uploaded files. The row is the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import review_waiting_games
from league.core.services.uploads import run_waiting_import


@shared_task(name="league.tasks.run_waiting_imports")
def run_waiting_imports() -> None:
    """Work on uploaded files until none waits, then on the reviews that they leave."""
    worked = False
    while run_waiting_import():
        worked = True
    if worked:
        review_waiting_games.delay()


def import_soon() -> None:
    """Tell a worker once the present transaction is committed."""
    transaction.on_commit(run_waiting_imports.delay)
