"""Figures that a page and the API both give of the same person."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal
from urllib.parse import urlsplit

from tests.inspector.nodes import Node
from tests.inspector.visits import Visit

API = "/api/v1/"
NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?")
Rows = dict[str, dict[str, Decimal]]  # of each name: figures by what they are called


def compared(visits: Sequence[Visit]) -> Iterator[tuple[str, str]]:
    """Yield each figure that a table of a page and a list of the API both give of one name at one thing (a season, a
    tournament), and what is wrong with it, or nothing. Of several lists the one that agrees most is meant."""
    lists: dict[tuple[str, ...], list[Rows]] = defaultdict(list)
    for visit in visits:
        if visit.status == 200 and visit.kind == "application/json" and visit.path.startswith(API):
            lists[_thing(visit.path.removeprefix(API))].append(dict(_listed(json.loads(visit.body))))
    for visit in visits:
        known = lists[_thing(visit.path[1:])] if visit.page and visit.status == 200 else []
        for table in visit.page.all("table") if visit.page and known else ():
            yield from max((list(_beside(visit, table, rows)) for rows in known), key=_agreed)


def _beside(visit: Visit, table: Node, rows: Rows) -> Iterator[tuple[str, str]]:
    for name, heading, figure in _shown(table, rows):
        if (right := rows[name].get(heading)) is not None:
            wrong = "" if figure == right else f"{visit}: {name} has {figure} {heading}, in the API {right}"
            yield f"{visit.path} {name} {heading}", wrong


def _agreed(figures: list[tuple[str, str]]) -> int:
    return sum(not wrong for _figure, wrong in figures)


def _thing(path: str) -> tuple[str, ...]:
    return tuple(urlsplit(path).path.split("/")[:2])


def _listed(value: object) -> Iterator[tuple[str, dict[str, Decimal]]]:
    if isinstance(value, dict):
        name = value.get("name") or value.get("character")
        numbers = {key: part for key, part in value.items() if isinstance(part, int | float | str)}
        if isinstance(name, str):
            yield name, {key: Decimal(str(part)) for key, part in numbers.items() if _is_number(part)}
        value = list(value.values())
    for part in value if isinstance(value, list) else ():
        yield from _listed(part)


def _is_number(value: object) -> bool:
    return not isinstance(value, bool) and bool(re.fullmatch(r"-?\d+(\.\d+)?", str(value)))


def _shown(table: Node, names: Rows) -> Iterator[tuple[str, str, Decimal]]:
    head = next(iter(table.all("thead")), None)
    headings = [cell.text().lower().replace(" ", "_") for cell in head.all("th", "td")] if head else []
    for row in table.all("tr"):
        cells = [cell for cell in row.all("td", "th") if cell.parent is row]
        name = next((text for cell in cells for node in cell.walk() if (text := node.text()) in names), "")
        if name and len(cells) == len(headings):
            for heading, cell in zip(headings, cells, strict=True):
                if found := NUMBER.search(cell.text()):
                    yield name, heading, Decimal(found[0].replace(",", "").replace("−", "-"))
