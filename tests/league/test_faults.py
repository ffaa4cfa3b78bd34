"""Workers that are killed again and again, at any point, lose nothing and do nothing twice.

Real worker processes, started as run.py starts them, read a season's files and review its games while games are
corrected and voided. Their leases are put in the past after a kill, because nobody wants to wait for five minutes.
"""

import os
import random
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

import run
from characters.models import CareerEvent
from games.models import Sheet
from games.queries.sheets import score_sheet
from league.clubs.services.leagues import create_league
from league.core.services.uploads import upload_file
from league.models import FileImport, League, Result, SeasonGame
from league.people.services.registration import import_characters
from league.results.services.games import correct_game, void_game
from tests.factories.careers import differences
from tests.factories.databases import database_url
from tests.factories.files import sample
from tests.factories.people import a_user

pytestmark = pytest.mark.django_db(transaction=True)
GAMES_IN_A_FILE = 12
SECONDS_OF_KILLING = {"sqlite": 8, "postgresql": 20}


class Workers:
    """Worker processes on the database of this test."""

    def __init__(self, log: Path, number: int) -> None:
        self.log = log.open("wb")
        self.running = [self._start() for _ in range(number)]
        self.kills = 0

    def _start(self) -> "subprocess.Popen[bytes]":
        command = [sys.executable, *shlex.split(run.WORKER)]
        environment = os.environ | {"DATABASE_URL": database_url()}
        return subprocess.Popen(
            command, cwd=run.ROOT, env=environment, stdout=self.log, stderr=self.log, start_new_session=True
        )

    def kill_one(self, rng: random.Random) -> None:
        """SIGKILL to a worker and its children, and another one in its place."""
        victim = rng.choice(self.running)
        os.killpg(victim.pid, signal.SIGKILL)
        victim.wait()
        self.running.remove(victim)
        FileImport.objects.filter(status=FileImport.RUNNING).update(leased_until=timezone.now() - timedelta(seconds=1))
        self.running.append(self._start())
        self.kills += 1

    def end(self) -> None:
        for worker in self.running:
            os.killpg(worker.pid, signal.SIGKILL)
            worker.wait()
        self.log.close()


@pytest.fixture
def workers(tmp_path):
    started: list[Workers] = []

    def start(number: int) -> Workers:
        started.append(Workers(tmp_path / "workers.log", number))
        return started[0]

    yield start
    for one in started:
        one.end()


def files_of_the_season() -> list[bytes]:
    """The sample season in files of a few games each, without office politics: a void must not make a file illegal."""
    header, *rows = sample("results.csv").decode().splitlines()
    rows = [row.rsplit(",", 3)[0] + ",0,0,0" for row in rows]
    games = list(dict.fromkeys(row.split(",")[0] for row in rows))
    parts = [games[first : first + GAMES_IN_A_FILE] for first in range(0, len(games), GAMES_IN_A_FILE)]
    return [
        "\n".join([header, *(row for row in rows if row.split(",")[0] in part)]).encode() for part in map(set, parts)
    ]


def second_thoughts(rng: random.Random) -> None:
    """A game is voided, another one is corrected to somebody else's victory."""
    known = list(SeasonGame.objects.select_related("season__league", "game"))
    for game in rng.sample(known, min(2, len(known))):
        try:
            if rng.random() < 0.4:
                void_game(season_game=game, reason="a fault test")
                continue
            sheet = score_sheet(game.game.sheets.latest("version"))
            correct_game(season_game=game, sheet=sheet, reason="a fault test", source=Sheet.WEB)
        except ValidationError:
            continue


def wait_until(done: Callable[[], bool], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not done() and time.monotonic() < deadline:
        time.sleep(0.02)
    return done()


def begun(upload: FileImport) -> bool:
    return FileImport.objects.filter(pk=upload.pk).exclude(status=FileImport.WAITING).exists()


def all_done() -> bool:
    under_way = FileImport.objects.filter(status__in=(FileImport.WAITING, FileImport.RUNNING))
    return not under_way.exists() and not Sheet.objects.awaiting_review().exists()


def a_season_with_kills(workers: Workers, seed: int) -> None:
    """Upload file after file, kill a worker shortly after one has begun with it; then let them finish."""
    rng = random.Random(seed)
    league: League = create_league(name="Faults", by=a_user("organiser"))
    import_characters(league=league, data=sample("characters.csv"))
    no_more_kills = time.monotonic() + SECONDS_OF_KILLING[connection.vendor]
    for content in files_of_the_season():
        upload = upload_file(league=league, kind="results", name="part.csv", content=content, by=a_user("organiser"))
        second_thoughts(rng)
        if time.monotonic() < no_more_kills:
            wait_until(lambda upload=upload: begun(upload), 5)
            time.sleep(rng.uniform(0, 0.5))
            workers.kill_one(rng)
    assert wait_until(all_done, 60)
    print(f"{workers.kills} workers killed")


def prove_it(log: Path) -> None:
    """Every file read, every game reviewed, every event once, every figure as the facts have it."""
    assert set(FileImport.objects.values_list("status", flat=True)) == {FileImport.DONE}
    assert SeasonGame.objects.count() == 120
    assert differences() == []
    assert not CareerEvent.objects.filter(rescinded_at=None, game__in=games_without_results()).exists()
    said = log.read_text(errors="replace")
    assert "review_failed" not in said and "import_failed" not in said, said[-3000:]


def games_without_results() -> list[int]:
    counted = Result.objects.values_list("game_id", flat=True)
    return list(SeasonGame.objects.exclude(game__in=counted).values_list("game_id", flat=True))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the embedded worker is the one without services")
@pytest.mark.skipif(run.WINDOWS, reason="kills process groups")
@pytest.mark.further
def test_the_embedded_worker_may_be_killed_at_any_point(workers, tmp_path):
    embedded = workers(1)
    a_season_with_kills(embedded, seed=2026)
    assert embedded.kills >= 1
    prove_it(tmp_path / "workers.log")


@pytest.mark.services
def test_several_workers_may_be_killed_at_any_point(workers, tmp_path):
    several = workers(3)
    a_season_with_kills(several, seed=1984)
    assert several.kills >= 1
    prove_it(tmp_path / "workers.log")


@pytest.mark.services
def test_several_workers_at_once_review_every_game_once(workers, tmp_path):
    workers(4)
    league = create_league(name="Faults", by=a_user("organiser"))
    import_characters(league=league, data=sample("characters.csv"))
    rng = random.Random(7)
    for content in files_of_the_season():
        upload_file(league=league, kind="results", name="part.csv", content=content, by=a_user("organiser"))
    for _ in range(20):
        second_thoughts(rng)
        time.sleep(0.1)
    assert wait_until(all_done, 60)
    prove_it(tmp_path / "workers.log")
