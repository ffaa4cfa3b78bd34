"""Games of seasons as others read them: with the newest sheet in a list, with every version and what followed alone."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from characters.models import CareerEvent
from characters.queries.history import order_of_play
from games.models import Sheet, SheetSeat
from league.models import SeasonGame
from league.queries.exports import history_row, stamp

ROW = (
    "game_id",
    "reference",
    "season__slug",
    "season__league__slug",
    "game__system",
    "game__edition",
    "game__played_by_bots",
    "played_at",
    "newest",
)
_SHEET = ("pk", "version", "status", "mode", "target", "minutes", "reviewed_at", "doubts")
_SEAT = ("seat", "character__name", "character__slug", "name", "won", "place", "points", "figures")
_VERSION = ("pk", "version", "status", "source", "mode", "target", "minutes", "reason", "closed_reason", "doubts")
_PEOPLE = ("submitted_by", "confirmed_by", "closed_by")
_TIMES = ("played_at", "submitted_at", "confirmed_at", "closed_at", "reviewed_at")


def season_games() -> QuerySet[SeasonGame]:
    """Every game with `newest` (the id of its newest sheet) and `status` (what that sheet is)."""
    newest = Sheet.objects.filter(game=OuterRef("game")).order_by("-version")
    return SeasonGame.objects.annotate(
        newest=Subquery(newest.values("pk")[:1]), status=Subquery(newest.values("status")[:1])
    )


def with_status(games: QuerySet[SeasonGame], status: str) -> QuerySet[SeasonGame]:
    # The first condition is for speed: few sheets are open, and an index finds them.
    return games.filter(game__in=Sheet.objects.filter(status=status).values("game")).filter(Q(status=status))


def with_character(games: QuerySet[SeasonGame], slug: str) -> QuerySet[SeasonGame]:
    """Games at whose table the character sits by the newest sheet."""
    seats = SheetSeat.objects.filter(character__slug=slug)
    return games.filter(Exists(seats.filter(sheet=OuterRef("newest"))), game__in=seats.values("sheet__game"))


def game_rows(games: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A page of `season_games().values(...)` completed by two queries, however long the page."""
    pks = [game["newest"] for game in games]
    sheets = {row["pk"]: row for row in Sheet.objects.filter(pk__in=pks).values(*_SHEET)}
    seats = seats_of(pks)
    return [_row(game, sheets[game["newest"]], seats[game["newest"]]) for game in games]


def game_record(season_game: SeasonGame) -> dict[str, Any]:
    """One game: as in a list, with every version of its sheet and the events that followed for the characters."""
    game = season_games().values(*ROW).get(pk=season_game.pk)
    versions = list(_versions(season_game.game_id))
    [row] = game_rows([game])
    row["sheets"] = versions
    row["events"] = _events(season_game.game_id)
    return row


def at_the_table(season_game: SeasonGame) -> list[int]:
    """The ids of the characters on the newest sheet."""
    seats = season_game.game.sheets.latest("version").seats.exclude(character=None)
    return [pk for pk in seats.values_list("character_id", flat=True) if pk is not None]


def seats_of(sheets: Collection[int]) -> Mapping[int, list[dict[str, Any]]]:
    """The seats of each sheet in order: names as the table knew them, addresses as they are now."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = SheetSeat.objects.filter(sheet__in=sheets).order_by("sheet", "seat")
    for row in rows.values("sheet_id", *_SEAT):
        found[row["sheet_id"]].append(
            {
                "seat": row["seat"],
                "character": row["name"] or row["character__name"],
                "slug": row["character__slug"],
                "won": row["won"],
                "place": row["place"],
                "points": row["points"],
                "score": row["figures"],
            }
        )
    return found


def _row(game: Mapping[str, Any], sheet: Mapping[str, Any], seats: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": game["game_id"],
        "reference": game["reference"],
        "league": game["season__league__slug"],
        "season": game["season__slug"],
        "system": game["game__system"],
        "edition": game["game__edition"],
        "played_by_bots": game["game__played_by_bots"],
        "mode": sheet["mode"],
        "target": sheet["target"],
        "minutes": sheet["minutes"],
        "played_at": stamp(game["played_at"]),
        "status": sheet["status"],
        "sheet_version": sheet["version"],
        "reviewed_at": sheet["reviewed_at"] and stamp(sheet["reviewed_at"]),
        "doubts": sheet["doubts"],
        "seats": seats,
    }


def _versions(game_id: int) -> list[dict[str, Any]]:
    rows = list(
        Sheet.objects.filter(game=game_id)
        .order_by("version")
        .values(*_VERSION, *_TIMES, *(f"{person}__username" for person in _PEOPLE))
    )
    seats = seats_of([row["pk"] for row in rows])
    for row in rows:
        row["seats"] = seats[row.pop("pk")]
        for moment in _TIMES:
            row[moment] = row[moment] and stamp(row[moment])
        for person in _PEOPLE:
            row[person] = row.pop(f"{person}__username")
    return rows


def _events(game_id: int) -> list[dict[str, Any]]:
    """What the game meant for its characters, what does not hold any more included."""
    events = CareerEvent.objects.filter(game=game_id).select_related("character")
    ordered = sorted(events, key=lambda event: (event.character.name_key, *order_of_play(event)))
    return [
        {
            "character": event.character.name,
            "slug": event.character.slug,
            **history_row(event),
            "why": event.why,
        }
        for event in ordered
    ]
