"""Every address, every method, everybody: what is answered, in a word, and the table that says so.

`WRITE_ACCESS=yes pytest tests/access` writes it to docs/access.md; without, tests hold the site to it.
"""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from urllib.parse import unquote

from django.apps import apps
from django.contrib.admin import ModelAdmin, site
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from characters.admin import ReadOnly
from tests.access.people import OTHER_LINK, PEOPLE, Place
from tests.factories.thursday_club import a_report

BEGINNING = "## The answers"
NO_SUCH_METHOD, OTHERS = "405", ("everybody", "others")
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")
OK, SIGN_IN, ELSEWHERE, REFUSED = "ok", "sign in", "leads on", "refused"
WORDS = {401: SIGN_IN, 403: "403", 404: "404", 405: "405"}
GAP = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^()]*\)")
SHOWN = "(shown only)"
EVERYTHING_ELSE = re.compile(r"^(admin/\(\?P<url>|api/v1/\^\[)")
MODELS = {model._meta.label_lower.replace(".", "/"): shown for model, shown in site._registry.items()}
Answers = dict[tuple[str, str], str]


def patterns() -> list[str]:
    """Of all addresses, but for the two that catch what no other one does. Of the models that the admin site only
    shows one stands for all."""
    shown = {row_of(one): one for one in _walk(get_resolver()) if SHOWN in row_of(one) and "/fact/" in one}
    found = dict.fromkeys(shown.get(row_of(one), one) for one in _walk(get_resolver()))
    return [one for one in found if not EVERYTHING_ELSE.match(one)]


