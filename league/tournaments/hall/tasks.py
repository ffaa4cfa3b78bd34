"""The tasks of a hall: it keeps copies on a second place, and sends news home while there is a network."""

from celery import shared_task

from league.tournaments.hall.queries import hall_here
from league.tournaments.hall.services import laptops


@shared_task
def keep_copy() -> None:
    laptops.keep_copy()


@shared_task
def send_what_is_new() -> None:
    if hall := hall_here():
        laptops.send_out(hall)
