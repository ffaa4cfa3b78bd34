"""A language in which every translated text stands in brackets, so that a page shows what never met a catalogue.

Its texts are those of a real catalogue. What is outside the brackets is data, or prose that somebody forgot.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from zoneinfo import available_timezones

from django.apps import apps
from django.conf import settings
from django.db import models
from django.test import override_settings
from django.utils.translation import trans_real

from characters.charts.career import LEVEL_NAMES
from engine import SYSTEMS
from tests.inspector.nodes import SAID_ALOUD, Node
from tests.inspector.visits import Visit

PSEUDO, MADE_FROM = "ia", "de"  # a language that Django knows, with no formats of its own
OPEN, CLOSE = "⟦", "⟧"
NOT_READ = frozenset({"code", "kbd", "pre", "samp", "script", "style", "template", "textarea"})
WORD = re.compile(r"[^\W\d_]{2,}")
BREAK = "\0"  # between the texts of two elements
# The site's own name, abbreviations, levels, bots, files, and the players of examples.
NAMES = {
    "Corner Office",
    "API",
    "UTC",
    "C-level",
    "characters.csv",
    "results.csv",
    "Joker",
    "casual",
    "search",
    "ismcts",
    "olga",  # whom a passport names
}
NAMES |= {"timed", "rounds", "host"}  # values of settings that no league is asked about
NAMES |= {"Ada", "Bo", "Cleo", "Dev", "Eve", "Finn"}
FOR_EVERYBODY = re.compile(r"/(embed/|card\.png)$")  # the address says in which language, English where it does not
AROUND_DATA = " .,:;·()“”\"'–→←#%+−£"
# Labels of time zones, addresses, titles that the game makes, and figures on the squares of a board such as "2 Kr 1kx".
SIGNS = re.compile(r"[A-Z]\w+(/[\w+ -]+)+|https?://\S*|\S+\.example|Chief .+ Officer|[0-9a-f]{16}|\(R\d+ and R\d+\)")
SIGNS_WITHIN = re.compile(r"\b(Kr|\d+kx?)\b|\b[HU]{2};")


@contextmanager
def pseudo_locale() -> Iterator[None]:
    """Offer the site in the language PSEUDO."""
    with override_settings(LANGUAGES=[*settings.LANGUAGES, (PSEUDO, "Pseudo")]):
        made, source = trans_real.translation(PSEUDO)._catalog, trans_real.translation(MADE_FROM)._catalog
        made._catalogs = [
            {key: f"{OPEN}{text}{CLOSE}" if key else text for key, text in catalog.items()}
            for catalog in source._catalogs
        ]
        made._plurals = list(source._plurals)
        yield
    trans_real._translations.pop(PSEUDO, None)


class Prose:
    """Finds texts on pages that stand in no brackets and are not data: a look for the crawl."""

    def __init__(self, data: set[str]) -> None:
        self.data, self._is_data = data, cache(self._holds_data)

    def __call__(self, visit: Visit) -> list[str]:
        page = visit.page if visit.reader.language == PSEUDO else None
        if page is None or FOR_EVERYBODY.search(visit.path):
            return []
        return self.on(page)

    def on(self, page: Node) -> list[str]:
        return [f"“{text}” is in no catalogue" for text in dict.fromkeys(self._unmarked(page))]

    def _unmarked(self, page: Node) -> Iterator[str]:
        texts = [f" {BREAK} ".join(_texts(page))]  # brackets may span elements
        for node in page.walk():
            texts += [node.attributes[name] for name in SAID_ALOUD if name in node.attributes and not _is_foreign(node)]
        for text in texts:
            yield from (part for part in _outside(text) if not self._is_data(part))

    def _holds_data(self, text: str) -> bool:
        if not WORD.search(text) or text in self.data or SIGNS.fullmatch(text):
            return True
        return not WORD.search(SIGNS_WITHIN.sub("", self._without_data(text)))

    def _without_data(self, text: str) -> str:
        """Return what is left of a text without the data in it, such as "Spring 2026 · Corner Office"."""
        words, left = text.split(" "), list[str]()
        while words:
            ends = range(len(words), 0, -1)
            end = next((end for end in ends if " ".join(words[:end]).strip(AROUND_DATA) in self.data), 0)
            if not end:
                left.append(words[0])
            words = words[end or 1 :]
        return " ".join(left)


def _outside(text: str) -> Iterator[str]:
    """Yield the parts of a text that are in no brackets."""
    depth = 0
    for part in re.split(f"([{OPEN}{CLOSE}])", text):
        depth += (part == OPEN) - (part == CLOSE)
        if depth <= 0 and part not in (OPEN, CLOSE):
            yield from (" ".join(piece.split()) for piece in part.split(BREAK))


def _texts(node: Node) -> Iterator[str]:
    if node.tag in NOT_READ or ("lang" in node.attributes and node.tag != "html"):
        return
    if node.tag == "svg":  # breaks its texts into lines
        yield " ".join(_lines(node))
        return
    for child in node.children:
        if isinstance(child, Node):
            yield from _texts(child)
        else:
            yield child


def _lines(node: Node) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, Node):
            yield from _lines(child)
        elif child.strip():
            yield child.strip()


def _is_foreign(node: Node | None) -> bool:
    while node and node.tag != "html":
        if "lang" in node.attributes or node.tag in NOT_READ:
            return True
        node = node.parent
    return False


def data_texts() -> set[str]:
    """Return what pages show as it is: every short text of the database, and the names in the data of the engine."""
    texts = set(_stored())
    for path in (settings.BASE_DIR / "engine").rglob("data/**/*.toml"):
        found = set(_strings(tomllib.loads(path.read_text(encoding="utf-8"))))
        of_the_book = path.name == "rules.toml" or path.parent.parent.name == "data"  # an edition, or a board
        texts |= found if of_the_book else found - _msgids()
    names = {*(system.title for system in SYSTEMS.values()), *dict(settings.LANGUAGES).values(), *LEVEL_NAMES}
    return texts | names | available_timezones() | NAMES


def _stored() -> Iterator[str]:
    for model in apps.get_models():
        kinds = (models.CharField, models.TextField, models.JSONField)
        columns = [field.name for field in model._meta.concrete_fields if isinstance(field, kinds)]
        for row in model._default_manager.values_list(*columns) if columns else ():
            yield from _strings(list(row))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _strings(part)
    elif isinstance(value, str) and value.startswith("{"):
        with suppress(ValueError):
            yield from _strings(json.loads(value))
    elif isinstance(value, str) and len(value) < 100:
        yield " ".join(value.split())


@cache
def _msgids() -> frozenset[str]:
    keys = trans_real.translation(MADE_FROM)._catalog.keys()
    return frozenset(key[0] if isinstance(key, tuple) else key for key in keys)
