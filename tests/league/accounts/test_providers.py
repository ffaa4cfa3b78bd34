"""Signing in by a provider elsewhere, against a real OpenID Connect server: it opens the account that is connected, and
no other; what it says wrongly, or not at all, changes nothing."""

import logging
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from threading import Event, Thread
from time import time

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from cryptography.hazmat.primitives.asymmetric import rsa
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from league.accounts.queries.own_data import SECTIONS
from league.accounts.services.demo import close_demo_accounts
from league.accounts.services.farewell import ask_to_leave, carry_out_farewells
from league.accounts.services.providers import Discord
from league.models import DemoAccount, Farewell, KnownBrowser, LedgerEntry
from league.notices.services.mail import send_mail_notices
from tests.factories.pages import text
from tests.factories.provider import Provider, a_provider, comes_by, goes_there, says_yes
from tests.factories.second_step import an_app, code_of

pytestmark = pytest.mark.django_db
SECRET = "a long pass phrase"
WAYS = "/accounts/ways-in/"
END_ALL = "/accounts/sessions/end-all/"
NEW = "/accounts/by/new/"


@pytest.fixture
def provider(settings) -> Iterator[Provider]:
    cache.clear()
    with a_provider() as provider:
        settings.SIGN_IN_PROVIDERS = [provider.row()]
        provider.knows("77", email="ada@league.example", email_verified=True, preferred_username="ada_there")
        yield provider


@pytest.fixture
def ada() -> User:
    return User.objects.create_user("ada", "ada@league.example", SECRET)


def signed_in(name: str = "ada") -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": SECRET})
    assert who(client) == name
    return client


def connect(client: Client, sub: str = "77") -> str:
    client.post("/accounts/reauthenticate/", {"password": SECRET, "next": WAYS})
    return text(comes_by(client, sub, follow=True))


def who(client: Client) -> str:
    user = User.objects.filter(pk=client.session.get("_auth_user_id")).first()
    return user.username if user else ""


def counts() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (User, SocialAccount, EmailAddress))


def test_without_a_provider_there_is_neither_a_button_nor_an_address(client: Client, ada: User):
    assert "/accounts/by/" not in text(client.get("/accounts/login/")) + text(client.get("/accounts/signup/"))
    for address in ("/accounts/by/oidc/", "/accounts/by/discord/", "/accounts/by/oidc/back/?code=1&state=2"):
        assert client.get(address).status_code == client.post(address).status_code == 404 or "back" in address
    client.force_login(ada)
    assert client.get(WAYS).status_code == 404 and "Ways to sign in" not in text(client.get("/accounts/email/"))


def test_a_newcomer_chooses_a_user_name_and_is_in(client: Client, provider: Provider):
    page = client.get("/accounts/login/")
    assert "Sign in with Club login" in text(page) and "a-secret-of-ours" not in text(page)
    answer = comes_by(client, "77")
    assert answer.url == NEW and not User.objects.exists()
    page = text(client.get(NEW))
    assert 'value="ada_there"' in page and "ada@league.example" in page and 'name="email"' not in page
    assert client.post(NEW, {"username": "lovelace"}, follow=True).status_code == 200
    user = User.objects.get()
    assert who(client) == user.username == "lovelace" and not user.has_usable_password()
    (address,) = EmailAddress.objects.filter(user=user)
    assert address.verified and user.email == address.email and not mail.outbox, "the provider has proved it"
    again = Client()
    comes_by(again, "77")
    assert who(again) == "lovelace"


def test_of_the_person_only_number_and_name_are_kept(client: Client, provider: Provider):
    provider.knows("77", preferred_username="ada", picture="https://x.example/a.png", birthdate="1815-12-10")
    comes_by(client, "77")
    client.post(NEW, {"username": "lovelace"})
    assert SocialAccount.objects.get().extra_data == {"name": "ada"}


def test_a_user_name_follows_the_rules_of_the_site(client: Client, provider: Provider, ada: User):
    provider.knows("78", preferred_username="former-member-3")
    comes_by(client, "78")
    assert 'value="former-member-3"' not in text(client.get(NEW))
    for name in ("former-member-3", "ADA", ""):
        assert "needs correcting" in text(client.post(NEW, {"username": name}))
    assert User.objects.count() == 1


