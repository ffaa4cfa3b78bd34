"""The owner of every sheet that belongs to a table, whichever door a decision comes through: page of the game, API,
file, command. It refuses what the phase of the table does not allow, and does at the table what follows.

Nothing here runs if the table itself decides (`table` in `league.results.services.games`).
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from django.contrib.auth.models import User as Person
from django.utils import timezone

from engine.translatable import Translatable, said
from games.models import Decision
from games.rules.systems import marks_missing
from games.services.sheets import refuse
from league.clubs.queries import names_in
from league.core.queries.access import may
from league.models import SeasonGame, Table, TableReport, TableSeat
from league.signals import GameChange
from league.tournaments.tables.queries.table_state import TableState, owns, seat_name, table_state
from league.tournaments.tables.rules import (
    CONFIRM,
    CORRECT,
    DISPUTE,
    FROZEN,
    NEW_VERSION,
    ORGANISER,
    OWNER,
    REFEREE,
    VOID_GAME,
    contradiction,
    sheet_to_json,
)
from league.tournaments.tables.services.acts import (
    call_referee,
    check_act,
    check_seats,
    lock_state,
    log_table,
    settle,
    start_countdown,
)

User = Person | None
ACTS: Mapping[str, str] = {
    Decision.SUBMITTED: NEW_VERSION,
    Decision.CONFIRMED: CONFIRM,
    Decision.CORRECTED: CORRECT,
    Decision.VOIDED: VOID_GAME,
    Decision.DISPUTED: DISPUTE,
}


@contextmanager
def decide_at_table(change: GameChange) -> Iterator[None]:
    """Guard a decision about a game of a table, in its transaction and before the game is locked: refuse it unless the
    phase of the table allows it, and do at the table what follows."""
    place = _place_of(change.season_game)
    if place is None:
        yield
        return
    # What a correction brings may reach other tables.
    reaching = change.kind in (Decision.CORRECTED, Decision.VOIDED)
    state = lock_state(place[0], tournament=place[1], alone=reaching)
    check_act(state, ACTS[change.kind], actor_of(state, change.by))
    if change.kind == Decision.SUBMITTED and change.sheet is not None:
        check_seats(state, change.sheet)
        refuse(marks_missing(change.sheet))  # a countdown could not confirm it
    yield
    _FOLLOWS[change.kind](state, change)


def name_at_table(season_game: SeasonGame) -> None:
    """Share the tournament of a game that is about to get a name. Raise ValidationError while it runs in a hall."""
    if place := _place_of(season_game):
        lock_state(place[0], tournament=place[1])


def _place_of(season_game: SeasonGame) -> tuple[int, int] | None:
    """Return the table of the game and its tournament."""
    tables = Table.objects.filter(game=season_game.game_id).order_by()
    return tables.values_list("pk", "round__stage__tournament").first()


def actor_of(state: TableState, by: User) -> str:
    """Return the role in which somebody decides without speaking for a seat. The callers have checked permissions;
    without a person it is a command of the site's administrators."""
    league = state.tournament.season.league
    if by is None or may(by, "administer", league):
        return ORGANISER
    if may(by, "referee", league):
        return REFEREE
    return OWNER if own_seat(state, by) else ORGANISER


def own_seat(state: TableState, by: User) -> TableSeat | None:
    """Return the seat of this person's character that can report."""
    return next((seat for seat in state.voters if owns(seat, by)), None)


def _new_version(before: TableState, change: GameChange) -> None:
    """Show a new version to everybody at the table and ask for agreement again. A person who sits here agrees for their
    seat, and silence confirms the version if nobody else had agreed with the old one."""
    state = table_state(before.table.pk, tournament=before.tournament)
    table, seat = state.table, own_seat(state, change.by)
    others_agreed = any(seat is None or agreed.pk != seat.pk for agreed in before.agreed)
    table.changed = _what_changed(before, state, change, seat)
    table.confirm_by, table.confirm_version = None, None
    if before.phase == FROZEN:
        table.frozen_at = table.frozen_at or timezone.now()
    table.save(update_fields=["changed", "confirm_by", "confirm_version", "frozen_at"])
    if before.phase != FROZEN:
        table.reports.filter(replaced_at=None).update(replaced_at=timezone.now())
        if seat is not None:
            _report_version(state, seat, change.by)
            if state.takes_reports and not others_agreed and state.newest is not None:
                start_countdown(state, state.newest.version)
    what = said("has another version of its result. {sentence}", sentence=table.changed)
    log_table(state, "result_reported", what, change.by)


def _report_version(state: TableState, seat: TableSeat, by: User) -> None:
    if state.sheet is None or state.newest is None:
        return
    TableReport.objects.create(
        table=state.table,
        seat=seat,
        key=f"version-{state.newest.version}-of-the-game",
        sheet=sheet_to_json(state.sheet),
        digest=state.digest,
        by=by,
    )


def _what_changed(before: TableState, state: TableState, change: GameChange, seat: TableSeat | None) -> Translatable:
    if before.sheet is None or state.sheet is None:
        return _by(_ENTERED, seat, change.by)
    words = names_in(state.tournament.season, state.sheet.system, state.sheet.edition)
    differs = contradiction(
        before.sheet, state.sheet, first=said("the version before"), second=said("the new one"), words=words
    )
    return _by(_CHANGED, seat, change.by, sentence=differs or said("They say the same."))


def _confirmed(state: TableState, change: GameChange) -> None:
    settle(state.table)
    log_table(state, "result_confirmed", said("is confirmed by the organiser."), change.by)


def _decided(state: TableState, change: GameChange) -> None:
    """Settle a table that was corrected or voided: the contradiction or objection is decided. The log already has its
    line."""
    settle(state.table)


def _disputed(state: TableState, change: GameChange) -> None:
    because = _by(_WRONG, own_seat(state, change.by), change.by, reason=change.reason)
    call_referee(state, because, by=change.by)


# Each as it is said of a seat, of somebody else and of the organiser.
_ENTERED = (
    said("Seat {seat} ({name}) entered other figures on the page of the game."),
    said("Somebody who has no seat here entered other figures on the page of the game."),
    said("The organiser entered other figures on the page of the game."),
)
_CHANGED = (
    said("Seat {seat} ({name}) changed the figures on the page of the game. {sentence}"),
    said("Somebody who has no seat here changed the figures on the page of the game. {sentence}"),
    said("The organiser changed the figures on the page of the game. {sentence}"),
)
_WRONG = (
    said("Seat {seat} ({name}) says that it is wrong: {reason}"),
    said("Somebody who has no seat here says that it is wrong: {reason}"),
    said("The organiser says that it is wrong: {reason}"),
)


def _by(
    sentences: tuple[Translatable, Translatable, Translatable], seat: TableSeat | None, by: User, **values: str
) -> Translatable:
    if seat is not None:
        return said(sentences[0], seat=seat.seat, name=seat_name(seat), **values)
    return said(sentences[1 if by else 2], **values)


_FOLLOWS: Mapping[str, Callable[[TableState, GameChange], None]] = {
    Decision.SUBMITTED: _new_version,
    Decision.CONFIRMED: _confirmed,
    Decision.CORRECTED: _decided,
    Decision.VOIDED: _decided,
    Decision.DISPUTED: _disputed,
}
