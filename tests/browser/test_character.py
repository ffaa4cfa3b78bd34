"""A character's pages in a browser: the chart of a long career, and the menu of what else can be done."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.careers import often_reviewed
from tests.factories.characters import hire
from tests.factories.seasons import a_season

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_chart_of_a_long_career_opens_at_its_end_with_the_names_of_the_levels(page: Page):
    ada = often_reviewed(hire(a_season(), "Ada"), 40)
    page.goto(f"/characters/{ada.slug}/career/")
    chart = page.locator(".chart")
    assert chart.evaluate("chart => chart.scrollWidth > chart.clientWidth")
    for words in ("C-level", "Game 40"):
        expect(chart.get_by_text(words, exact=True)).to_be_in_viewport(ratio=1)
    expect(chart.get_by_text("Game 1", exact=True)).not_to_be_in_viewport()


def test_what_else_can_be_done_opens_and_closes_by_keyboard(page: Page):
    ada = hire(a_season(), "Ada")
    page.goto(f"/characters/{ada.slug}/")
    page.locator("summary", has_text="More about Ada").focus()
    page.keyboard.press("Enter")
    passport = page.get_by_role("link", name="Passport", exact=True)
    expect(passport).to_be_in_viewport(ratio=1)
    assert passport.bounding_box()["height"] >= 44
    page.keyboard.press("Escape")
    expect(passport).to_be_hidden()
