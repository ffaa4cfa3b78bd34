"""Two phones go back to an earlier move together."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.plays import a_running_play, fresh, plays_on
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


def test_one_phone_asks_and_the_other_agrees(phones: list[Page]):
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0)
    plays_on(season_play, most=1)
    ada, bo, at = *phones[:2], f"/play/{season_play.pk}/"
    for phone, name in ((ada, "ada"), (bo, "bo")):
        sign_in(phone, name)
        phone.goto(at)
    ada.locator(".play-side > summary").click()
    ada.get_by_role("link", name="Go back to an earlier move…").click()
    ada.get_by_role("button", name="Ask the others").click()
    expect(ada.locator(".play-rewind")).to_contain_text("wants to go back to move 0. 1 of 2 votes")
    bo.evaluate("window.stays = true")
    bo.evaluate(LOOK)
    agree, stay = (bo.get_by_role("button", name=name) for name in ("Go back to move 0", "Stay here"))
    expect(agree).to_be_visible()
    assert agree.bounding_box()["y"] == stay.bounding_box()["y"], "side by side"
    assert serious(bo) == []
    agree.click()
    expect(bo.locator('#table[data-number="2"]')).to_be_visible()
    assert bo.evaluate("window.stays"), "no page was loaded"
    ada.evaluate(LOOK)
    expect(ada.locator('#table[data-number="2"]')).to_be_visible()
    expect(ada.locator(".play-rewind")).to_have_count(0)
    assert fresh(season_play).play.actions == 0
