"""Games as programs and pages read them: in a list with the newest sheet, alone with every version and its effects."""

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from characters.charts.portraits import Portrait
from characters.models import CareerEvent, FormerName
from characters.queries.history import order_of_play
from characters.queries.people import people, portrait_of
from characters.rules.career import PROMOTION
from engine.careers.editions import Edition
from games.models import Sheet, SheetSeat
from games.queries.sheets import PLAYED_BY_BOT, counts, leavers_score, score_sheet
from games.rules.points import in_points
from games.rules.sheets import ScoreSheet
from league.core.queries.games import headlines
from league.models import SeasonGame
from league.sheets.queries.sheet_text import ComparedFigure, LabelledFigure, compare, main_figures, side_figures
from league.standings.rules.tiebreaks import table_results

ROW = (
    *("game_id", "reference", "name", "place", "season__slug", "season__league__slug", "game__system"),
    *("game__edition", "game__played_by_bots", "game__revision", "played_at", "newest"),
)
_SEAT = (
    *("seat", "character__name", "character__slug", "name", "won", "place", "points", "figures", "by_bot"),
    "is_former",
)


# Whether the character bore the name of the seat, and nobody hides it.
_IS_FORMER = Exists(FormerName.objects.shown().filter(character=OuterRef("character"), name=OuterRef("name")))


def season_games() -> QuerySet[SeasonGame]:
    """Return every game with `newest` (the id of its newest sheet) and `status` (the status of that sheet)."""
    newest = Sheet.objects.filter(game=OuterRef("game")).order_by("-version")
    return SeasonGame.objects.annotate(
        newest=Subquery(newest.values("pk")[:1]), status=Subquery(newest.values("status")[:1])
    )


def with_status(games: QuerySet[SeasonGame], status: str) -> QuerySet[SeasonGame]:
    # The first condition is for speed: few sheets are open, and an index finds them.
    return games.filter(game__in=Sheet.objects.filter(status=status).values("game")).filter(Q(status=status))


def with_character(games: QuerySet[SeasonGame], slug: str) -> QuerySet[SeasonGame]:
    """Return games at whose table the character sits by the newest sheet."""
    seats = SheetSeat.objects.filter(character__slug=slug)
    return games.filter(Exists(seats.filter(sheet=OuterRef("newest"))), game__in=seats.values("sheet__game"))


