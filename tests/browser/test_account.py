"""The account is one tap away, on a phone as on a laptop, and one signs out there."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.factories.visitors import PASSWORD, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_head_leads_to_the_account_and_out(page: Page) -> None:
    User.objects.create_user("ada", password=PASSWORD)
    sign_in(page, "ada")
    page.locator(".site-tools .who").click()
    page.locator(".site-tools").get_by_role("link", name="Account").click()
    for name in ("Password", "Tokens", "Sessions", "Two steps", "Your data"):
        expect(page.locator("main").get_by_role("link", name=name, exact=True)).to_be_visible()
    page.locator("main").get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator(".site-tools").get_by_role("link", name="Sign in")).to_be_visible()
