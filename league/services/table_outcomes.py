"""What becomes of a table's sheet: confirmed, or frozen until a referee decides."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from games.models import Sheet
from league.models import Round, SeasonGame, Table
from league.queries.table_state import TableState, place_of, table_state
from league.services.games import confirm_game, dispute_game
from league.services.tournament_log import lock_tournament, log_event

User = Person | None
_AT_ONCE = 50


def freeze_table(state: TableState, because: str, *, by: User) -> None:
    """Stop the countdown and call the referee."""
    table = state.table
    table.frozen_at, table.frozen_because, table.confirm_by = timezone.now(), because[:500], None
    table.save(update_fields=["frozen_at", "frozen_because", "confirm_by"])
    if state.newest is not None and state.newest.status == Sheet.SUBMITTED:
        dispute_game(season_game=_season_game(state), reason=because[:300], by=by)
    log_table(state, "referee_called", f"is frozen. {because}", by)


def confirm_table(state: TableState, why: str, *, by: User) -> bool:
    """Confirm the open sheet. What levels or house rules refuse freezes the table instead: False."""
    table = state.table
    try:
        confirm_game(season_game=_season_game(state), by=by)
    except ValidationError as error:
        freeze_table(state, f"It can't be confirmed: {' '.join(error.messages)}", by=by)
        return False
    table.confirm_by = None
    table.save(update_fields=["confirm_by"])
    log_table(state, "result_confirmed", f"is confirmed. {why}.", by)
    return True


def settle_overdue() -> int:
    """Confirm what nobody contradicted in time; how many tables were looked at. Each in a transaction of its own, so
    that it can stop anywhere and run twice, and a table that fails keeps no other one waiting."""
    due = Table.objects.filter(confirm_by__lte=timezone.now()).order_by("confirm_by")
    tables = list(due.values_list("pk", "round__stage__tournament")[:_AT_ONCE])
    failed: list[Exception] = []
    for pk, tournament in tables:
        try:
            _settle(pk, tournament)
        except Exception as error:
            failed.append(error)
    if failed:
        raise ExceptionGroup("Tables whose countdown is over can't be settled.", failed)
    return len(tables)


@transaction.atomic
def _settle(pk: int, tournament: int) -> None:
    state = table_state(pk, tournament=lock_tournament(tournament))
    table = state.table
    if table.confirm_by is None or table.confirm_by > timezone.now():
        return
    waits = state.newest is not None and state.newest.status == Sheet.SUBMITTED and table.frozen_at is None
    if waits and table.round.status in (Round.PUBLISHED, Round.RUNNING):
        confirm_table(state, "Nobody contradicted in time", by=None)
    else:
        table.confirm_by = None
        table.save(update_fields=["confirm_by"])


def _season_game(state: TableState) -> SeasonGame:
    """The table's game in its season, with what is at hand already."""
    found = SeasonGame.objects.get(game=state.table.game_id)
    found.season = state.tournament.season
    if state.table.game is not None:
        found.game = state.table.game
    return found


def log_table(state: TableState, kind: str, what: str, by: User) -> None:
    table = state.table
    log_event(
        tournament=state.tournament,
        kind=kind,
        text=f"{place_of(table)} {what}",
        by=by,
        round=table.round.number,
        table=table.number,
        table_id=table.pk,
        game=table.game_id,
    )
