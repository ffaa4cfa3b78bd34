"""The account is one tap away, on a phone as on a laptop, and one signs out there."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from tests.factories.people import a_member
from tests.factories.robots import Robot
from tests.factories.seasons import a_season
from tests.factories.visitors import PASSWORD, chromium_path, sign_in, sign_in_by_form, with_password

SIGNED_OUT = "() => document.body && !document.body.hidden && !('reader' in document.body.dataset)"
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.further
def test_the_head_leads_to_the_account_and_out(page: Page) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    sign_in_by_form(page, "ada")
    page.locator(".site-tools .who").click()
    page.locator(".site-tools").get_by_role("link", name="Account").click()
    tabs = page.locator("main nav")
    assert tabs.bounding_box()["height"] < 60, "the tabs stand in one row"
    page.locator("main summary", has_text="More").click()
    for name in ("Password", "Tokens", "Sessions", "Two steps", "Your data"):
        expect(page.locator("main").get_by_role("link", name=name, exact=True)).to_be_visible()
    page.locator("main").get_by_role("link", name="Language", exact=True).click()
    expect(tabs.get_by_role("link", name="Language")).to_have_attribute("aria-current", "page")
    assert tabs.bounding_box()["height"] < 60
    page.locator("main summary", has_text="More").click()
    page.locator("main").get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".site-tools").get_by_role("link", name="Sign in")).to_be_visible()


@pytest.mark.widths("phone", "laptop")
def test_a_user_name_is_changed_in_8_interactions_on_5_pages_the_password_included(page: Page) -> None:
    user = User.objects.create_user("ada", password=PASSWORD)
    sign_in(page, user)
    robot = Robot(page)
    robot.begin("/")
    robot.press("A Your menu: ada")
    robot.press("Account")
    robot.press("More")
    robot.press("User name")
    robot.fill("New user name", "lovelace")
    robot.press("Change the user name")
    robot.fill("Password", PASSWORD)
    robot.press("Go on")
    robot.sees("Your user name is lovelace now.")
    user.refresh_from_db()
    assert user.username == "lovelace"
    assert (robot.interactions, robot.pages) == (8, 5)


@pytest.fixture
def keeping(chromium: Browser, live_server) -> Iterator[Page]:
    """A browser that keeps whole pages for Back, as those of people do; Playwright switches that off."""
    off = ["--disable-back-forward-cache"]
    path = chromium_path()
    browser = chromium.browser_type.launch(executable_path=path, args=["--no-sandbox"], ignore_default_args=off)
    yield browser.new_context(base_url=live_server.url).new_page()
    browser.close()


def test_back_shows_nobody_what_somebody_saw_before_signing_out(keeping: Page) -> None:
    season = a_season("spring")
    sign_in_by_form(keeping, with_password(a_member(season, "ada")))
    keeping.goto("/")
    keeping.goto("/seasons/")
    keeping.goto("/accounts/logout/")
    keeping.locator("main").get_by_role("button", name="Sign out").click()
    expect(keeping.locator(".site-tools .who")).to_have_count(0)
    for _page in range(3):
        keeping.evaluate("setTimeout(() => history.back(), 0)")
        keeping.wait_for_function(SIGNED_OUT)
        expect(keeping.get_by_text("ada", exact=True)).to_have_count(0)
