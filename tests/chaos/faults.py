"""What goes wrong, and when it is over."""

import contextlib
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import redis
from django.db import connection

from tests.chaos.parts import Installation, Part, faketime

Fault = Callable[[random.Random], None]
PAUSES = (0.5, 4.0)  # seconds
AWAY = (0.2, 3.0)
SKEW = (-90, 90)
MINE = "chaos"  # application_name of the connections that no fault ends
OTHERS = "datname = current_database() AND pid <> pg_backend_pid() AND application_name <> %s"


@dataclass(frozen=True)
class Kind:
    name: str
    weight: int
    do: Fault


class Faults:
    """Which there can be here, and how many there were of each."""

    def __init__(self, installation: Installation, disk: Path | None, why_no_disk: str) -> None:
        self.installation = installation
        self.done: Counter[str] = Counter()
        self.ends: list[float] = []
        self.failed: list[str] = []
        self.skipped: dict[str, str] = {}
        self._lock = threading.Lock()
        self._busy = {name: threading.Lock() for name in (*installation.parts, "database", "disk")}
        self.kinds = [*self._of_processes(), *self._of_databases(), *self._of_brokers()]
        self._add_disk(disk, why_no_disk)
        self._add_clock()

    def go_on_until(self, over: threading.Event, rng: random.Random, pause: float) -> None:
        """One fault after the other. What can't be done is told and no reason to end."""
        while not over.is_set():
            kind = rng.choices(self.kinds, [one.weight for one in self.kinds])[0]
            try:
                kind.do(rng)
                with self._lock:
                    self.done[kind.name] += 1
                    self.ends.append(time.monotonic())
            except Exception as error:
                self.failed.append(f"{kind.name}: {error!r}")
            over.wait(rng.expovariate(1 / pause))

    def _of_processes(self) -> Iterator[Kind]:
        parts = self.installation.parts
        for name, weight in (("site", 2), ("worker", 4), ("thinking worker", 3)):
            if name not in parts:
                continue  # one worker does for all without PostgreSQL
            yield Kind(f"{name} killed", weight, self._killing(parts[name]))
            yield Kind(f"{name} paused", 4, self._pausing(parts[name]))
            if self.installation.services:
                yield Kind(f"process of the {name} killed", weight + 1, self._killing_a_child(parts[name]))
        if not self.installation.services:
            self.skipped["process of a part killed"] = "one process each without PostgreSQL, as run.py starts them"

    def _of_databases(self) -> Iterator[Kind]:
        yield Kind("database locked by somebody", 3, self._locking)
        if self.installation.services:
            yield Kind("one database connection ended", 6, lambda rng: self._end_connections(1))
            yield Kind("all database connections ended", 3, lambda rng: self._end_connections(1000))
        else:
            self.skipped["database connections ended"] = "SQLite has none"

    def _of_brokers(self) -> Iterator[Kind]:
        if not self.installation.services:
            self.skipped["broker killed, paused, flushed"] = "there is no broker without PostgreSQL"
            return
        broker = self.installation.parts["broker"]
        yield Kind("broker killed", 3, self._killing(broker, AWAY))
        yield Kind("broker paused", 3, self._pausing(broker))
        yield Kind("broker flushed", 5, lambda rng: self._tell_broker("FLUSHALL"))
        yield Kind("broker's connections ended", 4, lambda rng: self._tell_broker("CLIENT", "KILL", "TYPE", "NORMAL"))

    def _killing(self, part: Part, away: tuple[float, float] = (0, 0.5)) -> Fault:
        def do(rng: random.Random) -> None:
            with self._busy[part.name]:
                part.kill()
                time.sleep(rng.uniform(*away))
                part.start()

        return do

    def _killing_a_child(self, part: Part) -> Fault:
        def do(rng: random.Random) -> None:
            with self._busy[part.name]:
                part.kill_a_child()

        return do

    def _pausing(self, part: Part) -> Fault:
        def do(rng: random.Random) -> None:
            with self._busy[part.name]:
                part.pause()
                time.sleep(rng.uniform(*PAUSES))
                part.go_on()

        return do

    def _locking(self, rng: random.Random) -> None:
        """Somebody's forgotten transaction: every writer waits."""
        with self._busy["database"], own_connection() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("BEGIN IMMEDIATE")
            else:
                cursor.execute("BEGIN")
                cursor.execute(rng.choice(("LOCK TABLE league_tournament IN EXCLUSIVE MODE", GAMES_LOCKED)))
            time.sleep(rng.uniform(*PAUSES))
            cursor.execute("ROLLBACK")

    def _end_connections(self, most: int) -> None:
        query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        with own_connection() as cursor:
            cursor.execute(f"{query} WHERE {OTHERS} ORDER BY random() LIMIT %s", (MINE, most))

    def _tell_broker(self, *command: str) -> None:
        with self._busy["broker"], contextlib.closing(redis.Redis.from_url(self.installation.broker_url)) as client:
            client.execute_command(*command)

    def _add_disk(self, disk: Path | None, why_not: str) -> None:
        if disk is None:
            self.skipped["disk full"] = why_not
            return

        def fill(rng: random.Random) -> None:
            with self._busy["disk"]:
                try:
                    write_until_full(disk / "ballast")
                    time.sleep(rng.uniform(*PAUSES))
                finally:
                    (disk / "ballast").unlink(missing_ok=True)

        self.kinds.append(Kind("disk full", 3, fill))

    def _add_clock(self) -> None:
        library = faketime()
        if not library:
            self.skipped["clock wrong"] = "libfaketime is not installed (FAKETIME_LIBRARY names one elsewhere)"
            return
        for name, part in self.installation.parts.items():
            if name != "broker":
                self.kinds.append(Kind(f"clock of the {name} wrong", 1, self._skewing(part, library)))

    def _skewing(self, part: Part, library: str) -> Fault:
        def do(rng: random.Random) -> None:
            with self._busy[part.name]:
                part.kill()
                part.start(LD_PRELOAD=library, FAKETIME=f"{rng.randint(*SKEW):+d}s", DONT_FAKE_MONOTONIC="1")
                time.sleep(rng.uniform(5, 10))
                part.kill()
                part.start()

        return do


GAMES_LOCKED = "LOCK TABLE games_sheet IN EXCLUSIVE MODE"


@contextlib.contextmanager
def own_connection() -> Iterator[psycopg.Cursor[tuple[object, ...]]]:
    """A connection beside Django's, which ends with the fault."""
    told = connection.copy()
    try:
        with told.cursor() as cursor:
            yield cursor.cursor
    finally:
        told.close()


def write_until_full(path: Path) -> None:
    with path.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(b"\0" * 65536)
