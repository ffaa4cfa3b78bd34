"""In by a provider elsewhere, as a person goes there: three buttons for who has an account, four for a newcomer."""

from collections.abc import Iterator

import pytest
from allauth.socialaccount.models import SocialAccount
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories.provider import Provider, a_provider
from tests.factories.visitors import PASSWORD, sign_in_by_form

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def provider(settings, allow_console_errors) -> Iterator[Provider]:
    """Its own pages look for a stylesheet on another host."""
    with a_provider() as provider:
        settings.SIGN_IN_PROVIDERS = [provider.row()]
        provider.knows("77", email="ada@league.example", email_verified=True, preferred_username="ada")
        yield provider


def agree(page: Page, provider: Provider) -> None:
    page.wait_for_url(f"{provider.url}/**")
    page.get_by_label("sub").or_(page.locator("input[name=sub]")).first.fill("77")
    page.get_by_role("button", name="Authorize").click()


def is_readable(page: Page) -> None:
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.widths("phone", "laptop")
def test_a_newcomer_comes_in_and_out_and_in_again(page: Page, provider: Provider) -> None:
    page.goto("/accounts/login/")
    is_readable(page)
    page.get_by_role("button", name="Sign in with Club login").click()
    agree(page, provider)
    expect(page.get_by_role("heading", name="Choose your user name")).to_be_visible()
    is_readable(page)
    page.get_by_role("button", name="Create the account").click()
    expect(page.locator(".site-tools .who")).to_be_visible()
    page.goto("/accounts/ways-in/")
    is_readable(page)
    page.get_by_role("button", name="Disconnect Club login ada").click()
    expect(page.get_by_role("alert")).to_contain_text("This is your only way in")
    is_readable(page)
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Sign in with Club login").click()
    agree(page, provider)
    expect(page.locator(".site-tools .who")).to_be_visible()
    assert User.objects.get().username == "ada"


def test_a_member_connects_after_the_password(page: Page, provider: Provider) -> None:
    """The form of the password leads on to another site, which the policy for content lets no form do by itself."""
    User.objects.create_user("bo", password=PASSWORD)
    sign_in_by_form(page, "bo")
    page.goto("/accounts/ways-in/")
    page.get_by_role("button", name="Connect Club login", exact=True).click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    agree(page, provider)
    expect(page.get_by_text("You can sign in with Club login from now on.")).to_be_visible()
    assert SocialAccount.objects.get().user.username == "bo"
    provider.status = 503
    page.get_by_role("button", name="Connect Club login", exact=True).click()
    expect(page.get_by_role("heading", name="Club login does not answer at the moment")).to_be_visible()
    is_readable(page)
