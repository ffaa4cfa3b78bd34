"""No request computes without a bound: after `REQUEST_CPU_SECONDS` of processor time it is answered with 503.

A thread of each process looks at the requests under way several times a second and raises `OverBudget` in the thread of
one that is over its budget: signals reach only the main thread, and requests are answered in others. It strikes
between two steps of Python; a single call into C (one regular expression, one sort) is not interrupted, nor is a body
that is streamed after the view has returned. If the system does not tell the processor time of another thread
(Windows, macOS), the time on the wall counts, waiting for the database included.

Nor does an account compute for more than `ACCOUNTS_CPU_SECONDS` of each minute of a process, or readers without one who
share a network address for more than `STRANGERS_CPU_SECONDS`: pages that cost little count little, so neither a hall of
phones nor a desk with many tabs notices it. What another process opens for a request counts, and is charged before it
is opened. The API and signing in count requests instead.
"""

import ctypes
import sys
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Lock, Thread, get_ident

import structlog
from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse

from characters.charts.apart import SECONDS, seconds_elsewhere
from league.core.forms import network_of
from league.core.queries.addresses import route_of
from league.core.views.failures import too_long, too_much

log = structlog.get_logger(__name__)
TICK = 0.2  # seconds between two looks
MINUTE = 60
COUNTS_REQUESTS = ("/api/", "/accounts/")
WITH_A_FILE = SECONDS  # charged for a request that may bring a file, before it is known what the file takes
_raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
_raise_in.argtypes = (ctypes.c_ulong, ctypes.py_object)
_NOTHING = ctypes.py_object()


class OverBudget(BaseException):
    """Raised in the thread of a request at any step of its own code, which may catch every `Exception`."""


class RequestWork:
    """A request under way in the thread that makes this. If somebody catches `OverBudget` and goes on, it is raised
    again after as long a time: no sooner, so that a transaction is rolled back in peace."""

    def __init__(self, seconds: float) -> None:
        self.thread, self.seconds = get_ident(), seconds
        if sys.platform == "linux":
            self.clock = time.pthread_getcpuclockid(self.thread)
        self.until = self.now() + seconds
        self.struck = False

    def now(self) -> float:
        return time.clock_gettime(self.clock) if sys.platform == "linux" else time.monotonic()


class BudgetWatch:
    """The requests under way in this process. `_lock` makes sure that nothing is raised in a thread that has left."""

    def __init__(self) -> None:
        self._lock, self._under_way = Lock(), set[RequestWork]()
        self._thread: Thread | None = None

    def enter(self, work: RequestWork) -> None:
        with self._lock:
            self._under_way.add(work)
            if (
                self._thread is None or not self._thread.is_alive()
            ):  # no thread yet in this process, which may be a fork
                self._thread = Thread(target=self._look, name="budgets", daemon=True)
                self._thread.start()

    def leave(self, work: RequestWork) -> None:
        """Stop raising in this thread, and cancel an exception that was raised but has not arrived."""
        done = False
        while not done:
            with suppress(OverBudget):
                with self._lock:
                    self._under_way.discard(work)
                if work.struck:  # elsewhere there is nothing to cancel, and Python 3.11 could be profiled no more
                    _raise_in(work.thread, _NOTHING)
                done = True

    def _look(self) -> None:
        while True:
            time.sleep(TICK)
            with self._lock:
                for work in self._under_way:
                    if work.now() >= work.until:
                        work.until, work.struck = work.now() + work.seconds, True
                        _raise_in(work.thread, OverBudget)


watch = BudgetWatch()


def hold_the_budget(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        others = [each for each in connections.all(initialized_only=True) if each.in_atomic_block]
        work = RequestWork(settings.REQUEST_CPU_SECONDS)
        try:
            watch.enter(work)
            try:
                return get_response(request)
            finally:
                watch.leave(work)
        except OverBudget:
            watch.leave(work)
        _drop_connections(others)
        log.error("over_budget", method=request.method, route=route_of(request), seconds=work.seconds)
        return too_long(request)

    return middleware


class Shares:
    """Seconds of processor time by account or network address, within the minute under way."""

    def __init__(self) -> None:
        self._lock, self._minute, self._used = Lock(), 0, dict[str, float]()

    def charge(self, whose: str, seconds: float, now: float, most: float) -> bool:
        """Count what a request may take; False if the share is used up."""
        with self._lock:
            if self._minute != now // MINUTE:
                self._minute, self._used = int(now // MINUTE), {}
            used = self._used.get(whose, 0)
            if used >= most:
                return False
            self._used[whose] = used + seconds
            return True

    def settle(self, whose: str, seconds: float, now: float) -> None:
        """Count what it took beyond what was charged, or give back the rest, unless that minute is over."""
        with self._lock:
            if self._minute == now // MINUTE:
                self._used[whose] = self._used.get(whose, 0) + seconds


def share_with_others(
    get_response: Callable[[HttpRequest], HttpResponse], clock: Callable[[], float] = time.monotonic
) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse an account, and readers without one at a network address, who have had their share of this minute."""
    shares = Shares()

    def middleware(request: HttpRequest) -> HttpResponse:
        if not settings.STRANGERS_CPU_SECONDS or request.path_info.startswith(COUNTS_REQUESTS):
            return get_response(request)
        signed_in, now = _is_signed_in(request), clock()
        most = settings.ACCOUNTS_CPU_SECONDS if signed_in else settings.STRANGERS_CPU_SECONDS
        whose = f"account {request.user.pk}" if signed_in else network_of(request)
        charged, began = WITH_A_FILE if request.content_type == "multipart/form-data" else 0, _computed()
        if not shares.charge(whose, charged, now, most):
            return too_much(MINUTE - int(now % MINUTE), signed_in=signed_in)
        try:
            return get_response(request)
        finally:
            shares.settle(whose, _computed() - began - charged, now)

    return middleware


def _computed() -> float:
    """Return the processor time of this thread and of what other processes did for it."""
    return time.thread_time() + seconds_elsewhere()


def _is_signed_in(request: HttpRequest) -> bool:
    """Return whether somebody is signed in. Without a session no row is read."""
    return settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated


def _drop_connections(others: Collection[object]) -> None:
    """Drop connections that the interruption may have met between two steps of a transaction: the database rolls back
    what is left of it. Connections in a transaction before the request, as in tests, stay."""
    for connection in connections.all(initialized_only=True):
        if connection not in others:
            connection.in_atomic_block = connection.closed_in_transaction = False
            connection.close()
