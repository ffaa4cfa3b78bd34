#!/usr/bin/env python3
"""Everything from one file, with nothing but Python: `python3 run.py [COMMAND]`; COMMANDS below says which.

Standard library only, because it makes the environment that holds the rest. The Makefile calls it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
PYTHON = str(VENV / ("Scripts/python.exe" if WINDOWS else "bin/python"))
SITE = ["-m", "granian", "--interface", "wsgi", "--blocking-threads", "4", "--log-level", "warning"]
WORKER = [
    "-W",
    "ignore:You're running the worker with superuser",
    "-m",
    "celery",
    "--quiet",
    "-A",
    "league.config",
]
WORKER += ["worker", "--without-gossip", "--without-mingle"]
SERVICES = {
    "DATABASE_URL": "postgres://postgres@127.0.0.1:5432/postgres",
    "REDIS_URL": "redis://127.0.0.1:6379/15",
}
SETTINGS = {"DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SECRET_KEY", "ALLOWED_HOSTS", "DEBUG"}
CHECKS = [
    ["ruff", "check", "."],
    ["ruff", "format", "--check", "."],
    ["mypy"],
    ["djlint", "--quiet", "--check", "--lint", "templates"],
    ["manage", "makemigrations", "--check", "--dry-run"],
    ["manage", "spectacular", "--validate", "--fail-on-warn", "--file", os.devnull],
]


def install(lock: str) -> None:
    """Bring `.venv` to the lock file, and remember which one it holds."""
    want = hashlib.sha256((ROOT / lock).read_bytes()).hexdigest()
    stamp = VENV / f"{lock}.sha256"
    if stamp.exists() and stamp.read_text() == want:
        return
    if not Path(PYTHON).exists():
        print("Making the environment in .venv ...", flush=True)
        if subprocess.run([sys.executable, "-m", "venv", str(VENV)]).returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            sys.exit("Python's venv module is missing. On Debian and Ubuntu: sudo apt install python3-venv")
    print(f"Installing {lock} ...", flush=True)
    wanted = ["--quiet", "--require-hashes", "-r", str(ROOT / lock)]
    uv = shutil.which("uv")
    if not uv or subprocess.run([uv, "pip", "install", "--python", PYTHON, *wanted]).returncode:
        subprocess.run([PYTHON, "-m", "pip", "install", *wanted], check=True)
    stamp.write_text(want)


def call(*command: str, env: dict[str, str] | None = None) -> int:
    """Run a module of the environment, or `manage` for manage.py, from the checkout."""
    head = ["manage.py"] if command[0] == "manage" else ["-m", command[0]]
    return subprocess.run([PYTHON, *head, *command[1:]], cwd=ROOT, env=env).returncode


def start(*arguments: str) -> subprocess.Popen[bytes]:
    # A session of its own, so that Ctrl-C reaches a child once, from us. Windows knows no such thing.
    return subprocess.Popen([PYTHON, *arguments], cwd=ROOT, start_new_session=not WINDOWS)


def end(children: list[subprocess.Popen[bytes]]) -> None:
    """Ask, wait, insist; grandchildren too."""
    for child in children:
        if child.poll() is None and not WINDOWS:
            child.terminate()
    deadline = time.monotonic() + 10
    for child in children:
        try:
            child.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            if WINDOWS:
                subprocess.run(["taskkill", "/F", "/T", "/PID", str(child.pid)], capture_output=True)
            else:
                os.killpg(child.pid, signal.SIGKILL)


def answers(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def run() -> int:
    """The site and its worker, until Ctrl-C, TERM or the end of the site."""
    port = int(os.environ.get("PORT", "8000"))
    if answers(port):
        sys.exit(f"Port {port} is taken. Choose another one, such as PORT={port + 1}.")
    install("requirements-dev.txt" if (VENV / "requirements-dev.txt.sha256").exists() else "requirements.txt")
    if call("manage", "migrate", "--verbosity", "0"):
        return 1
    if (ROOT / "league/management/commands/load_sample.py").exists() and call("manage", "load_sample"):
        return 1
    site = start(*SITE, "--host", "127.0.0.1", "--port", str(port), "league.config.wsgi:application")
    worker = start(*WORKER)
    try:
        while not answers(port) and site.poll() is None:
            time.sleep(0.1)
        print(f"\nCorner Office is open: http://127.0.0.1:{port}  (Ctrl-C closes it)", flush=True)
        while site.poll() is None:
            time.sleep(1)
            if worker.poll() is not None:
                print("The worker ended; starting another one.", flush=True)
                worker = start(*WORKER)
        return site.returncode
    except KeyboardInterrupt:
        return 0
    finally:
        end([site, worker])


def test(*arguments: str) -> int:
    install("requirements-dev.txt")
    env = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    return call("pytest", "-n", "auto", "-m", "not services and not benchmark", *arguments, env=env)


def test_services(*arguments: str) -> int:
    # One process: the tests share one Redis.
    install("requirements-dev.txt")
    env = {name: value for name, value in os.environ.items() if name not in SETTINGS - SERVICES.keys()}
    return call("pytest", "-m", "not benchmark", *arguments, env=SERVICES | env)


def lint() -> int:
    install("requirements-dev.txt")
    failed = [" ".join(check) for check in CHECKS if print("$", *check, flush=True) or call(*check)]
    print("\nFailed: " + "; ".join(failed) if failed else "\nAll checks passed.")
    return 1 if failed else 0


def audit() -> int:
    """Known holes in the locked packages. Asks a network index about each, so it is no part of lint."""
    install("requirements-dev.txt")
    return call("pip_audit", "--disable-pip", "--require-hashes", "-r", "requirements-dev.txt")


def bench(*arguments: str) -> int:
    install("requirements-dev.txt")
    return call("pytest", "-s", "-m", "benchmark", *arguments)


def setup() -> int:
    install("requirements-dev.txt")
    return 0


COMMANDS = {
    "run": run,
    "test": test,
    "test-services": test_services,
    "lint": lint,
    "audit": audit,
    "bench": bench,
    "setup": setup,
}


def stop(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    if sys.hexversion < 0x030B0000:
        sys.exit("Corner Office needs Python 3.11, 3.12 or 3.13.")
    name, *rest = sys.argv[1:] or ["run"]
    if name not in COMMANDS:
        print(f"Usage: python3 run.py [{'|'.join(COMMANDS)}]", file=sys.stderr)
        sys.exit(2)
    signal.signal(signal.SIGTERM, stop)
    try:
        sys.exit(COMMANDS[name](*rest))
    except KeyboardInterrupt:
        sys.exit(130)
