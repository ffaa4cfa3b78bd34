"""House rules of every game on a phone and a laptop: searched, changed, read, set, taken back in one tap."""

import pytest
from playwright.sync_api import Page, expect

from league.clubs.queries import house_rules_of
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.widths("laptop"), pytest.mark.django_db(transaction=True)]


def test_a_rule_is_found_changed_read_and_set(page: Page):
    season = a_season("spring")
    an_organiser(season)
    sign_in(page, "olga")
    page.goto("/seasons/spring/house-rules/edit/")
    unfold(page)
    page.get_by_label("Search the rules").fill("divide evenly")
    expect(page.get_by_text("1 rule found")).to_be_visible()
    expect(page.get_by_label("Who begins?").first).to_be_hidden()
    page.get_by_label("What happens to cards that do not divide evenly?").select_option("set_aside")
    page.get_by_role("button", name="See what changes").last.click()
    expect(page.get_by_role("heading", name="What changes")).to_be_visible()
    assert serious(page) == []
    expect(page.get_by_text("They are set aside, out of the game")).to_be_visible()
    page.get_by_role("button", name="Back to the form").click()
    expect(page.get_by_text("1 not as in the book")).to_be_visible()
    page.get_by_role("button", name="See what changes").last.click()
    page.get_by_role("button", name="Set the house rules").click()
    expect(page.get_by_text("1 choice differs")).to_be_visible()
    unfold(page)
    assert house_rules_of(season).games == {"career_compass": {"uneven": "set_aside"}}
    page.goto("/seasons/spring/house-rules/edit/")
    page.get_by_role("button", name="as in the book").click()
    expect(page.get_by_text("not as in the book")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.goto("/seasons/spring/play/")
    unfold(page)
    page.goto("/how-to-play/career_compass/?season=spring")
    assert serious(page) == []


def unfold(page: Page) -> None:
    """Everything that is folded away, with nothing in it that a reader can't use."""
    page.evaluate("document.querySelectorAll('main details').forEach(function (one) { one.open = true; })")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
