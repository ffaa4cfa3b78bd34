"""Site processes of their own on the database of a benchmark."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from django.db import connection

PROCESSES = 2
TICK = os.sysconf("SC_CLK_TCK")


class Sites:
    """Site processes behind one port, and how long their processors were busy."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        told = connection.settings_dict
        url = f"postgres://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{told['PORT']}/{told['NAME']}"
        command = f"-m granian --interface wsgi --workers {PROCESSES} --blocking-threads 4 --log-level warning --port"
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
        pids = [self._process.pid]
        for pid in pids:
            pids += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids]
        return sum(int(one[11]) + int(one[12]) for one in stats) / TICK

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)
