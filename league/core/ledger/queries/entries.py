"""The ledger as it is read: its entries, their content and the ends of its chains."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

# What the digest covers. Everything else of an entry may still change, or follows from these.
CONTENT = (
    "id",
    "league_id",
    "season_id",
    "tournament_id",
    "game_id",
    "kind",
    "text",
    "about",
    "by_id",
    "at",
    "imported",
)


def content_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chained content of one of `LedgerEntry.objects.values(*CONTENT)`."""
    at: datetime = row["at"]
    return {**{name: row[name] for name in CONTENT}, "at": at.astimezone(UTC).isoformat(timespec="microseconds")}
