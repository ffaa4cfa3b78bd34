"""Deals of Career Poker, tapped in on a phone."""

import pytest
from playwright.sync_api import Page, expect

from league.models import SeasonGame
from tests.factories.characters import a_character
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season
from tests.factories.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_who_is_out_is_tapped_deal_by_deal(page: Page):
    season = a_season("spring")
    names = ("Ada", "Bo", "Cleo", "Dev")
    for name in names:
        a_character(season, name)
    an_organiser(season)
    sign_in(page, "olga")
    page.goto("/enter/?system=career_poker&season=spring")
    for name in names:
        page.get_by_label("Name of a character, or of a guest").fill(name)
        page.locator("button[name=add]", has_text=name).first.click()
        expect(page.locator(".seat-list")).to_contain_text(name)
    page.get_by_role("button", name="Next: figures").click()
    deals = page.locator("[data-deals]")
    for seat in (1, 3, 2, 4, 2):  # Dev is left over in the first deal; the second begins with Dev and Bo
        deals.locator(f"[data-out=seat-{seat}-positions]").click()
    deals.get_by_role("button", name="Take the last one back").click()
    deals.locator("[data-out=seat-1-positions]").click()
    deals.locator("[data-out=seat-3-positions]").click()
    expect(page.locator("#seat-1-positions")).to_have_value("1;2")
    expect(page.locator("#seat-2-positions")).to_have_value("3;4")
    expect(page.locator("#seat-4-positions")).to_have_value("4;1")
    expect(page.locator("#won-1")).to_contain_text("won")
    page.get_by_role("button", name="Next: check").click()
    page.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.get_by_text("is confirmed").first).to_be_visible()
    assert SeasonGame.objects.get().game.sheets.get().seats.first().figures == {"positions": [1, 2]}
