"""The sweep: what makes a worker work. The row in the database is the queue, a message is only a doorbell.

A worker has one thread for each lane (`league.config.schedule`) of its queues. It calls the tasks of the lane in turn:
each at its interval, and at once where a hint names it or where it returned True because more waits. So a thousand
hints about one task are one call of it, an order is as many portions as it needs and no message, and nothing waits for
the broker: a consumer that hears nothing any more delays nothing by more than an interval.

Where there is no broker, a worker looks at the counter of writes that SQLite keeps, and goes through its lanes when
somebody has written.

A worker that hangs is not waited for either. A watch ends the process if a task takes longer than its time limit, if
messages lie there untaken, or if Python itself stands still; its supervisor then starts another one. The claims of what
was under way run out, and the rows are taken up again.
"""

import faulthandler
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from threading import Condition, Event, Thread
from time import monotonic
from typing import Any

import structlog
from celery import Celery, bootsteps
from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections, connection
from redis import Redis
from redis.exceptions import RedisError

from league.config.redis import TIMEOUTS

log = structlog.get_logger(__name__)
STUCK = 60.0  # seconds
STDERR = 2
LONGEST_REST = 16.0  # seconds between two tries of a task that the database fails
ENDING = 25.0  # seconds for what is under way when the worker is told to end: below TimeoutStopSec of its unit


class Sweeper(Thread):
    """The thread of one lane. `intervals`: its tasks with the seconds between two calls. `note` is called with the name
    of the lane after each round."""

    def __init__(self, app: Celery, lane: str, intervals: Mapping[str, float], note: Callable[[str], object]) -> None:
        super().__init__(name=f"sweep of {lane}", daemon=True)
        self.lane, self.intervals, self._app, self._note = lane, intervals, app, note
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

    def wake_all(self) -> None:
        with self._changed:
            self._hints = dict.fromkeys(self.intervals) | self._hints
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
            self._report()
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
        more, failures = False, 0
        try:
            task = self._app.tasks[name]
            self._begin(name, task.time_limit or STUCK)
            if request_id:
                structlog.contextvars.bind_contextvars(request_id=request_id)
            more = task() is True
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
            self._due[name] = 0.0 if more else monotonic() + rest
        elif more:
            self.wake(name)

    def _report(self) -> None:
        self._begin("the note that it swept", STUCK)
        try:
            self._note(self.lane)
        except (DatabaseError, InterfaceError):
            pass  # its tasks have said so
        finally:
            close_old_connections()
            self._doing = ""

    def _begin(self, what: str, seconds: float) -> None:
        self._until, self._doing = monotonic() + seconds, what


class Doorbell:
    """A watch for messages that have lain there for `STUCK` seconds without the consumer taking any."""

    PAUSE = 5.0  # seconds between two looks

    def __init__(self) -> None:
        self._redis: Redis | None = None
        self._queues: Collection[str] = ()
        self._heard_at = self._look_at = 0.0
        self._unheard_since: float | None = None

    def watch(self, url: str, queues: Collection[str]) -> None:
        self._redis = Redis.from_url(url, **TIMEOUTS) if url else None
        self._queues = queues

    def heard(self) -> None:
        self._heard_at = monotonic()

    def trouble(self) -> str:
        now = monotonic()
        if self._redis is None or now < self._look_at:
            return ""
        self._look_at = now + self.PAUSE
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


class WriteWatch(Thread):
    """Wakes the sweepers when `version`, which changes with each write, has changed: the doorbell of a database without
    a broker. Nothing depends on it but how soon."""

    PAUSE = 0.25  # seconds between two looks

    def __init__(self, sweepers: Collection[Sweeper], version: Callable[[], int]) -> None:
        super().__init__(name="watch of writes", daemon=True)
        self._sweepers, self._version = sweepers, version
        self._over = Event()

    def run(self) -> None:
        seen = None
        while not self._over.wait(self.PAUSE):
            try:
                version = self._version()
            except (DatabaseError, InterfaceError):
                continue  # the sweepers say so
            if version != seen:
                seen = version
                for sweeper in self._sweepers:
                    sweeper.wake_all()

    def end(self) -> None:
        self._over.set()


def writes_of_others() -> int:
    """Return what SQLite counts up with each commit of another connection, in whichever process."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


class SweeperWatch(Thread):
    """Ends the process when something in it is stuck."""

    def __init__(self, sweepers: Collection[Sweeper], doorbell: Doorbell) -> None:
        super().__init__(name="watch", daemon=True)
        self._watched: tuple[Sweeper | Doorbell, ...] = (*sweepers, doorbell)
        self._over = Event()

    def run(self) -> None:
        while not self._over.wait(1):
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
            Sweeper(parent.app, lane.name, {task: settings.SWEEP[task] for task in lane.tasks}, note_sweep)
            for lane in settings.LANES
            if lane.queue in queues
        ]
        doorbell.watch(settings.REDIS_URL, queues)
        self.watches: list[SweeperWatch | WriteWatch] = [SweeperWatch(sweepers, doorbell)]
        if connection.vendor == "sqlite" and not settings.REDIS_URL:
            self.watches.append(WriteWatch(sweepers, writes_of_others))
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
    """Let each finish what it is at, for a while."""
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
