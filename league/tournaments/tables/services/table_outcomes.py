"""What becomes of a table's sheet: confirmed, or frozen until a referee decides.

All of it happens behind the lock of the table. Lock order: tournament (shared), table, season (shared), game.
"""

from datetime import timedelta

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from characters.queries.compiled import Statement, together
from characters.services.rows import adding, changing
from games.models import Decision, Sheet
from games.services.decisions import record_decision
from games.services.sheets import dispute_sheet, lock_game
from league.core.services.locks import share_row, sharing
from league.models import Round, Season, SeasonGame, Table, Tournament, TournamentEvent
from league.results.services.games import confirm_open_sheet
from league.tournaments.entries.services.tournament_log import an_event, lock_tournament
from league.tournaments.tables.queries.table_state import TableState, place_of, table_state
from league.tournaments.tables.rules.phases import CONFIRMED, COUNTDOWN, END_COUNTDOWN, WAITING, allowed

User = Person | None
_AT_ONCE = 50
STALE = "stale"


def lock_state(table: int, *, tournament: int, alone: bool = False) -> TableState:
    """The table as it stands, nobody else changing it: behind its own lock, while its tournament is shared with those
    who change other tables. `alone` for whoever goes on to change more than the table."""
    if alone:
        lock_tournament(tournament)
    return table_state(table, lock=True, behind=() if alone else sharing(Tournament, tournament))


def freeze_table(state: TableState, because: str, *, by: User, kind: str = Decision.CONTRADICTED) -> None:
    """Stop the countdown and call the referee. A confirmed result stays confirmed, with the objection beside it."""
    if state.phase == WAITING and state.newest is not None:
        dispute_sheet(game=state.newest.game, reason=because[:300], by=by, kind=kind)
    else:
        enter_decision(state, Decision.OBJECTED if state.phase == CONFIRMED else kind, by=by, text=because)
    mark_frozen(state, because, by=by)


def mark_frozen(state: TableState, because: str, *, by: User) -> None:
    """`freeze_table` where the decision is entered already."""
    table = state.table
    table.frozen_at, table.frozen_because = timezone.now(), because[:500]
    clear_countdown(table)
    table.save(update_fields=["frozen_at", "frozen_because", "confirm_by", "confirm_version"])
    what = "has an objection to its confirmed result." if state.phase == CONFIRMED else "is frozen."
    log_table(state, "referee_called", f"{what} {because}", by)


def confirm_table(state: TableState, why: str, *, by: User, agreed: str = "") -> bool:
    """Confirm the version that `state` saw; `agreed` says who completed that. What levels or house rules refuse freezes
    the table instead: False. Raises ValidationError with the code `stale` when there is another version by now."""
    if state.newest is None:
        raise ValueError("a table without a sheet can't be confirmed")
    try:
        confirmed = confirm_open_sheet(
            season_game=_season_game(state, state.newest),
            expected_revision=state.revision,
            newest=state.newest,
            by=by,
            text=why,
            agreed=agreed,
        )
    except ValidationError as error:
        if is_stale(error):
            raise
        if agreed:
            enter_decision(state, Decision.AGREED, by=by, text=agreed)
        refused = f"It can't be confirmed: {' '.join(error.messages)}"
        freeze_table(state, refused, by=by, kind=Decision.DISPUTED)
        return False
    state.table.game = confirmed.game
    together(settling(state.table), adding(table_event(state, "result_confirmed", f"is confirmed. {why}.", by)))
    return True


def settle(table: Table) -> None:
    """Nothing is awaited any more: the referee goes, the countdown ends."""
    together(settling(table))


def settling(table: Table) -> Statement:
    clear_countdown(table)
    table.frozen_at, table.frozen_because, table.changed = None, "", ""
    return changing(table, "game", "confirm_by", "confirm_version", "frozen_at", "frozen_because", "changed")


def start_countdown(state: TableState, version: int) -> None:
    """Silence confirms this version once everybody could see it for the whole time. The caller saves."""
    state.table.confirm_by = timezone.now() + timedelta(seconds=state.tournament.confirm_seconds)
    state.table.confirm_version = version


def clear_countdown(table: Table) -> None:
    table.confirm_by, table.confirm_version = None, None


def settle_overdue() -> int:
    """Confirm what nobody contradicted in time; how many tables were looked at. Each in a transaction of its own, so
    that it can stop anywhere and run twice, and a table that fails keeps no other one waiting."""
    due = Table.objects.filter(confirm_by__lte=timezone.now()).order_by("confirm_by")
    tables = list(due.values_list("pk", "round__stage__tournament")[:_AT_ONCE])
    failed: list[Exception] = []
    for pk, tournament in tables:
        try:
            settle_table(pk, tournament)
        except Exception as error:
            failed.append(error)
    if failed:
        raise ExceptionGroup("Tables whose countdown is over can't be settled.", failed)
    return len(tables)


@transaction.atomic
def settle_table(pk: int, tournament: int) -> bool:
    """End the countdown of one table when it is over, for whoever sees it first; whether its result is confirmed now.
    Only the version for which it ran is confirmed, and only where a report that stands says the same."""
    state = lock_state(pk, tournament=tournament)
    table = state.table
    if table.confirm_by is None or table.confirm_by > timezone.now():
        return False
    if _ends_with_a_result(state):
        return confirm_table(state, "Nobody contradicted in time", by=None)
    clear_countdown(table)
    table.save(update_fields=["confirm_by", "confirm_version"])
    return False


def _ends_with_a_result(state: TableState) -> bool:
    table = state.table
    return (
        allowed(state.phase, END_COUNTDOWN, COUNTDOWN)
        and table.round.status in (Round.PUBLISHED, Round.RUNNING)
        and state.newest is not None
        and table.confirm_version == state.newest.version
        and any(report.digest == state.digest for report in state.reports)
    )


def lock_season(state: TableState) -> None:
    """Before the game is locked, where a confirmation may follow."""
    share_row(Season, state.tournament.season_id)


def enter_decision(state: TableState, kind: str, *, by: User, text: str = "") -> None:
    """A decision about the table's game that makes no version and ends none."""
    if state.newest is None:
        return
    game = lock_game(state.newest.game_id)
    record_decision(game, kind, version=state.newest.version, by=by, text=text)
    state.table.game = state.newest.game = game


def is_stale(error: ValidationError) -> bool:
    return not hasattr(error, "error_dict") and any(one.code == STALE for one in error.error_list)


def _season_game(state: TableState, newest: Sheet) -> SeasonGame:
    """The table's game in its season, with what is at hand already."""
    found = newest.game.season_game
    found.season = state.tournament.season
    return found


def log_table(state: TableState, kind: str, what: str, by: User, **about: object) -> None:
    together(adding(table_event(state, kind, what, by, **about)))


def table_event(state: TableState, kind: str, what: str, by: User, **about: object) -> TournamentEvent:
    """The row of `log_table`, not written yet."""
    table = state.table
    return an_event(
        tournament=state.tournament,
        kind=kind,
        text=f"{place_of(table)} {what}",
        by=by,
        round=table.round.number,
        table=table.number,
        table_id=table.pk,
        game=table.game_id,
        **about,
    )
