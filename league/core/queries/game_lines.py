"""Games as lists show them, four queries however many there are, and the piles that wait for an organiser."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.queries.people import named
from engine.translatable import said
from games.models import Sheet, SheetSeat
from games.queries.doubts import doubts_told
from league.core.queries.games import headlines
from league.core.queries.games_filter import condition
from league.core.queries.systems import in_order, system_name
from league.core.rules.games_filter import GamesFilter, games_filter, years_between
from league.models import FileImport, Season, SeasonGame

DOUBTFUL, FAILED, PENDING = "doubtful", "failed", "pending"
STATUS_CHOICES = (
    (Sheet.SUBMITTED, said("Waits for confirmation")),
    (Sheet.DISPUTED, said("Disputed")),
    (Sheet.CONFIRMED, said("Confirmed")),
    (PENDING, said("Review pending")),
    (FAILED, said("Review failed")),
    (DOUBTFUL, said("Doubtful")),
    (Sheet.VOID, said("Void")),
)


class SeatedName(NamedTuple):
    """A place at the table. `character` is None for a guest."""

    place: int
    name: str
    character: int | None
    points: int
    won: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game by its newest sheet, under the name that people know. `pending`: its review is pending;
    `by_bots`: bots played it."""

    pk: int
    name: str
    reference: str
    href: str
    played_at: datetime
    system: str
    system_id: str
    setup: str
    status: str
    pending: bool
    by_bots: bool
    reason: str
    doubts: tuple[str, ...]
    seats: tuple[SeatedName, ...]

    @property
    def day(self) -> date:
        return timezone.localdate(self.played_at)


def game_lines(season_games: Iterable[SeasonGame]) -> list[GameLine]:
    """Return lines for those of these games that have a sheet (select `game` beforehand), in the order given."""
    games = list(season_games)
    ids = [game.game_id for game in games]
    newest = {sheet.game_id: sheet for sheet in Sheet.objects.filter(game__in=ids).order_by("version")}
    seats: dict[int, list[SheetSeat]] = {}
    rows = SheetSeat.objects.filter(sheet__in=[sheet.pk for sheet in newest.values()]).select_related("character")
    for row in rows.order_by("place", "seat"):
        seats.setdefault(row.sheet_id, []).append(row)
    sheets = ((game, newest[game.game_id]) for game in games if game.game_id in newest)
    names = headlines(list(newest))
    sentences = doubts_told({game for game, sheet in newest.items() if sheet.doubts})
    return [
        _line(game, names[game.game_id], sheet, seats.get(sheet.pk, []), sentences.get(game.game_id, {}))
        for game, sheet in sheets
    ]


def _line(
    season_game: SeasonGame, name: str, sheet: Sheet, seats: Sequence[SheetSeat], sentences: Mapping[str, str]
) -> GameLine:
    return GameLine(
        pk=season_game.game_id,
        name=name,
        reference=season_game.reference,
        href=reverse("game_detail", args=[season_game.game_id]),
        played_at=season_game.played_at,
        system=system_name(season_game.game.system),
        system_id=season_game.game.system,
        setup=setup_words(sheet),
        status=sheet.status,
        pending=is_pending(sheet),
        by_bots=season_game.game.played_by_bots,
        reason=sheet.closed_reason,
        doubts=tuple(sentences.get(doubt, doubt) for doubt in sheet.doubts),
        seats=tuple(_seat(row) for row in seats),
    )


def _seat(row: SheetSeat) -> SeatedName:
    name = row.character.name if row.character else row.name or _("Guest")
    return SeatedName(row.place, name, row.character_id, row.points, row.won)


def is_pending(sheet: Sheet) -> bool:
    return sheet.reviewed_at is None and sheet.status in (Sheet.CONFIRMED, Sheet.VOID)


def setup_words(sheet: Sheet) -> str:
    """Return the game's end, such as "target 200", "90 minutes" or "timed"; empty if the system has no such
    thing."""
    if sheet.target is not None:
        return said("target {target:,}", target=sheet.target)
    if sheet.minutes is not None:
        return said("{minutes} minutes", minutes=sheet.minutes)
    return _MODES.get(sheet.mode, sheet.mode)


_MODES = {"formula": said("formula"), "timed": said("timed")}


def games_filter_of(season: Season, systems: Iterable[str], asked: Mapping[str, str]) -> GamesFilter:
    """Return the games and years that the games of a season can be filtered by, and what the address asks for."""
    by_time = season.season_games.order_by("played_at").values_list("played_at", flat=True)
    years = years_between(by_time.first(), by_time.last(), ZoneInfo(season.league.zone))
    return games_filter(asked, in_order(systems), years)


