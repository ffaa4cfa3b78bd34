"""Through the door in a real browser: from a QR code at the club to an entry, with an account made on the way."""

import pytest
from playwright.sync_api import Page, expect

from league.clubs.queries.joining import shown_secret
from league.clubs.services.joining import make_join_link
from league.models import Entry
from league.models.organisation import Joining
from league.people.services.guests import register_guest
from league.tournaments.entries.queries import claim_tokens
from tests.factories.desk import Desk, a_desk
from tests.factories.tournaments import entered
from tests.factories.visitors import PASSWORD, serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(db) -> Desk:
    return a_desk(capacity=14)


def sign_up(page: Page, name: str) -> None:
    page.get_by_label("Username").fill(name)
    page.locator("input[name=password1]").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()


def test_the_wall_at_the_registration_of_a_tournament_is_a_door(page: Page, desk: Desk):
    page.goto("/tournaments/spring-open/register/")
    page.get_by_role("link", name="Sign up").first.click()
    sign_up(page, "una")
    page.get_by_role("link", name="Join and enter").click()
    page.get_by_role("button", name="Ask to join as una").click()
    expect(page.get_by_text("You asked to join on")).to_be_visible()


@pytest.mark.further
def test_no_page_of_the_door_has_a_serious_finding(page: Page, desk: Desk):
    on_a_phone = page.viewport_size is not None and page.viewport_size["width"] < 500
    page.emulate_media(color_scheme="dark" if on_a_phone else "light")
    league = desk.season.league
    link = make_join_link(league=league, how=Joining.OPEN, days=7, by=desk.olga)
    guest = register_guest(league=league, name="Zoe", edition_id="london", by=desk.olga)
    entry = Entry.objects.create(tournament=desk.tournament, character=guest, number=90)
    paper = claim_tokens([entry])[entry.pk]
    entered(desk.tournament, 2, status=Entry.REGISTERED)
    sign_in(page, desk.stranger)
    found = []
    for address in (f"/j/{shown_secret(link)}/", f"/c/{paper}/", "/leagues/", f"/leagues/{league.slug}/join/"):
        page.goto(address)
        found += serious(page)
    page.get_by_role("button", name="Ask to join as stranger").click()
    found += serious(page)
    page.context.clear_cookies()
    sign_in(page, desk.olga)
    for address in (
        "/",
        f"/leagues/{league.slug}/joining/",
        "/tournaments/spring-open/desk/joining/",
        f"/joining/{link.pk}/poster/",
        "/characters/register/guests/",
    ):
        page.goto(address)
        found += serious(page)
    page.get_by_label("Names, one per line").fill("Zoe\nYan\n")
    page.get_by_role("button", name="Look at it first").click()
    expect(page.get_by_text("Register 1?")).to_be_visible()
    assert [*found, *serious(page)] == []
