"""Celery's part of the lab. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import THOUGHT_LIMIT
from league.lab.services import portions
from league.lab.services.studies import begin_study_of_a_play


@shared_task(time_limit=THOUGHT_LIMIT)
def work_on_orders() -> bool:
    """Work about a second on an order of each kind, so that others get turns; return whether there was one."""
    return portions.work_on_orders()


@shared_task(time_limit=THOUGHT_LIMIT)
def begin_a_study() -> None:
    """Begin the study of a game that people played here, if nobody waits for anything else."""
    if begin_study_of_a_play():
        work_on_orders.delay()


def work_soon() -> None:
    """Tell a worker once the current transaction is committed. The sweep finds what this does not reach."""
    transaction.on_commit(work_on_orders.delay)
