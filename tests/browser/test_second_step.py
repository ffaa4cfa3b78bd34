"""Passkeys with Chromium's virtual authenticator, an app's code, recovery codes: as a person does it."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import Page, Route, expect

from tests.factories.second_step import code_of
from tests.factories.visitors import PASSWORD, sign_in_by_form

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def ada(settings) -> User:
    cache.clear()
    settings.STAFF_NEEDS_SECOND_STEP = True
    return User.objects.create_superuser("ada", password=PASSWORD)


@pytest.fixture
def device(page: Page) -> None:
    """A device that holds passkeys and knows its owner by a finger."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def confirm_password(page: Page) -> None:
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def add_passkey(page: Page, *, alone: bool = True) -> None:
    page.goto("/accounts/2fa/webauthn/add/")
    confirm_password(page)
    page.get_by_label("Name").fill("My phone")
    page.get_by_label("Sign in with it alone").set_checked(alone)
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()


@pytest.mark.further
def test_staff_sets_up_a_passkey_before_the_admin_opens_and_signs_in_with_it_alone(
    page: Page, device, allow_console_errors
):
    """The admin's own pages ask for an icon that is not there."""
    sign_in_by_form(page, "ada")
    page.goto("/admin/")
    expect(page.get_by_role("heading", name="Sign in with two steps")).to_be_visible()
    add_passkey(page)
    assert page.locator(".codes code").count() == 10
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    assert re.fullmatch(r"(\d{8}\n){10}", saved.value.path().read_text())
    page.goto("/admin/")
    expect(page.get_by_text("Site administration")).to_be_visible()
    sign_out(page)
    page.goto("/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".site-tools .who")).to_be_visible()


def test_a_passkey_is_the_second_step_after_the_password(page: Page, device):
    sign_in_by_form(page, "ada")
    add_passkey(page, alone=False)
    sign_out(page)
    page.goto("/accounts/login/")
    page.get_by_label("Login").or_(page.get_by_label("Username")).first.fill("ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Second step")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".site-tools .who")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    page.get_by_role("link", name="Remove My phone").click()
    confirm_password(page)
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("No passkey yet")).to_be_visible()
    assert not Authenticator.objects.exists()


@pytest.mark.further
def test_a_passkey_is_asked_for_only_once_its_script_is_there(page: Page):
    held: list[Route] = []
    page.route("**/mfa/js/webauthn.*js", lambda route: held.append(route))
    with page.expect_request("**/mfa/js/webauthn.*js"):
        page.goto("/accounts/login/", wait_until="commit")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_disabled()
    held[0].continue_()
    expect(page.get_by_role("button", name="Use a passkey")).to_be_enabled()


@pytest.mark.further
def test_who_has_no_passkey_is_told_so_on_the_page(page: Page, device, allow_console_errors):
    page.goto("/accounts/login/")
    page.route("**/accounts/2fa/webauthn/login/", lambda route: route.abort())
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#passkey-problem")).to_be_visible()


def test_an_app_shows_the_code_and_a_recovery_code_takes_its_place(page: Page):
    sign_in_by_form(page, "ada")
    page.goto("/accounts/2fa/totp/activate/")
    confirm_password(page)
    picture = page.get_by_alt_text("QR code with the key below")
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
    page.get_by_label("Code from the app").fill(code_of(page.get_by_label("Key").input_value()))
    page.get_by_role("button", name="Turn it on").click()
    code = page.locator(".codes code").first.inner_text()
    sign_out(page)
    page.goto("/accounts/login/")
    page.get_by_label("Login").or_(page.get_by_label("Username")).first.fill("ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Sign in").click()
    expect(page.locator(".site-tools .who")).to_be_visible()
