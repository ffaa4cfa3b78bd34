"""Characters of a league: its guests, who have no account, and the ones that a person has there (R101)."""

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from characters.models import Character
from characters.rules.career import ACTIVE
from characters.rules.house_rules import DEFAULTS
from characters.rules.names import by_name, search_key
from league.clubs.queries import house_rules_of
from league.core.queries.characters import NearNames
from league.models import League


def guests_of(league: League) -> QuerySet[Character]:
    """Return who plays in the league without an account."""
    return Character.objects.filter(enrolment__league=league, owner=None).order_by(*by_name())


def guest_called(league: League, name: str) -> Character | None:
    """Return the guest of the league with this name, however it is spelt."""
    return guests_of(league).filter(search_key=search_key(name)).first()


def guests_nearly_called(league: League, name: str) -> list[Character]:
    """Return guests with nearly this name; none if a guest has the very name, which is refused anyway."""
    if not name or guest_called(league, name) is not None:
        return []
    return list(guests_of(league).filter(pk__in=NearNames(league).ids(name)))


def room_problem(league: League, owner: User, *, apart_from: Character | None = None) -> str:
    """Return why the owner may have no further active character (R101), as a sentence; "" when they may."""
    season = league.seasons.order_by("-id").first()
    allowed = (house_rules_of(season) if season else DEFAULTS).characters_per_owner
    others = active_characters(league, owner).exclude(pk=apart_from.pk if apart_from else 0)
    active = list(others.values_list("name", flat=True))
    if len(active) < allowed:
        return ""
    if allowed == 1:
        sentence = _("{owner} already has {names}; in this league a person may have one active character (R101).")
    else:
        sentence = _("{owner} already has {names}; in this league a person may have {limit} active characters (R101).")
    return sentence.format(owner=owner.get_username(), names=", ".join(active), limit=allowed)


def active_characters(league: League, owner: User) -> QuerySet[Character]:
    """Return the owner's characters of this league that have not left by golden parachute."""
    return Character.objects.filter(
        owner=owner, enrolment__league=league, careers__current=True, careers__status=ACTIVE
    )
