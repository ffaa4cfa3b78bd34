"""What holds for everything that somebody is shown. Each look takes a visit and yields what is wrong with it."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby
from urllib.parse import unquote, urljoin, urlsplit

from django.urls import resolve

from characters.rules.names import sort_key
from league.core.charts import BOX
from league.core.rules.csv_text import BOM
from tests.access.people import Secret
from tests.inspector.nodes import SAID_ALOUD, Node
from tests.inspector.visits import Visit
from tests.inspector.walk import CONFIGURATION, ways_on

Look = Callable[[Visit], Iterable[str]]
NO_WAY_ON = {"tournament_screen", "join_poster", "api-docs"}  # on a wall, or made by a script
MOST_QUERIES = 100  # in a world of many rows; a preview does what the real thing does
MOST_BYTES = 1_000_000
FEWEST = 4  # people in a list whose order can be told
# Brackets, marks or an enumeration around nothing, in a text or in what a screen reader says.
EMPTY = re.compile(r".{0,40}(?:\(\s*[),;]|[,;:]\s*\)|“\s*”|[,·]\s*[,·])")
LISTS = {"select": "option", "datalist": "option", "ul": "li", "ol": "li", "tbody": "tr"}


def even_rows(visit: Visit) -> Iterator[str]:
    """Yield the rows of tables whose cells don't add up to the columns of the head."""
    for table in visit.page.all("table") if visit.page else ():
        yield from uneven(table)


def uneven(table: Node) -> Iterator[str]:
    rows = [row for row in table.all("tr") if _table_of(row) is table]
    heads = [row for row in rows if row.parent and row.parent.tag == "thead"]
    if not heads:
        return
    hanging: list[int] = []  # for each column: rows that a cell above still reaches into
    columns = _width(heads[0], [])
    for row in rows:
        width = _width(row, hanging)
        if width != columns:
            title = next((caption.text() for caption in table.all("caption")), "") or heads[0].text()
            yield f"a row of “{title}” has {width} cells under {columns} headings: {row.text()[:80]}"


def _width(row: Node, hanging: list[int]) -> int:
    """Return how many columns the row fills, with the cells that reach into it from above. Counts these down."""
    cells = [child for child in row.children if isinstance(child, Node) and child.tag in ("td", "th")]
    from_above = sum(left > 0 for left in hanging)
    hanging[:] = [left - 1 for left in hanging if left > 1]
    width = from_above
    for cell in cells:
        span = int(cell.attributes.get("colspan") or 1)
        width += span
        hanging += [int(cell.attributes.get("rowspan") or 1) - 1] * span
    return width


def _table_of(node: Node) -> Node | None:
    parent = node.parent
    while parent and parent.tag != "table":
        parent = parent.parent
    return parent


def whole_texts(visit: Visit) -> Iterator[str]:
    """Yield the texts and labels that were built with an empty part."""
    for gap in empty_parts(visit.page) if visit.page else ():
        yield f"something is missing in “{gap}”"


def empty_parts(page: Node) -> Iterator[str]:
    said = [node.attributes[name] for node in page.walk() for name in SAID_ALOUD if name in node.attributes]
    for text in (_words(page), *said):
        yield from (gap.group() for gap in EMPTY.finditer(text))


def _words(node: Node) -> str:
    """Return the text without code, elements apart from each other."""
    if node.tag in ("code", "pre", "script", "style", "svg", "math"):
        return "…"
    return "".join(child if isinstance(child, str) else _words(child) for child in node.children)


def led_on(visit: Visit) -> Iterator[str]:
    """Yield why a link should not have led here, or nothing leads on from here."""
    if visit.status >= 500 or (visit.status >= 400 and visit.origin != CONFIGURATION):
        yield f"answers {visit.status}"
    elif visit.page and visit.status == 200 and visit.origin != CONFIGURATION:
        path = urlsplit(visit.path).path
        on = {way for way in ways_on(visit.page) if urlsplit(urljoin(path, way)).path != path or way == "form"}
        if not on and resolve(path).view_name not in NO_WAY_ON:
            yield "leads nowhere"


