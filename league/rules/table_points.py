"""Table points: what a place at a table is worth in the standings.

The scale is linear from 60 for the first place down to 12 for the last, so it is worth 36 on average at every table
size. Equal seats share the average of their places. Whole units of 1/840 point keep every table of two to eight exact.
"""

from dataclasses import dataclass

from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS

UNIT = 840
FIRST, LAST = 60 * UNIT, 12 * UNIT
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class TableResult:
    """One character's part of a table: `table_points` in units of 1/840, `share` of the score in millionths."""

    character: int
    place: int
    table_points: int
    share: int


def points_for(place: int, tied: int, seats: int) -> int:
    """Units for `tied` equal seats that share the places from `place` on, at a table of `seats` (two or more)."""
    lost_twice = (FIRST - LAST) * (2 * (place - 1) + tied - 1)
    return FIRST - lost_twice // (2 * (seats - 1))


def table_results(sheet: ScoreSheet) -> list[TableResult]:
    """What every character at the table takes from it. Guests hold their places but take nothing away."""
    system = SYSTEMS[sheet.system]
    score = {line.seat: max(system.points(line, sheet), 0) for line in sheet.seats}
    total = sum(score.values())
    results = []
    place = 1
    for group in system.ranking(sheet):
        worth = points_for(place, len(group), len(sheet.seats))
        for seat in group:
            line = sheet.line(seat)
            if line is not None and line.character is not None:
                share = score[seat] * MILLION // total if total else MILLION // len(sheet.seats)
                results.append(TableResult(line.character, place, worth, share))
        place += len(group)
    return results
