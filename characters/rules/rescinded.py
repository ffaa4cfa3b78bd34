"""Explain rows of a history that no longer hold: why, and the proof that they once did.

The games that were known when a character was reviewed are stored nowhere. But a rescinded row must have followed from
the facts up to some moment, and must not follow from those up to a later one; its reason names what became known in
between. `digest` covers all such rows in any order, so that none can be taken out unseen.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from json import dumps

from characters.rules.career import Event, fold
from characters.rules.facts import RESULT, CareerFact
from characters.rules.house_rules import HouseRules
from characters.rules.ladder import Profile
from engine.translatable import said

NO_ROWS = ""
_LATER = re.compile(
    r"game (?P<reference>[^;]+), played (?P<day>\d\d) (?P<month>[A-Z][a-z]+) (?P<year>\d{4}), was confirmed later"
)
LENGTH, CUT, READ_AGAIN = 600, "...", "the facts were read again"
Row = tuple[Event, str, datetime]
"""An event, the reason why it no longer holds, and since when."""


def reason(facts: Sequence[CareerFact], reviewed: int) -> str:
    """Return why rows no longer hold: what became known after the first `reviewed` facts, in words."""
    return _sentence(dict.fromkeys(filter(None, _phrases(facts)[reviewed:])))


def digest(before: str, rows: Iterable[Row]) -> str:
    """Return the digest `before` with these rows added."""
    total = (int(before or "0", 16) + sum(map(_number, rows))) % 2**256
    return f"{total:064x}" if total else NO_ROWS


def unexplained(
    rows: Iterable[Row], facts: Sequence[CareerFact], profile: Profile, rules: Mapping[str, HouseRules]
) -> Iterator[Row]:
    """Yield the rows that never followed from the facts, or could not end for the reason given."""

    @cache
    def events_until(until: int) -> frozenset[Event]:
        return frozenset(fold(facts[:until], profile, rules).events)

    phrases = _phrases(facts)
    for row in rows:
        event, why, _ = row
        first = next((until for until in range(1, len(facts) + 1) if event in events_until(until)), None)
        if first is None or all(event in events_until(until) for until in _ends(phrases, why, first)):
            yield row


def _phrases(facts: Sequence[CareerFact]) -> list[str]:
    references = {fact.game: fact.line.reference for fact in facts if fact.line is not None}
    return [_phrase(fact, references.get(fact.game, "")) for fact in facts]


def _phrase(fact: CareerFact, reference: str) -> str:
    if fact.because:
        return f"game {reference} was {fact.because}"
    return f"game {reference}, played {fact.at:%d %B %Y}, was confirmed later" if fact.kind == RESULT else ""


def reason_again(why: str) -> str:
    """Return a stored reason, translatable if it is a single one of the site's own words."""
    if why == READ_AGAIN:
        return said("the facts were read again")
    match = _LATER.fullmatch(why)
    if match is None:
        return why
    day = said("{day} {month} {year}", day=match["day"], month=said(match["month"]), year=match["year"])
    return said("game {reference}, played {day}, was confirmed later", reference=match["reference"], day=day)


def _sentence(phrases: Iterable[str]) -> str:
    text = "; ".join(phrases) or READ_AGAIN
    return text if len(text) <= LENGTH else text[: LENGTH - len(CUT)] + CUT


def _ends(phrases: Sequence[str], why: str, first: int) -> list[int]:
    """Return the numbers of facts, greater than `first`, that can have been known when something was rescinded for that
    reason."""
    counts = set()
    for reviewed in range(len(phrases)):
        later_phrases: dict[str, None] = {}
        for until in range(reviewed + 1, len(phrases) + 1):
            if phrases[until - 1]:
                later_phrases[phrases[until - 1]] = None
            if until > first and _sentence(later_phrases) == why:
                counts.add(until)
            if not why.startswith("; ".join(later_phrases)[: LENGTH - len(CUT)]):
                break
    return sorted(counts)


def _number(row: Row) -> int:
    event, why, since = row
    content = [*event, why, since]
    text = dumps([_stamp(value) if isinstance(value, datetime) else value for value in content], ensure_ascii=False)
    return int(sha256(text.encode()).hexdigest(), 16)


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()
