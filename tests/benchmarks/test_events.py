"""The events process with a thousand streams on two hundred plays: what it costs while nothing happens, and how long a
commit takes to arrive. On SQLite the rows are polled; with PostgreSQL and Redis hints come first."""

import asyncio
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, connections
from django.utils import timezone

from games.models import Play
from games.services.plays import tell_of_change
from league.core.live.services import ticket_for
from tests.benchmarks.measures import measured, percentile
from tests.factories.events import EventsProcess, events_process
from tests.factories.people import a_user

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
PLAYS, EACH, ROUNDS, A_SECOND, QUIET = 200, 5, 4, 50, 20
STREAMS = PLAYS * EACH
TICK = os.sysconf("SC_CLK_TCK")


@pytest.fixture
def process() -> Iterator[EventsProcess]:
    with events_process() as made:
        yield made


def family(pid: int) -> list[int]:
    pids = [pid]
    for one in pids:
        pids += map(int, Path(f"/proc/{one}/task/{one}/children").read_text().split())
    return pids


def busy(pid: int) -> float:
    """Seconds of processor."""
    stats = [Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split() for one in family(pid)]
    return sum(int(one[11]) + int(one[12]) for one in stats) / TICK


def memory(pid: int) -> int:
    """KB."""
    texts = [Path(f"/proc/{one}/status").read_text() for one in family(pid)]
    return sum(int(re.search(r"VmRSS:\s+(\d+)", text)[1]) for text in texts)


class Streams:
    def __init__(self, port: int, plays: list[int]) -> None:
        self.port, self.plays = port, plays
        self.came: dict[tuple[int, int], list[float]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        for play in self.plays:
            ticket = ticket_for(f"play:{play}")
            self._tasks += [asyncio.create_task(self._listen(play, ticket)) for _ in range(EACH)]
            await asyncio.sleep(0)
        while sum(len(self.came.get((play, 0), ())) for play in self.plays) < STREAMS:
            await asyncio.sleep(0.1)

    async def _listen(self, play: int, ticket: str) -> None:
        read, write = await asyncio.open_connection("127.0.0.1", self.port)
        write.write(f"GET /events/?ticket={ticket} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        name = b""
        while line := await read.readline():
            if line.startswith(b"event: "):
                name = line.strip()
            elif line.startswith(b"data: ") and name == b"event: turn":
                number = int(line.rpartition(b":")[2].strip(b" }\r\n"))
                self.came.setdefault((play, number), []).append(time.perf_counter())


def commit(play: int, number: int) -> float:
    now = time.perf_counter()
    Play.objects.filter(pk=play).update(number=number, changed_at=timezone.now())
    tell_of_change(play)
    return now


async def story(process: EventsProcess, plays: list[int]) -> None:
    pid = process.process.pid
    before = memory(pid)
    streams = Streams(process.port, plays)
    began = time.perf_counter()
    await streams.open()
    opened = time.perf_counter() - began
    await asyncio.sleep(2)
    each = (memory(pid) - before) / STREAMS
    used = busy(pid)
    await asyncio.sleep(QUIET)
    idle = (busy(pid) - used) / QUIET * 100
    sent: dict[tuple[int, int], float] = {}
    here, writer = asyncio.get_running_loop(), ThreadPoolExecutor(1)
    used, began = busy(pid), time.perf_counter()
    for at in range(PLAYS * ROUNDS):
        await asyncio.sleep(max(0.0, began + at / A_SECOND - time.perf_counter()))
        key = (plays[at % PLAYS], at // PLAYS + 1)
        sent[key] = await here.run_in_executor(writer, commit, *key)
    await here.run_in_executor(writer, connections.close_all)
    await asyncio.sleep(3)
    moving = (busy(pid) - used) / (time.perf_counter() - began) * 100
    taken = [at - sent[key] for key in sent for at in streams.came.get(key, ())]
    measured(
        f"{STREAMS:,} streams on {PLAYS} plays, {connection.vendor}{', Redis' if settings.REDIS_URL else ''}",
        f"opened in {opened:.1f} s",
        f"{each:.0f} KB each",
        f"idle {idle:.2f} % of a core",
        f"{moving:.1f} % at {A_SECOND} moves a second",
        f"commit to delivery p50 {percentile(taken, 50):.0f} ms, p95 {percentile(taken, 95):.0f} ms",
        f"{len(taken):,} events arrived, {len(sent) * EACH - len(taken)} lost",
    )


def test_a_thousand_streams(process):
    by = a_user("ada")
    rows = [
        Play(system="career_poker", edition="uk", secret=bytes(32), commitment="c" * 64, opened_by=by)
        for _play in range(PLAYS)
    ]
    plays = [one.pk for one in Play.objects.bulk_create(rows)]
    asyncio.run(story(process, plays))
