"""The proof that every deciding row is as the last entry that names it says, and that no row lacks an entry."""

from collections import defaultdict
from collections.abc import Iterator

from django.apps import apps

from league.core.ledger.rules.chain import chain_name
from league.core.ledger.rules.rows import DECIDING, read_key, row_digest
from league.models import LedgerEntry

AT_ONCE = 2000
BEGINNINGS = ("league_created", "ledger_began")


def row_differences(league: int) -> Iterator[str]:
    """Yield a sentence for every deciding row of the league that was altered, deleted or slipped in behind the
    ledger."""
    named, whole = _named(league), is_whole(league)
    for label, deciding in DECIDING.items():
        model = apps.get_model(label)
        last = named.pop(label, {})
        rows = model._default_manager.filter(**{deciding.league: league}).order_by("pk")
        for pk, *values in rows.values_list("pk", *deciding.columns).iterator(AT_ONCE):
            digest = last.pop(pk, None)  # also None where an entry says that it was deleted
            if digest is None and whole:
                yield f"Ledger {chain_name(league)}: {_name(label, pk)} is there, and no entry made it."
            elif digest and digest != row_digest(values):
                yield f"Ledger {chain_name(league)}: {_name(label, pk)} is not as the last entry about it says."
        for pk in sorted(pk for pk, digest in last.items() if digest is not None):
            yield f"Ledger {chain_name(league)}: {_name(label, pk)} is gone, and no entry says that it was deleted."


def is_whole(league: int) -> bool:
    """Return whether the ledger knows the league from its founding on, so that nothing of it lacks an entry."""
    return LedgerEntry.objects.filter(league=league, imported=False, kind__in=BEGINNINGS).exists()


def _named(league: int) -> dict[str, dict[int, str | None]]:
    """Return what the last entries say of rows, by model and number."""
    named: dict[str, dict[int, str | None]] = defaultdict(dict)
    entries = LedgerEntry.objects.filter(league=league, rows__isnull=False).order_by("id")
    for rows in entries.values_list("rows", flat=True).iterator(AT_ONCE):
        for key, digest in (rows or {}).items():
            label, pk = read_key(key)
            named[label][pk] = digest
    return named


def _name(label: str, pk: int) -> str:
    return f"row {pk} of {label}"
