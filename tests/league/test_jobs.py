"""Every kind of job: killed at any point it is taken up again and comes out once, a failing database costs it no try,
and one over which worker after worker ends is given up with a reason."""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.utils import timezone
from league.insight.rules.lab import Measure
from league.insight.services.lab import Setup, order_experiment
from league.insight.services.lab_work import PAIRS, play_waiting_pairs
from league.insight.services.studies import STUDIES, order_study, work_on_study
from league.insight.services.what_if import WHAT_IFS, live_what_if, order_what_if

from games.models import Leased, Simulation
from games.services.jobs import Jobs
from games.services.simulations import CHUNKS, run_waiting_chunk, start_simulation
from league.models import (
    Experiment,
    GameStudy,
    WhatIf,
)
from tests.factories.friday_club import FridayClub, a_friday_club, friday_game
from tests.factories.kill_points import WRITES, killed_before
from tests.factories.studies import OTHERS, a_recorded_game


@dataclass(frozen=True)
class Kind:
    """`order` makes one job, `work` is what a worker calls, `came` what came of it in the end, `why` the reason that is
    stored where it is given up."""

    jobs: Jobs[Any]
    order: Callable[[FridayClub], object]
    work: Callable[[], object]
    came: Callable[[], object]
    once: object
    why: Callable[[], str]


def a_simulation(club: FridayClub) -> None:
    start_simulation(system="career_compass", seats=2, games=2, bots=["greedy"], rng_seed=1)


def an_experiment(club: FridayClub) -> None:
    arms = {"a": Setup(5, ("greedy",)), "b": Setup(5, ("random",))}
    order_experiment(system="career_compass", **arms, measure=Measure("turns"), most=2, seed=3, by=club.dev)


def a_what_if(club: FridayClub) -> None:
    friday_game(club)
    values = {"cap_points_at_target": True}
    order_what_if(league=club.league, values=values, begins="entry", games=10, by=club.cleo)
    WhatIf.objects.update(seasons=2)


def a_study(club: FridayClub) -> None:
    order_study(season_game=a_recorded_game(club.season, OTHERS))


KINDS = {
    "simulation": Kind(
        CHUNKS,
        a_simulation,
        lambda: run_waiting_chunk(seconds=60),
        lambda: Simulation.objects.values_list("status", "totals__games").get(),
        ("done", 2),
        lambda: Simulation.objects.get().error,
    ),
    "experiment": Kind(
        PAIRS,
        an_experiment,
        lambda: play_waiting_pairs(seconds=60),
        lambda: Experiment.objects.values_list("status", "done").get(),
        ("done", 2),
        lambda: Experiment.objects.get().error,
    ),
    "what-if": Kind(
        WHAT_IFS,
        a_what_if,
        lambda: live_what_if(seconds=60),
        lambda: WhatIf.objects.values_list("status", "lived").get(),
        ("done", 2),
        lambda: WhatIf.objects.get().error,
    ),
    "study": Kind(
        STUDIES,
        a_study,
        lambda: work_on_study(seconds=0),
        lambda: GameStudy.objects.get().done > 0,
        True,
        lambda: GameStudy.objects.get().error,
    ),
}


@pytest.fixture(params=KINDS)
def kind(request) -> Kind:
    return KINDS[request.param]


def the_row(kind: Kind) -> Leased | None:
    """The job; None once it is done."""
    return kind.jobs.model.objects.filter(kind.jobs.to_do).first()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_worker_killed_before_any_write_leaves_the_job_to_the_next_one(kind: Kind):
    kind.order(a_friday_club())
    for statement in count(1):
        if not killed_before(statement, kind.work, WRITES):
            break
        row = the_row(kind)
        if row is not None and row.leased_until is not None:
            assert not kind.work(), "it is another worker's until the lease is over"
        kind.jobs.model.objects.update(leased_until=None, tries=0)
    while kind.came() != kind.once and kind.work():
        pass
    assert statement > 2 and kind.came() == kind.once


@pytest.mark.django_db(transaction=True)
def test_a_database_that_fails_gives_the_try_back(kind: Kind):
    kind.order(a_friday_club())
    for statement in count(1):
        left = iter(range(statement - 1, -1, -1))

        def fail(execute, sql, params, many, context, left=left):
            if next(left, -1) == 0:
                raise OperationalError("the database is away")
            return execute(sql, params, many, context)

        with connection.execute_wrapper(fail), suppress(OperationalError):
            kind.work()
        row = the_row(kind)
        if row is None or kind.came() == kind.once:
            break
        assert (row.leased_until, row.tries) == (None, 0), f"statement {statement}"
    assert statement > 3


@pytest.mark.django_db
def test_a_job_over_which_worker_after_worker_ends_is_given_up_and_says_why(kind: Kind):
    kind.order(a_friday_club())
    over = timezone.now() - timedelta(seconds=1)
    kind.jobs.model.objects.update(tries=kind.jobs.tries, leased_until=over)
    assert not kind.work()
    why = kind.why()
    assert "nterrupted" in why
    assert not kind.work(), "it is left alone"
