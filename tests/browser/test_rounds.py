"""An organiser draws, swaps, publishes and watches a round, on a phone and on a laptop."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models import Membership, Round
from tests.factories.draws import begun, play_round, published
from tests.factories.tables import played_table, table_at
from tests.factories.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.widths("laptop"), pytest.mark.django_db(transaction=True)]


def violations(page: Page) -> list[str]:
    return [one["id"] for one in Axe().run(page).response["violations"]]


TICKS_WHILE_THE_PAGE_LOADS = """
new MutationObserver((_, observer) => {
    const seat = document.querySelector('input[name=seat]')
    if (!seat) return
    observer.disconnect()
    seat.click()
}).observe(document, { childList: true, subtree: true })
"""


@pytest.mark.further
def test_a_seat_ticked_while_the_page_loads_counts(page: Page):
    """On a slow line somebody is faster than the scripts."""
    tournament = begun(16)
    cleo = User.objects.create_user("cleo")
    Membership.objects.create(league=tournament.season.league, user=cleo, role="organiser")
    sign_in(page, "cleo")
    page.add_init_script(TICKS_WHILE_THE_PAGE_LOADS)
    page.goto(f"/tournaments/{tournament.slug}/draw/")
    page.get_by_role("button", name="Draw round 1").click()
    expect(page.get_by_text("One seat is ticked.")).to_be_visible()


def test_a_round_from_its_draw_to_its_first_result(page: Page):
    tournament = begun(16)
    play_round(published(tournament))
    cleo = User.objects.create_user("cleo")
    Membership.objects.create(league=tournament.season.league, user=cleo, role="organiser")
    sign_in(page, "cleo")
    page.goto(f"/tournaments/{tournament.slug}/draw/")
    page.get_by_role("button", name="Draw round 2").click()
    seats = page.locator("input[name=seat]")
    seats.nth(0).focus()
    page.keyboard.press("Space")
    expect(page.get_by_text("One seat is ticked.")).to_be_visible()
    seats.nth(9).focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Swap them")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Swap them").click()
    expect(page.get_by_text("Changed by hand: 1")).to_be_visible()
    page.get_by_role("button", name="Publish round 2").click()
    page.get_by_role("button", name="Start the clock").click()
    expect(page.get_by_text("minutes left")).to_be_visible()
    assert violations(page) == []
    played = Round.objects.get(number=2)
    played_table(table_at(played, 1))
    expect(page.get_by_text("1 of 4")).to_be_visible(timeout=15_000)
    expect(page.locator(".badge", has_text="Confirmed")).to_be_visible()
