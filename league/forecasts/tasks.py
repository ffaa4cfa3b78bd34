"""Celery's part: what characters, seasons and last rounds may expect is worked out when something new is known of them.
The rows are the queue."""

from celery import shared_task

from games.tasks import THOUGHT_LIMIT
from league.core.services.periodic import run_due
from league.forecasts.queries.odds import awaiting_forecast
from league.forecasts.services import (
    make_forecasts,
    make_newcomer_forecasts,
    make_round_forecasts,
    make_season_forecasts,
)

SECONDS = 2  # between two batches, so that a bot's turn comes in between; a lease lets one worker at a time do it
EVENTS = {
    "newcomer_forecasts": (20, make_newcomer_forecasts),  # nobody waits for them
    "season_forecasts": (20, make_season_forecasts),  # an evening's games come together; one may know several
    "round_forecasts": (10, make_round_forecasts),  # people are waiting in the room
}


@shared_task(time_limit=THOUGHT_LIMIT)
def make_waiting_forecasts() -> None:
    if awaiting_forecast().exists():
        run_due({"forecasts": SECONDS}, lambda _name: make_forecasts())
    run_due({name: seconds for name, (seconds, _make) in EVENTS.items()}, lambda name: EVENTS[name][1]())