@pytest.mark.parametrize("verified", [False, "false", "true", 1, None])
def test_an_address_that_the_provider_does_not_vouch_for_counts_for_nothing(
    client: Client, provider: Provider, ada: User, verified: object
):
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    provider.knows("77", email="ada@league.example", email_verified=verified, preferred_username="mallory")
    answer = comes_by(client, "77", follow=True)
    assert answer.redirect_chain == [(NEW, 302)] and "ada@league.example" not in text(answer)
    client.post(NEW, {"username": "mallory"})
    assert User.objects.get(username="mallory").email == "" and who(client) == "mallory"


def test_a_verified_address_leads_to_ones_own_account_only_by_its_password(provider: Provider, ada: User):
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    client = Client()
    answer = comes_by(client, "77", follow=True)
    assert answer.redirect_chain == [("/accounts/login/?next=%2Faccounts%2Fways-in%2F", 302)]
    assert "an account here has that address" in text(answer)
    assert not who(client) and not SocialAccount.objects.exists()
    client.post("/accounts/login/", {"login": "ada", "password": SECRET, "next": WAYS})
    connect(client)
    assert SocialAccount.objects.get().user == ada
    later = Client()
    comes_by(later, "77")
    assert who(later) == "ada"


def test_an_address_that_somebody_only_typed_keeps_its_owner_from_nothing(
    client: Client, provider: Provider, ada: User
):
    """Else whoever typed it first would get what its owner does here."""
    comes_by(client, "77")
    client.post(NEW, {"username": "owner"})
    assert who(client) == "owner" and User.objects.get(username="ada").check_password(SECRET)


def test_connecting_asks_for_the_password_and_tells_the_owner(provider: Provider, ada: User):
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    client = signed_in()
    assert client.post("/accounts/by/oidc/").url.startswith("/accounts/reauthenticate/")
    connect(client)
    page = text(client.get(WAYS))
    assert "Club login: <bdi>ada_there</bdi>" in page and f"{timezone.now():%b %Y}" in page
    entry = LedgerEntry.objects.latest("pk")
    assert entry.kind == "sign_in_changed" and "ada" not in entry.text
    send_mail_notices()
    (letter,) = mail.outbox
    assert "signed in to with Club login from now on" in letter.body and "/accounts/sessions/end-all/" in letter.body


@pytest.mark.django_db(transaction=True)
def test_a_password_that_changes_meanwhile_stays_changed(provider: Provider, ada: User):
    client = signed_in()
    client.post("/accounts/reauthenticate/", {"password": SECRET, "next": WAYS})
    back = says_yes(goes_there(client), "77")

    def meanwhile(answer: dict) -> dict:
        ada.set_password("another long phrase")
        ada.save()
        connection.close()  # of the thread of that server
        return answer

    provider.lies["/userinfo"] = meanwhile
    client.get(back)
    assert User.objects.get().check_password("another long phrase")


def test_one_account_elsewhere_opens_one_account_here(provider: Provider, ada: User):
    connect(signed_in())
    User.objects.create_user("bo", password=SECRET)
    client = signed_in("bo")
    assert "belongs to another account here" in connect(client)
    assert SocialAccount.objects.get().user == ada


def test_the_second_step_is_asked_for_after_the_provider(provider: Provider, ada: User):
    connect(signed_in())
    secret, client = an_app(ada), Client()
    assert comes_by(client, "77").url == "/accounts/2fa/authenticate/"
    assert not who(client)
    client.post("/accounts/2fa/authenticate/", {"code": code_of(secret)})
    assert who(client) == "ada"


def test_staff_act_as_staff_only_after_a_second_step(provider: Provider, settings):
    settings.STAFF_NEEDS_SECOND_STEP = True
    User.objects.create_superuser("ada", password=SECRET)
    connect(signed_in())
    client = Client()
    comes_by(client, "77")
    assert client.get("/admin/").url == "/accounts/2fa/"


@pytest.mark.parametrize("closed", ["inactive", "demo"])
def test_an_account_that_may_not_sign_in_may_not_here_either(provider: Provider, ada: User, settings, closed: str):
    connect(signed_in())
    settings.LOCAL = False
    if closed == "demo":
        DemoAccount.objects.create(user=ada)
    else:
        User.objects.update(is_active=False)
    client = Client()
    answer = comes_by(client, "77")
    assert answer.status_code == 403 and "This account is closed" in text(answer) and not who(client)


