"""Sending home what the hall has written, while there is a network."""

from celery import shared_task

from league.tournaments.hall.queries import hall_here
from league.tournaments.hall.services.in_hall import send_home


@shared_task
def send_what_is_new() -> None:
    if hall := hall_here():
        send_home(hall)
