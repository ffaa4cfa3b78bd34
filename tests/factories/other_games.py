"""Tables of the games besides Careers: what each seat reports, as text like that of a form or a file."""

from collections.abc import Mapping, Sequence
from typing import Any

from characters.models import Character
from games.rules.figures import read_figures
from games.rules.sheets import ScoreSheet, SeatLine
from games.rules.systems import SYSTEMS
from games.services.review import review_waiting
from league.models import Season, SeasonGame
from league.results.services.games import report_game
from tests.factories.days import on_day

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


def sheet_of_game(
    system: str, characters: Sequence[Character | None], seats: Sequence[Mapping[str, Any]] = (), *, day: int = 1
) -> ScoreSheet:
    """The sheet of a table; nobody says who won. None is a guest."""
    lines = []
    for number, (who, raw) in enumerate(zip(characters, seats or FIGURES[system], strict=False), 1):
        figures, found = read_figures(SYSTEMS[system].FIGURES, raw, who=f"Seat {number}", seat=number)
        assert found == []
        lines.append(SeatLine(number, who.pk if who else None, who.name if who else "", False, figures))
    return ScoreSheet(system, "london", on_day(day), tuple(lines))


def a_game_of(
    system: str,
    season: Season,
    characters: Sequence[Character | None],
    seats: Sequence[Mapping[str, Any]] = (),
    *,
    reference: str = "",
    day: int = 1,
) -> SeasonGame:
    """A confirmed and reviewed game of that system."""
    sheet = sheet_of_game(system, characters, seats, day=day)
    reference = reference or f"{system}-{day}"
    game = report_game(season=season, reference=reference, sheet=sheet, source="web", confirm=True)
    review_waiting()
    return game
