"""A score sheet while somebody types it, and the sheet that it becomes. All of it travels in the form, step by step, as
text: a refused or forgotten step loses nothing, and no draft lies about on the server.

A tally is typed as marks by program or company, and as what the paper says in all. The rest of the total beyond the
marks counts as unmarked until somebody marks it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from characters.models import NAME_LENGTH, Character
from characters.rules.choices import of_one_game
from characters.rules.names import can_be_shown, tidy
from engine.careers.editions import Edition, edition, edition_ids
from engine.translatable import said
from games.rules import definitions
from games.rules.figures import UNMARKED, Figure, read_figures
from games.rules.sheets import ERROR, WAITS, Problem, ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS, SheetSystem, system_of
from league.clubs.forms import typed
from league.core.forms import readable, whole_number
from league.models import Season

DETAILS = ("edition", "played_at", "mode", "target", "minutes", "name", "place", "reference")
FIXED = ("system", "season", "token", "expected_version", "expected_revision", "reason", "redraw")
MOST_SEATS = max(definitions.MOST_SEATS, *(system.SEATS[1] for system in SYSTEMS.values()))
TOTAL = "total"
_BETWEEN = re.compile(r"[\s.,;]+")
_SEAT = re.compile(r"seat-(\d{1,2})-character")
Raw = dict[str, Any]


@dataclass(slots=True)
class DraftSeat:
    """`character` is an id as text, empty for a guest called `name`. `raw` holds texts, tallies by id, seats."""

    character: str = ""
    name: str = ""
    raw: Raw = field(default_factory=dict)

    @property
    def character_id(self) -> int | None:
        return whole_number(self.character)


@dataclass(slots=True)
class Draft:
    """`system` is the game, in the version that the sheet is made by; None until one is chosen."""

    system: SheetSystem | None
    fields: dict[str, str] = field(default_factory=dict)
    seats: list[DraftSeat] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    words: Edition | None = None  # of a board of the league's own

    @classmethod
    def read(cls, data: QueryDict, system: SheetSystem | None) -> Draft:
        """Return the draft of a sheet of that system in a posted form, whatever state it is in."""
        columns = system.FIGURES if system else ()
        numbers = sorted({int(match[1]) for key in data if (match := _SEAT.fullmatch(key))})[:MOST_SEATS]
        seats = [
            DraftSeat(
                data.get(f"seat-{number}-character", ""),
                readable(data.get(f"seat-{number}-name", "")),
                {column.name: _raw(data, f"seat-{number}-{column.name}", column) for column in columns},
            )
            for number in numbers
        ]
        own = [f"{system.ID}__{name}" for name in of_one_game(system.QUESTIONS)] if system else []
        fields = {name: readable(data[name]) for name in (*FIXED, *DETAILS, *own) if name in data}
        if fields.get("edition") not in edition_ids():
            fields.pop("edition", None)
        return cls(system, fields, seats, data.getlist("winner"))

    @classmethod
    def of(cls, sheet: ScoreSheet) -> Draft:
        """Return a draft equal to `sheet`. Winners are left out if the figures decide them."""
        system = system_of(sheet)
        columns = {column.name: column for column in system.FIGURES}
        values = {"system": sheet.system, "edition": sheet.edition, "mode": sheet.mode}
        numbers = {"target": sheet.target, "minutes": sheet.minutes}
        values |= {name: str(number) for name, number in numbers.items() if number}
        questions = of_one_game(system.QUESTIONS)
        own = {name: value for name, value in sheet.settings.items() if name in questions}
        values |= {f"{sheet.system}__{name}": typed(value, questions[name]) for name, value in own.items()}
        seats = [
            DraftSeat(
                str(line.character or ""),
                line.name,
                {name: _as_text(value, columns.get(name)) for name, value in line.figures.items()},
            )
            for line in sheet.seats
        ]
        stated = sheet.seats if system.STATED else ()
        return cls(system, values, seats, [str(line.seat) for line in stated if line.won])

    @property
    def game(self) -> SheetSystem:
        """Return the system, of a draft that has one."""
        assert self.system is not None
        return self.system

    @property
    def board(self) -> Edition:
        """Return the edition whose programs and companies are counted, London until one is chosen, in the words of the
        board that is played on."""
        return self.words or edition(self.edition)

    @property
    def edition(self) -> str:
        return self.fields.get("edition", edition_ids()[0])

    @property
    def character_ids(self) -> list[int]:
        return [seat.character_id for seat in self.seats if seat.character_id is not None]

    def wire(self) -> Iterator[tuple[str, str]]:
        """Yield every name and value of the form of this draft."""
        yield from self.fields.items()
        for winner in self.winners:
            yield "winner", winner
        for number, seat in enumerate(self.seats, 1):
            yield f"seat-{number}-character", seat.character
            yield f"seat-{number}-name", seat.name
            for name, value in seat.raw.items():
                yield from _wire(f"seat-{number}-{name}", value)

    def add(self, character: str = "", name: str = "") -> None:
        if len(self.seats) < MOST_SEATS:
            self.seats.append(DraftSeat(character, name))

    def reorder(self, order: list[int]) -> None:
        """Keep the seats with these present numbers, in this order; winners and politics follow them."""
        new = {str(old): str(number) for number, old in enumerate(order, 1)}
        self.seats = [self.seats[old - 1] for old in order]
        self.winners = [new[seat] for seat in self.winners if seat in new]
        for seat in self.seats:
            for name, value in seat.raw.items():
                if isinstance(value, list):
                    seat.raw[name] = [new[other] for other in value if other in new]


def _raw(data: QueryDict, key: str, column: Figure) -> Any:
    match column.kind:
        case "counts":
            return {name.removeprefix(f"{key}-"): data[name] for name in data if name.startswith(f"{key}-")}
        case "seats":
            return data.getlist(key)
        case "positions":  # a phone's keypad has a point or a comma, but no semicolon
            return ";".join(_BETWEEN.split(readable(data.get(key, "")).strip(" .,;")))
        case _:
            return data.get(key, "")


def _as_text(value: Any, column: Figure | None) -> Any:
    if column is not None and column.kind == "positions":
        return ";".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, Mapping):
        return as_typed(value)
    if isinstance(value, list | tuple):
        return [str(part) for part in value]
    return str(value)


def _wire(key: str, value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        yield from ((f"{key}-{name}", number) for name, number in value.items())
    elif isinstance(value, list):
        yield from ((key, part) for part in value)
    else:
        yield key, value


def read_sheet(draft: Draft, details: Mapping[str, Any], names: Mapping[int, str]) -> tuple[ScoreSheet, list[Problem]]:
    """Return the sheet as far as it can be read, and what can't; `names` of the characters at the table."""
    lines, read_problems, system = [], [], draft.game
    for number, seat in enumerate(draft.seats, 1):
        line = SeatLine(number, seat.character_id, seat_name(seat, names), str(number) in draft.winners)
        figures, unreadable = read_figures(system.FIGURES, given_figures(seat), who=line.who, seat=number)
        lines.append(replace(line, figures=figures))
        read_problems += [*_unshowable(line), *unreadable, *beyond_total(seat.raw, line, system)]
    sheet = ScoreSheet(
        system=system.ID,
        definition=system.content,
        edition=details.get("edition") or draft.edition,
        played_at=details["played_at"],
        seats=tuple(lines),
        mode=details.get("mode", ""),
        target=details.get("target"),
        minutes=details.get("minutes"),
        settings=details.get("settings") or {},
    )
    return sheet, read_problems


