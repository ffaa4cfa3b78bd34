"""Nobody ends at a wall: the list of open leagues, and the ways from pages where one is not a member."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from league.clubs.queries.joining import open_leagues
from league.core.queries.access import forget_leagues
from league.models import League
from league.models.organisation import Joining
from tests.factories.characters import many_characters
from tests.factories.pages import text

pytestmark = pytest.mark.django_db


@pytest.fixture
def leagues(desk):
    for name, how in (("Open Club", "open"), ("Shut Club", "invitation")):
        League.objects.create(name=name, slug=name.lower().replace(" ", "-"), joining=how)


def test_the_list_has_who_lets_in_or_asks_for_approval_and_nobody_else(client, leagues, league):
    page = text(client.get("/leagues/"))
    assert "/leagues/open-club/join/" in page and f"/leagues/{league.slug}/join/" in page
    assert "shut-club" not in page


def test_a_league_on_the_list_says_how_many_belong_to_it(leagues, desk, league):
    many_characters(desk.season, 4)
    row = open_leagues(AnonymousUser()).get(pk=league.pk)
    assert (row.members, row.characters) == (league.memberships.count(), 4)
    empty = open_leagues(AnonymousUser()).get(slug="open-club")
    assert (empty.members, empty.characters) == (0, 0)


def test_a_hidden_league_is_on_no_list(client, leagues):
    League.objects.filter(slug="open-club").update(hidden_at=timezone.now(), hidden_why="A report.")
    forget_leagues()
    assert "Open Club" not in text(client.get("/leagues/"))
    forget_leagues()


def test_the_list_asks_the_database_as_often_for_many_leagues(client, leagues, django_assert_max_num_queries):
    for number in range(25):
        League.objects.create(name=f"League {number}", slug=f"league-{number}", joining="open")
    with django_assert_max_num_queries(4):
        client.get("/leagues/")


def test_everybody_who_is_signed_in_can_create_a_league_from_home(client, desk):
    for user in (desk.stranger, desk.pia, desk.olga):
        client.force_login(user)
        assert 'href="/leagues/new/"' in text(client.get("/"))


def test_a_stranger_at_the_registration_of_a_tournament_joins_both(stranger, desk, tournament, open_league):
    page = text(stranger.get(f"/tournaments/{tournament.slug}/register/"))
    assert f'href="/tournaments/{tournament.slug}/join/"' in page
    page = text(stranger.post(f"/tournaments/{tournament.slug}/join/", {"name": "Zoe"}, follow=True))
    assert "Zoe is registered as number 1." in page


def test_a_stranger_finds_a_way_in_on_home_on_the_page_of_the_league_and_at_registration(stranger, league):
    for page in ("/", f"/leagues/{league.slug}/"):
        assert f'href="/leagues/{league.slug}/join/"' in text(stranger.get(page))
    nowhere = text(stranger.get("/characters/register/"))
    assert 'href="/leagues/"' in nowhere and 'href="/leagues/new/"' in nowhere


def test_what_was_typed_before_signing_in_is_there_afterwards(client, desk, tournament, open_league):
    address = f"/tournaments/{tournament.slug}/join/"
    answer = client.post(address, {"name": "Zoe"})
    assert "/accounts/login/" in answer["Location"] and "next=" in answer["Location"]
    client.force_login(desk.stranger)


def test_a_new_league_asks_for_approval_until_its_organiser_decides_otherwise(db):
    assert League.objects.create(name="New", slug="new-one").joining == Joining.APPROVAL
