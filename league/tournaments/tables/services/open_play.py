"""Open play: nothing is drawn, tables are opened as people come together, all in one round without an end."""

from collections.abc import Sequence

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.translatable import said
from games.rules.systems import seats_by
from league.clubs.queries import house_rules_of
from league.core.queries.systems import system_by_id
from league.models import Entry, Round, Stage, Table, TableSeat
from league.tournaments.draws.services.draws import add_late_entries
from league.tournaments.entries.queries import least_of
from league.tournaments.entries.services.tournament_log import lock_tournament, log_round
from league.tournaments.formats import format_of
from league.tournaments.tables.queries.round_tables import progress_of
from league.tournaments.tables.services.played_here import open_by_setting

User = Person | None


@transaction.atomic
def open_table(*, stage: Stage, entries: Sequence[Entry], by: User = None) -> Table:
    """Open a table for these entries, in the order of their seats. Raise ValidationError if the stage is not open play
    or not running, if there are too few or too many, or if one is there twice, not here, or still at a table that is
    not finished."""
    tournament = lock_tournament(stage.tournament_id)
    stage = tournament.stages.get(pk=stage.pk)
    drawn = format_of(stage).drawn
    if drawn or stage.status != Stage.RUNNING:
        refused = _("{stage} is not open play; its tables are drawn.") if drawn else _("{stage} is not running.")
        raise ValidationError(refused.format(stage=stage.name))
    seated = list(Entry.objects.filter(pk__in=[entry.pk for entry in entries]).select_related("character"))
    _refuse_company(stage, entries, seated)
    played = _the_round(stage)
    _refuse_busy(played, seated)
    late = add_late_entries(stage)
    last = played.tables.aggregate(last=Max("number"))["last"] or 0
    table = Table.objects.create(round=played, number=last + 1, reasons=["They sat down together: open play."])
    seats = TableSeat.objects.bulk_create(
        TableSeat(table=table, round=played, seat=seat, entry=entry, free=True)
        for seat, entry in enumerate(entries, start=1)
    )
    names = {entry.pk: entry.character.name for entry in seated}
    text = said(
        "Table {table} is open: {names}.", table=table.number, names=", ".join(names[entry.pk] for entry in entries)
    )
    log_round(played, "round_published", text, by, rows=[played, table, *late, *seats], table=table.number)
    open_by_setting(tables=[table], by=by)
    return table


def _the_round(stage: Stage) -> Round:
    """Return the only round, which runs without a clock from the first table on."""
    played = stage.played_rounds.first()
    if played is None:
        now = timezone.now()
        return Round.objects.create(
            stage=stage, number=1, status=Round.RUNNING, minutes=stage.tournament.round_minutes, published_at=now
        )
    if played.status == Round.ENDED:
        raise ValidationError(_("{stage} has ended.").format(stage=stage.name), code="stale")
    return played


def _refuse_company(stage: Stage, entries: Sequence[Entry], seated: Sequence[Entry]) -> None:
    system = system_by_id(stage.tournament.system)
    chosen = house_rules_of(stage.tournament.season).choices(system.ID)
    least, most = least_of(stage.tournament), seats_by(system, chosen)[1]
    if len(seated) != len(entries):
        raise ValidationError(_("The same character can't sit at a table twice."))
    if not least <= len(entries) <= most:
        refused = _("{game} is played by {least} to {most}, not by {number}.")
        raise ValidationError(refused.format(game=system.NAME, least=least, most=most, number=len(entries)))
    for entry in seated:
        if entry.tournament_id != stage.tournament_id or entry.status != Entry.CHECKED_IN:
            refused = _("{character} is not checked in. Check them in first.")
            raise ValidationError(refused.format(character=entry.character))


def _refuse_busy(played: Round, seated: Sequence[Entry]) -> None:
    """Raise ValidationError for those still at a table: they leave it by confirming its result."""
    busy = [state.pk for state in progress_of(played) if not state.settled]
    at = TableSeat.objects.filter(table__in=busy, entry__in=seated, absent=False).select_related(
        "entry__character", "table"
    )
    still = _("{character} still plays at table {table}")
    sentences = [still.format(character=seat.entry.character, table=seat.table.number) for seat in at if seat.entry]
    if sentences:
        text = _("{who_plays_where}. Confirm that result first.")
        raise ValidationError(text.format(who_plays_where=", ".join(sentences)))