def names_at(draft: Draft, season: Season) -> dict[int, str]:
    """Return the names of the league's characters at the table."""
    characters = Character.objects.filter(enrolment__league=season.league_id, pk__in=draft.character_ids)
    return dict(characters.values_list("pk", "name"))


def seat_name(seat: DraftSeat, names: Mapping[int, str]) -> str:
    """Return the name at a seat; a guest may have no name."""
    if seat.character_id is not None:
        return names.get(seat.character_id) or _("unknown")
    return tidy(seat.name)[:NAME_LENGTH]


def _unshowable(line: SeatLine) -> list[Problem]:
    """Return a problem for a guest's name, which is free, unless it may look different to others."""
    if line.character is not None or not line.name or can_be_shown(line.name):
        return []
    text = said("{who}: the name contains a character that can't be shown.", who=line.who)
    return [Problem(text, line.seat, "character")]


def given_figures(seat: DraftSeat) -> dict[str, Any]:
    """Return the figures that were filled in; an untouched tally counts as empty."""
    filled_in = {name: tallied(value) if isinstance(value, dict) else value for name, value in seat.raw.items()}
    return {name: value for name, value in filled_in.items() if value}


def as_typed(counted: Mapping[str, int]) -> dict[str, str]:
    """Return the fields of a tally that a sheet has."""
    marks = {key: str(number) for key, number in counted.items() if key != UNMARKED}
    return {**marks, TOTAL: str(sum(counted.values()))} if UNMARKED in counted else marks


