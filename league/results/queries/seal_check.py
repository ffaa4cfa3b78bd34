"""The proof that the versions of a sheet are those whose seals the ledger holds."""

from collections.abc import Iterator
from typing import Any

from games.rules.sheets import void_seal
from league.core.ledger.rules.kinds import GROUPS, SHEETS
from league.models import LedgerEntry
from league.results.queries.fact_check import Told

Entry = tuple[str, dict[str, Any]]
TOLD_BY = (*GROUPS[SHEETS], "result_confirmed")


def seal_entries(first: int, last: int) -> Iterator[tuple[int, Entry]]:
    """Yield game, kind and data of the ledger's entries about versions that this site saw, in order."""
    found = LedgerEntry.objects.filter(game__gte=first, game__lte=last, kind__in=TOLD_BY, imported=False)
    for game, kind, about in found.order_by("id").values_list("game_id", "kind", "about").iterator(2000):
        if "seal" in about:
            yield game, (kind, about)


def seal_differences(told: Told, entries: list[Entry]) -> Iterator[str]:
    voids = {void_seal(before, by=by, reason=reason) for before, by, reason in told.voids}
    for kind, about in entries:
        version = about["version"]
        held = voids if kind == "game_voided" else {told.seals.get(version)}
        if about["seal"] not in held:
            yield f"{told.name}, version {version}: is not as the ledger says that it was sealed ({kind})."
