"""How long check_careers takes, and how much memory, over many seat results. BENCH_SEATS=1000000 for the full scale."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection

import run
from characters.services.review import review_characters
from games.models import Sheet
from league.models import Result
from tests.benchmarks.measures import measured
from tests.factories.crowds import START, a_crowd, play_in_bulk
from tests.factories.databases import database_url
from tests.factories.ratings import rate
from tests.factories.seasons import a_season

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
SEATS = int(os.environ.get("BENCH_SEATS") or 40_000)
GAMES_AT_ONCE = 5000

# In a process of its own: wall time and the memory of it and its children together, sampled.
WATCH = """
import os, pathlib, subprocess, sys, threading, time
child = subprocess.Popen([sys.executable, "manage.py", "check_careers"], stdout=subprocess.DEVNULL)
most = 0
def resident(pid):
    try:
        lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        tasks = pathlib.Path(f"/proc/{pid}/task").iterdir()
        children = [int(c) for task in tasks for c in (task / "children").read_text().split()]
    except OSError:
        return 0
    pss = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return pss + sum(map(resident, children))
while child.poll() is None:
    most = max(most, resident(child.pid))
    time.sleep(0.05)
print(child.returncode, most // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is read from Linux's /proc")
def test_proving_every_career_and_every_figure():
    season = a_season()
    people = a_crowd(season, max(SEATS // 100, 10))
    for first in range(0, SEATS // 4, GAMES_AT_ONCE):
        play_in_bulk(season, people, range(first, min(first + GAMES_AT_ONCE, SEATS // 4)))
    ids = [one.pk for one in people]
    for first in range(0, len(ids), 500):
        review_characters(character_ids=ids[first : first + 500])
    Sheet.objects.update(reviewed_at=START)
    rate()
    seats = Result.objects.count()
    connection.close()
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", WATCH],
        capture_output=True,
        text=True,
        check=True,
        cwd=run.ROOT,
        env=os.environ | {"DATABASE_URL": database_url()},
    )
    taken = time.perf_counter() - start
    status, megabytes = map(int, done.stdout.split())
    assert status == 0, done.stderr[-2000:]
    measured(
        f"{seats:,} seat results of {len(people):,} characters",
        f"check_careers {taken:.1f} s and {megabytes:,} MB",
        f"{seats / taken:,.0f} seats a second",
        f"a million in {taken * 1e6 / seats:.0f} s",
    )
