"""What a page holds, for tests: its text with single spaces, and what its inputs hold."""

from html import unescape
from html.parser import HTMLParser

from django.http import HttpResponse


def text(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


def inputs(response: HttpResponse) -> list[tuple[str, str]]:
    """Name and value of every input and select that the form would send."""
    found: list[tuple[str, str]] = []

    class Inputs(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            given = dict(attrs)
            sent = given.get("type") not in ("radio", "checkbox") or "checked" in given
            if tag == "input" and sent:
                found.append((given.get("name") or "", unescape(given.get("value") or "")))
            if tag == "select":
                found.append((given.get("name") or "", ""))
            if tag == "option" and "selected" in given:
                found[-1] = (found[-1][0], unescape(given.get("value") or ""))

    Inputs().feed(response.content.decode())
    return found
