"""The elements of a page, as a tree."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
SAID_ALOUD = ("alt", "aria-label", "aria-description", "aria-roledescription", "data-label", "placeholder", "title")


@dataclass
class Node:
    """An element: `children` are elements and texts in order."""

    tag: str
    attributes: dict[str, str]
    parent: "Node | None" = None
    children: "list[Node | str]" = field(default_factory=list)

    def walk(self) -> "Iterator[Node]":
        """Yield this element and all below it, in the order of the page."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def all(self, *tags: str) -> "Iterator[Node]":
        return (node for node in self.walk() if node.tag in tags)

    def text(self) -> str:
        parts = (child if isinstance(child, str) else child.text() for child in self.children)
        return " ".join("".join(parts).split())

    def has(self, name: str) -> bool:
        return name in self.attributes.get("class", "").split()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.here = Node("", {})

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.children.append(node)
        if tag not in VOID:
            self.here = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.here.children.append(Node(tag, {name: value or "" for name, value in attrs}, self.here))

    def handle_endtag(self, tag: str) -> None:
        node: Node | None = self.here
        while node and node.tag != tag:
            node = node.parent
        if node and node.parent:
            self.here = node.parent

    def handle_data(self, data: str) -> None:
        self.here.children.append(data)


def read(page: str) -> Node:
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return reader.root
