"""Celery's part for files of own data. The row is the queue."""

from celery import shared_task
from django.db import transaction

from league.accounts.services.own_data import forget_own_data_files, make_own_data_file
from league.core.tasks import LONG


@shared_task(time_limit=LONG)
def make_waiting_own_data() -> bool:
    """Make one file; return whether there was one to make."""
    return make_own_data_file()


@shared_task
def forget_old_own_data() -> None:
    forget_own_data_files()


def own_data_soon() -> None:
    """Tell a worker once the current transaction is committed."""
    transaction.on_commit(make_waiting_own_data.delay)
