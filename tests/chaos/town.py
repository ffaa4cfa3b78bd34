"""The club that everybody works in, made before the first fault."""

from dataclasses import dataclass
from importlib import import_module

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User

from characters.models import Character
from league.accounts.services.tokens import create_token
from league.clubs.services.leagues import create_league, create_season, join_league
from league.models import League
from league.models.organisation import Role
from league.people.services.registration import register_in_league

NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eve", "Finn", "Gwen", "Hugo")
KEEPERS, PATRONS, RESEARCHERS = 4, 2, 2
CSRF = "c" * 32


@dataclass(frozen=True)
class Town:
    names: tuple[str, ...]
    slugs: tuple[str, ...]
    ids: tuple[int, ...]
    tokens: dict[str, str]  # of those who write by the API
    players: dict[str, str]  # tokens of those who play, in the order of `slugs`
    sessions: dict[str, str]  # cookies of those who order games of bots on a page
    researchers: dict[str, tuple[str, str]]  # token and cookie of those who order from the lab


def a_town() -> Town:
    chief = User.objects.create_user("chief", password=None)
    league = create_league(name="Chaos Club", by=chief)
    create_season(league=league, name="Chaos", by=chief)
    people = [_hired(league, name) for name in NAMES]
    writers = [chief, *(_organiser(league, f"keeper-{number}") for number in range(KEEPERS))]
    League.objects.update(quota_factor=100)
    players = [User.objects.get(username=name.lower()) for name in NAMES]
    researchers = [_organiser(league, f"researcher-{number}") for number in range(RESEARCHERS)]
    patrons = [_organiser(league, f"patron-{number}") for number in range(PATRONS)]
    return Town(
        NAMES,
        tuple(one.slug for one in people),
        tuple(one.pk for one in people),
        {user.username: create_token(user=user, name="chaos") for user in writers},
        {user.username: create_token(user=user, name="chaos") for user in players},
        {user.username: _session(user) for user in patrons},
        {user.username: (create_token(user=user, name="chaos"), _session(user)) for user in researchers},
    )


def _organiser(league: League, name: str) -> User:
    user = User.objects.create_user(name, password=None)
    join_league(league=league, user=user, role=Role.ORGANISER)
    return user


def _hired(league: League, name: str) -> Character:
    owner = User.objects.create_user(name.lower(), password=None)
    join_league(league=league, user=owner)
    return register_in_league(
        league=league,
        owner=owner,
        name=name,
        edition_id="london",
        specialty="law",
        side_interest="journalism",
        title="Counsel",
    )


def _session(user: User) -> str:
    """The cookie of somebody who has signed in."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return f"sessionid={session.session_key}; csrftoken={CSRF}"
