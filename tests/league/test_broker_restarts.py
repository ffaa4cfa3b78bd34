"""The broker is killed and started again and again while hints are sent: what waits is done all the same, and soon."""

import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from threading import Event, Thread

import pytest
from redis import Redis
from redis.exceptions import RedisError

import run
from games.models import Sheet
from games.tasks import review_waiting_games
from league.config.celery import app
from league.config.redis import circuit
from league.results.services.games import report_game
from tests.factories.databases import database_url
from tests.factories.friday_club import a_friday_club, friday_sheet
from tests.factories.processes import eventually, free_port

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.services]
LONGEST = 90  # seconds
NOON = datetime(2026, 1, 9, 12, tzinfo=UTC)


class Installation:
    """A broker and a worker, which is started again when it ends, as systemd, compose and run.py do."""

    def __init__(self, folder) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.log = (folder / "worker.log").open("wb")
        self.broker, self.over = self._broker(), Event()
        self.keeper = Thread(target=self._keep_a_worker)
        self.keeper.start()

    def _start(self, command: list[str]) -> "subprocess.Popen[bytes]":
        env = os.environ | {"DATABASE_URL": database_url(), "REDIS_URL": self.url}
        return subprocess.Popen(command, cwd=run.ROOT, env=env, stdout=self.log, stderr=self.log)

    def _broker(self) -> "subprocess.Popen[bytes]":
        return self._start(["redis-server", "--port", str(self.port), "--save", "", "--appendonly", "no"])

    def _keep_a_worker(self) -> None:
        command = [sys.executable, *shlex.split(run.WORKER)]
        worker = self._start(command)
        while not self.over.wait(0.5):
            if worker.poll() is not None:
                worker = self._start(command)
        worker.kill()
        worker.wait()

    def restart_the_broker(self, pause: float) -> None:
        self.broker.send_signal(signal.SIGKILL)
        self.broker.wait()
        self.over.wait(pause)
        self.broker = self._broker()

    def is_heard(self) -> bool:
        """Whether nothing lies in the queue any more."""
        try:
            return Redis.from_url(self.url).llen("celery") == 0
        except RedisError:
            return False

    def end(self) -> None:
        self.over.set()
        self.keeper.join()
        self.broker.kill()
        self.broker.wait()
        self.log.close()


@pytest.fixture
def installation(tmp_path, monkeypatch):
    if not shutil.which("redis-server"):
        pytest.skip("redis-server is not here")
    found = Installation(tmp_path)
    monkeypatch.setattr(app.conf, "broker_url", found.url)
    yield found
    found.end()
    circuit.close()


@contextmanager
def traffic():
    """Send hints without a rest, until the block ends: more than a slow worker can keep up with."""
    over = Event()

    def ring() -> None:
        while not over.wait(0.002):
            circuit.close()
            review_waiting_games.delay()

    thread = Thread(target=ring)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("restarts", [5, pytest.param(30, marks=pytest.mark.slow)])
def test_nothing_waits_for_long_while_the_broker_is_restarted_under_traffic(installation, restarts):
    rng, club = random.Random(7), a_friday_club()
    with traffic():
        for number in range(restarts):
            installation.restart_the_broker(rng.uniform(0.3, 1.5))
            sheet = replace(friday_sheet(club), played_at=NOON + number * timedelta(hours=1))
            game = report_game(
                season=club.season, reference=f"{number}", sheet=sheet, source=Sheet.WEB, by=club.ada, confirm=True
            )
            eventually(Sheet.objects.filter(game=game.game, reviewed_at__isnull=False).exists, LONGEST)
    eventually(installation.is_heard, 2 * LONGEST)
