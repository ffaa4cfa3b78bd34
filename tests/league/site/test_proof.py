"""check_careers --workers: the portions of the proof are rows, and any number of workers gives the same answer."""

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import chain
from pathlib import Path
from threading import Thread

import pytest
from django.db import connection
from django.utils import timezone

from characters.models import Career
from league.management.processes import begin_process
from league.models import ProofPortion, Result
from league.site.queries.proof import Portion, differences_of, portions
from league.site.services.proof import PORTIONS, end_proof, order_proof, prove_portion
from tests.factories.careers import climb
from tests.factories.cast import a_staffed_season
from tests.factories.databases import ROOT, database_url
from tests.factories.games import review
from tests.factories.processes import eventually
from tests.factories.tampering import past_triggers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tampered() -> None:
    season, ada, *_ = a_staffed_season()
    climb(season, ada, 3)
    review()
    with past_triggers():
        Career.objects.filter(character=ada).update(happiness=1)
        Result.objects.filter(character=ada).update(share=7)


def beside(act: Callable[[], object]) -> Thread:
    def work() -> None:
        act()
        connection.close()

    thread = Thread(target=work)
    thread.start()
    return thread


def all_portions() -> None:
    while prove_portion():
        pass


@pytest.mark.parametrize("workers", [0, 1, 3])
def test_the_answer_is_the_same_with_any_number_of_workers(run, tampered, workers: int):
    alone = run("check_careers", "--jobs", "1")
    assert alone[0] == 1 and any("happiness" in line for line in alone[2])
    ordered = order_proof(portions())
    for worker in [beside(all_portions) for _ in range(workers)]:
        worker.join()
    while prove_portion(run=ordered):
        pass
    rows = ProofPortion.objects.filter(run=ordered)
    assert sorted(chain.from_iterable(rows.values_list("differences", flat=True))) == alone[2]
    end_proof(run=ordered)
    assert run("check_careers", "--workers") == alone
    assert not ProofPortion.objects.exists(), "the command leaves nothing behind"


def test_a_portion_whose_worker_was_killed_goes_to_the_next_one(tampered):
    ordered = order_proof([Portion("characters", 1, 1_000_000)])
    lost = PORTIONS.claim(ProofPortion.objects.all(), print)
    assert lost is not None and not prove_portion(), "it is being worked on"
    ProofPortion.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    assert prove_portion()
    (row,) = ProofPortion.objects.filter(run=ordered)
    assert row.differences == differences_of(Portion("characters", 1, 1_000_000)) != []


def test_a_portion_over_which_workers_end_again_and_again_is_said_not_to_be_proved(tampered):
    order_proof([Portion("characters", 1, 1)])
    ProofPortion.objects.update(tries=PORTIONS.tries)
    assert not prove_portion()
    (row,) = ProofPortion.objects.all()
    assert row.differences == ["characters 1 to 1: 5 workers ended over this portion, and it is not proved."]


WORKER = "-m celery --quiet --app league.config worker --queues thinking --without-gossip --without-mingle"


@pytest.fixture
def begin_worker(tmp_path: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    begun: list[subprocess.Popen[bytes]] = []

    def begin() -> subprocess.Popen[bytes]:
        env = os.environ | {"DATABASE_URL": database_url()}
        with (tmp_path / "worker.log").open("ab") as log:
            command = [sys.executable, *WORKER.split(), "--hostname", f"{len(begun)}@here"]
            begun.append(subprocess.Popen(command, cwd=ROOT, env=env, stdout=log, stderr=log))
        return begun[-1]

    yield begin
    for worker in begun:
        worker.kill()
        worker.wait()


@pytest.mark.services
def test_workers_of_celery_prove_what_was_ordered_though_one_of_them_is_killed(tampered, begin_worker):
    expected = sorted(chain.from_iterable(map(differences_of, portions())))
    first, _second = begin_worker(), begin_worker()
    ordered = order_proof([*portions(), *(Portion("characters", 10_000 + at, 10_000 + at) for at in range(500))])
    rows = ProofPortion.objects.filter(run=ordered)
    eventually(lambda: rows.filter(differences__isnull=False).count() > 20)
    first.send_signal(signal.SIGKILL)
    first.wait()
    rows.filter(differences__isnull=True).update(leased_until=None)  # as time does
    eventually(lambda: not rows.filter(differences__isnull=True).exists())
    assert sorted(chain.from_iterable(rows.values_list("differences", flat=True))) == expected != []


def test_a_process_that_is_no_fork_begins_as_well():
    """So does every process of a pool on Windows and macOS."""
    with multiprocessing.get_context("spawn").Pool(1, initializer=begin_process) as pool:
        assert pool.apply_async(gc.isenabled).get(timeout=60) is False
