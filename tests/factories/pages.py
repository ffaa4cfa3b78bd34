"""What a page holds, for tests: its text with single spaces, and what its inputs hold."""

import re
from html import unescape
from html.parser import HTMLParser

from django.http import HttpResponse


def text(response: HttpResponse) -> str:
    return " ".join(response.content.decode().split())


def form_of(response: HttpResponse, action: str) -> dict[str, str]:
    """What the hidden fields of the form with this address would send."""
    found = re.search(rf'<form[^>]*action="{re.escape(action)}".*?</form>', text(response))
    assert found, f"no form leads to {action}"
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found[0]))


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


def fields_in_sight(response: HttpResponse) -> list[str]:
    """The names of the fields that a reader sees without unfolding anything."""
    names: list[str] = []

    class Fields(HTMLParser):
        folded: list[bool] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            given = dict(attrs)
            if tag == "details":
                self.folded.append("open" not in given)
            shown = tag in ("input", "select", "textarea") and given.get("type") != "hidden" and "hidden" not in given
            if shown and not any(self.folded) and (name := given.get("name")) and name not in names:
                names.append(name)

        def handle_endtag(self, tag: str) -> None:
            if tag == "details":
                self.folded.pop()

    Fields().feed(response.content.decode().partition("<main")[2].partition("</main")[0])
    return names
