"""The sweep: what makes a worker work. The row in the database is the queue, a message is only a doorbell.

A worker has one thread for each lane (`league.config.schedule`) of its queues. It calls the tasks of the lane in turn:
each at its interval, at the moment that it returned because something is due then, and at once if a hint names it
or it returned True because more waits. So a thousand hints about one task are one call of it, an order is as many
portions as it needs and no message.

Nothing waits for the broker: a worker also asks the database whether anybody has written, and then goes through its
lanes. That is one question in place of one for each task. What it writes itself while there is nothing to do must not
wake it forever, so a task claims nothing if nothing waits, and the note that it swept is written once per interval.

A worker that hangs is not waited for either. A watch ends the process if a task takes longer than its time limit, if
messages lie there untaken, or if Python itself hangs; its supervisor then starts another one. The claims of what
was under way run out, and the rows are taken up again.
"""

import faulthandler
import os
import sys
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from datetime import datetime
from math import inf
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any, cast

import structlog
from celery import Celery, bootsteps
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections, connection
from django.utils import timezone
from redis import Redis
from redis.exceptions import RedisError

from league.config.redis import TIMEOUTS

log = structlog.get_logger(__name__)
STUCK = 60.0  # seconds
STDERR = 2
LONGEST_REST = 16.0  # seconds between two tries of a task that the database fails
AGAIN, LATE = 0.2, 1.0  # seconds at least until a moment that a task names, and after one that it left undone
SWITCH = 0.0005  # seconds
ENDING = 25.0  # seconds for what is under way when the worker is told to end: below TimeoutStopSec of its unit


class Sweeper(Thread):
    """The thread of one lane. `intervals`: its tasks with the seconds between two calls. Those in
    `by_the_clock` are not woken by writes. `rounds` counts how often it went through them."""

    def __init__(
        self, app: Celery, lane: str, intervals: Mapping[str, float], by_the_clock: Collection[str] = ()
    ) -> None:
        super().__init__(name=f"sweep of {lane}", daemon=True)
        self.lane, self.intervals, self.rounds, self._app = lane, intervals, 0, app
        self._of_writes = [task for task in intervals if task not in by_the_clock]
        self._due = dict.fromkeys(intervals, 0.0)
        self._failures = dict.fromkeys(intervals, 0)  # of the database, one after the other
        self._hints: dict[str, str | None] = {}
        self._changed, self._ends = Condition(), Event()
        self._doing, self._until = "", 0.0

    def wake(self, task: str, request_id: str | None = None) -> None:
        """Have the task called as soon as its turn comes. Any number of hints before that are one."""
        with self._changed:
            self._hints[task] = request_id
            self._changed.notify()

    def wake_for_a_write(self) -> None:
        """Have every task called for which a row may have been written."""
        with self._changed:
            self._hints = dict.fromkeys(self._of_writes) | self._hints
            self._changed.notify()

    def end(self) -> None:
        with self._changed:
            self._ends.set()
            self._changed.notify()

    def trouble(self) -> str:
        """Return what has taken too long; "" while all is well."""
        doing, until = self._doing, self._until
        if not self.is_alive() and not self._ends.is_set():
            return f"the {self.name} has ended"
        return f"{doing} takes too long" if doing and monotonic() > until else ""

    def run(self) -> None:
        while not self._ends.is_set():
            for task, request_id in self._waiting().items():
                if self._ends.is_set():
                    break
                self._call(task, request_id)
            close_old_connections()
            self.rounds += 1
            with self._changed:
                if not (self._hints or self._ends.is_set()):
                    self._changed.wait(max(0.0, min(self._due.values()) - monotonic()))

    def _waiting(self) -> dict[str, str | None]:
        with self._changed:
            hints, self._hints = self._hints, {}
        now = monotonic()
        due = {task: hints.get(task) for task, at in self._due.items() if at <= now or task in hints}
        return due | hints

    def _call(self, name: str, request_id: str | None) -> None:
        result: Any = None
        failures = 0
        try:
            task = self._app.tasks[name]
            self._begin(name, task.time_limit or STUCK)
            if request_id:
                structlog.contextvars.bind_contextvars(request_id=request_id)
            result = task()
        except (OperationalError, InterfaceError) as error:
            failures = self._failures.get(name, 0) + 1
            log.warning("task_postponed", task=name, error=" ".join(str(error).split()))
        except Exception:
            log.exception("task_failed", task=name)
        finally:
            structlog.contextvars.clear_contextvars()
            self._doing = ""
        if name in self._due:
            self._failures[name] = failures
            rest = min(2.0**failures, LONGEST_REST) if failures else self.intervals[name]
            self._due[name] = 0.0 if result is True else monotonic() + min(rest, _until(result))
        elif result is True:
            self.wake(name)

    def _begin(self, what: str, seconds: float) -> None:
        self._until, self._doing = monotonic() + seconds, what


def _until(moment: object) -> float:
    """Return the seconds until a moment that a task named. What the task itself left undone waits for its interval, or
    it would be a loop."""
    seconds = (moment - timezone.now()).total_seconds() if isinstance(moment, datetime) else inf
    return inf if seconds < -LATE else max(AGAIN, seconds)


