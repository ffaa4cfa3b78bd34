"""The cells of a seat, in one order for the form and for the paper: somebody who types from paper never has to look for
a field."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.translatable import Translatable, said
from games.rules.careers import MOST_DEGREES_IN_A_GAME
from games.rules.figures import Figure
from games.rules.systems import SheetSystem

DEALS = 6  # of Career Poker, on paper
WON, POINTS = "won", "points"
POINTS_DIGITS, MONEY_DIGITS, TALLY_DIGITS = 4, 6, 2  # boxes on paper; a larger figure is written beside them

# What a promotion counts: by vocabulary the character's own entries, in the order in which a form has them.
OWN: tuple[tuple[str, str], ...] = (
    ("programs", said("specialty")),
    ("programs", said("side interest")),
    ("companies", said("primary company")),
    ("companies", said("secondary company")),
)


@dataclass(frozen=True, slots=True)
class ReadField:
    """Say what was read of one field of a photographed paper, for the form in which a person decides. `crop` is its
    picture, as a data: URL. If it is not `sure`, that of the form is empty, and `guess` is what it may be, "" if
    nothing can be said. `adds_up`: with the guess in place of `read`, the line would add up."""

    crop: str
    sure: bool
    read: str = ""
    guess: str = ""
    adds_up: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """One line of a seat. `ticks`: boxes beside each other, as many as there can be; `choices`: words with a box each;
    `own`: which of `OWN` it is, whose name is in the seat's field if the character is known. `digits`: boxes for one
    digit each, if `signed` after one for a minus; `others`: a box for each other seat, with its number. A cell without
    any boxes is for free writing. `figure` is what the cell is about: a column of results.csv, `WON` or `POINTS`."""

    label: str
    hint: str = ""
    ticks: int = 0
    choices: tuple[str, ...] = ()
    own: int | None = None
    digits: int = 0
    signed: bool = False
    others: bool = False
    figure: str = ""

    @property
    def tick_marks(self) -> range:
        return range(self.ticks)


def cells_of(system: SheetSystem) -> tuple[Cell, ...]:
    """Return the cells of a game, as they are printed."""
    return tuple(cells(system.FIGURES, DEALS, points=system.HAS_POINTS, below_zero=system.BELOW_ZERO))


def cells(figures: Sequence[Figure], deals: int, *, points: bool = True, below_zero: bool = False) -> Iterator[Cell]:
    """Yield cells from top to bottom: who won, what every seat notes, tallies, what is rarely needed."""
    yield Cell(said("Won"), ticks=1, figure=WON)
    if points:
        yield Cell(said("Game points"), digits=POINTS_DIGITS, signed=below_zero, figure=POINTS)
    tallies = [figure for figure in figures if figure.kind == "counts"]
    for figure in figures:
        if figure.required:
            yield from _noted(figure, deals)
    yield from _tallied(tallies)
    for figure in figures:
        if not figure.required and figure not in tallies:
            yield from _noted(figure, deals)


def _tallied(tallies: Sequence[Figure]) -> Iterator[Cell]:
    for figure in tallies:
        for at, (vocabulary, name) in enumerate(OWN):
            if figure.vocabulary == vocabulary:
                ticks, digits = (MOST_DEGREES_IN_A_GAME, 0) if vocabulary == "programs" else (0, TALLY_DIGITS)
                label = said("{figure}: {name}", figure=figure.label, name=name)
                yield Cell(label, figure.hint, ticks, own=at, digits=digits, figure=figure.name)
        yield Cell(in_all(figure), said("which ones can be entered later"), digits=TALLY_DIGITS, figure=figure.name)
    for figure in tallies:
        yield Cell(said("Other {figures}", figures=figure.word), said("which, and how many"))


def in_all(figure: Figure) -> Translatable:
    return said("{figure} in all", figure=figure.label)


def _noted(figure: Figure, deals: int) -> Iterator[Cell]:
    label, hint, name = figure.label, figure.hint, figure.name
    most = max(len(str(abs(bound))) for bound in (figure.least, figure.most))
    match figure.kind:
        case "positions":
            for deal in range(1, deals + 1):
                yield Cell(said("Position in deal {deal}", deal=deal), digits=most, figure=name)
        case "flag":
            yield Cell(label, hint, ticks=1, figure=name)
        case "seats":
            yield Cell(label, hint, others=True, figure=name)
        case "choice":
            yield Cell(label, hint, choices=tuple(word for _, word in figure.options), figure=name)
        case _:
            wide = figure.kind == "money" or (figure.own and most <= MONEY_DIGITS)
            digits = min(most, MONEY_DIGITS if wide else POINTS_DIGITS)
            yield Cell(label, hint, digits=digits, signed=figure.least < 0, figure=name)
