import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.accounts.services.tokens import create_token, use_token
from league.models import ApiToken
from tests.factories.pages import text

pytestmark = pytest.mark.django_db
URL = "/accounts/tokens/"
NEW = {"name": "Score bot", "scope": "report", "days": "30"}


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", password="a long pass phrase")


@pytest.fixture
def signed(client: Client, ada: User) -> Client:
    client.force_login(ada)
    return client


def confirm(client: Client) -> str:
    """The answer to the form that waited while the password was asked for."""
    answer = client.post("/accounts/reauthenticate/", {"password": "a long pass phrase", "next": URL}, follow=True)
    return answer.content.decode()


def test_strangers_sign_in_first(client: Client):
    assert client.get(URL).url == f"/accounts/login/?next={URL}"


def test_a_token_is_made_after_the_password_and_shown_once(signed: Client):
    assert signed.post(URL, NEW).url == "/accounts/reauthenticate/?next=%2Faccounts%2Ftokens%2F"
    assert not ApiToken.objects.exists()
    secret = re.search(r'value="([\w-]{43})"', confirm(signed))
    assert secret is not None and use_token(secret[1]).scope == "report"
    again = signed.get(URL)
    assert secret[1] not in again.content.decode() and "no-store" in again["Cache-Control"]
    assert "Score bot" in text(again)


def test_what_is_missing_is_said(signed: Client):
    assert "Give it a name" in text(signed.post(URL, {"scope": "read", "days": "400"}))
    assert not ApiToken.objects.exists()


def test_one_or_all_are_ended_and_nobody_elses(signed: Client, ada: User):
    theirs = create_token(user=User.objects.create_user("bo", password="x"), name="Bo's")
    tokens = [create_token(user=ada, name=name) for name in ("One", "Two", "Three")]
    for one in (ApiToken.objects.get(name="One"), ApiToken.objects.get(name="Bo's")):
        signed.post(URL, {"end": one.pk})
    signed.post(URL, {"end": "nonsense"})
    assert [use_token(one) is not None for one in (*tokens, theirs)] == [False, True, True, True]
    signed.post(URL, {"end_all": "1"})
    assert list(ApiToken.objects.values_list("name", flat=True)) == ["Bo's"]
