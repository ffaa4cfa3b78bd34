"""Households and owners in a public draw: each stands there as a commitment, salted by a secret of its tournament.

With the salt and the texts anybody can prove that a draw is true; without the salt nobody can guess a text.
"""

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

HIDDEN = "group "
_DIGITS = 32


def commitment(salt: str, kind: str, text: str) -> str:
    """Return the name in the draw of those who share `text`, an owner or a household."""
    return f"{HIDDEN}{sha256(f'{salt}:{kind}:{text}'.encode()).hexdigest()[:_DIGITS]}"


def opening_problems(records: Sequence[Mapping[str, Any]], opened: Mapping[str, Any]) -> Iterator[str]:
    """Yield what contradicts the draws once the organisers have opened their groups. `opened` has the `salt`, and in
    `groups` the `kind`, `text` and numbers of `entries` of each. Raise KeyError or TypeError for data of another
    form."""
    salt = opened["salt"]
    if not salt:
        yield "The groups of this tournament have no salt: they come from a version that made none."
        return
    entries_of = {commitment(salt, group["kind"], group["text"]): set(group["entries"]) for group in opened["groups"]}
    for record in records:
        for player in _players(record["source"]):
            for name in player["groups"]:
                if name.startswith(HIDDEN) and player["id"] not in entries_of.get(name, ()):
                    yield (
                        f"Draw {record['number']}: entry {player['id']} is in {name}, which is not what was opened. "
                        "It was changed after the draw, or the draw is another one."
                    )


def _players(source: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the players wherever they are in the source: in the field of a round, or of a whole schedule."""
    if isinstance(source, Mapping):
        if "groups" in source and "id" in source:
            yield source
        for part in source.values():
            yield from _players(part)
    elif isinstance(source, list):
        for part in source:
            yield from _players(part)
