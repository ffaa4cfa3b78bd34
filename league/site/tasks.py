"""Celery's part for the proof of everything. The row is the queue."""

from celery import shared_task

from league.core.tasks import LONG
from league.site.services.proof import prove_portion


@shared_task(time_limit=LONG)
def prove_waiting_portions() -> bool:
    """Prove one portion; return whether there was one."""
    return prove_portion()
