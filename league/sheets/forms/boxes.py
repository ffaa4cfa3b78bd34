"""The figures of a sheet as the page draws them, one box each with its problems."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from games.rules.careers import MOST_DEGREES_IN_A_GAME
from games.rules.figures import Figure
from games.rules.sheets import ERROR, Problem, ScoreSheet, SeatLine
from games.rules.systems import SheetSystem, is_complete, outcome, winners
from league.core.queries.figures import written
from league.sheets.forms.drafts import TOTAL, Draft, DraftSeat, seat_name
from league.sheets.rules.sheet_cells import OWN, ReadField, in_all

MOST_TRIPS_SHOWN = 99


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a tally, or one other seat. `own`: which of the character's own programs or companies it is."""

    name: str
    label: str
    value: str
    checked: bool = False
    most: int = 0
    own: str = ""
    photo: ReadField | None = None


@dataclass(slots=True)
class Box:
    """One figure, called `word` within a sentence. `slot` is where its problems are shown; the live check replaces
    that."""

    name: str
    label: str
    kind: str
    hint: str
    value: Any
    optional: bool = True
    options: list[Option] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    currency: str = ""
    word: str = ""
    total: Option | None = None
    photo: ReadField | None = None
    signed: bool = False

    def take(self, problem: Problem, line: SeatLine | None) -> None:
        """Add a problem to this figure, without the name of the seat that it belongs to anyway."""
        text = without_seat(problem, line)
        (self.errors if problem.severity == ERROR else self.warnings).append(text[:1].upper() + text[1:])

    @property
    def slot(self) -> str:
        return f"problem-{self.name}"

    @property
    def in_words(self) -> str:
        """Return what was entered, for reading; empty when nothing was."""
        if self.kind == "counts":
            marked = [f"{option.label} {option.value}" for option in self.options if option.value not in ("", "0")]
            if self.total and self.total.value:
                marked.append(_("{number} in all").format(number=self.total.value))
            return ", ".join(marked)
        if self.kind == "seats":
            return ", ".join(option.label for option in self.options if option.checked)
        if self.kind == "choice":
            return next((option.label for option in self.options if option.checked), self.value)
        if self.kind == "positions":
            return str(self.value).replace(";", ", ")
        text = str(self.value).replace(",", "").removeprefix(self.currency)
        if not text.isdecimal():
            return text
        return "" if text == "0" and self.optional else f"{self.currency}{written(int(text), ',')}"


@dataclass(slots=True)
class SeatBox:
    """A seat: what every table notes first, then tallies, then what is rarely needed. `place` is known once every seat
    has its figures."""

    number: int
    name: str
    won: bool
    points: int | None
    place: int | None
    first: list[Box]
    tallies: list[Box]
    more: list[Box]
    won_box: Box
    one_winner: bool
    stated: bool
    has_points: bool
    points_photo: ReadField | None = None

    @property
    def boxes(self) -> Iterator[Box]:
        yield self.won_box
        yield from (*self.first, *self.tallies, *self.more)

    @property
    def filled(self) -> list[Box]:
        """Return the figures that are not empty, for reading."""
        return [box for box in (*self.first, *self.tallies, *self.more) if box.in_words]

    @property
    def has_problem(self) -> bool:
        return any(box.errors for box in self.boxes)

    @property
    def needs_a_look(self) -> bool:
        return any(box.errors or box.warnings for box in self.boxes)

    @property
    def marks(self) -> Iterator[Option]:
        """Yield by tally what the character's promotion requires, its own programs or companies, and then the total."""
        for box in self.tallies:
            yield from (option for option in box.options if option.own)
            if box.total:
                yield box.total

    @property
    def others(self) -> list[Box]:
        """Return the tallies of everything that is not the character's own."""
        return [replace(box, options=[option for option in box.options if not option.own]) for box in self.tallies]

    @property
    def others_open(self) -> bool:
        return any(box.warnings for box in self.tallies) or any(
            option.value not in ("", "0") for box in self.others for option in box.options
        )

    @property
    def more_open(self) -> bool:
        return any(box.errors or box.in_words for box in self.more)


def seat_boxes(
    draft: Draft,
    names: Mapping[int, str],
    sheet: ScoreSheet | None,
    problems: Iterable[Problem],
    own: Mapping[int, Sequence[str]] = MappingProxyType({}),
) -> list[SeatBox]:
    """Return every seat of the draft, with points if the sheet can be read. `own`: by character the ids of its programs
    and companies, in the order of `OWN`."""
    listed = list(problems)
    won = _won(draft, sheet)
    places = outcome(sheet).places if sheet and is_complete(sheet) else {}
    boxes = [
        _seat_box(draft, number, seat, names, sheet, listed, won, places.get(number))
        for number, seat in enumerate(draft.seats, 1)
    ]
    for seat, box in zip(draft.seats, boxes, strict=True):
        _put_own_first(box, own.get(seat.character_id or 0, ()))
    return boxes


@dataclass(frozen=True, slots=True)
class ShownField:
    """Name a field of the form and what a photo says of it. `name`: that of the seat."""

    slot: str
    name: str
    label: str
    photo: ReadField


