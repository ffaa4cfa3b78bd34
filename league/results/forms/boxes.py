"""The figures of a sheet as the page draws them, one box each with its problems; two versions, figure by figure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _

from characters.rules.own_choices import choices_as_text
from engine.careers.editions import Edition
from engine.translatable import said, spoken
from games.rules.careers import MOST_DEGREES_IN_A_GAME
from games.rules.figures import UNMARKED, Figure
from games.rules.sheets import ERROR, Problem, ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, SheetSystem, is_complete, outcome, winners
from league.core.queries.figures import written
from league.results.forms.checking import seat_name
from league.results.forms.drafts import Draft, DraftSeat
from league.results.forms.tallies import TOTAL
from league.results.rules.read_fields import ReadField
from league.results.rules.sheet_cells import OWN, in_all

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
    """One figure, called `word` within a sentence. `slot` is where its problems stand; the live check replaces that."""

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
            return ", ".join(
                [
                    *marked,
                    *(
                        [_("{number} in all").format(number=self.total.value)]
                        if self.total and self.total.value
                        else []
                    ),
                ]
            )
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
    """Put what was read beside its fields; return how many are sure, and those that are asked about, in the order of
    the form, as `league/results/result_photo_read.html` shows them."""
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
    if SYSTEMS[draft.fields["system"]].ONE_WINNER or draft.winners:
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
    system = SYSTEMS[draft.fields["system"]]
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
        place=place,
        first=[box for column, box in boxes.items() if column.required],
        tallies=[box for column, box in boxes.items() if column.kind == "counts" and not column.required],
        more=[box for column, box in boxes.items() if column.kind != "counts" and not column.required],
        won_box=won,
        one_winner=system.ONE_WINNER,
    )


def _box(draft: Draft, number: int, seat: DraftSeat, names: Mapping[int, str], column: Figure) -> Box:
    value = seat.raw.get(column.name)
    box = Box(f"seat-{number}-{column.name}", column.label, column.kind, column.hint, value or "", not column.required)
    box.word = column.word
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
    board = draft.board
    if column.vocabulary == "programs":
        entries = [(program.id, program.name) for program in board.programs.values()]
    else:
        entries = [(company.id, company.name) for company in board.companies.values()]
    most = MOST_DEGREES_IN_A_GAME if column.vocabulary == "programs" else MOST_TRIPS_SHOWN
    for key, label in entries:
        yield Option(f"{name}-{key}", label, counted.get(key, ""), most=most)


def without_seat(problem: Problem, line: SeatLine | None) -> str:
    """Return what is wrong, for a place where the seat is named already."""
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


@dataclass(frozen=True, slots=True)
class ComparedFigure:
    """One row of a comparison of two versions. `follows`: it results from other rows, so that it is no difference
    itself."""

    label: str
    before: str
    after: str
    follows: bool = False

    @property
    def changed(self) -> bool:
        return self.before != self.after


def compare(before: ScoreSheet, after: ScoreSheet, words: Edition) -> list[ComparedFigure]:
    """Return every figure that either version has, in the order of the sheet and in the words of the board."""
    rows = [
        ComparedFigure(_("Played at"), _moment(before), _moment(after)),
        ComparedFigure(_("Mode"), _mode(before), _mode(after)),
        ComparedFigure(_("Target"), _number(before.target), _number(after.target)),
        ComparedFigure(_("Minutes"), _number(before.minutes), _number(after.minutes)),
        ComparedFigure(_("Settings of its own"), _settings(before), _settings(after)),
    ]
    for seat in range(1, max(len(before.seats), len(after.seats)) + 1):
        rows.extend(_seat(before, after, seat, words))
    return [row for row in rows if row.before or row.after]


def _seat(before: ScoreSheet, after: ScoreSheet, seat: int, words: Edition) -> Iterator[ComparedFigure]:
    system = SYSTEMS[before.system]
    old, new = before.line(seat), after.line(seat)
    yield ComparedFigure(_("Seat {seat}").format(seat=seat), _name(old), _name(new))
    who = f"{seat}. {_name(new or old)}"
    won = _called(who, said("won"))
    yield ComparedFigure(won, _won_compared(before, old), _won_compared(after, new), follows=True)
    for column in system.FIGURES:
        was, now = (_words(words, column, line) for line in (old, new))
        yield ComparedFigure(_called(who, column.word), was, now)
    points = _called(who, said("game points"))
    yield ComparedFigure(points, _points(system, before, old), _points(system, after, new), follows=True)


def _called(who: str, what: str) -> str:
    return str(spoken(said("{who}: {what}", who=who, what=what)))


def _points(system: SheetSystem, sheet: ScoreSheet, line: SeatLine | None) -> str:
    return written(system.points(line, sheet), ",") if line else ""


def _words(words: Edition, column: Figure, line: SeatLine | None) -> str:
    value: Any = line.figures.get(column.name) if line else None
    if not value and not (column.required and line):
        return ""
    if isinstance(value, Mapping):
        entries: Mapping[str, Any] = words.programs if column.vocabulary == "programs" else words.companies
        named = {UNMARKED: _("elsewhere"), **{key: entry.name for key, entry in entries.items()}}
        return ", ".join(f"{named.get(key, key)} {number}" for key, number in value.items())
    if isinstance(value, tuple | list):
        seat = "{seat}" if column.kind == "positions" else _("seat {seat}")
        return ", ".join(seat.format(seat=part) for part in value)
    if column.kind == "choice":
        return dict(column.options).get(value, str(value))
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return words.money(value or 0) if column.kind == "money" else written(value or 0, ",")


def _moment(sheet: ScoreSheet) -> str:
    return date_format(timezone.localtime(sheet.played_at), "j M Y, H:i")


def _mode(sheet: ScoreSheet) -> str:
    mode: str = spoken(SYSTEMS[sheet.system].MODES.get(sheet.mode, sheet.mode))
    return mode


def _number(value: int | None) -> str:
    return "" if value is None else written(value, ",")


def _settings(sheet: ScoreSheet) -> str:
    return choices_as_text(sheet.system, sheet.settings)


def _name(line: SeatLine | None) -> str:
    return (line.name or _("Guest")) if line else ""


def _won_compared(sheet: ScoreSheet, line: SeatLine | None) -> str:
    return "" if line is None else _("yes") if line.seat in winners(sheet) else _("no")
