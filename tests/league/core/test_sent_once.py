"""A form that makes something makes it once."""

import re

import pytest
from django.test import Client

from league.models import Remark
from tests.factories.thursday_club import ThursdayClub, a_thursday_club, post_game

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="once" value="([\w-]+)"')


@pytest.fixture
def club() -> ThursdayClub:
    return a_thursday_club()


def test_a_refused_form_may_be_sent_again_and_one_that_was_done_leads_where_it_led(club):
    path = f"/games/{post_game(club, 'Ada', 'Bo')['id']}/comments/"
    client = Client()
    client.force_login(club.users["ada"])
    token = TOKEN.search(client.get(path).content.decode())[1]
    assert client.post(path, {"once": token, "text": ""}).status_code == 422
    first = client.post(path, {"once": token, "text": "Well played."})
    again = client.post(path, {"once": token, "text": "Well played."})
    assert first.headers["Location"] == again.headers["Location"]
    assert Remark.objects.count() == 1
    assert client.post(path, {"text": "Well played."}).status_code == 302
    assert Remark.objects.count() == 2


def test_the_form_of_somebody_else_is_another_one(club):
    path = f"/games/{post_game(club, 'Ada', 'Bo')['id']}/comments/"
    for name in ("ada", "bo"):
        client = Client()
        client.force_login(club.users[name])
        client.post(path, {"once": "the same", "text": "Well played."})
    assert Remark.objects.count() == 2
