"""The installation under test: a fresh database, a broker of its own, and the processes that run.py or a unit would
start. A part that ends is started again, as systemd or run.py does it."""

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import run

SITE = (
    "-m granian --interface wsgi --workers 2 --blocking-threads 4 --respawn-failed-workers --log-level warning"
    " --host 127.0.0.1 --port {port} league.config.wsgi:application"
)
SMALL_SITE = run.SITE + " {port} league.config.wsgi:application"
WORKERS = {
    "worker": run.WORKER.removesuffix(",thinking"),
    "thinking worker": f"{run.WORKER.rpartition(' ')[0]} thinking --hostname thinking@%h",
}
BROKER = 'redis-server --port {broker} --bind 127.0.0.1 --save "" --appendonly no'
DISK = "256m"  # ten minutes on a quiet machine write 48
FAKETIME = "libfaketime.so.1"


class Part:
    """One process with all that it starts, in a group of its own. Only the thread that calls `look_after` starts it:
    it ends with that thread (run.end_with_parent), and whoever hurts it comes and goes."""

    def __init__(self, name: str, command: list[str], environment: Mapping[str, str], log: Path) -> None:
        self.name, self.log, self.ended_by_itself = name, log, 0
        self._command, self._environment = command, dict(environment)
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._wanted, self._changes = False, dict[str, str]()

    def start(self, **changes: str) -> None:
        with self._lock:
            self._wanted, self._changes = True, changes

    def look_after(self) -> None:
        with self._lock:
            if not self._wanted or (self._process and self._process.poll() is None):
                return
            if self._process:
                self.ended_by_itself += 1
                self._signal(signal.SIGKILL)
            with self.log.open("ab") as log:
                self._process = subprocess.Popen(
                    self._command,
                    cwd=run.ROOT,
                    env=self._environment | self._changes,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                    preexec_fn=run.end_with_parent if sys.platform == "linux" else None,
                )

    def kill(self) -> None:
        with self._lock:
            self._wanted = False
            if self._process:
                self._signal(signal.SIGKILL)
                self._process.wait()
                self._process = None

    def kill_a_child(self) -> None:
        """The process that does the work; the one above it starts another."""
        with self._lock, contextlib.suppress(ProcessLookupError, FileNotFoundError):
            pid = self._process.pid if self._process else 0
            found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            if found:
                os.kill(int(found[-1]), signal.SIGKILL)

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._signal(signal.SIGCONT)

    def stop(self) -> None:
        with self._lock:
            self._wanted = False
            self._signal(signal.SIGCONT)
            if self._process:
                self._process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(5)
            self.kill()

    def _signal(self, number: int) -> None:
        with self._lock, contextlib.suppress(ProcessLookupError):
            if self._process:
                os.killpg(self._process.pid, number)


class Installation:
    """All parts. `services` says whether there are PostgreSQL and a broker, or SQLite and nothing else."""

    def __init__(self, folder: Path, database_url: str, port: int, broker_port: int) -> None:
        self.folder, self.port = folder, port
        self.services = not database_url.startswith("sqlite")
        self.broker_url = f"redis://127.0.0.1:{broker_port}/0" if self.services else ""
        clean = {name: value for name, value in run.environment(run.OUR_SETTINGS).items() if name != "PGAPPNAME"}
        self.environment = clean | {"DATABASE_URL": database_url, "REDIS_URL": self.broker_url, "PORT": str(port)}
        commands = {"site": SMALL_SITE.format(port=port), "worker": run.WORKER}
        if self.services:
            commands = {"site": SITE.format(port=port), **WORKERS}
        self.parts = {name: self._part(name, [sys.executable, *shlex.split(one)]) for name, one in commands.items()}
        if self.services:
            self.parts["broker"] = self._part("broker", shlex.split(BROKER.format(broker=broker_port)))

    def _part(self, name: str, command: list[str]) -> Part:
        return Part(name, command, self.environment, self.folder / f"{name.replace(' ', '-')}.log")

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        over = threading.Event()
        keeper = threading.Thread(target=self._look_after, args=(over,), daemon=True)
        try:
            for part in self.parts.values():
                part.start()
            keeper.start()
            self._wait_for_the_site()
            yield
        finally:
            for part in self.parts.values():
                part.stop()
            over.set()

    def _look_after(self, over: threading.Event) -> None:
        while not over.wait(0.05):
            for part in self.parts.values():
                part.look_after()

    def _wait_for_the_site(self) -> None:
        until = time.monotonic() + 120
        while not run.answers(self.port):
            if time.monotonic() > until:
                sys.exit(f"The site does not start: {self.parts['site'].log.read_text()[-2000:]}")
            time.sleep(0.1)


@contextlib.contextmanager
def small_disk(folder: Path) -> Iterator[str]:
    """A disk of its own for SQLite, small enough to be filled; yields why there is none, "" if there is one."""
    if not sys.platform.startswith("linux") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield "only root can mount a small disk"
        return
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)], capture_output=True, text=True
    )
    try:
        yield mounted.stderr.strip()
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


def faketime() -> str:
    """The library that lies about the time, "" where it is not installed."""
    places = [os.environ.get("FAKETIME_LIBRARY", ""), *map(str, Path("/usr/lib").glob(f"*/faketime/{FAKETIME}"))]
    return next((place for place in places if place and Path(place).exists()), "")


def has_broker() -> bool:
    return shutil.which("redis-server") is not None
