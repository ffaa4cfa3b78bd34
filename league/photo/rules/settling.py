"""Make figures of what was read, and say which of them are sure and which to ask a person about.

A sum is a check digit: every seat's line has its game points, and the game knows how they come about. Of all ways to
read the boxes of a seat, the ones that add up are likely, and how likely a figure is follows from all of them. A
figure is sure that

- was read without any help of the sum: what does not add up at first sight is never sure,
- is at least `SURE` likely, given that all adds up (or on its own, if no sum is written or it has no part in one),
- and is contradicted by no rule of the game.

For a figure that is not, there may be an offer: the likeliest misreading with which the line would add up.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import islice
from math import prod
from typing import Any, NamedTuple

from games.rules.figures import UNMARKED, Figure
from games.rules.sheets import WAITS, Problem, ScoreSheet, SeatLine
from games.rules.systems import SheetSystem, system_of
from league.sheets.charts.sheet_layout import Box, Field
from league.sheets.rules.sheet_cells import POINTS, WON, Cell, cells_of

# Chosen with digits by other writers than those of the training data: docs/photo.md.
SURE = 0.99
LEAST_SHARE = 1e-5  # of an answer that is considered at all
LEAST_OFFER = 0.002  # of the likeliest way, for another one to be worth a word
# Of a cell; of a seat. Few values would leave out doubts about digits that are in no sum, beside those about others.
MOST_VALUES, MOST_WAYS = 40, 600
LEAST_WAY = 1e-6  # of the likeliest way, for another one to count
# Players add up wrongly once in fifty times, and then to any of many sums.
RIGHT_SUM, WRONG_SUM = 0.98, 0.02 / 1000
EMPTY, SCRIBBLE = 10, 11  # what a box may hold instead of a digit
CLASSES = 12
Shares = tuple[float, ...]
Value = int | frozenset[int] | None
Judge = Callable[[ScoreSheet], Iterable[Problem]]


@dataclass(frozen=True, slots=True)
class BoxReading:
    """One box. `shares`: the probabilities of the digits 0 to 9, an empty box and a scribble, or the one of a tick;
    nothing if the box was lost in glare or lies outside of the photo. `place` is where it lies on the flat paper."""

    field: Field
    shares: Shares
    place: Box


@dataclass(frozen=True, slots=True)
class CellReading:
    """One cell of a seat. `value` is a number, the ticked boxes, or None for an empty or unreadable cell; `share` is
    how likely that is, `offer` what it could be instead: then the line adds up."""

    seat: int
    cell: int
    value: Value
    share: float
    sure: bool
    offer: int | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """A sheet as it was read: what each cell says, and the score sheets that follow from all of them and from the sure
    ones."""

    cells: tuple[CellReading, ...]
    sheet: ScoreSheet
    sure: ScoreSheet


class Way(NamedTuple):
    """One way to read a cell."""

    value: Value
    share: float
    readable: bool = True


@dataclass(frozen=True, slots=True)
class _Seat:
    """A seat with the ways to read each cell, the likeliest first. `summed`: how likely the first way is by the sum,
    for the cells that are part of it; `adds_up` is None without a sum."""

    line: SeatLine
    ways: Mapping[int, Sequence[Way]]
    summed: Mapping[int, float]
    adds_up: bool | None
    offers: Mapping[int, int]


def settle(
    boxes: Iterable[BoxReading],
    blank: ScoreSheet,
    *,
    own: Mapping[int, Sequence[str]] | None = None,
    judge: Judge | None = None,
    sure: float = SURE,
) -> Settled:
    """Return the figures of a sheet from the boxes of all its pages.

    `blank` is the sheet with its seats, without figures. `own`: by seat the programs and companies whose names are on
    the paper, in the order of `sheet_cells.OWN`. `judge` says what cannot have happened.
    """
    system = system_of(blank)
    columns = cells_of(system)
    by_cell = defaultdict[tuple[int, int], list[BoxReading]](list)
    for box in boxes:
        by_cell[box.field.seat, box.field.cell].append(box)
    ways = defaultdict[int, dict[int, list[Way]]](dict)
    for (seat, cell), read in by_cell.items():
        ways[seat][cell] = _ways(read)
    games = {line.seat: _Game(system, columns, blank, tuple((own or {}).get(line.seat, ()))) for line in blank.seats}
    seats = [_seat(games[line.seat], line, ways[line.seat]) for line in blank.seats]
    sheet = replace(blank, seats=tuple(seat.line for seat in seats))
    doubted = {
        (problem.seat, problem.figure) for problem in (judge(sheet) if judge else ()) if problem.severity != WAITS
    }
    readings = tuple(_reading_of(seat, cell, columns, system, doubted, sure) for seat in seats for cell in seat.ways)
    certain = defaultdict[int, dict[int, Value]](dict)
    # Positions stand in one row: without one of them, the others would be those of other deals.
    listed = {figure.name for figure in system.FIGURES if figure.kind == "positions"}
    broken = {(reading.seat, columns[reading.cell].figure) for reading in readings if not reading.sure}
    for reading in readings:
        figure = columns[reading.cell].figure
        if reading.sure and not (figure in listed and (reading.seat, figure) in broken):
            certain[reading.seat][reading.cell] = reading.value
    lines = (games[line.seat].line(line, certain[line.seat]) for line in blank.seats)
    return Settled(readings, sheet, replace(blank, seats=tuple(lines)))


def _ways(read: Sequence[BoxReading]) -> list[Way]:
    if read[0].field.kind == "tick":
        return _tick_ways(read)
    signs = [box.shares for box in read if box.field.kind == "sign"]
    ways = digit_ways([box.shares for box in read if box.field.kind == "digit"])
    return _signed(ways, signs[0]) if signs else ways


def _signed(ways: Sequence[Way], sign: Shares) -> list[Way]:
    """Return the ways to read a number behind a box that is ticked if it is below 0."""
    if not sign:
        return [Way(None, 0, readable=False)]
    above, below = 1 - sign[0], sign[0]
    signed = [way._replace(share=way.share * above) for way in ways]
    signed += [
        Way(-way.value if isinstance(way.value, int) else None, way.share * below, readable=bool(way.value))
        for way in ways
    ]
    return sorted(signed, key=lambda way: -way.share)[:MOST_VALUES]


def _tick_ways(read: Sequence[BoxReading]) -> list[Way]:
    if not all(box.shares for box in read):
        return [Way(None, 0, readable=False)]
    ticked = frozenset(box.field.at for box in read if box.shares[0] >= 0.5)
    return [Way(ticked, prod(max(box.shares[0], 1 - box.shares[0]) for box in read))]


def digit_ways(boxes: Sequence[Shares]) -> list[Way]:
    """Return the ways to read digits in boxes beside each other, the likeliest first. None is a cell left empty."""
    if not all(boxes):
        return [Way(None, 0, readable=False)]
    answers = [
        sorted((answer for answer in range(len(box)) if box[answer] >= LEAST_SHARE), key=box.__getitem__, reverse=True)
        for box in boxes
    ]
    shares = [[box[answer] for answer in likely] for box, likely in zip(boxes, answers, strict=True)]
    ways: dict[tuple[Value, bool], float] = {}
    for share, chosen in islice(_likeliest(shares), 4 * MOST_VALUES):
        what = _number([likely[at] for likely, at in zip(answers, chosen, strict=True)])
        ways[what] = ways.get(what, 0) + share
    ranked = sorted(ways.items(), key=lambda way: -way[1])[:MOST_VALUES]
    return [Way(value, share, readable) for (value, readable), share in ranked]


def _number(answers: Sequence[int]) -> tuple[int | None, bool]:
    """Return the number that the answers make, and whether they make one: no gap within it, and no scribble."""
    text = "".join(str(answer) if answer < EMPTY else " " if answer == EMPTY else "?" for answer in answers).strip()
    return (int(text), True) if text.isdecimal() else (None, not text)


def _likeliest(shares: Sequence[Sequence[float]]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Yield which of each row's shares to take, and their product, from the largest product down."""
    first = (0,) * len(shares)
    heap, met = [(-prod(row[0] for row in shares), first)], {first}
    while heap:
        share, taken = heappop(heap)
        yield -share, taken
        for at, row in enumerate(shares):
            following = (*taken[:at], taken[at] + 1, *taken[at + 1 :])
            if following[at] < len(row) and following not in met:
                met.add(following)
                heappush(heap, (share * row[following[at]] / row[taken[at]], following))


