"""What a network could have read of the boxes of a sheet, with doubts."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType

from games.rules import careers
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SheetSystem
from league.photo.rules.settling import CLASSES, EMPTY, SCRIBBLE, BoxReading, CellReading, Settled, Shares, settle
from league.sheets.charts.sheet_layout import sheet_pages
from league.sheets.rules.sheet_cells import cells_of
from tests.photos.pictures import Written, written

SURE, DOUBTFUL = 0.9999, 0.9
NOTHING: Mapping = MappingProxyType({})
Doubts = Mapping[tuple[str, int], str]  # by figure and box: which other digit it could be


def box(answer: int, share: float = SURE, other: int | None = None) -> Shares:
    """The probabilities of a box that says `answer`, or else `other`."""
    shares = [1e-7] * CLASSES
    shares[EMPTY if other is None and answer != EMPTY else SCRIBBLE if other is None else other] = 1 - share
    shares[answer] = share
    return tuple(shares)


def readings(
    system: SheetSystem, seats: int, what: Mapping[tuple[int, int], Written], doubts: Doubts
) -> list[BoxReading]:
    """Every box of a sheet, read as it was written; those of the first seat with these doubts."""
    columns = cells_of(system)
    made = []
    for page in sheet_pages(columns, seats, "A4"):
        for field in page.fields:
            text = what.get((field.seat, field.cell), "")
            other = doubts.get((columns[field.cell].figure, field.at)) if field.seat == 1 else None
            if isinstance(text, frozenset):
                shares: Shares = (SURE if field.at in text else 1 - SURE,)
            elif field.kind == "tick":
                shares = (1 - SURE,)
            elif field.kind == "sign":
                shares = (SURE if text.startswith("-") else 1 - SURE,)
            else:
                digits = text.removeprefix("-")
                digit = int(digits[field.at]) if field.at < len(digits) else EMPTY
                shares = box(digit, DOUBTFUL, int(other)) if other else box(digit)
            made.append(BoxReading(field, shares, field.box))
    return made


def blank(sheet: ScoreSheet) -> ScoreSheet:
    return replace(sheet, seats=tuple(replace(line, won=False, figures={}) for line in sheet.seats))


CAREERS = ScoreSheet(
    "careers",
    "london",
    datetime(2026, 3, 1, tzinfo=UTC),
    (
        SeatLine(1, 11, "Ada", won=True, figures={"happiness": 17, "fame": 40, "cash": 51_250}),
        SeatLine(2, 12, "Bo", figures={"happiness": 20, "fame": 30, "cash": 9_000}),
    ),
    "formula",
    60,
)


def read(figures: Mapping[str, str] = NOTHING, doubts: Doubts = NOTHING, **settings: object) -> Settled:
    """Ada and Bo's sheet; `figures` are what is read for Ada instead of what she wrote."""
    what = written(careers, CAREERS)
    columns = [cell.figure for cell in cells_of(careers)]
    what |= {(1, columns.index(name)): text for name, text in figures.items()}
    return settle(readings(careers, 2, what, doubts), blank(CAREERS), **settings)


def cell(settled: Settled, figure: str, seat: int = 1) -> CellReading:
    columns = [one.figure for one in cells_of(careers)]
    return next(one for one in settled.cells if (one.seat, one.cell) == (seat, columns.index(figure)))
