"""Searching by keyboard alone on a laptop; a phone is led to the page."""

import pytest
from playwright.sync_api import expect

from tests.factories.thursday_club import a_thursday_club

pytestmark = [pytest.mark.browser, pytest.mark.widths("phone", "laptop"), pytest.mark.django_db(transaction=True)]


def test_a_slash_leads_to_the_box_and_the_arrows_to_what_it_finds(page):
    a_thursday_club()
    page.goto("/help/")
    page.keyboard.press("/")
    if page.viewport_size["width"] < 700:
        expect(page).to_have_url("/search/")
        expect(page.locator("main input[type=search]")).to_be_focused()
        page.keyboard.type("cleo")
        page.keyboard.press("Enter")
        expect(page.locator('main a[href="/characters/cleo/"]')).to_be_visible()
        return
    page.keyboard.type("cleo")
    hit = page.locator('.search-found a[href="/characters/cleo/"]')
    expect(hit).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(hit).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".search-found")).to_be_hidden()
    page.keyboard.press("Control+k")
    page.keyboard.type("cleo")
    page.keyboard.press("Enter")
    expect(page.locator('main a[href="/characters/cleo/"]')).to_be_visible()
    page.go_back()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
