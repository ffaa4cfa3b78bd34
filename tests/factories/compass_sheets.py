"""Score sheets of a table of Career Compass: as a value, as a form, as the body of a request."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.rules.sheets import ScoreSheet, SeatLine
from league.models import Table, TableSeat

AGREED = (20, 9, 3, 1)
OTHERWISE = (19, 10, 3, 1)


def compass_sheet(table: Table, cards: Sequence[int] = (), present: Sequence[TableSeat] = ()) -> ScoreSheet:
    """The sheet of a table; without `cards` seat 1 holds most and the later ones fewer, 33 in all. `present`: who sits
    there, for whoever has them at hand."""
    seated = table.seats.filter(absent=False).select_related("entry__character").order_by("seat")
    seats = list(present or seated)
    held = list(cards) or [33 - sum(range(len(seats))), *range(len(seats) - 1, 0, -1)]
    lines = tuple(
        SeatLine(
            at,
            seat.entry.character_id if seat.entry else None,
            seat.entry.character.name if seat.entry else "Bot",
            figures={"cards": number},
        )
        for at, (seat, number) in enumerate(zip(seats, held, strict=True), start=1)
    )
    return ScoreSheet("career_compass", "london", timezone.now() - timedelta(minutes=1), lines)


def sheet_of_cards(table: Table, held: Sequence[int] = AGREED) -> ScoreSheet:
    return compass_sheet(table, held)


def without_seat(sheet: ScoreSheet, number: int) -> ScoreSheet:
    lines = [line for line in sheet.seats if line.seat != number]
    return replace(sheet, seats=tuple(replace(line, seat=at) for at, line in enumerate(lines, 1)))


def with_name(sheet: ScoreSheet, number: int, name: str) -> ScoreSheet:
    lines = [replace(line, character=None, name=name) if line.seat == number else line for line in sheet.seats]
    return replace(sheet, seats=tuple(lines))


def cards_body(*held: int, **more: Any) -> dict[str, Any]:
    """Figures of a table of Career Compass, seat by seat."""
    return {"seats": [{"seat": at, "score": {"cards": one}} for at, one in enumerate(held or AGREED, 1)]} | more


def cards_fields(held: Sequence[int] = AGREED) -> dict[str, str]:
    return {f"seat-{at}-cards": str(cards) for at, cards in enumerate(held, 1)}


def cards_form(held: Sequence[int] = AGREED, **more: object) -> dict[str, object]:
    return cards_fields(held) | {"key": "of-the-phone"} | more
