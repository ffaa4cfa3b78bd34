"""What is hidden is answered as what never was, byte for byte."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from urllib.parse import quote

from tests.access.addresses import of_a_league
from tests.access.matrix import GAP, address, argument
from tests.access.people import Place
from tests.inspector.visits import Visit, Visitor

OF_ONE_REQUEST = {"X-Request-ID", "Content-Length", "Set-Cookie csrftoken", "Content-Security-Policy"}
NO_ROW, NO_SLUG = "99999999", "nothing-of-that-name"
OF_ONE_ANSWER = re.compile(rb'(name="csrfmiddlewaretoken" value|nonce|content|data-csrf)="[\w-]{20,}"')


def of_a_play() -> list[str]:
    return [pattern for pattern in of_a_league() if pattern.startswith(("play/", "api/v1/plays/"))]


def hidden_and_missing(place: Place, patterns: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield each address in the place, and the same with nothing that there is in its first gap."""
    for pattern in patterns:
        gap = GAP.search(pattern)
        if gap and not pattern.startswith(LINKS):
            fill = partial(_filled, pattern=pattern, place=place, at=gap.start())
            yield address(pattern, place), "/" + GAP.sub(fill, pattern.replace("^", "").replace("$", ""))


LINKS = ("t/", "c/", "j/", "join/", "claim/")  # whoever has one may know what it leads to


def _filled(gap: re.Match[str], *, pattern: str, place: Place, at: int) -> str:
    value = argument(pattern, gap, place)
    if gap.start() != at:
        return value
    return NO_ROW if value.isdecimal() else NO_SLUG


def difference(visitor: Visitor, hidden: str, missing: str, method: str = "GET") -> str:
    """Return how the two are told apart, or nothing."""
    with visitor.as_before():
        here, nowhere = visitor.asks(method, hidden), visitor.asks(method, missing)
    if here.status != nowhere.status:
        return f"{here} answers {here.status}, what is missing {nowhere.status}"
    if _without(here, hidden) != _without(nowhere, missing):
        return f"{here} answers otherwise than {missing}"
    return ""


def _without(visit: Visit, path: str) -> tuple[bytes, list[tuple[str, str]]]:
    """Return body and headers without the address itself and what is drawn anew for every answer."""
    body = OF_ONE_ANSWER.sub(b"", visit.body)
    for written in (path, quote(path, safe=""), quote(path)):
        body = body.replace(written.encode(), b"")
    headers = {name: value.replace(path, "").replace(quote(path), "") for name, value in visit.headers.items()}
    return body, sorted((name, value) for name, value in headers.items() if name not in OF_ONE_REQUEST)