def tallied(typed: Mapping[str, str]) -> dict[str, str]:
    """Return the marks, and as unmarked what the total has beyond them. A total that can't be read stays as it is, to
    be refused like any other count."""
    marks = _marks(typed)
    total, rest = typed.get(TOTAL, "").strip(), _beyond_marks(typed)
    if rest is None:
        unreadable = total and whole_number(total) is None
        return {**marks, UNMARKED: total} if unreadable else marks
    return {**marks, UNMARKED: str(rest)} if rest > 0 else marks


def beyond_total(raw: Mapping[str, Any], line: SeatLine, system: SheetSystem) -> Iterator[Problem]:
    """Yield a problem for each tally of the seat with more marks than its total."""
    for column in system.FIGURES:
        typed = raw.get(column.name)
        if isinstance(typed, dict) and (_beyond_marks(typed) or 0) < 0:
            text, total = (
                said("{who}: {figure} in all are {number}, but the ones entered add up to more."),
                typed[TOTAL],
            )
            text = said(text, who=line.who, figure=column.word, number=total.strip())
            yield Problem(text, line.seat, column.name)


def _marks(typed: Mapping[str, str]) -> dict[str, str]:
    return {key: number for key, number in typed.items() if key not in (TOTAL, UNMARKED) and number.strip()}


def _beyond_marks(typed: Mapping[str, str]) -> int | None:
    """Return the total minus the marks; None without a total, or if a count can't be read."""
    total = whole_number(typed.get(TOTAL, "").strip())
    marks = [whole_number(number.strip()) for number in _marks(typed).values()]
    return None if total is None or None in marks else total - sum(number or 0 for number in marks)


_WORD_OF_FIGURE = {
    "name": gettext_lazy("Name of the game"),
    "place": pgettext_lazy("venue", "Place"),
    "played_at": gettext_lazy("Played at"),
    "reference": gettext_lazy("Reference"),
    "reason": gettext_lazy("Reason"),
}


def refused(error: ValidationError) -> list[Problem]:
    """Return the reasons of a service as problems of the sheet."""
    if hasattr(error, "error_dict"):
        return [
            Problem(f"{_WORD_OF_FIGURE.get(name, name)}: {message}", figure=name)
            for name, messages in error.message_dict.items()
            for message in messages
        ]
    return [
        Problem(message, (reason.params or {}).get("seat"), reason.code or "")
        for reason in error.error_list
        for message in reason.messages
    ]


def none_waits(problems_found: Iterable[Problem]) -> list[Problem]:
    """Turn problems that would only delay confirmation into errors, for a sheet that is confirmed as soon as it is
    sent."""
    return [replace(problem, severity=ERROR) if problem.severity == WAITS else problem for problem in problems_found]