def opens_in_excel(visit: Visit) -> Iterator[str]:
    """Yield that a file of commas lacks its BOM: Excel misreads its letters."""
    if visit.kind == "text/csv" and not visit.body.startswith(BOM.encode()):
        yield "has no BOM"


def only_reads(visit: Visit) -> Iterator[str]:
    """Yield the tables that a GET wrote to, but for the notes that reading takes."""
    if visit.method == "GET":
        noted = next((tables for ends, tables in NOTED.items() if re.search(ends, urlsplit(visit.path).path)), set())
        yield from (f"writes to {table}" for table in sorted(visit.written - noted))


NOTED: dict[str, set[str]] = {
    r"^/accounts/sessions/": {"usersessions_usersession"},  # allauth: when each was seen last
    r"^/accounts/confirm-email/": {"django_session"},  # allauth: who opens another account's link is signed out
    r"^(/api/v1/plays|/play)/\d+/": {"games_play", "games_playseat"},  # who is there
    r"^/inbox/\d+/$": {"league_notice"},  # whoever opens a notice has read it
    r"^/tournaments/.*/(archive|groups)\.json$|/entries\.csv$": {"league_ledgerentry"},  # who took people's data out
}


def within_bounds(visit: Visit) -> Iterator[str]:
    """Yield that an answer took many queries, or is long."""
    if visit.queries > MOST_QUERIES:
        yield f"takes {visit.queries} queries"
    if visit.page and len(visit.body) > MOST_BYTES:
        yield f"is {len(visit.body):,} bytes long"


def within_seconds(most: float) -> Look:
    """Look for answers that take more seconds of the processor."""

    def slow(visit: Visit) -> Iterator[str]:
        if visit.seconds > most:
            yield f"takes {visit.seconds:.1f} seconds of the processor"

    return slow


def printed_whole(visit: Visit) -> Iterator[str]:
    """Yield that a PDF has a box in place of a letter."""
    if visit.kind == "application/pdf" and BOX in visit.text:
        yield f"prints {visit.text.count(BOX)} letters as boxes"


def keeps(secrets: Sequence[Secret]) -> Look:
    """Look for words that this reader may not be sent, in bodies and headers, and for those of all in the log."""

    def tells(visit: Visit) -> Iterator[str]:
        asked = unquote(visit.path)
        sent, log = f"{visit.text}\n{visit.headers}", "\n".join(visit.log)
        for secret in secrets:
            if secret.words in asked:
                continue
            if visit.reader.role not in secret.readers and secret.words in sent:
                yield f"tells the {secret.name}"
            if secret.words in log:
                yield f"writes the {secret.name} to the log"

    return tells


def in_order(people: Collection[str]) -> Look:
    """Look for lists of people that stand in the order of code points, where readers would order them otherwise."""
    names, first = frozenset(people), re.compile(r"\s*(?:\(|,|·|$)")

    def of(item: Node) -> str:
        texts = (node.text() for node in item.walk() if node.tag in ("a", "bdi", "b", "strong", "td", "th", "label"))
        own = first.split(item.text(), maxsplit=1)[0]
        return next((text for text in (own, *texts) if text in names), "")

    def unordered(visit: Visit) -> Iterator[str]:
        for parent in visit.page.all(*LISTS) if visit.page else ():
            items = (child for child in parent.children if isinstance(child, Node) and child.tag == LISTS[parent.tag])
            for named, run in groupby(map(of, items), key=bool):
                listed = list(run)
                if named and len(listed) >= FEWEST and listed != sorted(listed, key=sort_key):
                    wrong = [key for key in (str, str.casefold, str.lower) if listed == sorted(listed, key=key)]
                    if wrong or parent.tag in ("select", "datalist"):
                        yield f"lists people by code points: {', '.join(listed)[:200]}"

    return unordered


ALWAYS: tuple[Look, ...] = (even_rows, whole_texts, led_on, opens_in_excel, only_reads, within_bounds, printed_whole)


def wrongs(visit: Visit, looks: Iterable[Look]) -> list[str]:
    return [f"{visit}: {wrong}" for look in looks for wrong in look(visit)]
