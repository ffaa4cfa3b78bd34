"""Celery's part for uploaded files and for tables whose countdown is over. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import review_waiting_games
from league.services.table_outcomes import settle_overdue
from league.services.uploads import run_waiting_import


@shared_task
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


@shared_task
def settle_tables() -> None:
    """Confirm what nobody contradicted in time until nothing is due, then see to the reviews."""
    worked = False
    while settle_overdue():
        worked = True
    if worked:
        review_waiting_games.delay()