def game_rows(games: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return a page of `season_games().values(*ROW)`, each with its newest sheet, its seats and what it is
    called; by three queries, however long the page."""
    pks = [game["newest"] for game in games]
    sheets, seats, names = Sheet.objects.in_bulk(pks), seats_of(pks), headlines([game["game_id"] for game in games])
    return [
        {**game, "headline": names[game["game_id"]], "sheet": sheets[game["newest"]], "seats": seats[game["newest"]]}
        for game in games
    ]


def at_the_table(season_game: SeasonGame) -> list[int]:
    """Return the ids of the characters on the newest sheet."""
    seats = season_game.game.sheets.latest("version").seats.exclude(character=None)
    return [pk for pk in seats.values_list("character_id", flat=True) if pk is not None]


def seats_of(sheets: Collection[int]) -> Mapping[int, list[dict[str, Any]]]:
    """Return the seats of each sheet in order. `called`: the name as the table knew it, except one that somebody hides;
    addresses are as they are now."""
    by_sheet: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = SheetSeat.objects.filter(sheet__in=sheets).annotate(by_bot=PLAYED_BY_BOT, is_former=_IS_FORMER)
    for row in rows.order_by("sheet", "seat").values(*_SEAT, "sheet_id"):
        is_shown = row["is_former"] or not row["character__slug"]
        called = (row["name"] if is_shown else "") or row["character__name"]
        by_sheet[row["sheet_id"]].append({**row, "called": called})
    return by_sheet


class SheetSeatView(NamedTuple):
    """A seat as the page shows it. `level` is the level held in this game, empty for a guest or before a review."""

    seat: int
    place: int
    name: str
    href: str
    known_as: str
    won: bool
    played_by_bot: bool
    level: str
    level_name: str
    figures: list[LabelledFigure]
    notes: list[LabelledFigure]
    points: int
    table_points: str
    portrait: Portrait | None


def versions_of(season_game: SeasonGame) -> list[Sheet]:
    """Return all versions, oldest first, with seats and people, in three queries."""
    seats = SheetSeat.objects.select_related("character").annotate(by_bot=PLAYED_BY_BOT).order_by("seat")
    people = ("submitted_by", "confirmed_by", "closed_by")
    return list(
        Sheet.objects.filter(game=season_game.game_id)
        .select_related("game", *people)
        .prefetch_related(Prefetch("seats", seats))
        .order_by("version")
    )


def events_of(season_game: SeasonGame) -> list[CareerEvent]:
    events = CareerEvent.objects.filter(game=season_game.game_id).select_related("character")
    called = {event.character_id: (event.character.sort_key, event.character.name_key) for event in events}
    return sorted(events, key=lambda event: (*called[event.character_id], order_of_play(event)))


def seat_views(sheet: Sheet, events: Iterable[CareerEvent], names: Edition | None = None) -> list[SheetSeatView]:
    """Return the table from first to last place."""
    value = score_sheet(sheet)
    standing = (event for event in events if event.rescinded_at is None and event.kind != PROMOTION)
    held = {event.character_id: event.from_level for event in standing}
    results = table_results(value, leavers_score=leavers_score(sheet, value)) if counts(sheet) else ()
    worth = {result.character: in_points(result.table_points) for result in results}
    rows = sorted(sheet.seats.all(), key=lambda row: (row.place, row.seat))
    portraits, before = _portraits(rows, held), _former_names(rows)
    return [
        _seat(row, value, held.get(row.character_id or 0, ""), worth, names, portraits.get(row.character_id), before)
        for row in rows
    ]


def _former_names(rows: Sequence[SheetSeat]) -> set[tuple[int | None, str]]:
    """Return characters of the seats with the names that they bore and that nobody hides; no query if all are called
    as the table knew them."""
    renamed = [row.character_id for row in rows if row.character and row.character.name != row.name]
    former = FormerName.objects.shown().filter(character__in=renamed)
    return set(former.values_list("character_id", "name")) if renamed else set()


def _portraits(rows: Sequence[SheetSeat], held: Mapping[int, str]) -> dict[int | None, Portrait]:
    """Return portraits as everybody looked in this game; characters not reviewed for it look as now, which takes one
    query if there are any."""
    seated = [row.character for row in rows if row.character is not None]
    now = people(who.pk for who in seated if who.pk not in held) if len(held) < len(seated) else {}
    return {who.pk: now[who.pk].portrait if who.pk in now else portrait_of(who, held[who.pk]) for who in seated}


def _seat(
    row: SheetSeat,
    value: ScoreSheet,
    level: str,
    worth: dict[int, str],
    names: Edition | None,
    portrait: Portrait | None,
    before: Container[tuple[int | None, str]],
) -> SheetSeatView:
    reported = value.line(row.seat)
    who = row.character
    name = who.name if who else row.name or _("Guest")
    return SheetSeatView(
        seat=row.seat,
        place=row.place,
        name=name,
        href=who.get_absolute_url() if who else "",
        known_as=row.name if who and (who.pk, row.name) in before else "",
        won=row.won,
        played_by_bot=getattr(row, "by_bot", False),
        level=level,
        level_name=who.level_name(level) if who and level else "",
        figures=main_figures(value, reported, names) if reported else [],
        notes=side_figures(value, reported, names) if reported else [],
        points=row.points,
        table_points=worth.get(row.character_id or 0, ""),
        portrait=portrait,
    )


def changed_from_before(versions: Sequence[Sheet], sheet: Sheet, names: Edition | None = None) -> list[ComparedFigure]:
    """Return what the shown version changed against the previous one; nothing for the first."""
    index = versions.index(sheet)
    if not index:
        return []
    rows = compare(score_sheet(versions[index - 1]), score_sheet(sheet), names)
    return [row for row in rows if row.changed and not row.follows]
