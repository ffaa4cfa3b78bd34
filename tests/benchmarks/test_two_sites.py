"""The evening as it is run: two site processes on PostgreSQL, 20 whole results a second from 1,000 players, and phones
that ask whether anything is new. Skipped elsewhere: `DATABASE_URL=postgres://... python3 run.py bench -k two_sites`."""

import http.client
import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse

from league.core.views.devices import COOKIE, remember
from league.models import Result, Table, TableSeat
from league.tournaments.tables.queries.links import device_digest, table_path
from league.tournaments.tables.views.phone_reports import PATH
from tests.benchmarks.measures import measured, percentile
from tests.benchmarks.sites import PROCESSES, Sites, slowed
from tests.factories.big_rounds import HELD, PER_SECOND, PLAYERS, a_big_round

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("postgres" not in os.environ.get("DATABASE_URL", ""), reason="needs PostgreSQL"),
]
WHOLE, POLLS = 200, 1_000


@pytest.fixture
def sites() -> Iterator[Sites]:
    made = Sites()
    yield made
    made.stop()


class Phone:
    """One phone with a connection of its own."""

    def __init__(self, site: Sites, table: Table, seat: int) -> None:
        secret, answer = f"{table.pk} {seat}", HttpResponse()
        TableSeat.objects.filter(table=table, seat=seat).update(device=device_digest(secret))
        remember(answer, secret, PATH)
        self._cookie = f"{COOKIE}={answer.cookies[COOKIE].value}"
        self._path, self._seat, self._tag = table_path(table), seat, ""
        self._line = http.client.HTTPConnection("127.0.0.1", site.port, 60, (f"127.0.1.{seat}", 0))

    def says(self, what: dict[str, Any]) -> dict[str, Any]:
        headers = {"Cookie": self._cookie, "Content-Type": "application/json", "Idempotency-Key": f"{self._seat}"}
        body = json.dumps({"seat": self._seat, **what})
        self._line.request("POST", f"{self._path}report/", body, headers)
        answer = self._line.getresponse()
        text = answer.read()
        assert answer.status == 201, text
        found: dict[str, Any] = json.loads(text)
        return found

    def asks(self) -> int:
        headers = {"Cookie": self._cookie, "If-None-Match": self._tag} if self._tag else {"Cookie": self._cookie}
        self._line.request("GET", f"{self._path}state/", headers=headers)
        answer = self._line.getresponse()
        answer.read()
        self._tag = answer.headers["ETag"]
        return answer.status


def whole(phones: Sequence[Phone]) -> None:
    digest = phones[0].says({"figures": HELD})["digest"]
    phones[1].says({"confirm": digest})
    assert phones[2].says({"confirm": digest})["phase"] == "confirmed"


def all_due(acts: Sequence[Callable[[], object]], per_second: float) -> list[float]:
    """Seconds from when each act was due until it was done; nobody waits for another one's answer."""
    start = time.perf_counter()

    def run(number: int) -> float:
        due = start + number / per_second
        time.sleep(max(0.0, due - time.perf_counter()))
        acts[number]()
        return time.perf_counter() - due

    with ThreadPoolExecutor(40) as pool:
        return list(pool.map(run, range(len(acts))))


def test_twenty_whole_results_a_second_by_two_sites(sites):
    tables = a_big_round()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    sites.wait()
    phones = [[Phone(sites, table, seat) for seat in (1, 2, 3)] for table in tables]
    for group in phones[WHOLE:]:
        whole(group)  # both processes have imported what they need, and keep their statements
    before = sites.busy()
    took = all_due([lambda group=group: whole(group) for group in phones[:WHOLE]], PER_SECOND)
    each = (sites.busy() - before) / WHOLE * 1000
    for group in phones:
        assert group[0].asks() == 200
    asking = [phones[at % len(phones)][0].asks for at in range(POLLS)]
    all_due(asking, 200)
    before = sites.busy()
    asked = all_due(asking, 200)
    poll = (sites.busy() - before) / POLLS * 1000
    measured(
        f"{PLAYERS:,} players, {PROCESSES} site processes on PostgreSQL, {PER_SECOND} whole results a second",
        f"p50 {percentile(took, 50):.0f} ms, p95 {percentile(took, 95):.0f} ms, {each:.1f} ms of processor each",
        f"a poll without news p95 {percentile(asked, 95):.0f} ms, {poll:.2f} ms of processor",
        f"a whole result costs {each / poll:.0f} polls",
    )
    assert Result.objects.filter(game__table__round=tables[0].round).count() == PLAYERS


def test_twice_the_processes_carry_twice_the_results():
    tables, ones = a_big_round(), [Sites(1), Sites(1)]
    try:
        for site in ones:
            site.wait()
        phones = [[Phone(ones[at % 2], table, seat) for seat in (1, 2, 3)] for at, table in enumerate(tables)]
        by_one, by_two = phones[:120:2], phones[120:240]
        for group in phones[240:]:
            whole(group)
        with slowed(ones):
            pace = {1: pace_of(by_one, 1), 2: pace_of(by_two, 2)}
    finally:
        for site in ones:
            site.stop()
    measured(
        f"whole results of one round a second, each site process with a quarter of a processor: {pace[1]:.1f} by one, "
        f"{pace[2]:.1f} by two: {pace[2] / pace[1]:.2f} times"
    )


def pace_of(groups: Sequence[Sequence[Phone]], processes: int) -> float:
    """Whole results a second, six at a time to each process."""
    start = time.perf_counter()
    with ThreadPoolExecutor(6 * processes) as pool:
        list(pool.map(whole, groups))
    return len(groups) / (time.perf_counter() - start)
