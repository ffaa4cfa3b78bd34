"""Refuse characters that a league has no room for."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from characters.models import Character
from league.clubs.queries.characters import guest_called, room_problem
from league.models import League


def check_room(league: League, owner: User, *, apart_from: Character | None = None) -> None:
    """Lock the league, so that two at once can't both be the last allowed one. Raise ValidationError under R101."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if problem := room_problem(league, owner, apart_from=apart_from):
        raise ValidationError(problem)


def refuse_name_of_guest(league: League, name: str) -> None:
    """Refuse the name of a guest of the league: somebody who has played here without an account claims that character
    instead of beginning again. Raise ValidationError."""
    guest = guest_called(league, name)
    if guest is not None:
        text = _(
            "{guest} already plays here, without an account. Is that you? Then claim the character, and an organiser "
            "confirms it. Otherwise choose another name."
        )
        raise ValidationError({"name": text.format(guest=guest)})
