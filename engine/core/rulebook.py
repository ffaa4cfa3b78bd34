"""Read the rules of a game as data: every sentence of its book, in our own words, and the readings of what it leaves
open. `engine/<system>/data/rules.toml` holds them. A sentence has a number (S12 in Careers, 12 elsewhere), a reading
has R44 or B12. Tests name the ones that they prove; the build fails for a rule without a test and without a reason."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.errors import BadData
from engine.core.toml import packaged, read_toml

_CLAUSE = re.compile(r"\b[SRB]?\d+\b")
_NEEDED = {"id", "section", "text", "code"}
_MAY = {"reading", "setting", "untested", "note"}


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule. `readings`: ids of rules that narrow or settle it. `settings`: house rules that change it. `code`:
    where it is implemented, `module:name`. `untested`: why no test can prove it, "" if a test must."""

    id: str
    section: str
    text: str
    code: str
    readings: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    untested: str = ""
    note: str = ""

    @property
    def is_reading(self) -> bool:
        return self.id[0] in "RB"


def clauses_in(why: str) -> list[str]:
    """Return the ids of the rules that a sentence of a game cites: 14 and 15 for "rules 14 and 15", both for "R98,
    R94"."""
    return _CLAUSE.findall(why)


@cache
def rules_of(system: str) -> Mapping[str, Rule]:
    """Return the rules of a packaged system by id, in the order of its book, or {} for a system without a list. Raise
    BadData."""
    try:
        text = packaged(f"engine.{system}", "rules.toml")
    except (OSError, ModuleNotFoundError):
        return {}
    return checked_rules(text)


def checked_rules(text: str) -> dict[str, Rule]:
    """Return the rules in a TOML text, by id. Raise BadData with the first entry that is wrong."""
    rules: dict[str, Rule] = {}
    for number, raw in enumerate(read_toml(text).get("rule", ()), 1):
        for wrong in _wrong(raw, rules):
            raise BadData(f"rule {raw.get('id', number)!r}: {wrong}.")
        rules[raw["id"]] = Rule(
            id=raw["id"], section=raw["section"], text=raw["text"], code=raw["code"],
            readings=tuple(raw.get("reading", ())), settings=tuple(raw.get("setting", ())),
            untested=raw.get("untested", ""), note=raw.get("note", ""),
        )  # fmt: skip
    for rule in rules.values():
        for reading in rule.readings:
            if reading not in rules:
                raise BadData(f"rule {rule.id!r}: there is no reading {reading!r}.")
    return rules


def _wrong(raw: Mapping[str, Any], rules: Mapping[str, Rule]) -> Iterator[str]:
    for key in sorted(_NEEDED - raw.keys()):
        yield f"the entry '{key}' is missing"
    for key in sorted(raw.keys() - _NEEDED - _MAY):
        yield f"unknown entry '{key}'"
    if raw["id"] in rules:
        yield "the id stands twice"
    if raw["code"].count(":") != 1:
        yield "code must be module:name"
