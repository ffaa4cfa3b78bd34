"""A closed league sends nobody to its door, and its door says why it is shut."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from league.clubs.queries.joining import shown_secret
from league.clubs.services.joining import make_join_link
from league.clubs.services.leagues import close_league
from league.models import Invitation, JoinRequest, League, Membership, Tournament
from league.models.organisation import Joining
from tests.factories.characters import hire
from tests.factories.pages import text

pytestmark = pytest.mark.django_db
SHUT = "is closed: everything in it can be read, but nobody can join it."


@pytest.fixture
def link(desk, open_league):
    return make_join_link(league=open_league, how=Joining.OPEN, days=30, by=desk.olga)


@pytest.fixture
def closed(desk, open_league, link) -> League:
    close_league(league=open_league, why="We moved.", by=desk.olga)
    cache.clear()
    return open_league


@pytest.fixture
def door(closed) -> str:
    return f"/leagues/{closed.slug}/join/"


def test_its_join_link_says_that_it_is_closed_and_leads_to_its_page(stranger, closed, door, link):
    answer = stranger.get(f"/j/{shown_secret(link)}/")
    page = text(answer)
    assert answer.status_code == 200 and SHUT in page
    assert door not in page and f'href="/leagues/{closed.slug}/"' in page and "Join without a link" not in page


def test_its_door_and_those_of_its_tournaments_let_nobody_in(stranger, client, closed, door, tournament):
    for address in (door, f"/tournaments/{tournament.slug}/join/"):
        page = text(stranger.get(address))
        assert SHUT in page and "Join as stranger" not in page
        assert stranger.post(address, {"name": "Zoe"}).status_code == 403
    client.logout()
    assert "Sign up</a> <a" not in text(client.get(door))


def test_it_is_on_no_list_of_open_leagues(client, closed):
    assert closed.name not in text(client.get("/leagues/"))


def test_the_front_door_the_desk_and_its_own_page_offer_no_way_in(stranger, closed, door):
    for address in ("/", f"/leagues/{closed.slug}/"):
        assert door not in text(stranger.get(address))
    stranger.logout()
    for address in ("/", f"/leagues/{closed.slug}/"):
        assert door not in text(stranger.get(address))


def test_the_registration_of_its_tournaments_says_that_it_is_closed(stranger, client, desk, closed, tournament):
    page = text(stranger.get(f"/tournaments/{tournament.slug}/register/"))
    assert "nobody can register" in page and f"/tournaments/{tournament.slug}/join/" not in page
    assert f"/tournaments/{tournament.slug}/register/" not in text(stranger.get(f"/tournaments/{tournament.slug}/"))
    client.force_login(desk.pia)
    assert f"/tournaments/{tournament.slug}/register/" not in text(client.get("/"))


def test_nobody_is_asked_to_register_a_character_in_it(client, desk, closed):
    client.force_login(desk.pia)
    assert f'value="{closed.pk}"' not in text(client.get("/characters/register/"))
    assert 'href="/leagues/"' in text(client.get("/characters/register/"))


def test_an_invitation_to_it_says_that_it_is_closed(stranger, desk, closed):
    invitation = Invitation.objects.create(
        league=closed, role="player", token="t", created_by=desk.olga, expires_at=timezone.now() + timedelta(days=3)
    )
    answer = stranger.get(f"/join/{invitation.token}/")
    assert answer.status_code == 200 and SHUT in text(answer) and "Join as stranger" not in text(answer)


def test_the_desk_says_nothing_of_a_registration_there(client, desk, open_league, tournament):
    Tournament.objects.update(starts_at=None)
    hire(desk.season, "Pia Paper", owner=desk.pia)
    client.force_login(desk.pia)
    address = f"/tournaments/{tournament.slug}/register/"
    assert address in text(client.get("/"))
    close_league(league=open_league, why="We moved.", by=desk.olga)
    cache.clear()
    assert address not in text(client.get("/"))


def test_who_waits_for_approval_is_shown_the_open_door_once_everybody_may_come_in(stranger, desk, league):
    stranger.post(f"/leagues/{league.slug}/join/", {"name": "Zoe"})
    assert JoinRequest.objects.filter(decided_at=None).exists()
    League.objects.filter(pk=league.pk).update(joining=Joining.OPEN)
    assert "lets everybody in now" in text(stranger.get("/"))
    page = text(stranger.get(f"/leagues/{league.slug}/join/"))
    assert "Join as stranger" in page and "An organiser decides" not in page
    stranger.post(f"/leagues/{league.slug}/join/", {"name": "Zoe"})
    assert Membership.objects.filter(user=desk.stranger, league=league).exists()
    assert not JoinRequest.objects.filter(decided_at=None).exists()


def test_a_link_by_approval_shows_who_waits_the_open_door_beside_it(stranger, desk, league, tournament):
    link = make_join_link(league=league, tournament=tournament, how=Joining.APPROVAL, days=30, by=desk.olga)
    address = f"/j/{shown_secret(link)}/"
    stranger.post(address, {"name": "Zoe"})
    assert "lets everybody in now" not in text(stranger.get(address))
    League.objects.filter(pk=league.pk).update(joining=Joining.OPEN)
    page = text(stranger.get(address))
    assert "lets everybody in now" in page and f'href="/tournaments/{tournament.slug}/join/"' in page
