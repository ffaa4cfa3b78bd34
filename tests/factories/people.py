"""People with accounts: members of leagues, owners of characters, somebody who can be written to."""

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User

from characters.models import Character
from league.models import Entry, Membership, Season, Tournament
from league.models.organisation import Role

DIGEST = "the digest of a password"


def a_user(name: str) -> User:
    return User.objects.get_or_create(username=name)[0]


def a_member(season: Season, name: str, role: str = Role.PLAYER) -> User:
    """Somebody with this role in the season's league, and with no other."""
    user = a_user(name)
    Membership.objects.update_or_create(league=season.league, user=user, defaults={"role": role})
    return user


def an_organiser(season: Season) -> User:
    return a_member(season, "olga", Role.ORGANISER)


def owner_of(character: Character) -> User:
    """The owner as a player of the character's league."""
    user = User.objects.get(pk=character.owner_id)
    league = character.enrolment.league
    Membership.objects.get_or_create(league=league, user=user, defaults={"role": Role.PLAYER})
    return user


def with_mail(*entries: Entry) -> None:
    """Their owners are members of the league, can sign in and have an address, such as ada@league.example."""
    for entry in entries:
        name = entry.character.slug
        address = f"{name}@league.example"
        User.objects.filter(pk=entry.character.owner_id).update(email=address, password=DIGEST)
        Membership.objects.get_or_create(league=entry.tournament.season.league, user_id=entry.character.owner_id)
        has_verified(User.objects.get(pk=entry.character.owner_id))


def with_verified_address(user: User) -> None:
    """They can sign in and have an address that takes letters."""
    user.email, user.password = f"{user.username}@league.example", DIGEST
    user.save()
    has_verified(user)


def has_verified(user: User) -> None:
    EmailAddress.objects.update_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})


def a_referee(tournament: Tournament, name: str, role: str) -> User:
    user = User.objects.create(username=name, email=f"{name}@league.example", password=DIGEST)
    has_verified(user)
    Membership.objects.create(league=tournament.season.league, user=user, role=role)
    return user
