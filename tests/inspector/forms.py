"""The forms of a page, filled in as somebody would who reads them in a hurry."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.apps import apps

from tests.inspector.nodes import Node
from tests.inspector.visits import Fields, Visit, Visitor
from tests.inspector.walk import OF_OURSELVES

PRESSED = ("submit", "image", "button", "reset")
NO_LETTERS = {
    "number": "1",
    "email": "somebody@marker.example",
    "date": "2026-02-03",
    "time": "18:00",
    "url": "https://marker.example/",
}
NO_LETTERS |= {"datetime-local": "2026-02-03T18:00", "tel": "1", "range": "1", "color": "#000000", "search": "Ada"}
WORDS = "Marker words"
NOTED_OF_ALL = {"django_session"}
A_NOTE = {"league_ledgerentry"}  # stands beside what was done, and not alone
# A link that is a permission, or something of one's own: everybody may send these forms.
FOR_EVERYBODY = re.compile(r"^/(accounts|inbox|t|c|j|join|claim|notices|play/try)/")
AGAIN = {  # what a second press may add, and why
    "league_joinlink": r"/joining/$",  # takes the place of the one before
    "league_remark": r"^/play/\d+/say/$",  # said twice; the form stays while the table changes
    "league_tryout": r"^/play/try/new/$",  # takes the place of the one before
}


@dataclass(frozen=True)
class Form:
    """A form that posts, with a button of it pressed."""

    origin: str
    path: str
    fields: tuple[tuple[str, str], ...]
    pressed: tuple[tuple[str, str], ...] = ()

    @property
    def kind(self) -> tuple[str, ...]:
        """Return what it sends: the names of its fields, and the button, but for the numbers of rows."""
        names = sorted({name for name, _value in self.fields})
        return (*names, *(f"{name}={value}" for name, value in self.pressed if not value.isdecimal()))


def forms(visit: Visit) -> Iterator[Form]:
    """Yield each form of the page that posts to this site, once for each of its buttons."""
    if not visit.page:
        return
    everything = list(visit.page.walk())
    for form in visit.page.all("form"):
        if form.attributes.get("method", "get").lower() != "post":
            continue
        name = form.attributes.get("id")
        inside = list(form.walk())
        inside += [node for node in everything if name and node.attributes.get("form") == name]
        filled = list(_filled(inside))
        for button in [node for node in inside if _presses(node)] or [None]:
            action = (button and button.attributes.get("formaction")) or form.attributes.get("action") or visit.path
            path = urljoin(urljoin(OF_OURSELVES, visit.path), action)
            if path.startswith(f"{OF_OURSELVES}/"):
                pressed = _pressed(button)
                yield Form(visit.path, path.removeprefix(OF_OURSELVES), (*filled, *pressed), tuple(pressed))


def _presses(node: Node) -> bool:
    if "disabled" in node.attributes:
        return False
    kind = node.attributes.get("type", "submit" if node.tag == "button" else "")
    return node.tag in ("button", "input") and kind in ("submit", "image")


def _pressed(button: Node | None) -> Fields:
    named = button is not None and "name" in button.attributes
    return [(button.attributes["name"], button.attributes.get("value", ""))] if button and named else []


def _filled(nodes: list[Node]) -> Iterator[tuple[str, str]]:
    chosen = set[str]()
    for node in nodes:
        name, kind = node.attributes.get("name", ""), node.attributes.get("type", "text")
        if not name or "disabled" in node.attributes:
            continue
        if node.tag == "input" and kind in ("radio", "checkbox"):
            if "checked" in node.attributes or ("required" in node.attributes and name not in chosen):
                chosen.add(name)
                yield name, node.attributes.get("value", "on")
        elif node.tag == "input" and kind not in PRESSED and kind != "file":
            value = node.attributes.get("value", "")
            yield name, value if value or "required" not in node.attributes else NO_LETTERS.get(kind, WORDS)
        elif node.tag == "textarea":
            yield name, node.text() or ("required" in node.attributes and WORDS) or ""
        elif node.tag == "select":
            options = list(node.all("option"))
            picked = [option for option in options if "selected" in option.attributes] or options[:1]
            for option in picked:
                value = option.attributes.get("value", option.text())
                if not value and "required" in node.attributes and len(options) > 1:
                    value = options[1].attributes.get("value", options[1].text())
                yield name, value


def sent_twice(visitor: Visitor, form: Form) -> Iterator[str]:
    """Yield what goes wrong when somebody presses the button again before the answer is there."""
    press = partial(visitor.asks, "POST", form.path, form.origin, [*form.fields])
    with visitor.as_before():
        first = press()
        tables = first.written - A_NOTE
        if not tables:
            return
        once = _rows(tables)
        second, twice = press(), _rows(tables)
    before = _rows(tables)  # which all of it was taken back to
    yield from (f"{answer} answers {answer.status}" for answer in (first, second) if answer.status >= 500)
    for table in tables:
        more = len(before[table]) < len(once[table]) < len(twice[table])
        if more and not (table in AGAIN and re.search(AGAIN[table], form.path)):
            yield f"{second}, sent twice, adds to {table} twice"
        if before[table] == twice[table] != once[table]:
            yield f"{second}, sent twice, takes back in {table} what it did"


def _rows(tables: Collection[str]) -> dict[str, list[tuple[Any, ...]]]:
    models = (model for model in apps.get_models() if model._meta.db_table in tables)
    return {model._meta.db_table: list(model._base_manager.order_by("pk").values_list()) for model in models}


def sent_late(visitor: Visitor, form: Form, others: Sequence[Form]) -> Iterator[str]:
    """Yield what goes wrong when another form of the same page was sent in the meantime."""
    for other in others:
        with visitor.as_before():
            visitor.asks("POST", other.path, other.origin, [*other.fields])
            answer = visitor.asks("POST", form.path, form.origin, [*form.fields])
        if answer.status >= 500:
            yield f"{answer} answers {answer.status} after {other.path}"


def sent_by(another: Visitor, form: Form) -> Iterator[str]:
    """Yield what a reader changes by a form that their own page does not have."""
    with another.as_before():
        own = forms(another.asks("GET", form.origin))
        if FOR_EVERYBODY.search(form.path) or _to(form) in map(_to, own):
            return
        press = partial(another.asks, "POST", form.path, form.origin, [*form.fields])
        tables = press().written - NOTED_OF_ALL - A_NOTE
    with another.as_before():
        before = _rows(tables)
        answer, after = press(), _rows(tables)
    if answer.status >= 500:
        yield f"{answer} answers {answer.status}"
    for table in tables:
        if before[table] != after[table]:
            yield f"{answer} changes {table} by a form of somebody else's"


def _to(form: Form) -> str:
    return urlsplit(form.path).path
