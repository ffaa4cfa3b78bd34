"""The parts of a row of a stage: points from games, byes and penalties, or how far somebody came in a knock-out.

A bye brings the character's own average, at most 48 points; it is never a win and has no opponents.
"""

from dataclasses import replace

from engine.translatable import said, said_list, said_of
from games.rules.points import UNIT, in_points
from league.standings.rules.standings import Standing
from league.standings.rules.tiebreaks import DRAW, POINTS, Tally, Tiebreak, draw, points_for

KNOCK_OUT = said("Knock-out")


def points_explanation(games: int, played: int, byes: int, times_out: int, penalties: int) -> str:
    """Return a sentence such as: 108.00 points from 2 games, 36.00 from a bye, 5.00 taken by a penalty. All arguments
    with points are in units of 1/840 point."""
    parts = [
        said_of(
            games,
            "{points} points from {count:,} game",
            "{points} points from {count:,} games",
            points=in_points(played),
        )
    ]
    if times_out:
        parts.append(said_of(times_out, "{points} from a bye", "{points} from {count:,} byes", points=in_points(byes)))
    if penalties:
        parts.append(said("{points} taken by penalties", points=in_points(penalties)))
    return said("{parts}.", parts=said_list(parts))


def with_explanation(standing: Standing, explanation: str, commitment: str, lot: int) -> Standing:
    """Return the row with this working of its points; its draw follows from the tournament's commitment and `lot`."""
    tiebreaks = (
        replace(tiebreak, explanation=explanation)
        if tiebreak.name == POINTS
        else replace(tiebreak, explanation=_lot_explanation(commitment, lot))
        if tiebreak.name == DRAW
        else tiebreak
        for tiebreak in standing.tiebreaks
    )
    return replace(standing, tiebreaks=tuple(tiebreaks))


def _lot_explanation(commitment: str, lot: int) -> str:
    return said(
        "SHA-256 of '{text}' (the tournament's commitment, the character's number) is {digest}; lower wins.",
        text=f"{commitment}{lot}",
        digest=draw(commitment, lot),
    )


def knock_out_row(position: int, tally: Tally, *, reached: int, through: bool, place: int, seeding: int) -> Standing:
    """Return a row of a knock-out. `place` 0: there was no table or no result."""
    won = (
        said("won its table")
        if through
        else said("place {place} at its table", place=place)
        if place
        else said("no result there")
    )
    text = said("Round {number}", number=reached) if reached else said("Not played")
    explanation = (
        said("Reached round {number}: {won}; seeded {seeding:,}.", number=reached, won=won, seeding=seeding)
        if reached
        else said("Seeded {seeding:,}.", seeding=seeding)
    )
    decider = Tiebreak(KNOCK_OUT, None, text, explanation)
    points = Tiebreak(POINTS, None, in_points(tally.points), points_explanation(tally.games, tally.points, 0, 0, 0))
    return Standing(position, position, tally, KNOCK_OUT if position > 1 else "", (points, decider))


MOST = 48 * UNIT
EXPECTED = points_for(1, 4, 4)  # what a seat brings on average, until there is an average of one's own


def bye_units(points: int, games: int) -> int:
    """Return what one bye is worth, in units of 1/840 point, rounded down. `points`: the units from the character's
    `games` of the stage, without byes and penalties; without a game yet a bye is 36 points, the average of every
    seat."""
    return min(points // games if games else EXPECTED, MOST)
