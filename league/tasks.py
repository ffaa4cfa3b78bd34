"""Celery's part for uploaded files, tables whose countdown is over, ratings and what goes out. The rows are the
queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import review_waiting_games
from league.services.announcements import tell_events
from league.services.mail import send_mail_notices
from league.services.outgoing import forget_old
from league.services.ratings import update_ratings
from league.services.table_outcomes import settle_overdue
from league.services.uploads import run_waiting_import
from league.services.webhooks import send_webhooks

STEPS = 5


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


@shared_task
def tell_waiting_events() -> None:
    tell_events()


@shared_task
def send_waiting_mail() -> None:
    send_mail_notices()


@shared_task
def send_waiting_webhooks() -> None:
    send_webhooks()


@shared_task
def forget_old_notices() -> None:
    forget_old()


@shared_task
def update_waiting_ratings() -> None:
    """About a second of what waits to be rated, so that reviews come in between. Sent by the sweep."""
    for _ in range(STEPS):
        if not update_ratings():
            break
