"""The chain of a ledger: each entry's digest covers its content and the digest of the entry before."""

import hashlib
from collections.abc import Iterable

from league.core.rules.signatures import canonical

FIRST_DIGEST = ""
INSTALLATION = "installation"


def chain_name(league: int | None) -> str:
    """Return the name of a league's chain, or of the installation's."""
    return f"league/{league}" if league else INSTALLATION


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
