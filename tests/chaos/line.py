"""What clients do when an answer does not come: send the same again until one does. Keys make that harmless. Where none
comes at all, what was sent again is refused, or a form without a key was sent again, the deed is in doubt: it may have
been done or not."""

import http.client
import json
import re
import threading
import time
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from urllib.parse import urlencode

from tests.chaos.acts import Act

PATIENCE = 15.0  # seconds for one answer
GIVE_UP = 180.0  # seconds for one deed, however often it is sent
PAUSE = 0.3
AGAIN = (429, 500, 502, 503, 504)
NO_ANSWER = 0


class GivenUp(Exception):
    """A deed that nobody answered for `GIVE_UP` seconds, or of which the answer does not tell whether it was done."""


def plain(body: Any) -> str:
    """What a refusal says, without the page around it."""
    words = " ".join(re.sub(r"<[^>]*>", " ", str(body)).split())
    return words.partition("Nothing was changed.")[2][:300] or words[:300]


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    body: Any
    headers: http.client.HTTPMessage


@dataclass(frozen=True, slots=True)
class Doubt:
    """A deed that was done between 0 and `times` times more than was acknowledged."""

    act: Act
    key: str
    times: int


@dataclass
class Seen:
    """What all clients saw. `interrupted`: when a deed was first sent, and when it was answered for good. `given_up`:
    until when it was sent."""

    statuses: dict[int, int] = field(default_factory=dict)
    interrupted: list[tuple[float, float]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    given_up: list[tuple[float, str]] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)
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
        return self._send("GET", path, None, {})[0]

    def act(self, act: Act, *, key: str) -> Answer | None:
        """A deed that is to be done once; None when it was refused."""
        sent = {"Content-Type": "application/json", "Idempotency-Key": key}
        return self._do(act, key, json.dumps(act.body), sent)

    def form(self, act: Act, *, key: str) -> Answer | None:
        """The same on a page, whose fields hold the key."""
        return self._do(act, key, urlencode(act.body), {"Content-Type": "application/x-www-form-urlencoded"})

    def _do(self, act: Act, key: str, body: str, headers: dict[str, str]) -> Answer | None:
        try:
            answer, tries = self._send("POST", act.path, body, headers)
        except GivenUp as given_up:
            self.seen.doubts.append(Doubt(act, key, 1 if act.once else given_up.args[1]))
            raise
        done = answer.status in act.good
        # One that was refused when it was sent again may be done later by a process that was paused with the first.
        if tries > 1 and not (act.once and done):
            self.seen.doubts.append(Doubt(act, key, 1 if act.once else tries - done))
        if done:
            self.seen.acknowledged += 1
            return answer
        if tries > 1 and not act.once:
            raise GivenUp(act.path, tries)
        self.seen.refused.append(f"POST {act.path} {answer.status}: {plain(answer.body)}")
        return None

    def _send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[Answer, int]:
        """The answer, and how often it was asked for. Raise GivenUp."""
        first, tries = time.monotonic(), 0
        while time.monotonic() < first + GIVE_UP:
            tries += 1
            answer = self._try(method, path, body, self.headers | headers)
            self.seen.count(answer.status)
            if answer.status not in (NO_ANSWER, *AGAIN):
                if tries > 1:
                    self.seen.interrupted.append((first, time.monotonic()))
                return answer, tries
            if answer.status == 500:
                self.seen.errors.append(f"{method} {path}")
            time.sleep(PAUSE)
        self.seen.given_up.append((time.monotonic(), f"{method} {path}"))
        raise GivenUp(path, tries)

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
