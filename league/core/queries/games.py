"""The name of a game, and a decision about it as programs are told it."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar
from zoneinfo import ZoneInfo

from characters.queries.history import HistoryLine, MemoLetter
from games.rules.names import headline, table_name
from league.core.queries.systems import system_name
from league.models import SeasonGame

_AT_TABLE = "game__table__round__stage"

_NAMED_BY = (
    *("game_id", "name", "place", "game__system", "played_at", "season__league__zone"),
    *(f"{_AT_TABLE}__tournament__name", f"{_AT_TABLE}__number", "game__table__round__number", "game__table__number"),
)


def headlines(games: Collection[int | None]) -> dict[int, str]:
    """Return the names of these games by their ids, on the calendar of their league. One query."""
    rows = SeasonGame.objects.filter(game__in={game for game in games if game is not None}).order_by()
    return {game: _headline(*row) for game, *row in rows.values_list(*_NAMED_BY)} if games else {}


def headline_of(season_game: SeasonGame) -> str:
    return headlines([season_game.game_id])[season_game.game_id]


def _headline(
    name: str, place: str, system: str, played_at: datetime, zone: str, tournament: str | None, *numbers: int
) -> str:
    stage, in_round, table = numbers
    return headline(
        name=name,
        place=place,
        system=system_name(system),
        day=played_at.astimezone(ZoneInfo(zone)).date(),
        table=table_name(tournament=tournament, stage=stage, in_round=in_round, table=table) if tournament else "",
    )


G = TypeVar("G", HistoryLine, MemoLetter)


def with_headlines(rows: Iterable[G]) -> list[G]:
    """Return the games in careers with the names of the games in place of their references."""
    lines = list(rows)
    names = headlines([line.game for line in lines])
    return [replace(line, game_label=names.get(line.game or 0, line.game_label)) for line in lines]
