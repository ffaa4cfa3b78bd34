"""The consequences of a corrected or voided game of a tournament: a line in its log, and on request new draws of tables
drawn on outdated results. Standings need nothing, they are worked out when read."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User as Person

from engine.translatable import Translatable, said, said_list, said_of
from games.models import Decision
from league.models import Round, SeasonGame, Table
from league.signals import Affected, GameChange
from league.tournaments.draws.queries.affected_tables import AffectedTables, affected_tables, snapshot, table_of
from league.tournaments.draws.services.draws import redraw_round
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event

User = Person | None
WHAT = {Decision.CORRECTED: said("is corrected: {reason}"), Decision.VOIDED: said("is void: {reason}")}


@contextmanager
def track_consequences(change: GameChange) -> Iterator[None]:
    """Log, in the same transaction, the consequences of correcting or voiding a game that was played at a table.

    With `change.redraw` affected tables that nobody has reported are drawn again; without it every drawn round stays.
    Raise ValidationError if a redraw can't be made: then nothing changes.
    """
    table = table_of(change.season_game.game_id) if change.kind in WHAT else None
    if table is None:
        yield
        return
    what, redraw, by = said(WHAT[change.kind], reason=_sentence(change.reason)), change.redraw, change.by
    tournament = lock_tournament(table.round.stage.tournament_id)
    before = snapshot(table)
    yield
    affected = affected_tables(table, before, snapshot(table))
    again = _redraw(affected, f"Round {table.round.number}, table {table.number} {what}", by) if redraw else []
    text = said(
        "Round {round} of {stage}, table {table} {sentence}",
        round=table.round.number,
        stage=table.round.stage.name,
        table=table.number,
        sentence=said_list((what, *_follows(affected, again)), " "),
    )
    about: dict[str, Any] = {"stage": table.round.stage.number, "round": table.round.number, "table": table.number}
    log_event(tournament=tournament, kind="corrected", text=text, by=by, **about, redrawn=again)


def watch(season_game: SeasonGame) -> Callable[[], Affected | None]:
    """Record the stage of a game's table now, and return a function that says afterwards what changed there."""
    table = table_of(season_game.game_id)
    if table is None:
        return lambda: None
    before = snapshot(table)
    return lambda: affected_tables(table, before, snapshot(table))


def _sentence(reason: str) -> str:
    """Return the reason with a full stop at its end."""
    text = " ".join(reason.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _redraw(affected: AffectedTables, reason: str, by: User) -> list[int]:
    """Draw the tables again, all of the one open round, and return their numbers."""
    tables = list(
        Table.objects.filter(pk__in=[table.pk for table in affected.redrawable]).select_related("round__stage")
    )
    if tables:
        played = Round.objects.select_related("stage").get(pk=tables[0].round_id)
        redraw_round(round=played, reason=reason[:300], by=by, tables=None if played.stage.line_up else tables)
    return sorted(table.number for table in tables)


def _follows(affected: AffectedTables, again: list[int]) -> Iterator[Translatable]:
    if affected.moves:
        yield said_of(
            len(affected.moves),
            "Positions or points of {count:,} character change.",
            "Positions or points of {count:,} characters change.",
        )
    remaining = len(affected.tables) - len(again)
    if remaining:
        yield said_of(
            remaining,
            "{count:,} table of later rounds stays as drawn.",
            "{count:,} tables of later rounds stay as drawn.",
        )
    if again:
        yield said("Drawn again: {tables}.", tables=", ".join(map(str, again)))