def _walk(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        whole = f"{before}{one.pattern}"
        if isinstance(one, URLPattern):
            yield whole
        else:
            yield from _walk(one, whole)


def address(pattern: str, place: Place) -> str:
    """A real address. Raise KeyError for a gap that nothing is known for: say it in tests/access/people.py."""
    return "/" + GAP.sub(lambda gap: argument(pattern, gap, place), pattern.replace("^", "").replace("$", ""))


def argument(pattern: str, gap: re.Match[str], place: Place) -> str:
    """What fills this gap of the address."""
    words = pattern.split("/")
    first = words[2] if pattern.startswith("api/") else words[0]
    name = gap[1] or gap[2]
    if name == "object_id" and words[1] != "r":
        row = apps.get_model(words[1], words[2])._default_manager.order_by("pk").first()
        return str(row.pk if row else 1)
    return str(place.gaps["reset key" if "<uidb36>" in pattern and name == "key" else f"{first} {name}"])


def shows_only(model: ModelAdmin[Any]) -> bool:
    return isinstance(model, ReadOnly) and all(
        getattr(type(model), f"has_{act}_permission") is getattr(ReadOnly, f"has_{act}_permission")
        for act in ("add", "change", "delete")
    )


def row_of(pattern: str) -> str:
    """How the table names it. Models that the admin site only shows share rows."""
    words = pattern.split("/")
    model = MODELS.get("/".join(words[1:3])) if words[0] == "admin" else None
    if model is not None and shows_only(model):
        words[1:3] = [SHOWN]
    return GAP.sub(lambda gap: f"<{gap[1] or gap[2]}>", "/".join(words).replace("^", "").replace("$", "")) or "/"


class Caller:
    """One of PEOPLE, or `user` who is no more than they are, asking for everything and changing nothing. By a session,
    or as a program with `token`."""

    def __init__(self, column: str, place: Place, *, user: str = "", token: str = "") -> None:
        self.column, self.place = column, place
        headers = {"Authorization": f"Token {token}"} if token else None
        self.client = Client(raise_request_exception=False, headers=headers)
        name = user or PEOPLE[column]
        if name and not token:
            self.client.force_login(place.club.users[name])
        self._cookies = deepcopy(self.client.cookies)
        self.seen: list[str] = []
        self.method = ""  # of the request before

    def asks(self, pattern: str, method: str) -> str:
        path = address(pattern, self.place)
        if self.column == OTHER_LINK and pattern.startswith("t/"):
            path = path.replace(self.place.gaps["t token"], self.place.gaps["t token of another table"])
        return self.asks_at(path, pattern, method)

    def asks_at(self, path: str, pattern: str, method: str) -> str:
        """The same for an address that is written in another way."""
        self.client.cookies = deepcopy(self._cookies)
        if not (method == self.method == "GET"):
            cache.clear()  # else limits answer, or what was taken back is remembered
        self.method = method
        with transaction.atomic():
            answer = self._send(path, pattern, method)
            self._look_for_secrets(answer, path, method)
            transaction.set_rollback(True)
        return in_a_word(answer)

    def _send(self, path: str, pattern: str, method: str) -> Any:
        if not (path.startswith("/api/") or path.endswith("/report/")):
            return self.client.generic(method, path)
        body = BODIES.get(pattern, {})
        if "seat" in body:
            body |= {"seat": self.place.gaps["seat of the player"]}
        return self.client.generic(method, path, json.dumps(body), "application/json")

    def _look_for_secrets(self, answer: HttpResponseBase, path: str, method: str) -> None:
        content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[attr-defined]
        text = content.decode(errors="replace") + str(answer.headers)
        for secret in self.place.secrets:
            if self.column not in secret.readers and secret.words in text and secret.words not in unquote(path):
                self.seen.append(f"{self.column}: {method} {path} tells the {secret.name}")


TABLE = "api/v1/tournaments/<str:slug>/rounds/<int:stage>/<int:number>/tables/<int:table>"
CARDS = [{"seat": seat, "score": {"cards": cards}} for seat, cards in enumerate((20, 9, 3, 1), 1)]
BODIES: dict[str, Any] = {  # where a body is read before it is known who may
    "api/v1/games/": a_report("Cleo", "Dev", played_at="2026-02-03T18:00:00Z"),
    "api/v1/characters/": {
        "league": "thursday-club",
        "name": "Newcomer",
        "edition": "london",
        "specialty": "law",
        "side_interest": "journalism",
        "title": "Counsel",
    },
    "api/v1/tournaments/": {
        "season": "spring-2026",
        "name": "Another Open",
        "system": "career_compass",
        "edition": "london",
    },
    "api/v1/tournaments/<str:slug>/entries/": {"character": "nobody"},
    f"{TABLE}/report/": {"seat": 2, "seats": CARDS},
    f"{TABLE}/confirm/": {"seat": 2, "digest": "0" * 64},
    f"{TABLE}/contradict/": {"seat": 2, "reason": "No."},
}


def in_a_word(answer: Any) -> str:
    status = answer.status_code
    if status in (301, 302):
        where = answer.headers["Location"]
        return SIGN_IN if "/login/" in where or "/reauthenticate/" in where else ELSEWHERE
    if 200 <= status < 300:
        return OK
    return WORDS.get(status) or (REFUSED if 400 <= status < 500 else str(status))


def by_row(answers: Answers) -> Answers:
    """Where addresses share a row, what any of them answers."""
    found: dict[tuple[str, str], set[str]] = {}
    for (pattern, method), word in answers.items():
        found.setdefault((row_of(pattern), method), set()).add(word)
    return {key: " or ".join(sorted(words)) for key, words in found.items()}


def written(rows: dict[str, Answers]) -> str:
    """The document's end, from the rows of each column: addresses and methods that answer everybody alike stand
    together, and NO_SUCH_METHOD is not said."""
    groups: dict[str, dict[str, list[str]]] = {}
    for row in dict.fromkeys(map(row_of, patterns())):
        methods: dict[str, list[str]] = {}
        for method in METHODS:
            words = {column: answers.get((row, method), "?") for column, answers in rows.items()}
            if set(words.values()) != {NO_SUCH_METHOD}:
                methods.setdefault(_heading(words), []).append(method)
        for heading, those in methods.items():
            groups.setdefault(heading, {}).setdefault(" ".join(those), []).append(row)
    lines = [BEGINNING, ""]
    for heading in sorted(groups):
        lines += [f"### {heading}", ""]
        lines += [f"- {those}: {', '.join(f'`{row}`' for row in found)}" for those, found in groups[heading].items()]
        lines.append("")
    return "\n".join(lines)


def _heading(words: dict[str, str]) -> str:
    """Return what each column is answered, the commonest answer last: "403: stranger, player; ok: others"."""
    columns: dict[str, list[str]] = {}
    for column, word in words.items():
        columns.setdefault(word, []).append(column)
    *fewer, (common, _most) = sorted(columns.items(), key=lambda item: len(item[1]))
    return "; ".join([f"{word}: {', '.join(some)}" for word, some in fewer] + [f"{common}: {OTHERS[bool(fewer)]}"])


def read(text: str) -> dict[str, Answers]:
    """The columns of a written document."""
    columns: dict[str, Answers] = {column: {} for column in PEOPLE}
    for section in text.split("### ")[1:]:
        heading, *lines = section.splitlines()
        parts = dict(part.split(": ")[::-1] for part in heading.split("; "))
        otherwise = next(parts[name] for name in OTHERS if name in parts)
        words = {column: word for some, word in parts.items() for column in some.split(", ")}
        for methods, row in (
            (line[2:].partition(": ")[0], row) for line in lines for row in re.findall("`(.+?)`", line)
        ):
            for column, answers in columns.items():
                answers |= dict.fromkeys(((row, method) for method in methods.split()), words.get(column, otherwise))
    return columns
