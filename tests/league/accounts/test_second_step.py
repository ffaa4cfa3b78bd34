"""Two steps: an authenticator app and recovery codes by the real pages. Passkeys need a browser: tests/browser."""

import re
import time

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.test import APIClient

from league.accounts.services.second_step import renew_encryption
from league.models import ApiToken, LedgerEntry, MailNotice, Membership
from tests.factories.pages import text
from tests.factories.second_step import an_app, code_of
from tests.factories.thursday_club import ThursdayClub

pytestmark = pytest.mark.django_db
SECRET = "a long pass phrase"


@pytest.fixture(autouse=True)
def no_used_codes() -> None:
    cache.clear()


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", password=SECRET)


def sign_in(*, name: str = "ada", goto: str = "/") -> tuple[Client, object]:
    client = Client()
    return client, client.post(f"/accounts/login/?next={goto}", {"login": name, "password": SECRET})


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_an_app_is_set_up_after_the_password_and_recovery_codes_are_shown_once(ada):
    client, _ = sign_in()
    assert client.get("/accounts/2fa/totp/activate/").url.startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": SECRET, "next": "/accounts/2fa/"})
    page = client.get("/accounts/2fa/totp/activate/")
    assert 'src="data:image/svg+xml;base64,' in page.content.decode()
    secret = re.search(r'id="authenticator_secret"\s+value="(\w+)"', page.content.decode())[1]
    assert "This code is not right" in text(client.post("/accounts/2fa/totp/activate/", {"code": "000000"}))
    client.get("/accounts/2fa/totp/activate/")
    secret = client.session["mfa.totp.secret"]
    answer = client.post("/accounts/2fa/totp/activate/", {"code": code_of(secret)})
    assert answer.url == "/accounts/2fa/recovery-codes/"
    shown = text(client.get(answer.url))
    assert len(re.findall(r"<code>\d{8}</code>", shown)) == 10 and "data:text/plain" in shown
    again = text(client.get(answer.url))
    assert "<code>" not in again and "10 of 10 are left" in again


@pytest.mark.django_db(transaction=True)
def test_a_change_is_in_the_ledger_and_in_a_letter(ada):
    User.objects.filter(pk=ada.pk).update(email="ada@league.example")
    EmailAddress.objects.create(user=ada, email="ada@league.example", verified=True, primary=True)
    client, _ = sign_in()
    client.post("/accounts/reauthenticate/", {"password": SECRET, "next": "/accounts/2fa/"})
    client.get("/accounts/2fa/totp/activate/")
    client.post("/accounts/2fa/totp/activate/", {"code": code_of(client.session["mfa.totp.secret"])})
    client.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.exists()
    entries = LedgerEntry.objects.filter(kind="sign_in_changed", by=ada, league=None).order_by("id")
    said = list(entries.values_list("text", flat=True))
    assert "An authenticator app was added to an account." in said
    assert "An authenticator app was taken from an account." in said
    assert MailNotice.objects.filter(user=ada, tournament=None).count() == len(said)


def test_the_password_alone_no_longer_signs_in(ada):
    secret = an_app(ada)
    client, answer = sign_in(goto="/notices/")
    assert answer.url.startswith("/accounts/2fa/authenticate/") and not is_in(client)
    assert client.get("/notices/").status_code == 302
    assert "This code is not right" in text(client.post(answer.url, {"code": "000000"}))
    assert client.post(answer.url, {"code": code_of(secret)}).url == "/notices/" and is_in(client)


def test_a_code_works_once(ada):
    code = code_of(an_app(ada))
    for expected in (True, False):
        client, answer = sign_in()
        client.post(answer.url, {"code": code})
        assert is_in(client) is expected


def test_a_code_is_not_taken_again_while_a_clock_that_is_off_would_still_show_it(ada, monkeypatch):
    code = code_of(an_app(ada), periods_off=1)
    client, answer = sign_in()
    client.post(answer.url, {"code": code})
    assert is_in(client)
    later = time.time() + 40
    monkeypatch.setattr(time, "time", lambda: later)
    client, answer = sign_in()
    client.post(answer.url, {"code": code})
    assert not is_in(client)


@pytest.mark.parametrize(("periods", "signed_in"), [(1, True), (-3, False), (3, False)])
def test_a_clock_may_be_off_by_one_code_and_not_by_more(ada, periods, signed_in):
    secret = an_app(ada)
    client, answer = sign_in()
    client.post(answer.url, {"code": code_of(secret, periods_off=periods)})
    assert is_in(client) is signed_in


def test_codes_are_not_guessed(ada):
    secret = an_app(ada)
    client, answer = sign_in()
    for number in range(5):
        client.post(answer.url, {"code": f"00000{number}"})
    client.post(answer.url, {"code": code_of(secret)})
    assert not is_in(client)


def test_the_database_alone_tells_no_secret(ada, settings):
    secret = an_app(ada)
    row = Authenticator.objects.get()
    assert secret not in str(row.data)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another " * 10, [settings.SECRET_KEY]
    client, answer = sign_in()
    assert client.post(answer.url, {"code": code_of(secret)}).status_code == 302
    settings.SECRET_KEY_FALLBACKS = []
    client, answer = sign_in()
    assert "can no longer read your second step" in text(client.post(answer.url, {"code": code_of(secret)}))
    assert not is_in(client)


def test_while_the_key_is_replaced_secrets_move_to_the_new_one(ada, settings):
    secret = an_app(ada)
    assert renew_encryption() == 0
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another " * 10, [settings.SECRET_KEY]
    assert [renew_encryption(), renew_encryption()] == [1, 0]
    settings.SECRET_KEY_FALLBACKS = []
    client = Client()
    client.post("/accounts/login/", {"login": "ada", "password": SECRET})
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert is_in(client)


def test_a_token_takes_the_second_step_too(ada):
    secret = an_app(ada)
    api = APIClient()
    sent = {"username": "ada", "password": SECRET}
    refused = api.post("/api/v1/token/", sent, format="json")
    assert refused.status_code == 400 and "second step" in refused.json()["errors"][0]["detail"]
    assert refused.json()["errors"][0]["attr"] == "code"
    wrong = api.post("/api/v1/token/", sent | {"code": "000000"}, format="json")
    assert wrong.status_code == 400 and not ApiToken.objects.exists()
    assert api.post("/api/v1/token/", sent | {"code": code_of(secret)}, format="json").status_code == 200


def test_an_operator_takes_a_lost_second_step_away(ada, capsys):
    an_app(ada)
    call_command("reset_second_factor", "ada")
    assert "password alone" in capsys.readouterr().out and not Authenticator.objects.exists()
    client, _ = sign_in()
    assert is_in(client)
    for name in ("ada", "nobody"):
        with pytest.raises(CommandError):
            call_command("reset_second_factor", name)


def test_organisers_are_offered_it_until_they_decline_and_players_are_not(thursday: ThursdayClub):
    client = Client()
    client.force_login(thursday.users["otto"])
    assert "For organisers." in text(client.get("/"))
    assert client.get("/accounts/2fa/not-now/").status_code == 405
    client.post("/accounts/2fa/not-now/")
    client.post("/accounts/2fa/not-now/")
    assert "For organisers." not in text(client.get("/"))
    other = Client()
    other.force_login(thursday.users["ada"])
    assert "For organisers." not in text(other.get("/"))
    Membership.objects.filter(user=thursday.users["ada"]).update(role="organiser")
    assert "For organisers." in text(other.get("/"))
    an_app(thursday.users["ada"])
    assert "For organisers." not in text(other.get("/"))
