"""What is due every so often is asked of the database, whatever was restarted meanwhile."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.config.celery import app
from league.core.services.periodic import PAUSE, run_due
from league.core.tasks import run_due_tasks
from league.models import PeriodicRun, SignedHead
from tests.factories.cast import a_staffed_season

pytestmark = pytest.mark.django_db
HOURLY = {"head": 3600.0}


def later(**by: float) -> None:
    """As if so much time had gone by: all rows are that much older."""
    for one in PeriodicRun.objects.all():
        one.ran_at = one.ran_at and one.ran_at - timedelta(**by)
        one.leased_until = one.leased_until and one.leased_until - timedelta(**by)
        one.save()


def test_what_is_due_is_done_once_and_again_an_hour_after_its_last_run_however_often_workers_begin_again():
    done: list[str] = []
    for _ in range(3):
        run_due(HOURLY, done.append)
    for _ in range(59):
        later(minutes=1)
        run_due(HOURLY, done.append)
    assert done == ["head"]
    later(minutes=1)
    run_due(HOURLY, done.append)
    assert done == ["head", "head"]


def test_a_task_that_fails_keeps_no_other_one_waiting_and_is_tried_again():
    tried: list[str] = []

    def act(name: str) -> None:
        tried.append(name)
        if name == "head":
            raise RuntimeError("no key")

    both = {**HOURLY, "letters": 600.0}
    assert run_due(both, act) == ["letters"]
    assert run_due(both, act) == []
    later(seconds=PAUSE.total_seconds())
    run_due(both, act)
    assert sorted(tried) == ["head", "head", "letters"]


def test_of_two_workers_who_see_the_same_one_does_it():
    done: list[str] = []

    def act(name: str) -> None:
        done.append(name)
        assert run_due(HOURLY, done.append) == []

    run_due(HOURLY, act)
    assert done == ["head"]


def test_the_sweep_makes_a_head_when_the_last_one_is_an_hour_old():
    app.loader.import_default_modules()
    a_staffed_season()
    run_due_tasks()
    assert SignedHead.objects.count() == 1
    runs = PeriodicRun.objects.get(task="league.tasks.make_hourly_head")
    assert runs.leased_until is None and timezone.now() - runs.ran_at < timedelta(minutes=5)
