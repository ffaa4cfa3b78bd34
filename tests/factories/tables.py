"""Tables as they come in: real games through the services, with their sheets, facts and reviews."""

from django.contrib.auth.models import User

from characters.models import Character
from league.models import Membership, Season
from league.models.organisation import Role


def a_member(season: Season, name: str, role: str = Role.PLAYER) -> User:
    """Somebody with a role in the season's league."""
    user, _ = User.objects.get_or_create(username=name)
    Membership.objects.create(league=season.league, user=user, role=role)
    return user


def an_organiser(season: Season) -> User:
    return a_member(season, "olga", Role.ORGANISER)


def owner_of(character: Character) -> User:
    """The owner as a player of the character's league."""
    user = User.objects.get(pk=character.owner_id)
    league = character.enrolment.league
    Membership.objects.get_or_create(league=league, user=user, defaults={"role": Role.PLAYER})
    return user
