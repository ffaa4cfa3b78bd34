"""Tables that are played on the site instead of at a board in the room.

As long as such a play is open or under way its result is the play's alone: figures, rulings and no-shows wait until it
is over, or until a referee stops it. When it is over its sheet is reported and confirmed in the transaction of the last
turn; what is said after that contradicts a confirmed result like any other. If the table can't take it (its round
has ended, others sit there now), the play says why and keeps its outcome and record, and a referee decides.
"""

import contextlib
from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from engine.translatable import said, spoken
from games.models import Game, Play, Sheet
from games.rules.sheets import ScoreSheet
from games.services.sheets import required_reason
from games.services.stopped_plays import stop_play
from league.core.services.locks import share_row
from league.models import Round, Season, SeasonPlay, Table
from league.play.services.table_plays import open_table_play
from league.results.services.games import confirm_game
from league.tournaments.entries.queries import is_hall
from league.tournaments.formats import format_of
from league.tournaments.tables.queries.table_state import UNDER_WAY
from league.tournaments.tables.rules import OPEN, REPORT, SEAT, refusal
from league.tournaments.tables.services.acts import (
    STALE,
    check_round,
    check_seats,
    lock_state,
    log_table,
    settle,
    with_names,
    write_version,
)

EVENING = timedelta(hours=4)


def play_under_way(table: int) -> SeasonPlay | None:
    """Return the play of this table that nobody has finished or stopped."""
    return SeasonPlay.objects.select_related("play").filter(table=table, play__status__in=UNDER_WAY).first()


@transaction.atomic
def play_here(*, table: Table, by: Person) -> SeasonPlay:
    """Return the play of this table, opened if there is none yet; a second click finds the first play. Raise
    ValidationError."""
    state = lock_state(table.pk, tournament=table.round.stage.tournament_id)
    check_round(state)
    if is_hall(state.tournament):
        raise ValidationError(_("In a hall, every table plays at its board."))
    before = play_under_way(table.pk)
    if before is not None:
        return before
    if state.phase != OPEN:
        raise ValidationError(spoken(refusal(state.phase, REPORT, SEAT)) or _no_longer(), code=STALE)
    SeasonPlay.objects.filter(table=table).update(table=None)
    plan = state.tournament
    season_play = open_table_play(
        season=plan.season,
        table=state.table,
        system=plan.system,
        edition=plan.edition,
        setup={"mode": plan.mode, "target": plan.target, "minutes": plan.minutes},
        pace=_pace(state.table.round),
        seats=[seat.entry.character if seat.entry else None for seat in state.present],
        by=by,
    )
    log_table(state, "ruled", said("is played on the site."), by, play=season_play.pk)
    return season_play


def _pace(played: Round) -> str:
    """Return the pace for a round. In an evening's round, which would end without a result if a player walks away, each
    choice has a clock, stopped along with the round's (`league.play.services.sweeps`). A long round, and open play, are
    clock enough."""
    short = format_of(played.stage).drawn and timedelta(minutes=played.minutes) <= EVENING
    return Play.LIVE if short else Play.NO_CLOCK


def _no_longer() -> str:
    return _("Something has already been reported at this table.")


def play_round_here(*, round: Round, by: Person) -> tuple[int, list[str]]:
    """Open every table of the round that waits for its game; return how many are played here now, and why others are
    not."""
    opened, refused = 0, []
    for table in round.tables.select_related("round__stage__tournament").order_by("number"):
        try:
            play_here(table=table, by=by)
        except ValidationError as error:
            refused.append(_("Table {number}: {why}").format(number=table.number, why=" ".join(error.messages)))
        else:
            opened += 1
    return opened, refused


def open_by_setting(*, tables: Iterable[Table], by: Person | None) -> None:
    """Open a play for each of these tables that can have one, if the tournament is played on the site; opened by `by`,
    or by the tournament's creator. The others stay at a board; the desk says why (`boards_of`)."""
    for table in tables:
        tournament = table.round.stage.tournament
        who = by or tournament.created_by
        if tournament.played_here and who is not None:
            with contextlib.suppress(ValidationError):
                play_here(table=table, by=who)


@transaction.atomic
def stop_playing_here(*, table: Table, reason: str, by: Person) -> Play:
    """Close the play of the table, which stays readable; the table is free for a board, or for another play. Raise
    ValidationError."""
    reason = required_reason(reason)
    season_play = play_under_way(table.pk)
    if season_play is None:
        raise ValidationError(_("This table is not played on the site."), code=STALE)
    stopped = stop_play(play=season_play.play, why=reason)
    state = lock_state(table.pk, tournament=table.round.stage.tournament_id)
    SeasonPlay.objects.filter(pk=season_play.pk).update(table=None)
    text = said("is no longer played on the site: {reason}", reason=reason)
    log_table(state, "ruled", text, by, play=season_play.pk)
    return stopped


def hand_in_at_table(season_play: SeasonPlay, sheet: ScoreSheet) -> Game:
    """Make the outcome of a play the confirmed sheet of its table, in the transaction of its last turn. Raise
    ValidationError if the table can't take it."""
    table = Table.objects.select_related("round__stage").get(season_play=season_play)
    state = lock_state(table.pk, tournament=table.round.stage.tournament_id)
    check_round(state)
    if state.phase != OPEN:
        raise ValidationError(spoken(refusal(state.phase, REPORT, SEAT)) or _no_longer(), code=STALE)
    value = with_names(state, sheet)
    check_seats(state, value)
    share_row(Season, state.tournament.season_id)  # before the game is locked
    by = season_play.play.opened_by
    played = said("Played on the site")
    season_game, _version = write_version(state, value, source=Sheet.ENGINE, reason=played, by=by)
    row = confirm_game(season_game=season_game, by=by, text=played, table=state.table)
    state.table.game = row.game
    settle(state.table)
    sealed = {"version": row.version, "seal": row.seal}
    text = said("is confirmed. It was played on the site.")
    log_table(state, "result_confirmed", text, by, play=season_play.pk, **sealed)
    return row.game
