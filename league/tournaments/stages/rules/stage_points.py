"""What a row of a stage is made of: points from games, byes and penalties, or how far somebody came in a knock-out.

A bye brings the character's own average, at most 48 points; it is never a win and has no opponents.
"""

from dataclasses import replace

from games.rules.points import UNIT, in_points
from league.core.rules.words import counted
from league.standings.rules.standings import Standing
from league.standings.rules.tiebreaks import DRAW, POINTS, Tally, Tiebreak, points_for

KNOCK_OUT = "Knock-out"


def points_explanation(games: int, played: int, byes: int, times_out: int, penalties: int) -> str:
    """Such as: 108.00 points from 2 games, 36.00 from a bye, 5.00 taken by a penalty. All in units of 1/840 point."""
    parts = [f"{in_points(played)} points from {counted(games, 'game')}"]
    if times_out:
        parts.append(f"{in_points(byes)} from {'a bye' if times_out == 1 else counted(times_out, 'bye')}")
    if penalties:
        parts.append(f"{in_points(penalties)} taken by penalties")
    return f"{', '.join(parts)}."


def with_explanation(standing: Standing, explanation: str) -> Standing:
    """The row with this working of its points; its lot is the tournament's."""
    told = (
        replace(one, explanation=explanation)
        if one.name == POINTS
        else replace(one, explanation=one.explanation.replace("the season's seed", "the tournament's commitment"))
        if one.name == DRAW
        else one
        for one in standing.tiebreaks
    )
    return replace(standing, tiebreaks=tuple(told))


def knock_out_row(position: int, tally: Tally, *, reached: int, through: bool, place: int, seeding: int) -> Standing:
    """A row of a knock-out. `place` 0: there was no table or no result."""
    won = "won its table" if through else f"place {place} at its table" if place else "no result there"
    shown = f"Round {reached}" if reached else "Not played"
    explanation = f"Reached round {reached}: {won}; seeded {seeding:,}." if reached else f"Seeded {seeding:,}."
    decider = Tiebreak(KNOCK_OUT, None, shown, explanation)
    points = Tiebreak(POINTS, None, in_points(tally.points), points_explanation(tally.games, tally.points, 0, 0, 0))
    return Standing(position, position, tally, KNOCK_OUT if position > 1 else "", (points, decider))


MOST = 48 * UNIT
EXPECTED = points_for(1, 4, 4)  # what a seat brings on average, until there is an average of one's own


def bye_units(points: int, games: int) -> int:
    """What one bye is worth, in units of 1/840 point, rounded down. `points`: the units that the character's `games` of
    the stage brought, byes and penalties not among them; without a game yet 36 points, the average of every seat."""
    return min(points // games if games else EXPECTED, MOST)
