"""A reader who follows the links of the site from its front door on."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

from league.core.rules.csv_text import BOM
from tests.inspector.looks import uneven_rows
from tests.inspector.nodes import Node, read

OF_EACH_KIND = 2  # pages of one kind differ in what they hold
NOT_FOLLOWED = ("/admin/", "/api/", "/static/", "/media/")
NO_PAGES = {"account_logout"}
ON_THE_WALL = {"tournament_screen", "join_poster"}  # nobody presses anything there


class Ways(HTMLParser):
    """The links and forms of a page: in its frame, and in what the page itself says."""

    def __init__(self, address: str, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.on: set[str] = set()
        self.address = address
        self._in_main = False
        self._backwards = 0
        self._last = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "main":
            self._in_main = True
        if tag == "p" and "breadcrumb" in (told.get("class") or ""):
            self._backwards += 1
        if tag == "a" and told.get("href"):
            link = urljoin(self.address, told["href"])
            self.links.append(link)
            if self._in_main and not self._backwards and urlsplit(link).path != urlsplit(self.address).path:
                self.on.add(link)
        if self._in_main and tag in ("form", "input"):
            self.on.add(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self._in_main = False
        if tag == "p":
            self._backwards = 0


Look = Callable[[Node], list[str]]


def crawl(
    client: Client, of_each_kind: int = OF_EACH_KIND, looks: Sequence[Look] = (uneven_rows,)
) -> tuple[int, list[str]]:
    """How many pages were seen from the front door on, those that lead nowhere or are not there, and what the looks
    find on them."""
    waiting, known, kinds = deque([("/", "the front door")]), {"/"}, Counter[str]()
    seen, ends = 0, []
    while waiting:
        address, origin = waiting.popleft()
        answer = client.get(address, follow=True)
        if answer.status_code != 200:
            ends.append(f"{address} answers {answer.status_code}, linked from {origin}")
            continue
        kind = answer.headers.get("Content-Type", "")
        if kind.startswith("text/csv") and not answer.getvalue().startswith(BOM.encode()):
            ends.append(f"{address} has no BOM, and Excel misreads its letters")
        if not kind.startswith("text/html"):
            continue
        seen += 1
        final = answer.redirect_chain[-1][0] if answer.redirect_chain else address
        text = answer.content.decode()
        page = read(text)
        ends += [f"{address}: {wrong}" for look in looks for wrong in look(page)]
        ways = Ways(urljoin(address, final), text)
        if not ways.on and resolve(urlsplit(ways.address).path).view_name not in ON_THE_WALL:
            ends.append(f"{address}, linked from {origin}")
        for link in ways.links:
            path = urlsplit(link)._replace(fragment="").geturl()
            if path in known or not path.startswith("/") or path.startswith(NOT_FOLLOWED):
                continue
            known.add(path)
            try:
                kind = resolve(urlsplit(path).path).view_name
            except Resolver404:
                ends.append(f"{path} is nothing, linked from {address}")
                continue
            kinds[kind] += 1
            if kind not in NO_PAGES and kinds[kind] <= of_each_kind:
                waiting.append((path, address))
    return seen, ends
