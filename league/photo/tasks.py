"""Celery's part for photos of printed sheets. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from league.photo.services.photos import forget_photos
from league.photo.services.piles import read_waiting_photos


@shared_task
def forget_old_photos() -> None:
    forget_photos()


@shared_task
def read_photos() -> bool:
    """Read photos of piles for about a second; return whether more may wait."""
    return read_waiting_photos()


def read_soon() -> None:
    """Tell a worker once the current transaction is committed."""
    transaction.on_commit(read_photos.delay)
