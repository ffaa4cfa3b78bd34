"""Measure a piece of work in a process of its own: processor time, and memory beyond what the process began with."""

import json
import os
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from django.db import connections


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of processor time with those of children, megabytes at most beyond the beginning, and what came of it."""

    seconds: float
    megabytes: float
    outcome: str


def cost_of(work: Callable[[], object]) -> Cost:
    """Do the work in a fork of this process, which opens a connection of its own to the database."""
    connections.close_all()
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        try:
            os.write(write, json.dumps(_measured(work)).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        answer = pipe.read()
    os.waitpid(pid, 0)
    return Cost(*json.loads(answer))


def _measured(work: Callable[[], object]) -> tuple[float, float, str]:
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins with what there is now
    before, began = _peak(), time.process_time()
    try:
        outcome = str(work())
    except Exception as error:
        outcome = f"{type(error).__name__}: {error}"
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() - began + children.ru_utime + children.ru_stime
    return round(seconds, 2), round(_peak() - before), outcome[:300]


def _peak() -> float:
    lines = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(lines["VmHWM"].split()[0]) / 1000
