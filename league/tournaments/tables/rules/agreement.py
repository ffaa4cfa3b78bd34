"""Whether the seats of a table say the same.

What a seat says is made canonical first: figures that say nothing are left out, and who won is what the system makes of
the figures where they decide. When it was typed, and what a character was called then, is not part of it. Equal
digests agree.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from typing import Any

from engine.careers.editions import edition
from games.rules.figures import Figure
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, winners

Said = dict[str, Any]


TOO_FEW, HELD, DECIDED = "too few", "held", "decided"


def majority(voters: int) -> int:
    """How many of so many seats are more than half."""
    return voters // 2 + 1


@dataclass(frozen=True, slots=True)
class Vote:
    """That a seat agrees, and who said so: the browser (digest of its secret), the account, and the network address
    (hashed). Empty where nobody knows. `by_owner`: the account is that of the character's owner."""

    seat: int
    device: str = ""
    account: int | None = None
    address: str = ""
    by_owner: bool = False


def people(votes: Sequence[Vote]) -> int:
    """How many different people voted, as far as one can tell: one browser or one account is one of them."""
    groups: list[set[tuple[str, object]]] = []
    for vote in votes:
        marks = {(kind, mark) for kind, mark in (("device", vote.device), ("account", vote.account)) if mark}
        marks = marks or {("seat", vote.seat)}
        same = [group for group in groups if group & marks]
        groups = [group for group in groups if group not in same] + [marks.union(*same)]
    return len(groups)


def one_address(votes: Sequence[Vote]) -> bool:
    """Whether several votes all came from one network address."""
    return len(votes) > 1 and len({vote.address for vote in votes}) == 1 and votes[0].address != ""


def verdict(votes: Sequence[Vote], voters: int) -> str:
    """`decided` by a majority; `held` until the countdown ends where that majority may be one person with several
    phones: too few browsers or accounts, or one network address and not the owners of the characters themselves."""
    needed = majority(voters)
    if len(votes) < needed:
        return TOO_FEW
    owners = len({vote.account for vote in votes if vote.by_owner})
    if people(votes) < needed or (one_address(votes) and owners < needed):
        return HELD
    return DECIDED


def said(sheet: ScoreSheet) -> Said:
    """What the sheet says, ready for JSON."""
    first = winners(sheet)
    return {
        "mode": sheet.mode,
        "target": sheet.target,
        "minutes": sheet.minutes,
        "seats": [
            {
                "seat": line.seat,
                "character": line.character,
                "won": line.seat in first,
                "figures": _figures(sheet, line),
            }
            for line in sheet.seats
        ],
    }


def digest(sheet: ScoreSheet) -> str:
    """SHA-256 of what the sheet says, as 64 hexadecimal digits."""
    return sha256(dumps(said(sheet), sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def contradiction(stands: ScoreSheet, says: ScoreSheet, *, first: str, second: str) -> str:
    """Where `second` disagrees with what `first` said, as a sentence: the first figure of the sheet and how many more.
    "" where they agree. Both sheets are of the same seats."""
    found = list(_differences(stands, says))
    if not found:
        return ""
    what, was, now = found[0]
    more = f" {len(found) - 1} more figure{'s differ' if len(found) > 2 else ' differs'}." if len(found) > 1 else ""
    return f"{what}: {second} says {now}, {first} said {was}.{more}"


def _differences(stands: ScoreSheet, says: ScoreSheet) -> Iterator[tuple[str, str, str]]:
    """What differs, and both values in words."""
    if stands.target != says.target:
        yield "Target", _number(stands.target), _number(says.target)
    if stands.minutes != says.minutes:
        yield "Minutes", _number(stands.minutes), _number(says.minutes)
    if SYSTEMS[stands.system].ONE_WINNER and winners(stands) != winners(says):
        yield "Winner", _winner(stands), _winner(says)
    for old, new in zip(stands.seats, says.seats, strict=True):
        was, now = _figures(stands, old), _figures(says, new)
        for column in SYSTEMS[stands.system].FIGURES:
            if was.get(column.name) != now.get(column.name):
                words = (_words(stands, column, values.get(column.name)) for values in (was, now))
                yield (f"{new.name or 'Guest'}'s {column.label.lower()}", *words)  # type: ignore[misc]


def _figures(sheet: ScoreSheet, line: SeatLine) -> dict[str, Any]:
    columns = {column.name: column for column in SYSTEMS[sheet.system].FIGURES}
    found = {name: _plain(columns.get(name), value) for name, value in line.figures.items()}
    return {name: value for name, value in found.items() if value or (name in columns and columns[name].required)}


def _plain(column: Figure | None, value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: number for key, number in sorted(value.items()) if number}
    if isinstance(value, list | tuple):
        return sorted(value) if column is not None and column.kind == "seats" else list(value)
    return value


def _words(sheet: ScoreSheet, column: Figure, value: Any) -> str:
    if isinstance(value, Mapping) and value:
        board = edition(sheet.edition)
        entries: Mapping[str, Any] = board.programs if column.vocabulary == "programs" else board.companies
        return ", ".join(f"{entries[key].name if key in entries else key} {number}" for key, number in value.items())
    if isinstance(value, list) and value:
        return ", ".join(str(part) if column.kind == "positions" else f"seat {part}" for part in value)
    if column.kind == "choice":
        return dict(column.options).get(value, "nothing")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if column.kind in ("number", "money"):
        return f"{'£' * (column.kind == 'money')}{value or 0:,}"
    return "no" if column.kind == "flag" else "nothing"


def _winner(sheet: ScoreSheet) -> str:
    return " and ".join(line.name or "Guest" for line in sheet.seats if line.won) or "nobody"


def _number(value: int | None) -> str:
    return "none" if value is None else f"{value:,}"
