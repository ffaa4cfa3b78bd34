"""The check-in: checked-in entries are drawn. An entry that checks in while the first stage runs joins it with its next
draw. A walk-in is entered and checked in at once."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from characters.models import Character
from engine.translatable import Translatable, said, spoken
from league.core.rules.words import listed
from league.models import Entry, StageEntry, Tournament
from league.people.services.doubles import note_newcomers
from league.people.services.guests import register_guest
from league.tournaments.entries.queries import applicants, conditions_of, late_entry_refusal, namesakes, places_of
from league.tournaments.entries.rules import entry_refusal
from league.tournaments.entries.services.entries import register_entry
from league.tournaments.entries.services.tournament_log import lock_tournament, log_event, refuse_when_over

User = Person | None
NAMED = 5
NAMESAKE = "namesake"


@transaction.atomic
def check_in(*, tournament: Tournament, entries: Collection[Entry], by: User = None) -> list[Entry]:
    """Check in these entries and return the ones that were not yet checked in. An entry on the waiting list takes a
    free place.

    Raise ValidationError, and check nobody in, when one of them cannot play.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    fresh = _entries(tournament, entries, (Entry.REGISTERED, Entry.WAITING, Entry.DROPPED))
    _refuse(tournament, fresh)
    return _checked_in(tournament, fresh, by)


@transaction.atomic
def check_in_everybody(*, tournament: Tournament, by: User = None) -> list[Entry]:
    """Check in everybody who is registered and can play; retired characters and the waiting list are left out."""
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    refusals = _refusals(tournament, registered := _entries(tournament, None, (Entry.REGISTERED,)))
    return _checked_in(tournament, [entry for entry in registered if entry.pk not in refusals], by)


@transaction.atomic
def undo_check_in(*, tournament: Tournament, entries: Collection[Entry], by: User = None) -> list[Entry]:
    """Undo check-ins and return the entries that were checked in. Raise ValidationError once one is drawn to a
    table."""
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    here = _entries(tournament, entries, (Entry.CHECKED_IN,))
    drawn = [entry for entry in here if entry.seats.exists() or entry.byes.exists()]
    if drawn:
        refused = _("{character} is already drawn. Drop instead of undoing the check-in.")
        raise ValidationError(refused.format(character=drawn[0].character.name))
    ids = [entry.pk for entry in here]
    gone = list(StageEntry.objects.filter(entry__in=ids))
    StageEntry.objects.filter(entry__in=ids).delete()
    Entry.objects.filter(pk__in=ids).update(status=Entry.REGISTERED, checked_in_at=None)
    if here:
        about: dict[str, Any] = {"entries": ids, "undone": True, "rows": Entry.objects.filter(pk__in=ids), "gone": gone}
        text = said("{names} are not here after all.") if len(here) > 1 else said("{name} is not here after all.")
        log_event(tournament=tournament, kind="checked_in", text=said(text, **_names(here)), by=by, **about)
    return here


def _entries(tournament: Tournament, entries: Collection[Entry] | None, statuses: Sequence[str]) -> list[Entry]:
    rows = Entry.objects.filter(tournament=tournament, status__in=statuses).select_related("character")
    return list(rows if entries is None else rows.filter(pk__in=[entry.pk for entry in entries]))


def _refuse(tournament: Tournament, fresh: Sequence[Entry]) -> None:
    dropped = [entry for entry in fresh if entry.status == Entry.DROPPED]
    if dropped:
        refused = _("{character} has dropped. Reinstate the entry first.")
        raise ValidationError(refused.format(character=dropped[0].character.name))
    refusals = list(_refusals(tournament, fresh).values())
    if refusals:
        raise ValidationError([spoken(refusal) for refusal in refusals])
    waiting = [entry for entry in fresh if entry.status == Entry.WAITING]
    free = places_of(tournament).free
    if free is not None and len(waiting) > free:
        refused = _(
            "{character} is on the waiting list, and all {capacity} places are taken. Withdraw somebody who is not "
            "here, or allow more places."
        )
        raise ValidationError(refused.format(character=waiting[free].character.name, capacity=tournament.capacity))
    late = late_entry_refusal(tournament) if fresh else ""
    if late:
        raise ValidationError(spoken(late))


def _refusals(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, str]:
    """Return why entries cannot play, by id of the entry."""
    conditions = conditions_of(tournament)
    applicant_of = applicants(tournament, Character.objects.filter(entries__in=[entry.pk for entry in entries]))
    refusals = {entry.pk: entry_refusal(applicant_of[entry.character_id], conditions) for entry in entries}
    return {pk: refusal for pk, refusal in refusals.items() if refusal}


def _checked_in(tournament: Tournament, fresh: list[Entry], by: User) -> list[Entry]:
    if not fresh:
        return []
    ids, now = [entry.pk for entry in fresh], timezone.now()
    Entry.objects.filter(pk__in=ids).update(status=Entry.CHECKED_IN, checked_in_at=now)
    late = tournament.status == Tournament.RUNNING
    rows = Entry.objects.filter(pk__in=ids)
    log_event(tournament=tournament, kind="checked_in", text=_here(fresh, late), by=by, rows=rows, entries=ids)
    return fresh


def _here(fresh: Sequence[Entry], late: bool) -> Translatable:
    if len(fresh) > NAMED:
        text = said("{count:,} characters are here.")
        if late:
            text = said("{count:,} characters are here, to play from the next draw on.")
    elif len(fresh) > 1:
        text = said("{names} are here, to play from the next draw on.") if late else said("{names} are here.")
    else:
        text = said("{name} is here, to play from the next draw on.") if late else said("{name} is here.")
    return said(text, **_names(fresh), count=len(fresh))


def _names(entries: Sequence[Entry]) -> dict[str, str]:
    if len(entries) > NAMED:
        return {"names": said("{count:,} characters", count=len(entries))}
    names = [entry.character.name for entry in entries]
    return {"name": names[0], "names": listed(names)}


@transaction.atomic
def walk_in(*, tournament: Tournament, name: str, label: str = "", another: bool = False, by: Person) -> Entry:
    """Enter and check in a character without an account; put it on the waiting list if every place is taken.

    Raise ValidationError, with the code `namesake` if a character in the league has that name, unless `another` says
    that this is a different person.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    others = [] if another else namesakes(tournament, name)
    if others:
        refused = _("{character} is already in the league.").format(character=others[0].character.name)
        raise ValidationError(refused, code=NAMESAKE)
    guest = register_guest(
        league=tournament.season.league, name=name, label=label, edition_id=tournament.edition, by=by
    )
    if another:
        note_newcomers(league=tournament.season.league, newcomers=[guest], by=by)
    return enter_at_the_desk(tournament=tournament, character=guest, by=by)


@transaction.atomic
def enter_at_the_desk(*, tournament: Tournament, character: Character, by: Person) -> Entry:
    """Enter and check in a character in one step; put it on the waiting list if every place is taken. Raise
    ValidationError."""
    entry = register_entry(tournament=tournament, character=character, by=by)
    if entry.status == Entry.WAITING:
        return entry
    check_in(tournament=tournament, entries=[entry], by=by)
    entry.refresh_from_db()
    return entry
