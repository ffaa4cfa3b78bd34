"""Celery's part of the lab. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import THOUGHT_LIMIT
from league.core.services.periodic import run_due
from league.lab.services import portions
from league.lab.services.studies import begin_study_of_a_play

BEGIN_EVERY = 20  # seconds


@shared_task(time_limit=THOUGHT_LIMIT)
def work_on_orders() -> bool:
    """Work about a second on an order of each kind, so that others come in between; return whether there was one. Where
    none waits, a study of a game that people played here is begun."""
    if portions.work_on_orders():
        return True
    run_due({"studies": BEGIN_EVERY}, lambda _name: begin_study_of_a_play())
    return False


def work_soon() -> None:
    """Tell a worker once the present transaction is committed. The sweep finds what this does not reach."""
    transaction.on_commit(work_on_orders.delay)
