"""Processes of their own on the database of a benchmark, and what they use."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread

from django.db import connection

PROCESSES = 2
TICK = os.sysconf("SC_CLK_TCK")


class Sites:
    """Site processes behind one port, and how long their processors were busy."""

    def __init__(self, processes: int = PROCESSES) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        told = connection.settings_dict
        url = f"postgres://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{told['PORT']}/{told['NAME']}"
        command = f"-m granian --interface wsgi --workers {processes} --blocking-threads 4 --log-level warning --port"
        site = [sys.executable, *command.split(), str(self.port), "league.config.wsgi:application"]
        self._process = subprocess.Popen(site, env=os.environ | {"DATABASE_URL": url})

    def wait(self) -> None:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                    return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError("the site does not start")

    def busy(self) -> float:
        """Seconds of processor that the site processes have used."""
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.pids()]
        return sum(int(one[11]) + int(one[12]) for one in stats) / TICK

    def pids(self) -> list[int]:
        pids = [self._process.pid]
        for pid in pids:
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        return pids

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)


class Processes:
    """A process with all that it has started."""

    def __init__(self, pid: int) -> None:
        self.pids = [pid]
        for one in self.pids:
            for children in Path(f"/proc/{one}/task").glob("*/children"):
                self.pids += map(int, children.read_text().split())

    def busy(self) -> dict[int, float]:
        """Return the seconds of processor that each has used."""
        stats = {pid: Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.pids}
        return {pid: (int(stat[11]) + int(stat[12])) / TICK for pid, stat in stats.items()}

    def shares(self, seconds: float) -> dict[int, float]:
        """Return the percentage of a core that each uses over that many seconds."""
        before = self.busy()
        time.sleep(seconds)
        return {pid: 100 * (busy - before[pid]) / seconds for pid, busy in self.busy().items()}

    def megabytes(self, of: str) -> dict[int, float]:
        """Return the memory of each, by a line of smaps_rollup: Rss counts shared pages in each process, Pss a share
        of them."""
        texts = {pid: Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in self.pids}
        return {pid: int(text.partition(f"\n{of}:")[2].split()[0]) / 1024 for pid, text in texts.items()}

    def name(self, pid: int) -> str:
        words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
        named = [word for word in words if word.startswith("league.config.")] or words[-2:]
        return f"{words[words.index('-m') + 1] if '-m' in words else ''} {' '.join(named).strip()}".strip()


SLOTS, SLOT = 4, 0.02  # seconds


@contextmanager
def slowed(sites: Sequence[Sites]) -> Iterator[None]:
    """Let the processes of each of one or two sites run in one of four slots, not at the same time, as if each had a
    slow processor of its own: what they wait for is then each other, not the processors of this machine."""
    over, pids = Event(), [site.pids() for site in sites]

    def take_turns() -> None:
        for at in count():
            for number, own in enumerate(pids):
                send(signal.SIGCONT if at % SLOTS == number * 2 else signal.SIGSTOP, own)
            if over.wait(SLOT):
                break
        for own in pids:
            send(signal.SIGCONT, own)

    def send(what: signal.Signals, own: Sequence[int]) -> None:
        for pid in own:
            os.kill(pid, what)

    taking_turns = Thread(target=take_turns)
    taking_turns.start()
    try:
        yield
    finally:
        over.set()
        taking_turns.join()
