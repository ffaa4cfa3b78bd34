"""A stranger comes to the front door and plays against bots, by clicks within the page alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from league.models import TryOut
from tests.factories.robots import Robot
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import choices, serious

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST = 200


def test_a_stranger_plays_career_compass_to_its_end_without_an_account(page: Page):
    a_thursday_club()
    robot = Robot(page)
    robot.begin("/")
    robot.press("Play against bots now")
    expect(page.locator(".play-status")).to_contain_text("Your move")
    loaded = page.evaluate("window.stillHere = performance.timeOrigin")
    for turn in range(MOST):
        if page.locator(".play-status", has_text="Over").count():
            break
        if turn in (0, 3):
            assert serious(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            robot.sees("Hint")
        before = page.locator('[name="number"]').first.input_value()
        page.locator("#table button[name=action]").last.click()
        expect(page.locator(f'[name="number"][value="{before}"]')).to_have_count(0)
        robot.interactions += 1
    assert page.evaluate("window.stillHere") == loaded, "no page was loaded anew"
    assert TryOut.objects.get().outcome
    robot.sees("Sign up")
    assert serious(page) == []
    print(f"Career Compass against bots: {robot.interactions} clicks from the front door to its end")


def test_without_scripts_the_same_buttons_do_it(chromium: Browser, live_server):
    with chromium.new_context(java_script_enabled=False, base_url=live_server.url) as context:
        page = context.new_page()
        page.goto("/how-to-play/career_poker/")
        page.get_by_role("button", name="Play it now, against bots").click()
        before = page.locator('[name="number"]').first.input_value()
        choices(page).first.click()
        expect(page.locator(".play-status")).to_be_visible()
        after = page.locator('[name="number"]').first
        assert not after.count() or after.input_value() != before


@pytest.mark.widths("laptop")
@pytest.mark.further
def test_on_a_laptop_a_stranger_has_the_choices_of_careers_beside_the_board(page: Page):
    page.goto("/how-to-play/careers/")
    page.get_by_role("button", name="Play it now, against bots").click()
    page.wait_for_load_state()  # with its styles: a click waits for no more than the address
    board, choices = page.locator(".careers-board").bounding_box(), page.locator(".careers-choices").bounding_box()
    assert board["x"] + board["width"] <= choices["x"]
