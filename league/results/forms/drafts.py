"""A score sheet while somebody types it. All of it travels in the form, step by step, as text: a refused or forgotten
step loses nothing, and no draft lies about on the server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from characters.rules.own_choices import of_one_game
from engine.careers.editions import Edition, edition, edition_ids
from games.rules.figures import Figure
from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS
from league.core.forms import readable, whole_number
from league.results.forms.play import own_texts
from league.results.forms.tallies import as_typed

DETAILS = ("edition", "played_at", "mode", "target", "minutes", "name", "place", "reference")
FIXED = ("system", "season", "token", "expected_version", "expected_revision", "reason", "redraw")
MOST_SEATS = max(system.SEATS[1] for system in SYSTEMS.values())
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
    fields: dict[str, str] = field(default_factory=dict)
    seats: list[DraftSeat] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    words: Edition | None = None  # of a board of the league's own

    @classmethod
    def read(cls, data: QueryDict) -> Draft:
        """Return the draft in a posted form, whatever state it is in."""
        system = SYSTEMS.get(data.get("system", ""))
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
        own = [f"{system.ID}__{name}" for name in of_one_game(system.ID)] if system else []
        fields = {name: readable(data[name]) for name in (*FIXED, *DETAILS, *own) if name in data}
        if fields.get("edition") not in edition_ids():
            fields.pop("edition", None)
        return cls(fields, seats, data.getlist("winner"))

    @classmethod
    def of(cls, sheet: ScoreSheet) -> Draft:
        """Return a draft equal to `sheet`. Winners are left out where the figures decide them."""
        columns = {column.name: column for column in SYSTEMS[sheet.system].FIGURES}
        values = {"system": sheet.system, "edition": sheet.edition, "mode": sheet.mode}
        values |= {
            name: str(number) for name, number in (("target", sheet.target), ("minutes", sheet.minutes)) if number
        }
        values |= own_texts(sheet.system, sheet.settings)
        seats = [
            DraftSeat(
                str(line.character or ""),
                line.name,
                {name: _as_text(value, columns.get(name)) for name, value in line.figures.items()},
            )
            for line in sheet.seats
        ]
        stated = sheet.seats if SYSTEMS[sheet.system].ONE_WINNER else ()
        return cls(values, seats, [str(line.seat) for line in stated if line.won])

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
