"""What a signed-in person may do in a league."""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import PermissionDenied

from characters.models import Character
from league.models import League, Membership
from league.rules.roles import ORGANISER, Act, Standing, refusal


def standing_of(user: Any, league: League) -> Standing:
    """The person's role; a superuser counts as organiser everywhere, a stranger has none."""
    if not user.is_authenticated:
        return Standing(None)
    if user.is_superuser:
        return Standing(ORGANISER)
    role = Membership.objects.filter(league=league, user=user).values_list("role", flat=True).first()
    return Standing(role)


def may(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> bool:
    """Whether `user` may do `act`; `characters` are the ids of those at the table concerned."""
    standing = standing_of(user, league)
    if standing.may(act):
        return True
    return standing.may(act, at_own_table=True) and (Character.objects.filter(pk__in=characters, owner=user).exists())


def require(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> None:
    """Raises PermissionDenied with a sentence that says whom to ask."""
    if not may(user, act, league, characters=characters):
        raise PermissionDenied(refusal(act))
