"""A tally as it is typed: marks by program or company, and what the paper says in all. What the total has beyond the
marks is counted as unmarked until somebody says of which it is."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.translatable import said
from games.rules.figures import UNMARKED
from games.rules.sheets import Problem, SeatLine
from games.rules.systems import SheetSystem
from league.core.forms import whole_number

TOTAL = "total"


def as_typed(counted: Mapping[str, int]) -> dict[str, str]:
    """Return the fields of a tally that a sheet has."""
    marks = {key: str(number) for key, number in counted.items() if key != UNMARKED}
    return {**marks, TOTAL: str(sum(counted.values()))} if UNMARKED in counted else marks


def tallied(typed: Mapping[str, str]) -> dict[str, str]:
    """Return the marks, and as unmarked what the total has beyond them. A total that can't be read stays as it is, to
    be refused like any other count."""
    marks = _marks(typed)
    total, rest = typed.get(TOTAL, "").strip(), _beyond_marks(typed)
    if rest is None:
        unreadable = total and whole_number(total) is None
        return {**marks, UNMARKED: total} if unreadable else marks
    return {**marks, UNMARKED: str(rest)} if rest > 0 else marks


def beyond_total(raw: Mapping[str, Any], line: SeatLine, system: SheetSystem) -> Iterator[Problem]:
    """Yield a problem for each tally of the seat with more marks than its total."""
    for column in system.FIGURES:
        typed = raw.get(column.name)
        if isinstance(typed, dict) and (_beyond_marks(typed) or 0) < 0:
            text = said(
                "{who}: {figure} in all are {number}, but those entered add up to more.",
                who=line.who,
                figure=column.word,
                number=typed[TOTAL].strip(),
            )
            yield Problem(text, line.seat, column.name)


def _marks(typed: Mapping[str, str]) -> dict[str, str]:
    return {key: number for key, number in typed.items() if key not in (TOTAL, UNMARKED) and number.strip()}


def _beyond_marks(typed: Mapping[str, str]) -> int | None:
    """Return the total minus the marks; None without a total, or if a count can't be read."""
    total = whole_number(typed.get(TOTAL, "").strip())
    marks = [whole_number(number.strip()) for number in _marks(typed).values()]
    return None if total is None or None in marks else total - sum(number or 0 for number in marks)
