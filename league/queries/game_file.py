"""A game's file: every version of its sheet, the table as one version knew it, and what the game changed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from characters.models import CareerEvent
from characters.queries.history import Line, line, order_of_play
from characters.rules.career import PROMOTION
from games.models import Sheet, SheetSeat
from games.queries.sheets import counts, score_sheet
from games.rules.sheets import ScoreSheet
from games.rules.systems import SYSTEMS
from league.models import SeasonGame
from league.queries.sheet_text import Difference, Entry, differences, main_figures, side_figures
from league.rules.table_points import table_results
from league.rules.workings import in_points


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as the page shows it. `level` is the level held in this game, empty for a guest or before a review."""

    seat: int
    place: int
    name: str
    href: str
    known_as: str
    won: bool
    level: str
    level_name: str
    figures: list[Entry]
    notes: list[Entry]
    points: int
    table_points: str


def versions_of(season_game: SeasonGame) -> list[Sheet]:
    """All versions, oldest first, with seats and people, in three queries."""
    seats = SheetSeat.objects.select_related("character").order_by("seat")
    people = ("submitted_by", "confirmed_by", "closed_by")
    return list(
        Sheet.objects.filter(game=season_game.game_id)
        .select_related("game", *people)
        .prefetch_related(Prefetch("seats", seats))
        .order_by("version")
    )


def events_of(season_game: SeasonGame) -> list[CareerEvent]:
    events = CareerEvent.objects.filter(game=season_game.game_id).select_related("character")
    return sorted(events, key=lambda event: (event.character.name_key, order_of_play(event)))


def seat_views(sheet: Sheet, events: Iterable[CareerEvent]) -> list[SeatView]:
    """The table from first to last place."""
    value = score_sheet(sheet)
    standing = (event for event in events if event.rescinded_at is None and event.kind != PROMOTION)
    held = {event.character_id: event.from_level for event in standing}
    worth = _table_points(value) if counts(sheet) else {}
    rows = sorted(sheet.seats.all(), key=lambda row: (row.place, row.seat))
    return [_seat(row, value, held.get(row.character_id or 0, ""), worth) for row in rows]


def _table_points(value: ScoreSheet) -> dict[int, str]:
    return {result.character: in_points(result.table_points) for result in table_results(value)}


def _seat(row: SheetSeat, value: ScoreSheet, level: str, worth: dict[int, str]) -> SeatView:
    reported = value.line(row.seat)
    who = row.character
    name = who.name if who else row.name or "Guest"
    return SeatView(
        seat=row.seat,
        place=row.place,
        name=name,
        href=who.get_absolute_url() if who else "",
        known_as=row.name if who and row.name != name else "",
        won=row.won,
        level=level,
        level_name=who.level_name(level) if who and level else "",
        figures=main_figures(value, reported) if reported else [],
        notes=side_figures(value, reported) if reported else [],
        points=row.points,
        table_points=worth.get(row.character_id or 0, ""),
    )


def changes(events: Sequence[CareerEvent]) -> list[Line]:
    """What the game changed, by character; what no longer holds says so."""
    return [line(event, event.character) for event in events]


def changed_from_before(versions: Sequence[Sheet], shown: Sheet) -> list[Difference]:
    """What the shown version changed against the one before it; nothing for the first."""
    index = versions.index(shown)
    if not index or shown.game.system not in SYSTEMS:
        return []
    return differences(score_sheet(versions[index - 1]), score_sheet(shown))
