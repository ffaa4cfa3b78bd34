"""What the page says of retention is what the sweeps do."""

from datetime import timedelta

import pytest
from django.test import Client

from league.accounts.services import browsers
from league.core.queries.languages import COOKIE as LANGUAGE
from league.core.services import idempotency, uploads
from league.core.views.devices import COOKIE
from league.notices.services import outgoing
from league.site.queries.retention import cookies
from tests.factories.pages import text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("module", [browsers, idempotency, uploads, outgoing])
def test_the_page_follows_the_sweep(client: Client, monkeypatch, module):
    monkeypatch.setattr(module, "KEPT", timedelta(days=1234))
    assert "1,234 days" in text(client.get("/privacy/"))


def test_every_page_and_signing_up_lead_to_it(client: Client):
    for page in ("/", "/help/", "/accounts/signup/"):
        assert 'href="/privacy/"' in client.get(page).content.decode()


def test_it_says_who_to_ask(client: Client, settings):
    assert "Ask an organiser" in text(client.get("/privacy/"))
    settings.OPERATOR, settings.SECURITY_CONTACT = "The Thursday Club", "mailto:privacy@league.example"
    page = text(client.get("/privacy/"))
    assert "run by <bdi>The Thursday Club</bdi>" in page and "mailto:privacy@league.example" in page


def test_every_cookie_is_named(client: Client, settings):
    named = {one.what for one in cookies()}
    said = {settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, COOKIE, LANGUAGE}
    assert {*said, "zone", "messages"} == named
    for page in ("/", "/help/", "/accounts/login/", "/accounts/signup/"):
        client.get(page)
    assert set(client.cookies) <= named
