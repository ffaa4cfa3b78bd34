"""A board of the league's own, from a built-in one to a season, on a phone and a laptop."""

import pytest
from playwright.sync_api import Page, expect

from league.clubs.queries import house_rules_of
from league.models import BoardVersion
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_board_is_made_changed_read_and_chosen(page: Page):
    season = a_season("spring")
    an_organiser(season)
    sign_in(page, "olga")
    page.goto(f"{season.league.get_absolute_url()}boards/")
    fits(page)
    page.get_by_label("Name of the board").first.fill("Valley")
    page.get_by_label("Begin with").select_option("hi_tech")
    page.get_by_role("button", name="Make the board").click()
    page.get_by_role("link", name="Change it").click()
    fits(page)
    page.get_by_role("link", name="FMC").click()
    fits(page)
    page.get_by_label("Name", exact=True).fill("Tesla")
    page.get_by_label("Square 1", exact=True).fill("Plug in")
    page.get_by_role("button", name="Save as a new version").click()
    expect(page.get_by_role("heading", name="Valley")).to_be_visible()
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        fits(page)
    page.set_viewport_size({"width": 360, "height": 740})
    fits(page)
    frame = page.get_by_role("region", name="The board, Valley")
    assert frame.evaluate("one => one.scrollWidth > one.clientWidth && one.querySelector('svg').clientWidth > 900")
    page.locator("summary", has_text="Tesla").click()
    expect(page.get_by_text("Plug in", exact=True)).to_be_visible()
    page.goto("/seasons/spring/house-rules/edit/")
    page.get_by_label("On which board is Careers played?").select_option(
        label="A board of the league: Valley, version 2"
    )
    page.get_by_role("button", name="See what changes").last.click()
    page.get_by_role("button", name="Set the house rules").click()
    expect(page.get_by_role("link", name="Valley, version 2")).to_be_visible()
    assert house_rules_of(season).board == BoardVersion.objects.get(number=2).digest


def fits(page: Page) -> None:
    """Nothing serious for axe, and no scrolling sideways."""
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
