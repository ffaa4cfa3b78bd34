"""Final standings of seasons that are over: what all results add up to, kept with the version of the results that they
are of and a digest. A correction or a void changes that version in its own transaction, and so opens the seal; a worker
makes the next one. `check_careers` proves that they are what the results add up to."""

import json
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from league.models import Season, Summary
from league.standings.rules.tiebreaks import Counting, Tally

SEAL = "season_seal"


def sealed(season: Season, counting: Counting, tallies: Iterable[Tally]) -> dict[str, Any]:
    """Return the content of a seal."""
    rows = sorted(list(tally) for tally in tallies)
    content = {"draw_seed": season.draw_seed, "mode": counting.mode, "best_of": counting.best_of, "tallies": rows}
    return content | {"digest": digest(content)}


def sealed_tallies(season: Season, version: str, counting: Counting) -> list[Tally] | None:
    """Return everybody's tally as sealed; None if the season is open, or its games count in another way."""
    content = Summary.objects.filter(kind=SEAL, subject=season.pk, version=version).values_list("content", flat=True)
    for seal in content:
        if (seal["mode"], seal["best_of"]) == (counting.mode, counting.best_of):
            return list(map(Tally._make, seal["tallies"]))
    return None


def digest(content: dict[str, Any]) -> str:
    """Return the digest of a seal's content without it."""
    return sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
