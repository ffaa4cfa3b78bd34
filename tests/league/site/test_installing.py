"""The site on a home screen: what it says of itself, and what it is drawn with."""

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

pytestmark = pytest.mark.django_db


def test_the_manifest_names_icons_that_are_there_in_the_size_that_it_says(client: Client):
    answer = client.get(reverse("manifest"))
    assert answer.headers["Content-Type"] == "application/manifest+json"
    said = answer.json()
    assert (said["scope"], said["start_url"], said["display"]) == ("/", "/", "standalone")
    found = {(one["sizes"], one["purpose"]) for one in said["icons"]}
    assert found == {(size, use) for size in ("any", "192x192", "512x512") for use in ("any", "maskable")}
    for icon in said["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert path, icon["src"]
        if icon["type"] == "image/png":
            with Image.open(path) as image:
                assert "{}x{}".format(*image.size) == icon["sizes"]


def test_every_shortcut_leads_somewhere(client: Client):
    for shortcut in client.get(reverse("manifest")).json()["shortcuts"]:
        assert client.get(shortcut["url"]).status_code in (200, 302)


def test_every_page_leads_to_the_manifest_and_colours_the_frame(client: Client):
    page = " ".join(client.get(reverse("help")).content.decode().split())
    assert '<link rel="manifest" href="/manifest.webmanifest" ' in page
    assert page.count('<meta name="theme-color"') == 2
