"""A year of many clubs, written in bulk, and how long it then takes to prove, to back up and to restore it.
BENCH_RESULTS=4000000 for a year of 200 clubs at full size; `python3 run.py bench year` takes fewer."""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

import run
from characters.models import Character
from characters.services.review import review_characters
from games.models import Sheet
from league.models import Result, Season
from league.standings.services.ratings import update_ratings
from league.standings.services.results import add_up_changes
from league.standings.services.summaries import summarise
from tests.benchmarks.growth import cost_of
from tests.benchmarks.measures import measured
from tests.factories.crowds import START, a_crowd, play_in_bulk
from tests.factories.databases import an_empty_database, database_url, manage
from tests.factories.ratings import rate
from tests.factories.seasons import a_season

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" not in os.environ.get("DATABASE_URL", ""), reason="needs PostgreSQL"),
]
CLUBS, SEATS = 200, 4
RESULTS = int(os.environ.get("BENCH_RESULTS") or 40_000)
MEMBERS, AT_ONCE = 20, 5_000
WORKER = "-m celery --quiet --app league.config worker --queues thinking --without-gossip --without-mingle"


@pytest.fixture
def year() -> list[Season]:
    """Clubs that have played that many results together, reviewed and rated."""
    begun, seasons = time.perf_counter(), []
    games = RESULTS // SEATS // CLUBS
    for club in range(CLUBS):
        season = a_season(f"club-{club}")
        people = a_crowd(season, MEMBERS, first=club * MEMBERS)
        for first in range(0, games, AT_ONCE):
            play_in_bulk(season, people, range(first, min(first + AT_ONCE, games)))
        review_characters(character_ids=[who.pk for who in people])
        seasons.append(season)
    Sheet.objects.update(reviewed_at=START)
    update_ratings()  # the server learns nothing from a table without rows
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    rate()
    add_up_changes()
    while summarise():
        pass
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        (size,) = cursor.fetchone()
    results, people = Result.objects.count(), Character.objects.count()
    taken = time.perf_counter() - begun
    measured(f"{CLUBS} clubs, {people:,} characters, {results:,} results", f"{taken:.0f} s, {size / 1e6:,.0f} MB")
    return seasons


@contextmanager
def workers(number: int, folder: Path) -> Iterator[None]:
    begun = []
    for at in range(number):
        command = [sys.executable, *WORKER.split(), "--hostname", f"{at}@here"]
        with (folder / "workers.log").open("ab") as log:
            environment = os.environ | {"DATABASE_URL": database_url()}
            begun.append(subprocess.Popen(command, cwd=run.ROOT, env=environment, stdout=log, stderr=log))
    yield
    for worker in begun:
        worker.kill()
        worker.wait()


def timed(title: str, *command: object, database: str = "") -> None:
    """Print how long a command takes, and how much of that it computes itself."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = manage(*command, DATABASE_URL=database or database_url())
    taken, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr[-2000:]
    computed = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    measured(title, f"{taken:.1f} s", f"{computed:.1f} s of CPU")


def test_a_year_of_many_clubs(year: list[Season], tmp_path: Path) -> None:
    client, season = Client(), year[-1]
    for path in ("/", "/leagues/", season.get_absolute_url(), f"{season.get_absolute_url()}report/", "/characters/"):
        client.get(path)
        cost = cost_of(client, path)
        measured(path, f"{cost.python:.0f} + {cost.database:.0f} ms", f"{cost.queries} queries", f"{cost.size:,} bytes")
    timed("check_careers with one process", "check_careers", "--jobs", 1)
    timed("check_careers with two processes", "check_careers", "--jobs", 2)
    for number in (0, 1, 2):
        with workers(number, tmp_path):
            timed(f"check_careers with {number} workers of Celery", "check_careers", "--workers")
    timed("backup", "backup", tmp_path / "year.backup")
    with an_empty_database(tmp_path) as address:
        timed("restore, proved", "restore", tmp_path / "year.backup", database=address)
        for app in ("league", "games", "characters"):
            manage("migrate", app, "0001", DATABASE_URL=address)
        timed("upgrade from the tables of 1.0", "migrate", database=address)
