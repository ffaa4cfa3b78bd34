"""What the desk of somebody with ten characters in five leagues costs, against one bare page of the same site; and what
the sentence on the next game has in it, there and in a personnel file."""

from collections.abc import Callable
from time import process_time

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from characters.models import Career, Character
from league.clubs.queries import house_rules_by_league
from league.forecasts.services import make_forecasts
from league.models import Season
from league.people.queries.characters import briefs_of
from tests.factories.characters import a_character
from tests.factories.games import reviewed
from tests.factories.people import a_member
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]  # standings are kept outside of one
LEAGUES, GAMES = 5, 12


def a_full_desk() -> User:
    """Two characters in each of five leagues, and games against others in all of them."""
    cache.set("hidden_leagues", frozenset(), None)
    user = User.objects.create_user("busy")
    for number in range(LEAGUES):
        season = a_season(f"season-{number}")
        a_member(season, "busy")
        mine = [owned(a_character(season, f"Mine {number} {one}"), user) for one in "ab"]
        play(season, mine, number)
    return user


def owned(who: Character, user: User) -> Character:
    who.owner = user
    who.save()
    return who


def play(season: Season, mine: list[Character], number: int) -> None:
    others = [a_character(season, f"Other {number} {one}") for one in range(4)]
    for day in range(GAMES):
        ours, theirs = mine[day % 2], others[day % 4]
        reviewed(season, f"g{number}-{day}", at(ours, 110 + day, won=True), at(theirs, 40 + day), day=day + 1)


def milliseconds(ask: Callable[[], object], times: int = 15) -> float:
    """Of computing, the least of several: what other processes take is left out."""
    found = []
    for _ in range(times):
        begun = process_time()
        ask()
        found.append(process_time() - begun)
    return min(found) * 1000


def test_the_desk_of_a_busy_person(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    user = a_full_desk()
    while make_forecasts():
        pass
    client.force_login(user)
    desk = milliseconds(lambda: client.get("/"))
    bare = milliseconds(lambda: client.get("/play/"))
    careers = list(Career.objects.filter(current=True, character__owner=user).select_related("character__enrolment"))
    house = house_rules_by_league({one.character.enrolment.league_id for one in careers})
    briefs = milliseconds(lambda: briefs_of(careers, house))
    who = careers[0].character
    file = milliseconds(lambda: client.get(who.get_absolute_url()))
    assert all(one.odds for one in briefs_of(careers, house).values())
    with capsys.disabled():
        print(f"\ndesk {desk:.0f} ms of computing, {desk / bare:.1f} times a page without figures ({bare:.0f} ms)")
        print(f"of it {briefs:.1f} ms for the next games of {len(careers)}")
        print(f"personnel file {file:.0f} ms")
