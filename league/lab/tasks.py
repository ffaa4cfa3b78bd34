"""Celery's part: other house rules are tried out, experiments are played, and the chances of games that were played are
worked out. The rows are the queue."""

from celery import shared_task
from django.db import transaction

from games.tasks import THOUGHT_LIMIT
from league.core.services.periodic import run_due
from league.lab.services.lab_work import play_waiting_pairs
from league.lab.services.studies import begin_study_of_a_play, work_on_study
from league.lab.services.what_if import live_what_if

BEGIN_EVERY = 20  # seconds


@shared_task(time_limit=THOUGHT_LIMIT)
def live_what_ifs() -> bool:
    """Live about a second of a comparison that waits, so that others come in between; return whether there was one."""
    return live_what_if()


def live_soon() -> None:
    """Tell a worker once the present transaction is committed. The sweep finds what this does not reach."""
    transaction.on_commit(live_what_ifs.delay)


@shared_task(time_limit=THOUGHT_LIMIT)
def play_waiting_pairs_of_lab() -> bool:
    """Play about a second of an experiment, so that others come in between; return whether there was one."""
    return play_waiting_pairs()


def play_pairs_soon() -> None:
    transaction.on_commit(play_waiting_pairs_of_lab.delay)


@shared_task(time_limit=THOUGHT_LIMIT)
def work_on_studies() -> bool:
    """Work about a second on a study; return whether there was one. Where no study waits, one of a game that people
    played here is begun."""
    if work_on_study():
        return True
    run_due({"studies": BEGIN_EVERY}, lambda _name: begin_study_of_a_play())
    return False


def work_soon() -> None:
    transaction.on_commit(work_on_studies.delay)
