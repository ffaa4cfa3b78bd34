"""The games of a tournament's tables for its archive, with every version of their sheets. Three queries."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from games.models import Sheet, SheetSeat
from league.models import SeasonGame, Tournament
from league.queries.exports import stamp

_SHEET = (
    "pk",
    "game_id",
    "version",
    "status",
    "source",
    "played_at",
    "mode",
    "target",
    "minutes",
    "reason",
    "submitted_by__username",
    "submitted_at",
    "confirmed_by__username",
    "confirmed_at",
    "closed_by__username",
    "closed_at",
    "closed_reason",
)


def json_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Rows of `values()` as JSON."""
    return [json_row(row) for row in rows]


def json_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """`by__username` is `by`, `round__stage__number` is `stage`: what is named is told by its name or number."""
    return {(key.split("__")[-2] if "__" in key else key): as_json(value) for key, value in row.items()}


def as_json(value: Any) -> Any:
    return stamp(value) if isinstance(value, datetime) else value


def archived_games(tournament: Tournament) -> list[dict[str, Any]]:
    """In the order of their references. The points and places of a sheet follow from its figures."""
    games = SeasonGame.objects.filter(game__table__round__stage__tournament=tournament).order_by("reference")
    rows = games.values_list("game_id", "reference", "game__system", "game__edition", "game__played_by_bots")
    sheets = _sheets(tournament)
    return [
        {"reference": reference, "system": system, "edition": edition, "played_by_bots": bots, "sheets": sheets[pk]}
        for pk, reference, system, edition, bots in rows
    ]


def _sheets(tournament: Tournament) -> dict[int, list[dict[str, Any]]]:
    seats = _seats(tournament)
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Sheet.objects.filter(game__table__round__stage__tournament=tournament).order_by("game", "version")
    for row in rows.values(*_SHEET):
        pk, game = row.pop("pk"), row.pop("game_id")
        found[game].append({**json_row(row), "seats": seats[pk]})
    return found


def _seats(tournament: Tournament) -> dict[int, list[dict[str, Any]]]:
    rows = SheetSeat.objects.filter(sheet__game__table__round__stage__tournament=tournament).order_by("sheet", "seat")
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for sheet, seat, character, name, won, figures in rows.values_list(
        "sheet_id", "seat", "character__name", "name", "won", "figures"
    ):
        found[sheet].append({"seat": seat, "character": character, "name": name, "won": won, "score": figures})
    return found