def test_a_new_browser_is_told_as_with_a_password(provider: Provider, ada: User):
    connect(signed_in())
    client = Client(headers={"user-agent": "Mozilla/5.0 (Windows) Firefox/140.0"})
    comes_by(client, "77")
    assert "New sign-in" in text(client.get("/")) and KnownBrowser.objects.filter(user=ada).count() == 2
    assert "Firefox on Windows" in text(client.get("/accounts/sessions/"))


def test_the_last_way_in_stays(client: Client, provider: Provider):
    comes_by(client, "77")
    client.post(NEW, {"username": "lovelace"})
    way = SocialAccount.objects.get()
    answer = client.post(WAYS, {"end": way.pk})
    card = re.search(rf'id="way-{way.pk}".*?</section>', text(answer))
    assert answer.status_code == 422 and card and "This is your only way in" in card[0]
    assert SocialAccount.objects.exists()


def test_one_way_of_two_may_go_if_the_site_still_offers_the_other(client: Client, provider: Provider, settings):
    comes_by(client, "77")
    client.post(NEW, {"username": "lovelace"})
    way = SocialAccount.objects.get()
    other = SocialAccount.objects.create(user=way.user, provider="discord", uid="9")
    assert client.post(WAYS, {"end": way.pk}).status_code == 422
    settings.SIGN_IN_PROVIDERS = [provider.row(), provider.row("discord", "discord")]
    assert client.post(WAYS, {"end": way.pk}).status_code == 302
    assert list(SocialAccount.objects.all()) == [other]


def test_disconnecting_ends_it_with_a_letter(provider: Provider, ada: User):
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    client = signed_in()
    connect(client)
    way = SocialAccount.objects.get()
    stranger = User.objects.create_user("bo", password=SECRET)
    other = Client()
    other.force_login(stranger)
    other.post(WAYS, {"end": way.pk})
    assert SocialAccount.objects.exists()
    client.post(WAYS, {"end": way.pk})
    assert not SocialAccount.objects.exists()
    send_mail_notices()
    assert "can no longer be signed in to with Club login" in mail.outbox[-1].body
    assert comes_by(Client(), "77").url.startswith("/accounts/login/")


def test_ending_everything_shuts_every_door_that_somebody_else_may_have_opened(provider: Provider, ada: User):
    client = signed_in()
    connect(client)
    page = text(client.get(END_ALL))
    assert "Signing in with Club login: <bdi>ada_there</bdi>" in page and "stays connected" not in page
    client.post(END_ALL)
    assert not SocialAccount.objects.exists() and not who(client)
    later = Client()
    comes_by(later, "77")
    assert not who(later) and who(signed_in()) == "ada"


def test_ending_everything_leaves_the_oldest_way_in_to_who_has_no_password(
    client: Client, provider: Provider, settings
):
    comes_by(client, "77")
    client.post(NEW, {"username": "lovelace"})
    first = SocialAccount.objects.get()
    gone = SocialAccount.objects.create(user=first.user, provider="no longer offered", uid="8")
    SocialAccount.objects.create(user=first.user, provider="discord", uid="9", extra_data={"name": "mallory"})
    settings.SIGN_IN_PROVIDERS = [provider.row(), provider.row("discord", "discord")]
    page = text(client.get(END_ALL))
    assert "Signing in with Discord: <bdi>mallory</bdi>" in page and f"Signing in with {gone.provider}" in page
    assert "Club login (<bdi>ada_there</bdi>) stays connected" in page
    client.post(END_ALL)
    assert list(SocialAccount.objects.all()) == [first]
    comes_by(client, "77")
    assert who(client) == "lovelace"


LIES = {
    "another nonce": {"nonce": "of another sign-in"},
    "no nonce": {"nonce": None},
    "another issuer": {"iss": "https://elsewhere.example"},
    "for another site": {"aud": "another-site"},
    "too old": {"exp": 1_000_000_000},
    "of tomorrow": {"iat": int(time()) + 86_400},
    "nobody": {"sub": None},
}


@pytest.mark.parametrize("lie", LIES)
def test_a_token_that_does_not_fit_changes_nothing(provider: Provider, ada: User, lie: str):
    connect(signed_in())
    before, client = counts(), Client()
    provider.resigns(**LIES[lie])
    answer = comes_by(client, "77")
    assert answer.status_code == 400 and "That did not work with Club login" in text(answer)
    assert counts() == before and not who(client)


