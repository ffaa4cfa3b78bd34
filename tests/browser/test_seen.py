"""Cards are played by a tap on them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.test_one_screen import begins

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def taps_a_card(page: Page) -> None:
    """The first of the hand that can be played, if need be in its first way."""
    page.locator(".poker-hand :is(button, summary).pile").first.click()
    if (ways := page.locator("details[open] > .pile-ways > .button")).count():
        ways.first.click()


def test_a_tapped_card_is_played_and_lies_no_more_in_the_hand(page: Page):
    begins(page, "career_poker")
    spots = page.locator(".poker-hand .hand-card").count()
    taps_a_card(page)
    expect(page.locator('#table[data-number="0"]')).to_have_count(0)
    expect(page.locator(".poker-hand .hand-card")).not_to_have_count(spots)


def test_without_scripts_a_tapped_card_is_played_too(chromium: Browser, page: Page):
    begins(page, "career_poker")
    context = chromium.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(page.url)
    taps_a_card(plain)
    expect(plain.locator('#table[data-number="0"]')).to_have_count(0)
    context.close()
