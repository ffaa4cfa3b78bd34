"""The one worker of the site, and what it keeps."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


def version(client: Client) -> dict[str, object]:
    first = client.get(reverse("service_worker")).content.decode().splitlines()[0]
    return json.loads(first.removeprefix("self.VERSION = ").removesuffix(";"))


def test_the_worker_is_served_from_the_root_and_shows_notices(client: Client):
    answer = client.get("/sw.js")
    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert b"showNotification" in answer.content


def test_the_pages_that_it_keeps_are_nobodys(client: Client):
    pages = version(client)["pages"]
    strangers = [client.get(path).content for path in pages]
    client.force_login(User.objects.create(username="ada"))
    assert [client.get(path).content for path in pages] == strangers
    assert not any(client.get(path).cookies for path in pages)
