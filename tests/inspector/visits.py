"""One request of one reader, with everything that it caused."""

import json
import logging
import re
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories.printed import pages_of
from tests.inspector.nodes import Node, read

WRITES = re.compile(r'^\s*(INSERT INTO|INSERT OR IGNORE INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)
SAVEPOINT = re.compile(r'^(SAVEPOINT|ROLLBACK TO SAVEPOINT) "?(\w+)')
Fields = list[tuple[str, str]]


@dataclass(frozen=True)
class Reader:
    """Who asks, and in which language."""

    role: str
    language: str = "en"

    def __str__(self) -> str:
        return f"{self.role}, {self.language}"


@dataclass(frozen=True)
class Visit:
    """What was asked and what came back. `changes` has word and table of each statement that changes rows; `seconds`
    are of the processor."""

    reader: Reader
    method: str
    path: str
    origin: str
    status: int
    headers: dict[str, str]
    body: bytes = field(repr=False)
    queries: int
    changes: tuple[tuple[str, str], ...]
    seconds: float
    log: tuple[str, ...]

    @property
    def kind(self) -> str:
        return self.headers.get("Content-Type", "").partition(";")[0]

    @property
    def written(self) -> set[str]:
        return {table for _word, table in self.changes}

    @property
    def inserted(self) -> set[str]:
        return {table for word, table in self.changes if word == "INSERT"}

    @cached_property
    def text(self) -> str:
        """Return what a reader can make of the body, of a PDF and of JSON too."""
        if self.kind == "application/pdf":
            return "\n".join(pages_of(self.body))
        text = self.body.decode(errors="replace")
        return json.dumps(json.loads(text), ensure_ascii=False) if self.kind == "application/json" else text

    @cached_property
    def page(self) -> Node | None:
        return read(self.text) if self.kind == "text/html" else None

    def __str__(self) -> str:
        return f"{self.reader}: {self.method} {self.path} (from {self.origin})"


class Visitor:
    """Asks as one reader, with the cookies of `client` before each request."""

    def __init__(self, reader: Reader, client: Client) -> None:
        self.reader, self.client = reader, client
        self._cookies = deepcopy(client.cookies)
        self._method = ""  # of the request before

    def get(self, path: str, origin: str = "") -> Visit:
        """Ask for a page, and take back what that changes."""
        with self.as_before():
            return self.asks("GET", path, origin)

    @contextmanager
    def as_before(self) -> Iterator[None]:
        """Let several requests follow each other, and take back what they changed."""
        self.client.cookies = deepcopy(self._cookies)
        with transaction.atomic():
            yield
            transaction.set_rollback(True)

    def asks(self, method: str, path: str, origin: str = "", fields: Fields | None = None) -> Visit:
        """Ask, and leave what that changes: within `as_before`."""
        if not (method == self._method == "GET"):
            cache.clear()  # else limits answer, or what was taken back is remembered
        self._method = method
        connection.queries_log.clear()  # which is full after 9,000
        with CaptureQueriesContext(connection) as captured, _log() as lines:
            before = time.process_time()
            answer = self._send(method, path, fields)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            seconds = time.process_time() - before
        statements = [query["sql"] for query in captured.captured_queries]
        queries = sum("SAVEPOINT" not in sql for sql in statements)
        headers = dict(answer.headers.items())
        headers |= {f"Set-Cookie {name}": cookie.OutputString() for name, cookie in answer.cookies.items()}
        kept = kept_writes(statements)
        return Visit(
            self.reader, method, path, origin, answer.status_code, headers, body, queries, kept, seconds, tuple(lines)
        )

    def _send(self, method: str, path: str, fields: Fields | None) -> Any:
        headers = {"Accept-Language": self.reader.language}
        if fields is None:
            return self.client.generic(method, path, headers=headers)
        values: dict[str, list[str]] = {}
        for name, value in fields:
            values.setdefault(name, []).append(value)
        return self.client.post(path, values, headers=headers)


def kept_writes(statements: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return word and table of each statement that changes rows and is not taken back, as a preview is."""
    written: list[tuple[str, str]] = []
    marks: dict[str, int] = {}
    for sql in statements:
        if match := SAVEPOINT.match(sql):
            if match[1] == "SAVEPOINT":
                marks[match[2]] = len(written)
            else:
                del written[marks.get(match[2], 0) :]
        elif match := WRITES.match(sql):
            written.append((match[1].split()[0].upper(), match[2]))
    return tuple(written)


class _Lines(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.name}: {record.getMessage()}")


@contextmanager
def _log() -> Iterator[list[str]]:
    """Yield the lines of the log, which no other handler hears."""
    handler, root = _Lines(), logging.getLogger()
    others, root.handlers = root.handlers, [handler]
    yield handler.lines
    root.handlers = others
