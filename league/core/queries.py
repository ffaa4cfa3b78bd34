"""What every room asks: what a signed-in person may do in a league, and how a decision is told to programs."""

from collections.abc import Collection
from typing import Annotated, Any, TypedDict

from django.core.exceptions import PermissionDenied

from characters.models import Character
from characters.rules.moments import stamp
from games.queries.sheets import DecisionLine
from league.core.rules.records import Moment
from league.core.rules.roles import ORGANISER, Act, Standing, refusal
from league.models import League, Membership


def standing_of(user: Any, league: League) -> Standing:
    """The person's role; a superuser counts as organiser everywhere, a stranger has none."""
    if not user.is_authenticated:
        return Standing(None)
    if user.is_superuser:
        return Standing(ORGANISER)
    role = Membership.objects.filter(league=league, user=user).values_list("role", flat=True).first()
    return Standing(role)


def is_member(user: Any) -> bool:
    """Whether the person belongs to any league."""
    return user.is_authenticated and (user.is_superuser or Membership.objects.filter(user=user).exists())


def may(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> bool:
    """Whether `user` may do `act`; `characters` are the ids of those at the table concerned."""
    standing = standing_of(user, league)
    if standing.may(act):
        return True
    return standing.may(act, at_own_table=True) and (Character.objects.filter(pk__in=characters, owner=user).exists())


def require(user: Any, act: Act, league: League, *, characters: Collection[int] = ()) -> None:
    """Raises PermissionDenied with a sentence that says who to ask."""
    if not may(user, act, league, characters=characters):
        raise PermissionDenied(refusal(act))


class DecisionRow(TypedDict):
    """An entry of a game's decision log as programs read it."""

    revision: Annotated[int, "That of the game from then on."]
    kind: Annotated[str, "Such as `submitted`, `confirmed`, `disputed`, `corrected`, `voided`."]
    version: Annotated[int, "Of the sheet that it was about."]
    by: Annotated[str | None, "User name; null for the site itself."]
    at: Moment
    text: Annotated[str, "The reason that was given."]


def decision_row(one: DecisionLine) -> DecisionRow:
    at = stamp(one.at)
    return {
        "revision": one.revision,
        "kind": one.kind,
        "version": one.version,
        "by": one.by,
        "at": at,
        "text": one.text,
    }
