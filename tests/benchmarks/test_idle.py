"""What an installation of `run.py` costs while nobody does anything, how soon a worker begins what somebody asked for,
and what starting costs. On SQLite, or on the servers of `DATABASE_URL` and `REDIS_URL`."""

import os
import random
import resource
import shlex
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import run
from games.models import Play, Sheet
from games.services.plays import game_of
from games.tasks import review_soon
from league.lab.models import ExperimentChunk
from league.lab.services.lab import Setup, order_experiment
from league.play.services.season_plays import take_own_turn
from league.play.tasks import bots_soon
from league.results.services.games import report_game
from tests.benchmarks.measures import measured, percentile
from tests.benchmarks.sites import Processes
from tests.factories.databases import an_empty_database, database_url
from tests.factories.friday_club import a_friday_club, friday_sheet
from tests.factories.plays import a_running_play, fresh
from tests.factories.processes import eventually, free_port
from tests.factories.thursday_club import a_thursday_club

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="reads /proc"),
]
IDLE, ROUNDS = 120, 25  # seconds; things that are asked for
PAGES = ("/", "/characters/", "/tournaments/", "/play/", "/seasons/", "/help/")


@pytest.fixture
def office(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    with an_empty_database(tmp_path) as address:
        env = os.environ | {"PORT": str(free_port()), "DATABASE_URL": address}
        log = (tmp_path / "office.log").open("wb")
        process = subprocess.Popen([sys.executable, "run.py"], cwd=run.ROOT, env=env, stdout=log, stderr=log)
        eventually(lambda: run.answers(int(env["PORT"])), seconds=300)
        for page in PAGES:
            urllib.request.urlopen(f"http://127.0.0.1:{env['PORT']}{page}").read()
        yield process
        process.terminate()
        process.wait()
        log.close()


def test_an_installation_that_nobody_uses(office: subprocess.Popen[bytes]) -> None:
    processes = Processes(office.pid)
    eventually(lambda: sum(processes.shares(10).values()) < 3, seconds=600)  # what the sample leaves to work out
    shares, rss, pss = processes.shares(IDLE), processes.megabytes("Rss"), processes.megabytes("Pss")
    for pid in processes.pids:
        figures = (f"{shares[pid]:.2f} % of a core", f"RSS {rss[pid]:.0f} MB", f"PSS {pss[pid]:.0f} MB")
        measured(processes.name(pid), *figures)
    total = (f"{sum(shares.values()):.2f} % of a core", *(f"{sum(one.values()):.0f} MB" for one in (rss, pss)))
    measured(f"{len(processes.pids)} processes, idle for {IDLE} s, RSS and PSS", *total)


@pytest.mark.parametrize("compiled", [False, True], ids=["first", "again"])
def test_the_start_of_a_command(compiled: bool, tmp_path: Path) -> None:
    env = os.environ | {"PYTHONPYCACHEPREFIX": str(tmp_path), "DATABASE_URL": "sqlite://"}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    taken = []
    for _ in range(6 if compiled else 1):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "manage.py", "check"], cwd=run.ROOT, env=env, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    measured(f"manage.py check, {'compiled' if compiled else 'not compiled'}", f"{min(taken):.2f} s of CPU")


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[None]:
    with (tmp_path / "worker.log").open("wb") as log:
        command = [sys.executable, *shlex.split(run.WORKER)]
        env = os.environ | {"DATABASE_URL": database_url()}
        process = subprocess.Popen(command, cwd=run.ROOT, env=env, start_new_session=True, stdout=log, stderr=log)
        yield
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.fixture(params=[False, True], ids=["idle", "thinking"])
def state(worker: None, request: pytest.FixtureRequest) -> str:
    if not request.param:
        return "nothing else to do"
    order_experiment(system="careers", a=Setup(6, ("greedy",)), most=20_000, seed=1)
    eventually(ExperimentChunk.objects.filter(totals__isnull=False).exists)
    return "an experiment under way"


def test_how_soon_a_review_is_done(state: str) -> None:
    club, taken = a_friday_club(), []
    for number in range(ROUNDS):
        time.sleep(random.uniform(0.3, 0.8))
        reported = {"season": club.season, "reference": f"game-{number}", "sheet": friday_sheet(club)}
        game = report_game(**reported, source=Sheet.WEB, by=club.ada, confirm=True)
        review_soon()
        taken.append(_until(Sheet.objects.filter(game=game.game, reviewed_at__isnull=False).exists))
    _print(f"A review, {state}", taken)


def test_how_soon_a_bot_takes_its_turn(state: str) -> None:
    club, taken = a_thursday_club(), list[float]()
    table = a_running_play(club, "ada", bots=1)
    while len(taken) < ROUNDS:
        time.sleep(random.uniform(0.3, 0.8))
        play = fresh(table).play
        if play.status != Play.RUNNING:
            table = a_running_play(club, "ada", bots=1)
        elif not play.bot_decides:
            action = game_of(play).legal[0].text
            take_own_turn(season_play=table, number=play.number, action=action, key="", by=club.users["ada"])
            bots_soon()
            after = fresh(table).play
            if after.bot_decides:
                theirs = Play.objects.filter(pk=after.pk, number__gt=after.number)
                taken.append(_until(theirs.exists))
    _print(f"A bot's turn, {state}", taken)


def _print(title: str, taken: Sequence[float]) -> None:
    figures = [f"{label} {percentile(taken[3:], share):.0f} ms" for label, share in (("p50", 50), ("p90", 90))]
    measured(title, *figures)


def _until(done: Callable[[], bool]) -> float:
    began = time.perf_counter()
    while not done():
        time.sleep(0.002)
    return time.perf_counter() - began
