"""A hall as `run.py` starts it on a laptop's SQLite: 200 phones have the pages of their tables open, and within a
minute each of the 50 tables reports its result and agrees on it. No phone may see an error."""

import http.client
import json
import os
import random
import re
import secrets
import select
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from threading import Lock
from urllib.parse import urlencode, urlsplit

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection

import run
from games.models import Sheet
from league.core.rules.signatures import public_key
from league.models import Hall, Laptop, Result, Table
from league.tournaments.desk.services.rounds import start_round
from league.tournaments.hall.queries import written_here
from league.tournaments.hall.rules.files import seal_of
from league.tournaments.tables.queries.links import table_path
from tests.benchmarks.measures import measured, percentile
from tests.benchmarks.sites import Processes
from tests.factories.databases import database_url
from tests.factories.draws import begun, published
from tests.factories.people import an_organiser
from tests.factories.processes import eventually, free_port

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="reads /proc"),
    pytest.mark.skipif("postgres" in os.environ.get("DATABASE_URL", ""), reason="a laptop has SQLite"),
]
PEOPLE, SEATS, OPENING, SECONDS, AFTER = 200, 4, 40, 60, 20
CARDS = {f"seat-{at}-cards": str(held) for at, held in enumerate((20, 9, 3, 1), 1)}
CALM = 30  # seconds after which a page that hears of news asks in any case (table.js)
PATIENCE, IDLE = 30, 20
ASSET = re.compile(r'<(?:script|link)[^>]*(?:src|href)="(/static/[^"]+)"')
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
WENT_WRONG = ("locked", "Traceback", "ended. Starting another")


class Journal:
    """What the requests of all phones took, and what went wrong with them."""

    def __init__(self) -> None:
        self.spent: dict[str, list[float]] = {}
        self.errors: Counter[str] = Counter()
        self._lock = Lock()

    def took(self, kind: str, seconds: float) -> None:
        with self._lock:
            self.spent.setdefault(kind, []).append(seconds)

    def failed(self, kind: str, why: object) -> None:
        with self._lock:
            self.errors[f"{kind}: {why}"] += 1

    def turn_over(self) -> list[str]:
        """Return the figures of all since the last time."""
        with self._lock:
            spent, self.spent = self.spent, {}
        return [
            f"{kind} {len(taken):,}: p50 {percentile(taken, 50):.0f} ms, p95 {percentile(taken, 95):.0f} ms, "
            f"most {max(taken) * 1000:.0f} ms"
            for kind, taken in spent.items()
        ]


@dataclass
class Answer:
    status: int
    text: str
    tag: str

    @property
    def fields(self) -> dict[str, str]:
        return {name: unescape(value) for name, value in FIELD.findall(self.text)}

    def data(self, name: str) -> str:
        found = re.search(rf'data-{name}="([^"]*)"', self.text)
        return unescape(found[1]) if found else ""


class Phone:
    """One browser at a table, which asks what the scripts of its page ask, from an address of its own."""

    def __init__(self, port: int, address: str, path: str, seat: int, journal: Journal) -> None:
        self._from, chance = (address, 0), random.Random(address)
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=self._from)
        self.path, self.seat, self._journal, self._chance = path, seat, journal, chance
        self._cookies: dict[str, str] = {}
        self._tag, self._asked_at = "", time.monotonic()
        self._stream: socket.socket | None = None

    def open(self) -> None:
        """Scan the code of the table at some moment, say who one is, and listen."""
        time.sleep(self._chance.uniform(0, OPENING - 10))
        page = self._ask("page", "GET", self.path)
        for asset in dict.fromkeys(ASSET.findall(page.text)):
            self._ask("static file", "GET", asset)
        self._send("claim", {})
        address = urlsplit(page.data("live"))
        there = (address.hostname or "", address.port or 80)
        self._stream = socket.create_connection(there, PATIENCE, self._from)
        ask = f"GET {address.path}?{address.query} HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n"
        self._stream.sendall(ask.encode())

    def stay(self, *, report_at: float | None, until: float) -> None:
        """Follow the table, report it at that time, and agree with what another seat has reported."""
        confirm_at, seen = None, self._look()
        while time.monotonic() < until:
            due = [at for at in (report_at, confirm_at) if at is not None]
            self._hears(min([*due, until, time.monotonic() + CALM]))
            now = time.monotonic()
            if report_at is not None and now >= report_at:
                report_at = None
                self._report()
            elif confirm_at is not None and now >= confirm_at:
                confirm_at = None
                self._send("confirm", {"confirm": seen.data("digest"), "revision": int(seen.data("revision"))})
            seen = self._look() or seen
            if 'data-say="confirm"' not in seen.text:
                confirm_at = None
            elif confirm_at is None:
                confirm_at = now + self._chance.uniform(1, 5)  # somebody reads the figures

    def close(self) -> None:
        self._line.close()
        if self._stream is not None:
            self._stream.close()

    def _hears(self, until: float) -> None:
        """Wait until the stream says that the table has changed, or until then."""
        assert self._stream is not None
        while (left := until - time.monotonic()) > 0 and select.select([self._stream], [], [], left)[0]:
            heard = self._stream.recv(65536)
            if not heard:
                raise ConnectionError("the stream has ended")
            if b"event: table" in heard:
                return

    def _look(self) -> Answer | None:
        """Ask for what changes on the page; None if it is as it was."""
        headers = {"If-None-Match": self._tag} if self._tag else {}
        answer = self._ask("news", "GET", f"{self.path}state/", headers=headers, fine=(200, 304))
        self._tag = answer.tag or self._tag
        return answer if answer.status == 200 else None

    def _report(self) -> None:
        page = self._ask("page", "GET", self.path)
        form = page.fields | dict.fromkeys(CARDS, "")
        for name, cards in CARDS.items():
            form[name] = cards
            self._post("figure typed", form | {"go": "live"})
        self._post("check", form | {"go": "check"})
        self._send("report", {"figures": {name: form[name] for name in form.keys() - {"csrfmiddlewaretoken", "key"}}})

    def _post(self, kind: str, form: dict[str, str]) -> Answer:
        sent = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask(kind, "POST", self.path, urlencode(form), sent)

    def _send(self, kind: str, what: dict[str, object]) -> None:
        body = json.dumps({"seat": self.seat, **what})
        sent = {"Content-Type": "application/json", "Idempotency-Key": secrets.token_hex(8)}
        # 409: the page was old when the button was pressed, and the phone shows what is so now.
        fine = (200, 201, 409) if kind == "confirm" else (200, 201)
        self._ask(kind, "POST", f"{self.path}report/", body, sent, fine)

    def _ask(
        self,
        kind: str,
        method: str,
        path: str,
        body: str | None = None,
        headers: dict[str, str] | None = None,
        fine: tuple[int, ...] = (200,),
    ) -> Answer:
        if time.monotonic() - self._asked_at > IDLE:  # the site closes the line, and a browser opens another one
            self._line.close()
        self._asked_at, start = time.monotonic(), time.perf_counter()
        cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in self._cookies.items())}
        self._line.request(method, path, body, (headers or {}) | (cookies if self._cookies else {}))
        answer = self._line.getresponse()
        text = answer.read().decode(errors="replace")
        status = answer.status
        self._journal.took(f"{kind}, unchanged" if status == 304 else kind, time.perf_counter() - start)
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        if status not in fine:
            self._journal.failed(kind, f"{status} {text[:200]}")
        return Answer(status, text, answer.headers.get("ETag", ""))


