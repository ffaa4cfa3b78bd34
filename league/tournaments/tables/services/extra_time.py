"""Time that one table gets beyond the clock of its round."""

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.translatable import said, said_of
from league.models import Table
from league.tournaments.tables.rules import MOST_EXTRA, SETTLED
from league.tournaments.tables.services.acts import STALE, check_round, lock_state, log_table

User = Person | None


@transaction.atomic
def set_extra_time(*, table: Table, minutes: int, by: User = None, seen: int | None = None) -> Table:
    """Give a table that plays so many minutes beyond the clock of its round, in all: sent twice, it is given once, and
    0 takes it back. `seen` is what the sender saw.

    Raise ValidationError when the table has nothing to play or the minutes are too many; code `stale` when its time
    was changed since, or its result came.
    """
    state = lock_state(table.pk, tournament=table.round.stage.tournament_id)
    check_round(state)
    given = state.table
    if given.extra_minutes == minutes:
        return given
    _check(given, minutes, seen)
    if state.phase in SETTLED:
        done = _("Table {number} is done and needs no more time.")
        raise ValidationError(done.format(number=given.number), code=STALE)
    given.extra_minutes = minutes
    given.save(update_fields=["extra_minutes"])
    text = (
        said_of(minutes, "has {count} minute more than the others.", "has {count} minutes more than the others.")
        if minutes
        else said("has no more time than the others.")
    )
    log_table(state, "clock_changed", text, by, extra_minutes=minutes)
    return given


def _check(table: Table, minutes: int, seen: int | None) -> None:
    if table.round.started_at is None:
        text = _("The clock of round {number} has not been started.")
        raise ValidationError(text.format(number=table.round.number))
    if not 0 <= minutes <= MOST_EXTRA:
        most = _("A table gets {most} minutes more at most. Give the round more time, or decide the table.")
        raise ValidationError(most.format(most=MOST_EXTRA))
    if seen is not None and seen != table.extra_minutes:
        changed = ngettext(
            "Somebody was faster: table {number} has {minutes} minute more now.",
            "Somebody was faster: table {number} has {minutes} minutes more now.",
            table.extra_minutes,
        )
        raise ValidationError(changed.format(number=table.number, minutes=table.extra_minutes), code=STALE)