def test_a_token_signed_by_somebody_else_changes_nothing(provider: Provider, ada: User):
    connect(signed_in())
    provider.resigns(key=rsa.generate_private_key(65537, 2048))
    client = Client()
    assert comes_by(client, "77").status_code == 400 and not who(client)


@pytest.mark.parametrize(
    ("where", "lie"),
    [
        ("/userinfo", lambda answer: {**answer, "sub": "1"}),
        ("/userinfo", lambda answer: {}),
        ("/userinfo", lambda answer: []),
        ("/oauth2/token", lambda answer: {**answer, "id_token": None}),
        ("/oauth2/token", lambda answer: {**answer, "id_token": "no token"}),
        ("/oauth2/token", lambda answer: {"error": "invalid_grant"}),
        ("/jwks", lambda answer: {"keys": []}),
        ("/jwks", lambda answer: {"keys": answer["keys"], "more": "x" * 300_000}),
        ("configuration", lambda answer: {**answer, "issuer": "https://elsewhere.example"}),
        ("configuration", lambda answer: {name: value for name, value in answer.items() if name != "jwks_uri"}),
        ("configuration", lambda answer: []),
    ],
)
def test_an_answer_of_the_wrong_shape_is_a_calm_page(provider: Provider, ada: User, where: str, lie):
    connect(signed_in())
    before, client = counts(), Client()
    back = says_yes(goes_there(client), "77")
    provider.lies[where] = lie
    answer = client.get(back)
    assert answer.status_code in (400, 503) and "Nothing has changed here" in text(answer)
    assert counts() == before and not who(client)


@pytest.mark.parametrize("status", [500, 503])
def test_a_provider_that_has_failed_is_to_be_tried_again(provider: Provider, ada: User, status: int):
    client = Client()
    back = says_yes(goes_there(client), "77")
    provider.status = status
    for answer in (client.get(back), client.post("/accounts/by/oidc/")):
        assert answer.status_code == 503 and answer["Retry-After"] and "does not answer at the moment" in text(answer)


def test_a_provider_that_is_away_is_said_where_one_begins(client: Client, settings):
    with a_provider() as gone:
        settings.SIGN_IN_PROVIDERS = [gone.row()]
    answer = client.post("/accounts/by/oidc/")
    assert answer.status_code == 503 and "Nothing has changed" in text(answer)


@pytest.mark.parametrize("beginning", [b"", b"HTTP/1.1 200 OK\r\n\r\n{"])
def test_a_provider_that_takes_its_time_is_not_waited_for(client: Client, settings, monkeypatch, beginning: bytes):
    monkeypatch.setattr("league.accounts.services.providers.SECONDS", 0.3)
    with socket.create_server(("localhost", 0)) as server:
        over = Event()

        def drip() -> None:
            peer, _ = server.accept()
            with peer, suppress(OSError):
                peer.sendall(beginning)
                while not over.wait(0.02):
                    peer.sendall(b" " if beginning else b"")

        Thread(target=drip, daemon=True).start()
        settings.SIGN_IN_PROVIDERS = [Provider(url=f"http://localhost:{server.getsockname()[1]}").row()]
        answer = client.post("/accounts/by/oidc/")
        over.set()
    assert answer.status_code == 503 and "does not answer at the moment" in text(answer)


@pytest.mark.parametrize("change", ["state", "code", "other browser", "twice"])
def test_only_the_browser_that_began_comes_in_once(provider: Provider, ada: User, change: str):
    connect(signed_in())
    client = Client()
    back = says_yes(goes_there(client), "77")
    if change in ("state", "code"):
        back = re.sub(rf"{change}=[^&]+", f"{change}=x", back)
    if change == "twice":
        client.get(back)
        client.post("/accounts/logout/")
    answer = (Client() if change == "other browser" else client).get(back)
    assert answer.status_code == 400 and not who(client)


def test_a_no_at_the_provider_is_no_mistake(client: Client, provider: Provider):
    back = says_yes(goes_there(client), "77", action="deny")
    state = re.search(r"state=(\w+)", goes_there(client))
    answer = client.get(f"/accounts/by/oidc/back/?error=access_denied&state={state[1]}", follow=True)
    assert "access_denied" in back and "You did not go on with Club login" in text(answer)


