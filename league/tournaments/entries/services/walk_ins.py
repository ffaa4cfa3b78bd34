"""Somebody stands at the desk and is not on the list: a name, and they play in the next round."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from characters.models import Character
from league.models import Entry, Tournament
from league.people.services.guests import register_guest
from league.tournaments.entries.queries import namesakes
from league.tournaments.entries.services.check_in import check_in
from league.tournaments.entries.services.entries import register_entry
from league.tournaments.entries.services.tournament_log import lock_tournament, refuse_when_over

NAMESAKE = "namesake"


@transaction.atomic
def walk_in(*, tournament: Tournament, name: str, label: str = "", another: bool = False, by: User) -> Entry:
    """Enter and check in a character without an account; put it on the waiting list if every place is taken.

    Raise ValidationError, with the code `namesake` if a character in the league has that name, unless `another` says
    that this is a different person.
    """
    tournament = lock_tournament(tournament.pk)
    refuse_when_over(tournament)
    known = [] if another else namesakes(tournament, name)
    if known:
        refused = _("{character} is in the league already.").format(character=known[0].character.name)
        raise ValidationError(refused, code=NAMESAKE)
    guest = register_guest(
        league=tournament.season.league, name=name, label=label, edition_id=tournament.edition, by=by
    )
    return enter_at_the_desk(tournament=tournament, character=guest, by=by)


@transaction.atomic
def enter_at_the_desk(*, tournament: Tournament, character: Character, by: User) -> Entry:
    """Enter and check in a character in one step; put it on the waiting list if every place is taken. Raise
    ValidationError."""
    entry = register_entry(tournament=tournament, character=character, by=by)
    if entry.status == Entry.WAITING:
        return entry
    check_in(tournament=tournament, entries=[entry], by=by)
    entry.refresh_from_db()
    return entry
