"""The proof that every deciding row matches the last entry that names it, and that no row lacks an entry.

What entries say is put into a separate database, which SQLite keeps in a temporary file if it is large: so both
sides are read in the order of their numbers, and a league with millions of rows takes no more memory than a small one.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from heapq import merge
from itertools import groupby, islice
from typing import Any, TypeVar

from django.apps import apps
from django.db.models import QuerySet

from league.core.ledger.rules.chain import chain_name
from league.core.ledger.rules.rows import DECIDING, Part, read_key, row_digest
from league.models import LedgerEntry

AT_ONCE = 2000
FOUNDED = "league_created"
Row = TypeVar("Row")
Digests = Iterable[tuple[int, str | None]]


def row_differences(league: int | None) -> Iterator[str]:
    """Yield a sentence for every deciding row of the league, or of the installation, that was altered, deleted or
    slipped in behind the ledger."""
    whole = is_whole(league)
    with closing(sqlite3.connect("")) as named:
        named.execute("CREATE TABLE named (label, pk, digest, PRIMARY KEY (label, pk)) WITHOUT ROWID")
        named.executemany("INSERT OR REPLACE INTO named VALUES (?, ?, ?)", _named(league))
        for label, deciding in DECIDING.items():
            if bool(deciding.league) != (league is not None):
                continue
            rows = apps.get_model(label)._default_manager.all()
            own = rows.filter(**{deciding.league: league}) if deciding.league else rows
            last = named.execute("SELECT pk, digest FROM named WHERE label = ? ORDER BY pk", [label])
            for pk, problem in _differences(label, digests(label, own), last, whole):
                yield f"Ledger {chain_name(league)}: row {pk} of {label} {problem}"


def _differences(label: str, stored: Digests, named: Digests, whole: bool) -> Iterator[tuple[int, str]]:
    """Yield row and problem for everything in which rows and entries, both in the order of numbers, differ."""
    elsewhere = []
    both = merge(((pk, 0, digest) for pk, digest in stored), ((pk, 1, digest) for pk, digest in named))
    for pk, found in groupby(both, key=lambda row: row[0]):
        sides = {side: digest for _, side, digest in found}
        if 0 not in sides:
            elsewhere += [(pk, sides[1])] if sides[1] else []
        elif sides.get(1) is None:  # also where an entry says that it was deleted
            if whole:
                yield pk, "is there, and no entry made it."
        elif sides[0] != sides[1]:
            yield pk, "is not as the last entry about it says."
    for some in _batches(elsewhere, AT_ONCE):  # such as a character that was merged into another
        there = dict(digests(label, apps.get_model(label)._default_manager.filter(pk__in=[pk for pk, _ in some])))
        for pk, digest in some:
            if pk not in there:
                yield pk, "is gone, and no entry says that it was deleted."
            elif there[pk] != digest:
                yield pk, "is not as the last entry about it says."


def digests(label: str, rows: QuerySet[Any]) -> Iterator[tuple[int, str]]:
    """Yield number and digest of those of the rows that decide, in order."""
    deciding = DECIDING[label]
    columns = rows.filter(**deciding.only).order_by("pk").values_list("pk", *deciding.every_column)
    for some in _batches(columns.iterator(AT_ONCE), AT_ONCE if not deciding.parts else AT_ONCE // 20):
        pks = [pk for pk, *_ in some]
        parts = [_part(part, pks) for part in deciding.parts]
        for pk, *values in some:
            yield pk, row_digest([*deciding.values(values), *(part[pk] for part in parts)])


def _batches(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    left = iter(rows)
    while some := list(islice(left, size)):
        yield some


def _part(part: Part, pks: list[int]) -> dict[int, list[Any]]:
    belonging: dict[int, list[Any]] = defaultdict(list)
    rows = apps.get_model(part.model)._default_manager.filter(**{f"{part.of}__in": pks}).order_by(part.columns[0])
    for pk, *values in rows.values_list(part.of, *part.columns):
        belonging[pk].append(values)
    return belonging


def is_whole(league: int | None) -> bool:
    """Return whether the ledger knows the league from its founding on, so that nothing of it lacks an entry."""
    return league is None or LedgerEntry.objects.filter(league=league, imported=False, kind=FOUNDED).exists()


def _named(league: int | None) -> Iterator[tuple[str, int, str | None]]:
    """Yield what entries say of rows, oldest first, by model and number."""
    entries = LedgerEntry.objects.filter(league=league, rows__isnull=False).order_by("id")
    for rows in entries.values_list("rows", flat=True).iterator(AT_ONCE):
        for key, digest in (rows or {}).items():
            yield (*read_key(key), digest)
