"""Open an uploaded file in a separate process, which ends when it takes too long or too much memory.

A library that unpacks a file computes within one call into C, where our threads can't interrupt it. So each file is
opened by a child that imports nothing of Django and knows no secret. Limits are set by the child itself before it reads
a byte; if the system has none (Windows), only the time on the wall is limited. The child never raises: it answers
with a result, or with the key of a reason.
"""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib import import_module

SECONDS, MEGABYTES = 3, 450  # of processor time, and of addresses with those of the libraries
LONGEST = 12  # seconds on the wall, on a machine that is busy
AT_ONCE = 2  # children of one process, so that some of its threads go on with what is small
REFUSED, TOO_MUCH = 3, 4  # exit statuses
_slots = threading.BoundedSemaphore(AT_ONCE)
_spent = threading.local()


class Refused(ValueError):
    """Refuse a file. `reason` is a key for which the caller has the sentence."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TooMuchWork(Exception):
    """A file over which its process ended: too long, too large, or a library that fell."""


def seconds_elsewhere() -> float:
    """Return the processor time that other processes have worked for this thread."""
    return getattr(_spent, "seconds", 0.0)


def add_elsewhere(seconds: float) -> None:
    """Count processor time that another process has worked for this thread."""
    _spent.seconds = seconds_elsewhere() + seconds


def opened_apart(function: Callable[[bytes], bytes], content: bytes, *, seconds: int = SECONDS) -> bytes:
    """Return what a function of a module, imported by name in the child, makes of `content`. Raise Refused with its
    reason, TooMuchWork if it does not end within the limits."""
    seen = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    seen["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    command = [sys.executable, "-S", "-m", __name__, function.__module__, function.__name__, str(seconds)]
    if not _slots.acquire(timeout=LONGEST):
        raise TooMuchWork
    began = time.monotonic()
    try:
        done = subprocess.run(command, input=content, capture_output=True, env=seen, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired as error:
        add_elsewhere(seconds)
        raise TooMuchWork from error
    finally:
        _slots.release()
    if done.returncode == 0:
        add_elsewhere(float(done.stderr.splitlines()[-1]))
        return done.stdout
    add_elsewhere(min(seconds, time.monotonic() - began))
    if done.returncode == REFUSED:
        raise Refused(done.stdout.decode())
    raise TooMuchWork


def _limit(seconds: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    for kind, most in ((resource.RLIMIT_CPU, seconds), (resource.RLIMIT_AS, MEGABYTES * 1_000_000)):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):  # macOS knows no limit of addresses
            continue
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _work(module: str, function: str, seconds: str) -> int:
    _limit(int(seconds))
    try:
        result = getattr(import_module(module), function)(sys.stdin.buffer.read())
    except Exception as error:  # Refused of the module that was imported, which is not the one of __main__
        reason = getattr(error, "reason", "")
        sys.stdout.write(reason)
        return REFUSED if reason else TOO_MUCH
    sys.stdout.buffer.write(result)
    sys.stderr.write(str(time.process_time()))
    return 0


if __name__ == "__main__":
    sys.exit(_work(*sys.argv[1:]))
