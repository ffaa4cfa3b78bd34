"""What holds for every page that somebody is shown. Each look takes a page and returns what is wrong with it."""

from collections.abc import Iterator

from tests.inspector.nodes import Node


def uneven_rows(page: Node) -> list[str]:
    """Return the rows of tables whose cells don't add up to the columns of the head."""
    return [wrong for table in page.all("table") for wrong in _uneven(table)]


def _uneven(table: Node) -> Iterator[str]:
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