@pytest.fixture
def tables() -> list[Table]:
    """The tables of the first round, in the hall that this database is for. Nobody answers at its home, and each
    decision goes to a second place."""
    tournament = begun(PEOPLE, rounds=5)
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    hall = Hall.objects.create(
        tournament=tournament,
        key=public_key(key),
        secret=key.private_bytes_raw().hex(),
        seal=seal_of("abandon " * 8, bytes(16)).stored(),
        home=f"http://127.0.0.1:{free_port()}",
        taken_by=an_organiser(tournament.season),
    )
    Laptop.objects.create(hall=hall, name="here")
    played = published(tournament)
    start_round(round=played)
    return list(played.tables.select_related("round__stage"))


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "laptop.log"


@pytest.fixture
def laptop(tables: list[Table], log: Path) -> Iterator[tuple[int, int]]:
    """The port of the site, and the process that started it and the others."""
    connection.close()
    port = free_port()
    addresses = {"DATABASE_URL": database_url(), "HALL_HOSTS": "127.0.0.1", "SITE_URL": f"http://127.0.0.1:{port}"}
    addresses["HALL_COPIES"] = str(log.parent)
    with log.open("wb") as file:
        command = [sys.executable, "run.py"]
        env = os.environ | addresses | {"PORT": str(port)}
        process = subprocess.Popen(command, cwd=run.ROOT, env=env, stdout=file, stderr=file)
        eventually(lambda: process.poll() is not None or b"Corner Office is open" in log.read_bytes(), seconds=300)
        eventually(lambda: process.poll() is not None or run.answers(port + 1))
        assert process.poll() is None, log.read_text()
        yield port, process.pid
        process.terminate()
        process.wait()


def follow(phone: Phone, start: float, report_at: float | None, journal: Journal) -> None:
    """Let the phone open its page some time before the start, and stay for the minute and a while after it."""
    try:
        phone.open()
        phone.stay(report_at=report_at, until=start + SECONDS + AFTER)
    except (OSError, http.client.HTTPException) as error:
        journal.failed("phone", repr(error))
    finally:
        phone.close()


def test_fifty_tables_report_within_a_minute(tables, laptop, log):
    port, pid = laptop
    journal, chance = Journal(), random.Random(50)
    start = time.monotonic() + OPENING
    phones = []
    for table in tables:
        report_at = start + chance.uniform(0, SECONDS)
        for seat in range(1, SEATS + 1):
            phone = Phone(port, f"127.0.{table.number}.{seat}", table_path(table), seat, journal)
            phones.append((phone, report_at if seat == 1 else None))
    connection.close()
    processes = Processes(pid)
    with ThreadPoolExecutor(len(phones)) as threads:
        futures = [threads.submit(follow, phone, start, report_at, journal) for phone, report_at in phones]
        time.sleep(max(0, start - time.monotonic()))
        opening = journal.turn_over()
        before, own = processes.busy(), time.process_time()
        time.sleep(SECONDS)
        after, own = processes.busy(), time.process_time() - own
        reporting = journal.turn_over()
        for future in futures:
            future.result()
    written = log.read_text()
    lines = [line for line in written.splitlines() if any(word in line for word in WENT_WRONG)]
    busy = [f"{processes.name(each)} {after[each] - before[each]:.1f} s" for each in processes.pids]
    measured(f"{PEOPLE} phones open the pages of {len(tables)} tables within {OPENING - 10} s", *opening)
    measured(f"{len(tables)} tables report within {SECONDS} s", *reporting)
    measured("Processors in that minute", *busy, f"the phones {own:.1f} s", f"load {os.getloadavg()[0]:.1f}")
    measured("Errors", *(f"{number} times {why}" for why, number in journal.errors.items()), *lines)
    assert not journal.errors and not lines
    assert Result.objects.count() == PEOPLE
    assert Laptop.objects.get().copied == written_here()
    assert Sheet.objects.filter(status=Sheet.CONFIRMED, reviewed_at__isnull=False).count() == len(tables)
