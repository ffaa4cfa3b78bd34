"""One table of a round, its seats, its game and where it stands."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Sheet
from league.models import Entry, LedgerEntry, Round, SeasonGame, Stage, Table, TableSeat, Tournament
from league.results.services.games import report_game
from league.tournaments.tables.queries.table_state import TableState, table_state
from tests.factories.any_game import a_game_to_play
from tests.factories.compass_sheets import compass_sheet
from tests.factories.seasons import a_season
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered


def a_table(players: int = 4, *, bots: int = 0, **fields: Any) -> Table:
    """One table with that many players, in seat order, and bots behind them. The round is running."""
    tournament = a_tournament(**fields)
    entries = entered(tournament, players)
    stage = a_stage(tournament, entries)
    made = a_round(stage, [*entries, *[None] * bots], status=Round.RUNNING)
    return made.tables.select_related("round__stage__tournament__season__league").get()


def tables_of(tournament: Tournament, *tables: Sequence[Entry | None]) -> list[Table]:
    """A running round with these tables."""
    stage = a_stage(tournament, [one for table in tables for one in table if one])
    made = a_round(stage, *tables, status=Round.RUNNING)
    return list(made.tables.select_related("round__stage__tournament__season__league"))


def a_table_with_variants(players: int = 4) -> Table:
    """One table of a club's own game that may be played with harbours."""
    season = a_season("spring")
    tournament = a_tournament(season, system=a_game_to_play(season.league, "sum").ID)
    return tables_of(tournament, entered(tournament, players))[0]


def seat(table: Table, number: int) -> TableSeat:
    return TableSeat.objects.select_related("table__round__stage__tournament", "entry__character__owner").get(
        table=table, seat=number
    )


def now(table: Table) -> TableState:
    return table_state(table.pk)


def status(table: Table) -> str:
    """That of the newest sheet of its game."""
    return Sheet.objects.filter(game__table=table).latest("version").status


def stage_of(table: Table) -> Stage:
    return table.round.stage


def played_table(table: Table, cards: Sequence[int] = ()) -> SeasonGame:
    """The table's game, reported and confirmed."""
    stage = table.round.stage
    made = report_game(
        season=stage.tournament.season,
        reference=f"{stage.tournament.slug}-s{stage.number}r{table.round.number}t{table.number}",
        sheet=compass_sheet(table, cards),
        source=Sheet.WEB,
        confirm=True,
    )
    table.game = made.game
    table.save(update_fields=["game"])
    return made


def game_of(table: Table) -> SeasonGame:
    return SeasonGame.objects.select_related("season__league", "game").get(game=table.game_id)


def table_at(played: Round, number: int) -> Table:
    return played.tables.select_related("round__stage__tournament").get(number=number)


def logged_kinds(table: Table) -> list[str]:
    events = LedgerEntry.objects.filter(tournament=table.round.stage.tournament)
    return list(events.order_by("id").values_list("kind", flat=True))


def the_countdown_ends(table: Table) -> None:
    Table.objects.filter(pk=table.pk).update(confirm_by=timezone.now() - timedelta(seconds=1))
