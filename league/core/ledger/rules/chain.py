"""The chain of a ledger: each entry's digest covers its content and the digest of the entry before."""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from league.core.rules.signatures import canonical

FIRST_DIGEST = ""
INSTALLATION = "installation"
# What the digest covers. Everything else of an entry may still change, or follows from these.
CONTENT = (
    *("id", "league_id", "season_id", "tournament_id", "game_id", "kind", "text"),
    *("about", "rows", "by_id", "at", "imported"),
)


def chain_name(league: int | None) -> str:
    """Return the name of a league's chain, or of the installation's."""
    return f"league/{league}" if league else INSTALLATION


def content_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chained content of one of `LedgerEntry.objects.values(*CONTENT)`."""
    at: datetime = row["at"]
    return {**{name: row[name] for name in CONTENT}, "at": at.astimezone(UTC).isoformat(timespec="microseconds")}


def digest(previous: str, content: object) -> str:
    """Return the SHA-256 over the digest of the previous entry and the canonical text of `content`."""
    return hashlib.sha256(previous.encode() + b"\n" + canonical(content)).hexdigest()


def chained(previous: str, contents: Iterable[object]) -> list[str]:
    """Return the digests of consecutive entries, the first of them after `previous`."""
    digests = []
    for content in contents:
        previous = digest(previous, content)
        digests.append(previous)
    return digests