class _Game(NamedTuple):
    """A game's cells, for one seat of a sheet."""

    system: SheetSystem
    columns: tuple[Cell, ...]
    blank: ScoreSheet
    own: tuple[str, ...]

    def line(self, line: SeatLine, values: Mapping[int, Value]) -> SeatLine:
        """Return the seat's line with the figures that its cells make."""
        figures: dict[str, Any] = {}
        for column in self.system.FIGURES:
            written = [(cell, values.get(at)) for at, cell in enumerate(self.columns) if cell.figure == column.name]
            figure = _figure(column, written, self.own)
            if figure or (figure == 0 and figure is not False):  # a 0 was written, a box without a tick was not
                figures[column.name] = figure
        won = next((bool(values.get(at)) for at, cell in enumerate(self.columns) if cell.figure == WON), False)
        return replace(line, won=won, figures=figures)

    def points(self, line: SeatLine, values: Mapping[int, Value]) -> int:
        return self.system.points(self.line(line, values), self.blank)


def _figure(column: Figure, said: Sequence[tuple[Cell, Value]], own: Sequence[str]) -> Any:
    match column.kind, [value for _, value in said]:
        case "positions", held:
            return tuple(value for value in held if isinstance(value, int))
        case "counts", _:
            return _tally(said, own)
        case "flag", [frozenset() as ticked]:
            return bool(ticked)
        case "seats", [frozenset() as ticked]:
            return tuple(sorted(ticked))
        case "choice", [frozenset() as ticked]:
            return column.options[min(ticked)][0] if len(ticked) == 1 else None
        case _, [int() as number]:
            return number
    return None


