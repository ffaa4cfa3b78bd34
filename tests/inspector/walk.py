"""A reader who follows every link, from the front door and from each address that there is."""

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from urllib.parse import urljoin, urlsplit

from django.urls import Resolver404, resolve

from tests.access.matrix import address, patterns
from tests.access.people import Place
from tests.inspector.nodes import Node
from tests.inspector.visits import Visit, Visitor

FRONT_DOOR, CONFIGURATION = "the front door", "the URL configuration"
NOT_FOLLOWED = ("/admin/", "/static/", "/media/")
NO_PAGES = {"accounts/logout/"}
OF_OURSELVES = "http://testserver"
FILES = (".pdf", ".png", ".jpg", ".svg", ".csv", ".ics", ".toml", ".jsonl", ".hall")  # which lead nowhere


def walk(
    visitor: Visitor,
    *,
    of_each_kind: int = 2,
    starts: Iterable[tuple[str, str]] = (("/", FRONT_DOOR),),
    left_out: tuple[str, ...] = (),
) -> Iterator[Visit]:
    """Yield a visit to each of the starts, and to what is linked from there on: of one view only a few addresses. Those
    that end with `left_out`, such as FILES, are not asked for."""
    waiting = deque(starts)
    known, kinds = {path for path, _origin in waiting}, Counter[str]()
    while waiting:
        path, origin = waiting.popleft()
        if urlsplit(path).path.endswith(left_out):
            continue
        visit = visitor.get(path, origin)
        yield visit
        for link in links(visit):
            if link in known or link.startswith(NOT_FOLLOWED):
                continue
            known.add(link)
            kind = view_of(link)
            kinds[kind] += 1
            if kind not in NO_PAGES and kinds[kind] <= of_each_kind:
                waiting.append((link, path))


def every_address(place: Place) -> list[tuple[str, str]]:
    """Return an address for each pattern of the site and the API, but for Django's own pages for its staff."""
    return [(address(pattern, place), CONFIGURATION) for pattern in patterns() if not pattern.startswith("admin/")]


def view_of(path: str) -> str:
    """Return the route that answers; the path itself where none does, so that it is asked and says so."""
    try:
        return resolve(urlsplit(path).path).route
    except Resolver404:
        return path


def links(visit: Visit) -> Iterator[str]:
    """Yield the paths of this site that the answer leads to, with their queries."""
    if visit.status in (301, 302, 303, 307, 308):
        found = [visit.headers["Location"]]
    elif visit.page:
        found = [node.attributes["href"] for node in visit.page.all("a", "link") if "href" in node.attributes]
        found += [node.attributes["src"] for node in visit.page.all("img") if "src" in node.attributes]
    elif visit.kind == "application/json":
        found = list(_addresses(json.loads(visit.body)))
    else:
        found = []
    for link in found:
        whole = urljoin(urljoin(OF_OURSELVES, visit.path), link)
        if whole.startswith(f"{OF_OURSELVES}/"):
            yield urlsplit(whole.removeprefix(OF_OURSELVES))._replace(fragment="").geturl()


def _addresses(value: object) -> Iterator[str]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _addresses(part)
    elif isinstance(value, str) and value.startswith((f"{OF_OURSELVES}/", "/")):
        yield value


def ways_on(page: Node) -> set[str]:
    """Return where the page itself leads, apart from its frame and from the way back: links, and whether forms are
    there."""
    found = set[str]()
    for main in page.all("main"):
        backwards = {id(link) for trail in main.all("p", "nav") if trail.has("breadcrumb") for link in trail.all("a")}
        for node in main.walk():
            if node.tag == "a" and "href" in node.attributes and id(node) not in backwards:
                found.add(node.attributes["href"])
            elif node.tag in ("form", "input"):
                found.add(node.tag)
    return found
