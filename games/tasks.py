"""Celery's part: being told, and looking for what nobody told. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.services.review import review_waiting
from games.services.simulations import run_waiting_chunk

CHAINS = 4
THOUGHT_LIMIT = 2 * 60  # seconds: above the lease of whatever bots play


@shared_task
def review_waiting_games() -> None:
    """Review until nothing waits. Sent after every commit that leaves something to review, and by the sweep."""
    while review_waiting():
        pass


def review_soon() -> None:
    """Tell a worker once the present transaction is committed. A hint only: the sweep finds what it does not reach."""
    transaction.on_commit(review_waiting_games.delay)


@shared_task(time_limit=THOUGHT_LIMIT)
def run_simulation_chunk(again: bool = False) -> None:
    """Play about a second of a waiting simulation, so that others come in between. With `again` the task sends itself
    as long as something waits; the sweep sends it without, or its messages would add up."""
    if run_waiting_chunk() and again:
        run_simulation_chunk.delay(again=True)


def simulate_soon() -> None:
    """Tell a few workers once the present transaction is committed. The sweep finds what this does not reach."""
    for _ in range(CHAINS):
        transaction.on_commit(lambda: run_simulation_chunk.delay(again=True))
