"""Entries of a tournament: registration, the waiting list, leaving and coming back.

Every function locks the tournament first, so places are counted by one at a time. `about` of the logged events has the
ids of the `entries` concerned.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User as Person
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from characters.models import Character
from characters.rules.names import can_be_shown, tidy
from engine.translatable import Translatable, said, spoken
from league.accounts.queries.ties import places_held
from league.models import Entry, KeptApart, Membership, Tournament
from league.signals import Arrival
from league.tournaments.entries.queries import is_hall, late_entry_refusal, places_of, refusal_of
from league.tournaments.entries.rules import IN_A_HALL
from league.tournaments.entries.services.tournament_log import (
    lock_tournament,
    log_event,
    over_refusal,
    refuse_when_over,
)

User = Person | None
GROUP_LENGTH, REASON_LENGTH = 80, 300
UNSHOWN = {
    "club": gettext_lazy("The club contains a character that can't be shown."),
    "household": gettext_lazy("The household contains a character that can't be shown."),
}
TOO_LONG = {
    "club": gettext_lazy("The club has {length} characters; the limit is {most}."),
    "household": gettext_lazy("The household has {length} characters; the limit is {most}."),
}


@transaction.atomic
def register_entry(
    *,
    tournament: Tournament,
    character: Character,
    club: str = "",
    household: str = "",
    by: User = None,
    own: bool = False,
) -> Entry:
    """Enter a character; on the waiting list when every place is taken. A withdrawn entry goes to the end of the queue.

    `own`: a player enters their own character, which needs open registration; organisers may until the first cut. Raise
    ValidationError, with the code `known` if the character is already entered.
    """
    tournament = lock_tournament(tournament.pk)
    _refuse_registration(tournament, own)
    earlier = Entry.objects.filter(tournament=tournament, character=character).first()
    if earlier is not None and (earlier.status != Entry.DROPPED or tournament.status == Tournament.RUNNING):
        again = _("{character} is already entered.")
        if earlier.status == Entry.DROPPED:
            again = _("{character} is dropped; reinstate the entry instead.")
        raise ValidationError(again.format(character=character.name), code="known")
    refusal = refusal_of(tournament, character)
    if refusal:
        raise ValidationError(spoken(refusal))
    entry = earlier or Entry(tournament=tournament, character=character)
    entry.club, entry.household = tidy_group("club", club), tidy_group("household", household)
    entry.number, entry.dropped_at = next_number(tournament), None
    if earlier is None or (entry.lot or 0) >= IN_A_HALL:
        entry.lot = IN_A_HALL + entry.number if is_hall(tournament) else None
    entry.registered_at, entry.registered_by, entry.registered_by_name = timezone.now(), by, ""
    full = places_of(tournament).full
    entry.status = Entry.WAITING if full else Entry.REGISTERED
    entry.save()
    text = said("{name} is registered.", name=character.name)
    if full:
        text = said("{name} is registered and waits: all {places} places are taken.")
        text = said(text, name=character.name, places=tournament.capacity)
    log_event(tournament=tournament, kind="registered", text=text, by=by, **_of(entry), waiting=full)
    return entry


@transaction.atomic
def change_entry(*, entry: Entry, club: str, household: str | None = None, by: User = None) -> Entry:
    """Change club or household, None for no change. Future draws keep those of one group apart, earlier draws stay.
    Raise ValidationError."""
    tournament, entry = _locked(entry)
    refuse_when_over(tournament)
    entry.club = tidy_group("club", club)
    if household is not None:
        entry.household = tidy_group("household", household)
    entry.save(update_fields=["club", "household"])
    text = said("Club and household of {name} were changed.", name=entry.character.name)
    log_event(tournament=tournament, kind="edited", text=text, by=by, **_of(entry), changed=["club", "household"])
    return entry


@transaction.atomic
def withdraw_entry(*, entry: Entry, by: User = None) -> Entry:
    """Withdraw an entry before the start; the first on the waiting list gets the place. Withdrawing twice is fine."""
    tournament, entry = _locked(entry)
    if tournament.status != Tournament.PLANNED:
        refused = _("{tournament} has started. Drop {character} instead.")
        raise ValidationError(refused.format(tournament=tournament.name, character=entry.character.name))
    if entry.status == Entry.DROPPED:
        return entry
    _leave(entry)
    text = said("{name} withdrew.", name=entry.character.name)
    log_event(tournament=tournament, kind="dropped", text=text, by=by, **_of(entry), reason="withdrew")
    move_up(tournament, by=by)
    return entry


@transaction.atomic
def drop_entry(*, entry: Entry, reason: str, by: User = None) -> Entry:
    """Take the entry out of future draws; every result stays, and the place with it once the tournament has started.

    Raise ValidationError without a reason, and for an entry that has already dropped.
    """
    tournament, entry = _locked(entry)
    refuse_when_over(tournament)
    reason = _reason(reason)
    if entry.status == Entry.DROPPED:
        raise ValidationError(_("{character} has already dropped.").format(character=entry.character.name))
    return _drop(tournament, entry, reason, by)


@transaction.atomic
def give_up_entry(*, entry: Entry, reason: Translatable, by: User = None) -> Entry:
    """Drop the entry of somebody who has left; nothing to do if the tournament is over or the entry has dropped."""
    tournament, entry = _locked(entry)
    if entry.status == Entry.DROPPED or over_refusal(tournament):
        return entry
    return _drop(tournament, entry, reason, by)


def _drop(tournament: Tournament, entry: Entry, reason: str, by: User) -> Entry:
    _leave(entry)
    text = said("{name} dropped: {reason}", name=entry.character.name, reason=reason)
    log_event(tournament=tournament, kind="dropped", text=text, by=by, **_of(entry), reason=reason)
    if tournament.status == Tournament.PLANNED:
        move_up(tournament, by=by)
    return entry


@transaction.atomic
def reinstate_entry(*, entry: Entry, by: User = None) -> Entry:
    """Put the entry back into future draws. Before the start it is a new registration; after it the capacity no
    longer matters.

    Raise ValidationError for an entry that has not dropped.
    """
    tournament, entry = _locked(entry)
    refuse_when_over(tournament)
    name = entry.character.name
    if entry.status != Entry.DROPPED:
        raise ValidationError(_("{character} has not dropped.").format(character=name))
    refusal = refusal_of(tournament, entry.character)
    if refusal:
        raise ValidationError(spoken(refusal))
    waits = tournament.status == Tournament.PLANNED and places_of(tournament).full
    played = entry.seats.exists() or entry.byes.exists()
    entry.status = Entry.WAITING if waits else Entry.CHECKED_IN if played else Entry.REGISTERED
    entry.dropped_at, entry.checked_in_at = None, timezone.now() if entry.status == Entry.CHECKED_IN else None
    if tournament.status == Tournament.PLANNED:
        entry.number = next_number(tournament)
    entry.save(update_fields=["status", "dropped_at", "checked_in_at", "number"])
    text = said("{name} is back, on the waiting list.") if waits else said("{name} is back.")
    text = said(text, name=name)
    log_event(tournament=tournament, kind="reinstated", text=text, by=by, **_of(entry), waiting=waits)
    return entry


@transaction.atomic
def keep_apart(*, entry: Entry, other: Entry, reason: str = "", by: User = None) -> KeptApart:
    """Keep these two from being drawn to one table. A second call changes nothing. Raise ValidationError."""
    tournament, entry = _locked(entry)
    refuse_when_over(tournament)
    if entry.pk == other.pk or entry.tournament_id != other.tournament_id:
        raise ValidationError(_("Choose two different entries of this tournament."))
    first, second = sorted((entry, other), key=lambda each: each.pk)
    values = {"tournament": tournament, "reason": tidy(reason)[:REASON_LENGTH]}
    pair, created = KeptApart.objects.get_or_create(one=first, other=second, defaults=values)
    if created:
        _log_pair(tournament, pair, said("{one} and {other} are kept apart from now on."), by, rows=[pair])
    return pair


@transaction.atomic
def let_meet(*, pair: KeptApart, by: User = None) -> None:
    """Let the two be drawn to one table again."""
    tournament = lock_tournament(pair.tournament_id)
    if KeptApart.objects.filter(pk=pair.pk).delete()[0]:
        _log_pair(tournament, pair, said("{one} and {other} may meet again."), by, gone=[pair])


def move_up(tournament: Tournament, *, by: User = None) -> list[Entry]:
    """Move up as many from the waiting list, in its order, as there are free places. The caller holds the tournament's
    lock."""
    free = places_of(tournament).free
    waiting = Entry.objects.filter(tournament=tournament, status=Entry.WAITING).select_related("character")
    moved = list(waiting.order_by("number")[:free])
    Entry.objects.filter(pk__in=[entry.pk for entry in moved]).update(status=Entry.REGISTERED)
    for entry in moved:
        entry.status = Entry.REGISTERED
        text = said("{name} moved up from the waiting list.", name=entry.character.name)
        log_event(tournament=tournament, kind="moved_up", text=text, by=by, **_of(entry))
    return moved


def next_number(tournament: Tournament) -> int:
    return (tournament.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def tidy_group(field: str, text: str) -> str:
    """Return a club or household as it is stored: equal spellings mean the same one. Raise ValidationError under
    `field`."""
    text = tidy(text)
    if text and not can_be_shown(text):
        raise ValidationError({field: UNSHOWN[field]})
    if len(text) > GROUP_LENGTH:
        raise ValidationError({field: TOO_LONG[field].format(length=len(text), most=GROUP_LENGTH)})
    return text


def _locked(entry: Entry) -> tuple[Tournament, Entry]:
    tournament = lock_tournament(entry.tournament_id)
    return tournament, Entry.objects.select_related("character").get(pk=entry.pk)


def _of(entry: Entry) -> dict[str, Any]:
    """Return what an event says of one entry, as it is now."""
    return {"rows": [entry], "entries": [entry.pk]}


def _leave(entry: Entry) -> None:
    entry.status, entry.dropped_at, entry.checked_in_at = Entry.DROPPED, timezone.now(), None
    entry.save(update_fields=["status", "dropped_at", "checked_in_at"])


def _reason(text: str) -> str:
    text = tidy(text)
    if not text:
        raise ValidationError({"reason": _("Say why, in a few words.")})
    if len(text) > REASON_LENGTH:
        refused = _("The reason has {length} characters; the limit is {most}.")
        raise ValidationError({"reason": refused.format(length=len(text), most=REASON_LENGTH)})
    return text


def _refuse_registration(tournament: Tournament, own: bool) -> None:
    refuse_when_over(tournament)
    if own and not tournament.self_registration:
        raise ValidationError(_("The organiser registers everybody for this tournament. Ask there."))
    if own and not (tournament.registration_open and tournament.status == Tournament.PLANNED):
        raise ValidationError(_("Registration is closed. Ask the organiser for a late entry."))
    refusal = late_entry_refusal(tournament)
    if refusal:
        raise ValidationError(spoken(refusal))


def _log_pair(tournament: Tournament, kept_apart: KeptApart, pattern: Translatable, by: User, **rows: Any) -> None:
    pair: Sequence[Entry] = (kept_apart.one, kept_apart.other)
    text = said(pattern, one=pair[0].character.name, other=pair[1].character.name)
    log_event(tournament=tournament, kind="edited", text=text, by=by, entries=[entry.pk for entry in pair], **rows)


def leave_league(member: Membership) -> None:
    """Give up the places of a member whose membership ends, in this transaction."""
    _give_up(member.user, league=member.league_id)


def leave_site(user: Person, label: str) -> None:
    """Give up all places of a person who is being forgotten, in this transaction."""
    _give_up(user)


@transaction.atomic
def _give_up(user: Person, league: int | None = None) -> None:
    """Drop the person's entries: a place in a tournament that has not begun goes to the next on the waiting list, and a
    running one draws them no more."""
    for entry in places_held(user, league=league):
        give_up_entry(entry=entry, reason=said("the player has left"))


def enter_arrival(arrival: Arrival, character: Character) -> Entry:
    """Enter the character of somebody who joins (`league.signals.entry_wanted`)."""
    assert arrival.tournament is not None
    own = arrival.by == arrival.user
    return register_entry(tournament=arrival.tournament, character=character, by=arrival.by, own=own)
