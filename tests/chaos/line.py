"""What clients do when an answer does not come: send the same again until one does. Keys make that harmless."""

import http.client
import json
import re
import threading
import time
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import urlencode

PATIENCE = 15.0  # seconds for one answer
GIVE_UP = 180.0  # seconds for one deed, however often it is sent
PAUSE = 0.3
AGAIN = (429, 500, 502, 503, 504)
NO_ANSWER = 0


class GivenUp(Exception):
    """A deed that was answered by nobody for `GIVE_UP` seconds."""


def plain(body: Any) -> str:
    """What a refusal says, without the page around it."""
    words = " ".join(re.sub(r"<[^>]*>", " ", str(body)).split())
    return words.partition("Nothing was changed.")[2][:300] or words[:300]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Any
    headers: http.client.HTTPMessage


@dataclass
class Seen:
    """What all clients saw. `interrupted`: when a deed was first sent, and when it was answered for good."""

    statuses: dict[int, int] = field(default_factory=dict)
    interrupted: list[tuple[float, float]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    acknowledged: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def count(self, status: int) -> None:
        with self._lock:
            self.statuses[status] = self.statuses.get(status, 0) + 1


class Line:
    """One client at one network address."""

    _addresses = count(2)

    def __init__(self, port: int, seen: Seen, headers: dict[str, str] | None = None) -> None:
        number = next(self._addresses)
        self._at = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self.port, self.seen, self.headers = port, seen, dict(headers or {})

    def get(self, path: str) -> Answer:
        return self._send("GET", path, None, {})

    def act(self, path: str, body: dict[str, Any] | None = None, *, key: str, good: tuple[int, ...]) -> Answer | None:
        """A deed that is to be done once; None when it was refused."""
        sent = {"Content-Type": "application/json", "Idempotency-Key": key}
        return self._done(path, self._send("POST", path, json.dumps(body or {}), sent), good)

    def form(self, path: str, fields: dict[str, Any]) -> Answer | None:
        sent = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._done(path, self._send("POST", path, urlencode(fields), sent), (302,))

    def _done(self, path: str, answer: Answer, good: tuple[int, ...]) -> Answer | None:
        if answer.status in good:
            self.seen.acknowledged += 1
            return answer
        self.seen.refused.append(f"POST {path} {answer.status}: {plain(answer.body)}")
        return None

    def _send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        first, tries = time.monotonic(), 0
        while time.monotonic() < first + GIVE_UP:
            tries += 1
            answer = self._try(method, path, body, self.headers | headers)
            self.seen.count(answer.status)
            if answer.status not in (NO_ANSWER, *AGAIN):
                if tries > 1:
                    self.seen.interrupted.append((first, time.monotonic()))
                return answer
            if answer.status == 500:
                self.seen.errors.append(f"{method} {path}")
            time.sleep(PAUSE)
        self.seen.given_up.append(f"{method} {path}")
        raise GivenUp(path)

    def _try(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, (self._at, 0))
        try:
            line.request(method, path, body, headers)
            got = line.getresponse()
            text = got.read()
        except (OSError, http.client.HTTPException):
            return Answer(NO_ANSWER, None, http.client.HTTPMessage())
        finally:
            line.close()
        is_json = got.headers.get_content_type() == "application/json"
        try:
            return Answer(got.status, json.loads(text) if is_json else text.decode(errors="replace"), got.headers)
        except ValueError:
            return Answer(NO_ANSWER, None, got.headers)
