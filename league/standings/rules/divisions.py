"""Divisions between seasons: of each division of N, ceil(N/4) go up and as many go down.

The top division sends nobody up, the bottom one nobody down. In a division too small for both, the ones who go up are
taken first, and nobody goes both ways. A character who has left the league is passed over on the way up, so that the
next one takes that place, and counts as gone down at the bottom. Nobody else is moved to even out what that leaves.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from engine.translatable import Translatable, said, said_of

Way = Literal["up", "down", "stay", "new", "left"]
NEW: Final = "new"
UP: Final = "up"
DOWN: Final = "down"
STAY: Final = "stay"
LEFT: Final = "left"


@dataclass(frozen=True, slots=True)
class DivisionMove:
    """The move of a character. Divisions are counted from 0, the top; `before` is None for a newcomer, `after` for one
    who has left."""

    character: int
    way: Way
    before: int | None
    after: int | None
    reason: str


def movers(size: int) -> int:
    """Return how many of a division of `size` go each way: ceil(size / 4)."""
    return -(-size // 4)


def ways(division: Sequence[int], *, top: bool, bottom: bool, left: Collection[int] = ()) -> dict[int, Way]:
    """Return for each character of a division, in the order of its final standings: up, down, stay or left."""
    many = movers(len(division))
    up = set() if top else set([who for who in division if who not in left][:many])
    down = set() if bottom else set(division[len(division) - many :])
    return {who: LEFT if who in left else UP if who in up else DOWN if who in down else STAY for who in division}


def carried(
    divisions: Sequence[Sequence[int]], *, left: Collection[int] = (), newcomers: Sequence[int] = ()
) -> list[DivisionMove]:
    """Return everybody's move into the next season. `divisions`: from the top, in the order of their final standings;
    `left`: the ones who are no longer in the league; `newcomers` come in at the bottom."""
    last = len(divisions) - 1
    moves = []
    for tier, division in enumerate(divisions):
        way_of = ways(division, top=tier == 0, bottom=tier == last, left=left)
        for place, (who, way) in enumerate(way_of.items(), 1):
            after = None if way == LEFT else tier + {UP: -1, DOWN: 1}.get(way, 0)
            moves.append(DivisionMove(who, way, tier, after, _reason(way, place, len(division))))
    return moves + [DivisionMove(who, NEW, None, max(last, 0), said("New: starts at the bottom.")) for who in newcomers]


def _reason(way: Way, place: int, size: int) -> Translatable:
    many, where = movers(size), {"place": place, "size": size}
    if way == LEFT:
        return said("Place {place} of {size}: is no longer in the league.", **where)
    if way == UP:
        return said_of(
            many,
            "Place {place} of {size}: the first goes up.",
            "Place {place} of {size}: the first {count} go up.",
            **where,
        )
    if way == DOWN:
        return said_of(
            many,
            "Place {place} of {size}: the last goes down.",
            "Place {place} of {size}: the last {count} go down.",
            **where,
        )
    return said("Place {place} of {size}: stays.", **where)


def explained(sizes: Sequence[int]) -> list[Translatable]:
    """Return what an organiser should know of divisions of these sizes from the top: a sentence for each that is
    odd."""
    sentences = []
    for tier, size in enumerate(sizes):
        if size == 0:
            sentences.append(said("Division {number} is empty: nobody moves from it.", number=tier + 1))
        elif 0 < tier < len(sizes) - 1 and size < 2 * movers(size):
            text = said("Division {number} has {size}: too few to send {many} each way; up comes first.")
            sentences.append(said(text, number=tier + 1, size=size, many=movers(size)))
    if len(sizes) == 1:
        sentences.append(said("With one division nobody moves. Add another one below it."))
    return sentences


def cut(order: Sequence[int], divisions: int) -> list[Sequence[int]]:
    """Cut characters in order of the standings into that many divisions, as even as possible, larger ones at the
    bottom. Raise ValueError if a division would be empty."""
    if not 1 <= divisions <= len(order):
        raise ValueError(f"{len(order)} characters can't fill {divisions} divisions.")
    edges = [len(order) * tier // divisions for tier in range(divisions + 1)]
    return [order[start:end] for start, end in pairwise(edges)]
