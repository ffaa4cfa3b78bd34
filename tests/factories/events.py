"""The events process as run.py starts it, and streams that listen to it."""

import contextlib
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

from django.conf import settings

import run
from league.core.live.services import ticket_for
from tests.factories.databases import database_url
from tests.factories.processes import eventually, free_port


@dataclass
class EventsProcess:
    port: int
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> None:
        command = [sys.executable, *shlex.split(run.EVENTS.format(port=self.port))]
        environment = os.environ | {"DATABASE_URL": database_url(), "REDIS_URL": settings.REDIS_URL}
        self.process = subprocess.Popen(command, cwd=run.ROOT, env=environment, start_new_session=True)
        eventually(self._serves)

    def _serves(self) -> bool:
        """It opens its port once to see whether it may, and closes it: who is there then is not answered."""
        try:
            return self.answer("none")[0] == HTTPStatus.FORBIDDEN
        except OSError:
            return False

    def kill(self) -> None:
        """Its worker is nobody's to wait for, and goes on listening until the kernel has ended it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        eventually(lambda: not run.answers(self.port))

    @property
    def address(self) -> str:
        return f":{self.port}/events/"

    def stream(self, *rooms: str, last: str = "") -> "EventStream":
        return EventStream(self.port, ticket_for(*rooms), last)

    def answer(self, ticket: str) -> tuple[int, str]:
        """To a ticket that opens nothing."""
        try:
            with urlopen(f"http://127.0.0.1:{self.port}/events/?ticket={ticket}", timeout=30) as found:
                return found.status, ""
        except HTTPError as error:
            return error.code, error.read().decode()


@contextlib.contextmanager
def events_process() -> Iterator[EventsProcess]:
    made = EventsProcess(free_port())
    made.start()
    try:
        yield made
    finally:
        made.kill()


class EventStream:
    """One reader, as a browser is one; beats are left out."""

    def __init__(self, port: int, ticket: str, last: str = "") -> None:
        self._line = socket.create_connection(("127.0.0.1", port), timeout=60)
        more = f"Last-Event-ID: {last}\r\n" if last else ""
        ask = f"GET /events/?ticket={ticket} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n"
        self._line.sendall(ask.encode())
        self._file = self._line.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers = dict(iter(lambda: tuple(self._file.readline().decode().strip().partition(": ")[::2]), ("", "")))

    def next(self) -> dict[str, Any]:
        """The next event: its name, id and data."""
        fields: dict[str, str] = {}
        while True:
            line = self._file.readline()
            assert line, "the stream has ended"
            name, there, value = line.decode().strip().partition(": ")
            if there and name in ("id", "event", "data", "retry"):
                fields[name] = value
            elif not there and fields.get("event", "beat") != "beat":
                return {"event": fields["event"], "id": fields["id"], "data": json.loads(fields["data"])}
            elif line == b"\n":
                fields = {}

    def close(self) -> None:
        self._file.close()
        self._line.close()