class Doorbell:
    """A watch for messages that have lain there for `STUCK` seconds without the consumer taking any."""

    def __init__(self) -> None:
        self._redis: Redis | None = None
        self._queues: Collection[str] = ()
        self._heard_at = 0.0
        self._unheard_since: float | None = None

    def watch(self, url: str, queues: Collection[str]) -> None:
        self._redis = Redis.from_url(url, **TIMEOUTS) if url else None
        self._queues = queues

    def heard(self) -> None:
        self._heard_at = monotonic()

    def trouble(self) -> str:
        now = monotonic()
        if self._redis is None:
            return ""
        try:
            lie_there = any(self._redis.llen(queue) for queue in self._queues)
        except (RedisError, OSError):
            lie_there = False
        if not lie_there:
            self._unheard_since = None
        elif self._unheard_since is None or self._heard_at > self._unheard_since:
            self._unheard_since = now
        elif now - self._unheard_since > STUCK:
            return "messages lie in its queues and it takes none"
        return ""


class Lookout(Thread):
    """Writes down which lanes were swept (`note`), and wakes the sweepers when `version`, which changes with each write
    of another connection, has changed. `pause`: seconds between two looks. Nothing depends on it but how soon."""

    NOTES = 25.0  # seconds between two notes: on PostgreSQL each is a write like another, and so the sweep that is due

    def __init__(
        self,
        sweepers: Collection[Sweeper],
        note: Callable[[str], object],
        version: Callable[[], Hashable],
        pause: float,
    ) -> None:
        super().__init__(name="lookout", daemon=True)
        self._sweepers, self._note, self._version, self._pause = sweepers, note, version, pause
        self._seen: Hashable = None
        self._noted, self._note_at = dict.fromkeys(sweepers, 0), 0.0
        self._over = Event()

    def run(self) -> None:
        while not self._over.wait(self._pause):
            try:
                self._look()
                if monotonic() >= self._note_at:
                    self._note_at = monotonic() + self.NOTES
                    self._note_rounds()
            except (DatabaseError, InterfaceError):
                connection.close()  # the sweepers say so

    def _look(self) -> None:
        version = self._version()
        if version != self._seen:
            self._seen = version
            for sweeper in self._sweepers:
                sweeper.wake_for_a_write()

    def _note_rounds(self) -> None:
        rounds = {sweeper: sweeper.rounds for sweeper in self._sweepers}
        for lane in {sweeper.lane for sweeper, number in rounds.items() if number != self._noted[sweeper]}:
            self._note(lane)
        self._noted = rounds

    def end(self) -> None:
        self._over.set()


# SQLite counts the commits of other connections. Where two snapshots of PostgreSQL are the same, the same is visible.
VERSIONS = {"sqlite": "PRAGMA data_version", "postgresql": "SELECT CAST(pg_current_snapshot() AS text)"}


def writes_of_others() -> Hashable:
    """Return what changes with each commit of another connection, in whichever process."""
    connection.ensure_connection()
    with connection.wrap_database_errors:  # Django's cursor would cost ten times
        (version,) = connection.connection.execute(VERSIONS[connection.vendor]).fetchone()
    return cast(Hashable, version)


class SweeperWatch(Thread):
    """Ends the process when something in it is stuck."""

    PAUSE = 5.0  # seconds between two looks

    def __init__(self, sweepers: Collection[Sweeper], doorbell: Doorbell) -> None:
        super().__init__(name="watch", daemon=True)
        self._watched: tuple[Sweeper | Doorbell, ...] = (*sweepers, doorbell)
        self._over = Event()

    def run(self) -> None:
        while not self._over.wait(self.PAUSE):
            faulthandler.dump_traceback_later(STUCK, exit=True, file=STDERR)  # needs no Python to run
            why = next(filter(None, (watch.trouble() for watch in self._watched)), "")
            if why:
                log.error("worker_is_stuck", why=why)
                faulthandler.dump_traceback(file=STDERR)
                os._exit(1)
        faulthandler.cancel_dump_traceback_later()

    def end(self) -> None:
        self._over.set()


class Sweep(bootsteps.StartStopStep):
    """The sweepers of a worker. A step of the worker and not of its consumer, which begins again with each connection
    to the broker."""

    def start(self, parent: Any) -> None:
        from league.core.services.periodic import note_sweep  # Django is not set up when this module is loaded

        queues = set(parent.app.amqp.queues.consume_from)
        sweepers[:] = [
            Sweeper(parent.app, lane.name, {task: settings.SWEEP[task] for task in lane.tasks}, settings.BY_THE_CLOCK)
            for lane in settings.LANES
            if lane.queue in queues
        ]
        doorbell.watch(settings.REDIS_URL, queues)
        lookout = Lookout(sweepers, note_sweep, writes_of_others, settings.LOOKS_FOR_WRITES)
        self.watches = (SweeperWatch(sweepers, doorbell), lookout)
        # Beside a bot that thinks, the others wait that long for each of their steps instead of 5 ms.
        sys.setswitchinterval(SWITCH)
        for thread in (*sweepers, *self.watches):
            thread.start()

    def stop(self, parent: Any) -> None:
        for watch in self.watches:
            watch.end()
        end_all(sweepers)
        sweepers.clear()


sweepers: list[Sweeper] = []  # of this process
doorbell = Doorbell()


def end_all(ending: Iterable[Sweeper]) -> None:
    """Let each finish its current work, for a while."""
    deadline = monotonic() + ENDING
    for sweeper in ending:
        sweeper.end()
    for sweeper in ending:
        sweeper.join(max(0.0, deadline - monotonic()))


def hear(task: str, request_id: str | None) -> bool:
    """Pass a hint on to the sweeper for such tasks in this process; return whether there is one."""
    doorbell.heard()
    those = [sweeper for sweeper in sweepers if task in sweeper.intervals] or sweepers[-1:]
    for sweeper in those:
        sweeper.wake(task, request_id)
    return bool(those)
