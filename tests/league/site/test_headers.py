"""What browsers and proxies are told beside the pages."""

import json
import re

import pytest
from django.utils import timezone

from league.clubs.services.leagues import invite
from league.models import Webhook
from tests.factories.people import an_organiser
from tests.factories.thursday_club import ThursdayClub, a_tournament_of

pytestmark = pytest.mark.django_db


def test_pages_with_secrets_are_kept_nowhere(client, thursday: ThursdayClub):
    otto, league = thursday.users["otto"], thursday.league
    hook = Webhook.objects.create(league=league, url="https://hooks.example/1", kinds=["finished"])
    invitation = invite(league=league, role="organiser", by=otto)
    client.force_login(otto)
    for page in (
        f"/leagues/{league.slug}/members/",
        f"/leagues/{league.slug}/webhooks/",
        f"/leagues/{league.slug}/webhooks/{hook.pk}/",
        f"/join/{invitation.token}/",
        "/notices/",
        "/accounts/tokens/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/logout/",
    ):
        told = client.get(page)
        assert told.status_code == 200, page
        assert {"no-store", "private"} <= set(told["Cache-Control"].split(", ")), page
    assert "no-store" not in client.get("/help/").get("Cache-Control", "")


def test_no_page_asks_for_camera_microphone_or_place_but_forms_for_the_camera(client, season):
    assert client.get("/help/")["Permissions-Policy"].startswith("camera=(), geolocation=(), microphone=()")
    client.force_login(an_organiser(season))
    asks = client.get("/enter/")["Permissions-Policy"]
    assert asks.startswith("camera=(self), geolocation=(), microphone=()")


def test_htmx_writes_no_inline_styles_which_the_policy_would_refuse(client, thursday: ThursdayClub):
    tournament = a_tournament_of(thursday)
    for page in ("/help/", f"/tournaments/{tournament.slug}/screen/"):
        said = re.search(r"name=\"htmx-config\"\s+content='([^']*)'", client.get(page).content.decode())
        assert said is not None
        config = json.loads(said[1])
        assert config["includeIndicatorStyles"] is False and "style" not in config["attributesToSettle"]


def test_where_holes_are_reported(client, settings):
    assert client.get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@league.example"
    told = client.get("/.well-known/security.txt")
    lines = dict(line.split(": ") for line in told.content.decode().splitlines())
    assert told["Content-Type"] == "text/plain; charset=utf-8"
    assert lines["Contact"] == "mailto:security@league.example"
    assert timezone.now().isoformat() < lines["Expires"]


@pytest.mark.parametrize("page", ["/", "/help/", "/api/v1/docs/", "/admin/login/", "/characters/"])
def test_no_page_brings_styles_or_scripts_in_its_text(client, thursday: ThursdayClub, page: str):
    told = client.get(page, follow=True)
    assert "unsafe-inline" not in told["Content-Security-Policy"]
    text = told.content.decode()
    assert "<style" not in text and not re.search(r"<[^>]+ style=", text) and "<script>" not in text
