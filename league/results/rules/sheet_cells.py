"""The cells of a seat, in one order for the form and for the paper: somebody who types from paper never has to look for
a field."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.said import Said, said
from games.rules.careers import MOST_DEGREES_IN_A_GAME
from games.rules.figures import Figure

DEALS = 6  # of Career Poker, on paper

# What a promotion counts: by vocabulary the character's own entries, in the order in which a form has them.
OWN: tuple[tuple[str, str], ...] = (
    ("programs", said("specialty")),
    ("programs", said("side interest")),
    ("companies", said("primary company")),
    ("companies", said("secondary company")),
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One line of a seat. `ticks`: boxes beside each other, as many as there can be; `choices`: words with a box each;
    `own`: which of `OWN` it is, whose name stands in the seat's field where the character is known."""

    label: str
    hint: str = ""
    ticks: int = 0
    choices: tuple[str, ...] = ()
    own: int | None = None

    @property
    def tick_marks(self) -> range:
        return range(self.ticks)


def cells(figures: Sequence[Figure], deals: int) -> Iterator[Cell]:
    """Yield cells from top to bottom: who won, what every seat notes, tallies, what is rarely needed."""
    yield Cell(said("Won"), ticks=1)
    yield Cell(said("Game points"))
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
                ticks = MOST_DEGREES_IN_A_GAME if vocabulary == "programs" else 0
                yield Cell(said("{figure}: {name}", figure=figure.label, name=name), figure.hint, ticks, own=at)
        yield Cell(in_all(figure), said("which ones can be entered later"))
    for figure in tallies:
        yield Cell(said("Other {figures}", figures=figure.word), said("which, and how many"))


def in_all(figure: Figure) -> Said:
    return said("{figure} in all", figure=figure.label)


def _noted(figure: Figure, deals: int) -> Iterator[Cell]:
    if figure.kind == "positions":
        yield from (Cell(said("Position in deal {deal}", deal=deal)) for deal in range(1, deals + 1))
    elif figure.kind == "flag":
        yield Cell(figure.label, figure.hint, ticks=1)
    else:
        yield Cell(figure.label, figure.hint, choices=tuple(label for _, label in figure.options))
