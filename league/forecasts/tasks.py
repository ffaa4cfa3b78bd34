"""Celery's part: what characters, seasons and last rounds may expect is worked out when something new is known of them.
The rows are the queue."""

from datetime import datetime, timedelta

from celery import shared_task
from django.utils import timezone

from games.tasks import THOUGHT_LIMIT
from league.core.services.periodic import run_due
from league.forecasts.queries.odds import awaiting_forecast, newcomers_awaiting_forecast
from league.forecasts.queries.season_odds import awaiting_season_forecast
from league.forecasts.services import (
    make_forecasts,
    make_newcomer_forecasts,
    make_round_forecasts,
    make_season_forecasts,
)

SECONDS = 2  # between two batches, so that a bot's turn comes in between; a lease lets one worker at a time do it
RARELY = 15  # of what nobody waits for, and of what an evening's games change together


@shared_task(time_limit=THOUGHT_LIMIT)
def make_waiting_forecasts() -> datetime | None:
    """Make some of the forecasts that wait, and return when it is time for more."""
    if not awaiting_forecast().exists():
        return None
    run_due({"forecasts": SECONDS}, lambda _name: make_forecasts())
    return timezone.now() + timedelta(seconds=SECONDS)


@shared_task(time_limit=THOUGHT_LIMIT)
def forecast_newcomers() -> None:
    if newcomers_awaiting_forecast().exists():
        run_due({"newcomer_forecasts": RARELY}, lambda _name: make_newcomer_forecasts())


@shared_task(time_limit=THOUGHT_LIMIT)
def forecast_seasons() -> None:
    if awaiting_season_forecast():
        run_due({"season_forecasts": RARELY}, lambda _name: make_season_forecasts())


@shared_task(time_limit=THOUGHT_LIMIT)
def forecast_last_rounds() -> None:
    """Make the forecasts of open last rounds. Without a lease: an installation with an open round would write two rows
    each time for nothing."""
    make_round_forecasts()