def test_nothing_secret_is_logged(provider: Provider, caplog):
    caplog.set_level(logging.DEBUG)
    client = Client()
    back = says_yes(goes_there(client), "77")
    provider.lies["/oauth2/token"] = lambda answer: {"error": "bad", "access_token_of": "a-secret-of-theirs"}
    caplog.clear()
    client.get(back)
    ours = [record for record in caplog.records if record.name.startswith(("league", "allauth", "django"))]
    assert any("provider_failed" in record.getMessage() for record in ours)
    assert not any("a-secret-of" in record.getMessage() for record in ours)


def test_what_a_stranger_adds_to_the_address_asks_for_nothing_more(client: Client, provider: Provider):
    answer = client.post("/accounts/by/oidc/?scope=everything&auth_params=prompt%3Dnone&process=redirect")
    assert "everything" not in answer["Refresh"] and "prompt" not in answer["Refresh"]


def test_a_look_at_the_address_goes_nowhere(client: Client, provider: Provider):
    assert "Go on to Club login" in text(client.get("/accounts/by/oidc/"))
    assert provider.asked == ["/users/77"], "only the test itself"


def test_the_page_that_follows_is_on_this_site(provider: Provider, ada: User):
    connect(signed_in())
    for wish, led in (("/help/", "/help/"), ("https://elsewhere.example/", "/")):
        client = Client()
        assert client.get(says_yes(goes_there(client, next=wish), "77")).url == led


def test_an_operator_who_changes_the_provider_opens_no_account_to_its_people(provider: Provider, ada: User, settings):
    """The same number at another issuer is somebody else."""
    connect(signed_in())
    with a_provider() as other:
        settings.SIGN_IN_PROVIDERS = [other.row()]
        assert comes_by(Client(), "77").url == NEW


def test_sign_ups_by_a_provider_end_where_sign_ups_are_closed(client: Client, provider: Provider, monkeypatch):
    monkeypatch.setattr("allauth.account.adapter.DefaultAccountAdapter.is_open_for_signup", lambda *arguments: False)
    answer = comes_by(client, "77")
    assert "No new accounts at the moment" in text(answer) and not User.objects.exists()


def test_beginning_often_is_bounded(client: Client, provider: Provider):
    answers = [client.post("/accounts/by/oidc/").status_code for _ in range(31)]
    assert answers[0] == 200 and answers[-1] == 429


def test_discord_goes_the_same_way(client: Client, provider: Provider, settings, monkeypatch):
    """Its answers have another shape: no token, `id` and `verified`."""
    settings.SIGN_IN_PROVIDERS = [provider.row("discord", "discord")]
    for name, end in (("authorize_url", "authorize"), ("access_token_url", "token")):
        monkeypatch.setattr(Discord, name, f"{provider.url}/oauth2/{end}")
    monkeypatch.setattr(Discord, "profile_url", f"{provider.url}/userinfo")
    provider.knows("x", id="80351110224678912", username="nelly", email="n@league.example", verified=True)
    there = re.sub("scope=[^&]+", "scope=openid+email", goes_there(client, "discord"))  # the words of this server
    assert client.get(says_yes(there, "x")).url == NEW
    client.post(NEW, {"username": "nelly"})
    way = SocialAccount.objects.get()
    assert (way.provider, way.uid, who(client)) == ("discord", "80351110224678912", "nelly")
    provider.lies["/userinfo"] = lambda answer: {"message": "401: Unauthorized", "code": 0}
    answer = Client().get(says_yes(there, "x"))
    assert answer.status_code == 400


def test_own_data_and_farewell_know_the_accounts_elsewhere(provider: Provider, ada: User):
    connect(signed_in())
    (section,) = [section for section in SECTIONS if section.name == "accounts_elsewhere"]
    assert [row["extra_data"] for row in section.rows(ada)] == [{"name": "ada_there"}]
    ask_to_leave(user=ada, keep_name=False)
    Farewell.objects.update(due_at=timezone.now() - timedelta(hours=1))
    carry_out_farewells()
    assert not SocialAccount.objects.exists()


def test_closing_demo_accounts_closes_this_way_too(provider: Provider, ada: User):
    connect(signed_in())
    DemoAccount.objects.create(user=ada)
    close_demo_accounts()
    assert not SocialAccount.objects.exists()
