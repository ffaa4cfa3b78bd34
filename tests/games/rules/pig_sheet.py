"""The score sheet of Pig, the tests' sixth game: points decide."""

from fractions import Fraction

from games.rules.figures import Figure
from games.rules.sheets import Figures, Knowledge, Problem, ScoreSheet, SeatLine, wrong_winners

ID = "pig"
NAME = "Pig"
SEATS = (2, 6)
MODES: dict[str, str] = {}
ONE_WINNER = False
FIGURES: tuple[Figure, ...] = (Figure("points", "Points", "number", required=True, most=25, hint="at the end"),)


def points(line: SeatLine, sheet: ScoreSheet | None = None) -> int:
    figure: int = line.figures.get("points", 0)
    return figure


def best(figures: Figures, total: int) -> tuple[tuple[Fraction | int, ...], str]:
    return (total,), f"{total} points"


def ranking(sheet: ScoreSheet) -> tuple[tuple[int, ...], ...]:
    totals: dict[int, list[int]] = {}
    for line in sheet.seats:
        totals.setdefault(points(line), []).append(line.seat)
    return tuple(tuple(seats) for _, seats in sorted(totals.items(), reverse=True))


def problems(sheet: ScoreSheet, known: Knowledge) -> list[Problem]:
    if max((points(line) for line in sheet.seats), default=0) < 20:
        return [Problem("Nobody has 20 points; the game goes on.", figure="points")]
    return list(wrong_winners(sheet, ranking(sheet), "the most points", "Pig"))
