"""Celery's part for photos of printed sheets."""

from celery import shared_task

from league.photo.services import forget_photos


@shared_task
def forget_old_photos() -> None:
    forget_photos()
