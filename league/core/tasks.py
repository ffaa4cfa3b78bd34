"""Celery's part for uploaded files and for what is done every so often. The row is the queue."""

from celery import current_app, shared_task
from django.conf import settings
from django.core.management import call_command
from django.db import transaction

from games.tasks import review_waiting_games
from league.core.services.idempotency import forget_old_keys
from league.core.services.periodic import run_due
from league.core.services.quotas import forget_old_uses
from league.core.services.uploads import forget_old_files, run_waiting_import

LONG = 30 * 60  # seconds, above every lease of such work


@shared_task(time_limit=LONG)
def run_waiting_imports() -> bool:
    """Work on one uploaded file; return whether there was one."""
    worked = run_waiting_import()
    if worked:
        review_waiting_games.delay()
    return worked


def import_soon() -> None:
    """Tell a worker once the current transaction is committed."""
    transaction.on_commit(run_waiting_imports.delay)


@shared_task
def forget_old_traffic() -> None:
    """Delete files that were read, answers to requests, uses of quotas, sessions that are over."""
    forget_old_files()
    forget_old_keys()
    forget_old_uses()
    call_command("clearsessions")


@shared_task(time_limit=LONG)
def run_due_tasks() -> None:
    """Run the due tasks of `PERIODIC` in the settings."""
    run_due(settings.PERIODIC, lambda name: current_app.tasks[name].run())
