"""Score sheets of characters that are stored: Careers seat by seat, the other games with figures that decide."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from characters.models import Character
from games.rules.figures import read_figures
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS
from tests.factories.days import on_day


def at(who: Character | str, points: int = 50, *, won: bool = False, **figures: Any) -> SeatLine:
    """A seat with all its points in happiness; a string is a guest. The seat's number comes with the sheet."""
    name, pk = (who, None) if isinstance(who, str) else (who.name, who.pk)
    return SeatLine(0, pk, name, won, {"happiness": points, "fame": 0, "cash": 0, **figures})


def a_sheet(*seats: SeatLine, day: int | datetime = 1, target: int | None = 100, **header: Any) -> ScoreSheet:
    """A formula game of 100 points, without a target a timed one; the first seat wins unless another one says so."""
    nobody = not any(seat.won for seat in seats)
    lines = tuple(
        SeatLine(number, seat.character, seat.name, seat.won or (nobody and number == 1), seat.figures)
        for number, seat in enumerate(seats, start=1)
    )
    when = on_day(day) if isinstance(day, int) else day
    mode = header.pop("mode", "formula" if target else "timed")
    return ScoreSheet("careers", "london", when, lines, mode, target, **header)


# Four seats of every game; seat 1 wins by the figures alone.
FIGURES: Mapping[str, Sequence[Mapping[str, str]]] = {
    "office_job": (
        {"career_points": "12", "rank": "c_suite"},
        {"career_points": "7", "rank": "manager"},
        {"career_points": "5", "rank": "manager"},
        {"career_points": "3", "rank": "entry"},
    ),
    "career_poker": ({"positions": "2;1"}, {"positions": "1;2"}, {"positions": "3;3"}, {"positions": "4;4"}),
    "game_of_the_year": tuple(
        {
            "fame_tokens": str(fame),
            "family_tokens": "2",
            "red_letter_tokens": "1",
            "holiday_cards": "1",
            "money": f"{fame}00",
        }
        for fame in (9, 6, 5, 4)
    ),
    "career_compass": ({"cards": "20", "joker": "creativity"}, {"cards": "9"}, {"cards": "4"}, {"cards": "0"}),
}


def a_sheet_of(
    system: str, characters: Sequence[Character | None], seats: Sequence[Mapping[str, Any]] = (), *, day: int = 1
) -> ScoreSheet:
    """The sheet of a table; nobody says who won. None is a guest."""
    lines = []
    for number, (who, raw) in enumerate(zip(characters, seats or FIGURES[system], strict=False), 1):
        figures, found = read_figures(SYSTEMS[system].FIGURES, raw, who=f"Seat {number}", seat=number)
        assert found == []
        lines.append(SeatLine(number, who.pk if who else None, who.name if who else "", False, figures))
    return ScoreSheet(system, "london", on_day(day), tuple(lines))
