"""Celery's part: what characters, seasons and last rounds may expect is worked out when something new is known of them;
other house rules are tried out, experiments of the lab are played, and the chances of games that were played are
worked out. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import THOUGHT_LIMIT
from league.core.services.periodic import run_due
from league.insight.queries.odds import awaiting_forecast
from league.insight.services.forecasts import make_forecasts, make_newcomer_forecasts
from league.insight.services.lab_work import play_waiting_pairs
from league.insight.services.round_forecasts import make_round_forecasts
from league.insight.services.season_forecasts import make_season_forecasts
from league.insight.services.studies import begin_study_of_a_play, work_on_study
from league.insight.services.what_if import live_what_if

NAME = "league.tasks.make_waiting_forecasts"
STUDIES, BEGIN_EVERY = "league.tasks.work_on_studies", 20
SECONDS = 2  # between two batches, so that a bot's turn comes in between; a lease lets one worker at a time do it
EVENTS = {
    "newcomer_forecasts": (20, make_newcomer_forecasts),  # nobody waits for them
    "season_forecasts": (20, make_season_forecasts),  # an evening's games come together; one may know several
    "round_forecasts": (10, make_round_forecasts),  # people are waiting in the room
}


@shared_task(name=NAME, time_limit=THOUGHT_LIMIT)
def make_waiting_forecasts() -> None:
    if awaiting_forecast().exists():
        run_due({NAME: SECONDS}, lambda _name: make_forecasts())
    run_due({name: seconds for name, (seconds, _make) in EVENTS.items()}, lambda name: EVENTS[name][1]())


@shared_task(name="league.tasks.live_what_ifs", time_limit=THOUGHT_LIMIT)
def live_what_ifs() -> bool:
    """About a second of one that waits, so that others come in between; whether there was one."""
    return live_what_if()


def live_soon() -> None:
    """Tell a worker once the present transaction is committed. The sweep finds what this does not reach."""
    transaction.on_commit(live_what_ifs.delay)


@shared_task(name="league.tasks.play_waiting_pairs", time_limit=THOUGHT_LIMIT)
def play_waiting_pairs_of_lab() -> bool:
    """About a second of an experiment, so that others come in between; whether there was one."""
    return play_waiting_pairs()


def play_pairs_soon() -> None:
    transaction.on_commit(play_waiting_pairs_of_lab.delay)


@shared_task(name=STUDIES, time_limit=THOUGHT_LIMIT)
def work_on_studies() -> bool:
    """About a second of a study; whether there was one. Where nothing waits, a game that people played here is begun
    with."""
    if work_on_study():
        return True
    run_due({STUDIES: BEGIN_EVERY}, lambda _name: begin_study_of_a_play())
    return False


def work_soon() -> None:
    transaction.on_commit(work_on_studies.delay)
