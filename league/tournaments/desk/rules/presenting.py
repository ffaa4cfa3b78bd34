"""Count the figures that a presenter names, from the places of the games that a character has played."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple


def wins_in_a_row(places: Sequence[int]) -> int:
    """Return how many of the newest games were won one after the other. `places`: of all games, the newest first."""
    return next((at for at, place in enumerate(places) if place != 1), len(places))


class Meetings(NamedTuple):
    """How often two characters sat at one table, and how often each was placed before the other."""

    games: int
    ahead: int
    behind: int


def meetings(places: Mapping[int, Mapping[int, int]], one: int, other: int) -> Meetings:
    """Return the meetings of two characters as `one` sees them. `places`: of each game, by character."""
    together = [(here[one], here[other]) for here in places.values() if one in here and other in here]
    ahead, behind = (sum(own < rival for own, rival in together), sum(own > rival for own, rival in together))
    return Meetings(len(together), ahead, behind)