def _tally(said: Sequence[tuple[Cell, Value]], own: Sequence[str]) -> dict[str, int]:
    """Return the count by program or company; what is counted and has no name here is `UNMARKED`."""
    counted: dict[str, int] = {}
    total = named = unnamed = 0
    for cell, value in said:
        number = len(value) if isinstance(value, frozenset) else value or 0
        if cell.own is None:
            total = number
        elif cell.own < len(own) and number:
            counted[own[cell.own]], named = number, named + number
        else:
            unnamed += number
    unmarked = max(total - named, unnamed)
    return counted | ({UNMARKED: unmarked} if unmarked > 0 else {})


def _seat(game: _Game, line: SeatLine, ways: Mapping[int, Sequence[Way]]) -> _Seat:
    values = {cell: first[0].value for cell, first in ways.items()}
    read = game.line(line, values)
    total = next((at for at, cell in enumerate(game.columns) if cell.figure == POINTS and at in ways), None)
    if total is None or (ways[total][0].readable and values[total] is None):
        return _Seat(read, ways, {}, None, {})
    parts = [cell for cell in ways if cell != total and _counts(game, line, values, cell)]
    together = [total, *parts]
    weights, adding_up = defaultdict[int, float](float), list[dict[int, Value]]()
    everything, likeliest, first_adds_up = 0.0, 0.0, False
    ranked = _likeliest([[way.share for way in ways[cell]] for cell in together])
    for number, (share, taken) in enumerate(islice(ranked, MOST_WAYS)):
        chosen = {cell: ways[cell][at] for cell, at in zip(together, taken, strict=True)}
        changed = values | {cell: way.value for cell, way in chosen.items()}
        right = all(way.readable for way in chosen.values()) and game.points(line, changed) == changed[total]
        first_adds_up = first_adds_up or (right and number == 0)
        likeliest = max(likeliest, share)
        if share < likeliest * LEAST_WAY:
            break
        if right and share >= likeliest * LEAST_OFFER:
            adding_up.append({cell: way.value for cell, way in chosen.items()})
        weight = share * (RIGHT_SUM if right else WRONG_SUM)
        everything += weight
        for cell, at in zip(together, taken, strict=True):
            weights[cell] += 0 if at else weight
    summed = {cell: weights[cell] / everything if everything else 0.0 for cell in together}
    better = adding_up[0].items() if adding_up and not first_adds_up else ()
    offers = {cell: value for cell, value in better if isinstance(value, int) and value != values[cell]}
    return _Seat(read, ways, summed, first_adds_up, offers)


def _counts(game: _Game, line: SeatLine, values: Mapping[int, Value], cell: int) -> bool:
    """Return whether the game points depend on a cell."""
    value = values[cell]
    if isinstance(value, frozenset):
        return False
    others = ((value or 0) + 1, (value or 0) + 1000, 1, 2)
    return len({game.points(line, {**values, cell: other}) for other in (value, *others)}) > 1


def _reading_of(
    seat: _Seat,
    at: int,
    columns: Sequence[Cell],
    system: SheetSystem,
    doubted: set[tuple[int | None, str]],
    sure: float,
) -> CellReading:
    cell, way, number = columns[at], seat.ways[at][0], seat.line.seat
    share = seat.summed.get(at, way.share)
    column = next((column for column in system.FIGURES if column.name == cell.figure), None)
    missing = bool(column and column.required and column.kind != "positions") and way.value in (None, frozenset())
    certain = (
        way.readable
        and share >= sure
        and not missing
        and not (at in seat.summed and seat.adds_up is False)
        and not {(number, cell.figure), (None, cell.figure)} & doubted
        and not (cell.choices and isinstance(way.value, frozenset) and len(way.value) > 1)
        and not (column and column.kind == "counts" and cell.own is None and _below_its_parts(seat, column, columns))
    )
    return CellReading(number, at, way.value, share, certain, seat.offers.get(at))


def _below_its_parts(seat: _Seat, column: Figure, columns: Sequence[Cell]) -> bool:
    """Return whether a total is written that is less than what is counted by name."""
    total = named = 0
    for at, cell in enumerate(columns):
        value = seat.ways[at][0].value if cell.figure == column.name and at in seat.ways else None
        if cell.own is None:
            total = max(total, value if isinstance(value, int) else 0)
        else:
            named += len(value) if isinstance(value, frozenset) else value or 0
    return 0 < total < named