def season_games(season: Season, filters: GamesFilter, *, search: str = "", status: str = "") -> QuerySet[SeasonGame]:
    """Return games of a season, newest first. `search` is part of the name, of the reference or of a character's
    name."""
    games = season.season_games.select_related("game").filter(
        condition(filters, season.league.zone, system="game__system")
    )
    if search.strip():
        at_table = SheetSeat.objects.filter(character__in=named(search)).values("sheet__game")
        called = Q(reference__icontains=search.strip()) | Q(name__icontains=search.strip())
        games = games.filter(called | Q(game__in=at_table))
    return games.filter(_has(status)) if status else games


def _has(status: str) -> Q:
    sheets = Sheet.objects.filter(game=OuterRef("game"))
    if status == DOUBTFUL:
        return Q(Exists(sheets.doubtful()))
    if status == PENDING:
        return Q(Exists(sheets.awaiting_review().filter(review_error="")))
    if status == FAILED:
        return Q(Exists(sheets.awaiting_review().exclude(review_error="")))
    if status == Sheet.VOID:
        live = sheets.filter(status__in=(Sheet.CONFIRMED, Sheet.SUBMITTED, Sheet.DISPUTED))
        return Q(Exists(sheets.filter(status=Sheet.VOID))) & ~Q(Exists(live))
    return Q(Exists(sheets.filter(status=status)))


SHOWN = 5


class DeskGame(NamedTuple):
    """A game that waits, with the league and the season it waits in."""

    line: GameLine
    season: Season


class Pile(NamedTuple):
    """Games that wait for the same reason. `more`: there are others than those shown."""

    status: str
    title: str
    games: tuple[DeskGame, ...]
    more: bool


class ResultsDesk(NamedTuple):
    """Everything that waits in some leagues."""

    piles: tuple[Pile, ...]
    imports: tuple[FileImport, ...]

    def __bool__(self) -> bool:
        return bool(self.piles or self.imports)


def desk_of(leagues: Collection[int]) -> ResultsDesk:
    """Return the desk with a fixed number of queries; in each pile the oldest comes first."""
    sheets = Sheet.objects.filter(game__season_game__season__league__in=leagues)
    kinds: tuple[tuple[str, str, QuerySet[Sheet]], ...] = (
        (Sheet.DISPUTED, _("Disputed"), sheets.filter(status=Sheet.DISPUTED)),
        (Sheet.SUBMITTED, _("Waiting for confirmation"), sheets.filter(status=Sheet.SUBMITTED)),
        (DOUBTFUL, _("Now in doubt"), sheets.doubtful()),
        (FAILED, _("Review failed"), sheets.awaiting_review().exclude(review_error="")),
    )
    piles = (_pile(status, title, sheets) for status, title, sheets in kinds)
    return ResultsDesk(tuple(pile for pile in piles if pile.games), tuple(_waiting_imports(leagues)))


def _waiting_imports(leagues: Collection[int]) -> QuerySet[FileImport]:
    """Return imports that are under way, have questions, or were refused without a later success of the same kind, and
    are not dismissed."""
    mended = FileImport.objects.filter(
        Q(tournament=OuterRef("tournament")) | Q(tournament=None),
        league=OuterRef("league"),
        kind=OuterRef("kind"),
        status=FileImport.DONE,
        pk__gt=OuterRef("pk"),
    )
    imports = FileImport.objects.filter(~Q(status=FileImport.REFUSED) | ~Exists(mended), league__in=leagues)
    imports = imports.filter(dismissed_at=None)
    imports = imports.defer("content", "problems", "questions", "answers").select_related("league")
    return imports.exclude(status=FileImport.DONE)[:SHOWN]


def _pile(status: str, title: str, sheets: QuerySet[Sheet]) -> Pile:
    ids = list(sheets.order_by("played_at", "pk").values_list("game", flat=True)[: SHOWN + 1])
    if not ids:
        return Pile(status, title, (), False)
    rows = SeasonGame.objects.filter(game__in=ids[:SHOWN]).select_related("game", "season__league")
    games = list(rows.order_by("played_at", "pk"))
    seasons = {game.game_id: game.season for game in games}
    shown = tuple(DeskGame(line, seasons[line.pk]) for line in game_lines(games))
    return Pile(status, title, shown, len(ids) > SHOWN)
