"""`python3 run.py chaos [--minutes N] [--seed N]`: an installation is hurt again and again while a club works in it.

Ends with 1 when anything that was acknowledged is lost or there twice, when anything is stuck, or when somebody was
refused who only sent the same again.
"""

import argparse
import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from tests.chaos.parts import Installation, has_broker, small_disk
from tests.factories.processes import free_port


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py chaos", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=None, help="of the order of the faults; printed")
    parser.add_argument("--at-once", type=int, default=2, help="faults that overlap")
    parser.add_argument("--pause", type=float, default=1.0, help="mean seconds between two faults")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--broker-port", type=int, default=0)
    return parser.parse_args()


@contextlib.contextmanager
def fresh_database(folder: Path) -> Iterator[str]:
    """A file, or a database of its own on the server of DATABASE_URL."""
    given = os.environ.get("DATABASE_URL", "")
    if not given.startswith("postgres"):
        yield f"sqlite:///{folder}/chaos.sqlite3"
        return
    if not has_broker():
        sys.exit("Redis is not installed: the run needs a broker that it may kill (Debian: apt install redis-server).")
    import psycopg

    server, _, name = given.rpartition("/")
    own = f"{name}_chaos_{os.getpid()}"
    with psycopg.connect(given, autocommit=True) as admin:
        admin.execute(f'CREATE DATABASE "{own}"')
    try:
        yield f"{server}/{own}"
    finally:
        with psycopg.connect(given, autocommit=True) as admin:
            admin.execute(f'DROP DATABASE IF EXISTS "{own}" WITH (FORCE)')


def disk_of(folder: Path) -> contextlib.AbstractContextManager[str]:
    """Where SQLite's file is, a disk that can be filled; yields why it can't be."""
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        return contextlib.nullcontext("the disk of the database server is not ours")
    return small_disk(folder)


def open_django(url: str) -> None:
    os.environ |= {"DATABASE_URL": url, "REDIS_URL": "", "PGAPPNAME": "chaos"}
    os.environ["DJANGO_SETTINGS_MODULE"] = "league.config.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def stop(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise KeyboardInterrupt


def main() -> int:
    asked = arguments()
    signal.signal(signal.SIGTERM, stop)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(10**6)
    folder = Path(tempfile.mkdtemp(prefix="chaos-"))
    disk = folder / "disk"
    disk.mkdir()
    clean = False
    try:
        with disk_of(disk) as no_disk, fresh_database(disk) as url:
            open_django(url)
            installation = Installation(folder, url, asked.port or free_port(), asked.broker_port or free_port())
            from tests.chaos.story import tell

            clean = tell(installation, None if no_disk else disk, no_disk, asked, seed)
    except KeyboardInterrupt:
        print("Broken off.")
    finally:
        if clean:
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"What the parts wrote is in {folder}.")
    return 0 if clean else 1


if __name__ == "__main__":
    started = time.monotonic()
    status = main()
    print(f"{time.monotonic() - started:.0f} s in all.")
    sys.exit(status)
