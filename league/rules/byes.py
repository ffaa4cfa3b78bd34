"""Byes: the character's own average, at most 48 points, never a win, no opponents."""

from league.rules.table_points import UNIT, points_for

MOST = 48 * UNIT
EXPECTED = points_for(1, 4, 4)  # what a seat brings on average, until there is an average of one's own


def bye_units(points: int, games: int) -> int:
    """What one bye is worth, in units of 1/840 point, rounded down. `points`: the units that the character's `games` of
    the stage brought, byes and penalties not among them; without a game yet 36 points, the average of every seat."""
    return min(points // games if games else EXPECTED, MOST)