def show_photo(seats: Iterable[SeatBox], fields: Mapping[str, ReadField]) -> dict[str, Any]:
    """Put what was read beside its fields; return how many are sure, and the ones that are asked about, in the order of
    the form, as `league/sheets/result_photo_read.html` shows them."""
    shown_fields = []
    for seat in seats:
        seat.points_photo = fields.get(f"seat-{seat.number}-points")
        for box in seat.boxes:
            box.photo = fields.get(box.name)
            box.options = [replace(option, photo=fields.get(option.name)) for option in box.options]
            box.total = box.total and replace(box.total, photo=fields.get(box.total.name))
            counted = [*box.options, box.total] if box.total else [box]
            shown_fields += [ShownField(part.name, seat.name, part.label, part.photo) for part in counted if part.photo]
    return {
        "sure": sum(field.photo.sure for field in shown_fields),
        "asked": [field for field in shown_fields if not field.photo.sure],
    }


def _put_own_first(seat: SeatBox, own: Sequence[str]) -> None:
    called: dict[str, str] = {}
    for key, (_vocabulary, name) in zip(own, OWN, strict=False):
        called.setdefault(key, name)  # both programs may lead to one company
    order = list(called)
    for box in seat.tallies:
        named = [
            replace(option, own=called.get(option.name.removeprefix(f"{box.name}-"), "")) for option in box.options
        ]
        box.options = sorted(
            named,
            key=lambda option: order.index(option.name.removeprefix(f"{box.name}-")) if option.own else len(order),
        )


def _won(draft: Draft, sheet: ScoreSheet | None) -> Collection[str]:
    """Return the seats that won, as ticked or, once the figures are complete, by the figures."""
    if draft.game.STATED or draft.winners:
        return draft.winners
    return {str(seat) for seat in winners(sheet)} if sheet and is_complete(sheet) else ()


def _seat_box(
    draft: Draft,
    number: int,
    seat: DraftSeat,
    names: Mapping[int, str],
    sheet: ScoreSheet | None,
    problems: list[Problem],
    winning: Collection[str],
    place: int | None,
) -> SeatBox:
    system = draft.game
    line = sheet.line(number) if sheet else None
    boxes = {column: _box(draft, number, seat, names, column) for column in system.FIGURES}
    won = Box(f"seat-{number}-won", _("Won"), "won", "", "")
    places = {column.name: box for column, box in boxes.items()}
    for problem in problems:
        if problem.seat == number:
            places.get(problem.figure, won).take(problem, line)
    return SeatBox(
        number=number,
        name=seat_name(seat, names) or _("Guest"),
        won=str(number) in winning,
        points=system.points(line, sheet) if sheet and line else None,
        has_points=system.HAS_POINTS,
        place=place,
        first=[box for column, box in boxes.items() if column.required or not system.BY_THE_BOOK],
        tallies=[box for column, box in boxes.items() if column.kind == "counts" and not column.required],
        more=[box for column, box in boxes.items() if column.kind != "counts" and box.optional and system.BY_THE_BOOK],
        won_box=won,
        one_winner=system.ONE_WINNER,
        stated=system.STATED,
    )


def _box(draft: Draft, number: int, seat: DraftSeat, names: Mapping[int, str], column: Figure) -> Box:
    value = seat.raw.get(column.name)
    box = Box(f"seat-{number}-{column.name}", column.label, column.kind, column.hint, value or "", not column.required)
    box.word, box.signed = column.word, column.least < 0
    if column.kind == "money":
        box.currency = draft.board.currency
    elif column.kind == "counts":
        box.options = list(_tally(draft, box.name, column, value or {}))
        total = (value or {}).get(TOTAL, "")
        box.total = Option(f"{box.name}-{TOTAL}", in_all(column), total, most=MOST_TRIPS_SHOWN)
        box.value = ""
    elif column.kind == "seats":
        box.options = [
            Option(box.name, seat_name(other, names) or _("Guest"), str(at), checked=str(at) in (value or []))
            for at, other in enumerate(draft.seats, 1)
            if at != number
        ]
        box.value = ""
    elif column.kind == "choice":
        box.options = [Option(box.name, label, key, checked=key == value) for key, label in column.options]
    return box


def _tally(draft: Draft, name: str, column: Figure, counted: Mapping[str, str]) -> Iterator[Option]:
    by_program = column.vocabulary == "programs"
    most = MOST_DEGREES_IN_A_GAME if by_program else MOST_TRIPS_SHOWN
    for entry in draft.board.programs.values() if by_program else draft.board.companies.values():
        yield Option(f"{name}-{entry.id}", entry.name, counted.get(entry.id, ""), most=most)


def more_label(system: SheetSystem) -> str:
    """Return the title of the fold of a seat that holds the rarely needed figures."""
    politics = any(column.kind == "seats" for column in system.FIGURES)
    return _("Office politics and other notes") if politics else _("Notes")


def without_seat(problem: Problem, line: SeatLine | None) -> str:
    """Return what is wrong, for a place where the seat is already named."""
    text = problem.spoken()
    return re.sub(rf"^{re.escape(line.who.spoken())}\s*:\s*", "", text) if line else text


def pointed(problem: Problem, sheet: ScoreSheet | None) -> dict[str, str]:
    """Return a problem for the list above the form, with a link to where it is corrected."""
    line = sheet.line(problem.seat) if sheet and problem.seat else None
    if line is None:
        return {"what": problem.spoken()}
    return {
        "where": line.who,
        "what": without_seat(problem, line),
        "href": f"#seat-{line.seat}" + (f"-{problem.figure}" if problem.figure not in ("", "character") else ""),
    }
