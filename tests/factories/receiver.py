"""A program on this machine that is told about tournaments: a real HTTP server that keeps what it got."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any


@dataclass(frozen=True)
class Got:
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Receiver:
    """`answers` are given one after the other, the last one for ever: a status, or a status and headers. With
    `silent` it takes the request and says nothing until the test is over."""

    url: str = ""
    answers: list[Any] = field(default_factory=lambda: [204])
    silent: bool = False
    got: list[Got] = field(default_factory=list)


@contextmanager
def a_receiver(**settings: Any) -> Iterator[Receiver]:
    receiver = Receiver(**settings)
    over = Event()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.got.append(Got(self.path, dict(self.headers.items()), body))
            if receiver.silent:
                over.wait(30)
                return
            said = receiver.answers.pop(0) if len(receiver.answers) > 1 else receiver.answers[0]
            status, headers = said if isinstance(said, tuple) else (said, {})
            self.send_response(status)
            for name, value in {"Content-Length": "0", **headers}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook?key=1"
    try:
        yield receiver
    finally:
        over.set()
        server.shutdown()
        server.server_close()
