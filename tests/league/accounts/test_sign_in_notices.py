"""A sign-in from a browser or place that the account does not know."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.accounts.rules import browser_name, network_of_address
from league.accounts.services.browsers import KEPT, note_sign_in
from league.accounts.services.tokens import create_token, use_token
from league.models import ApiToken, KnownBrowser, MailNotice, MailWish
from league.notices.services.mail import send_mail_notices
from league.tasks import see_to_accounts
from tests.factories.pages import text
from tests.factories.second_step import an_app

pytestmark = pytest.mark.django_db
SECRET = "a long pass phrase"
FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:{0}.0) Gecko/{0}.0 Firefox/{0}.0"
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"


@pytest.fixture(autouse=True)
def ada(settings) -> User:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    return User.objects.create_user("ada", "ada@league.example", SECRET)


def verify(user: User) -> None:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


def sign_in(agent: str, address: str = "198.51.100.1") -> Client:
    client = Client(headers={"user-agent": agent, "X-Forwarded-For": address})
    client.post("/accounts/login/", {"login": "ada", "password": SECRET})
    assert "_auth_user_id" in client.session
    return client


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX.format(140), "Firefox on Android"),
        (CHROME, "Chrome on Linux"),
        (CHROME.replace("X11; Linux x86_64", "Windows NT 10.0; Win64; x64") + " Edg/140.0", "Edge on Windows"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "Safari on Mac"),
        ("curl/8.5.0", "curl"),
        ("Something (Windows)", "A browser on Windows"),
        ("", "An unknown browser"),
    ],
)
def test_a_browser_has_a_name_that_people_know(agent, name):
    assert browser_name(agent) == name


def test_a_provider_is_one_place():
    assert network_of_address("198.51.100.9") == network_of_address("198.51.7.1") == "198.51.0.0/16"
    assert network_of_address("2001:db8:1::1") == "2001:db8::/32"
    assert network_of_address("nonsense") == ""


def test_the_first_browser_and_an_update_of_it_are_no_news(ada):
    client = sign_in(FIREFOX.format(140))
    client = sign_in(FIREFOX.format(141), "198.51.222.8")
    assert "New sign-in" not in text(client.get("/"))
    assert KnownBrowser.objects.filter(user=ada).count() == 1


@pytest.mark.parametrize(("agent", "address"), [(CHROME, "198.51.100.1"), (FIREFOX.format(140), "203.0.113.7")])
def test_another_browser_or_another_place_is_told_until_it_is_answered(ada, agent, address):
    sign_in(FIREFOX.format(140))
    client = sign_in(agent, address)
    for page in ("/", "/accounts/sessions/"):
        assert "New sign-in" in text(client.get(page)) and browser_name(agent) in text(client.get(page))
    assert client.get("/accounts/sessions/seen/").status_code == 405
    client.post("/accounts/sessions/seen/")
    assert "New sign-in" not in text(client.get("/"))
    assert "New sign-in" not in text(sign_in(agent, address).get("/"))


def test_a_letter_goes_to_a_verified_address_even_where_notices_are_off(ada):
    verify(ada)
    MailWish.objects.create(user=ada, wanted=False)
    sign_in(FIREFOX.format(140))
    sign_in(CHROME)
    send_mail_notices()
    assert [one.to for one in mail.outbox] == [["ada@league.example"]]
    assert "Chrome on Linux" in mail.outbox[0].body and "/accounts/sessions/end-all/" in mail.outbox[0].body
    assert "List-Unsubscribe" not in mail.outbox[0].extra_headers


def test_no_letter_goes_to_an_address_that_nobody_verified(ada):
    sign_in(FIREFOX.format(140))
    sign_in(CHROME)
    assert not MailNotice.objects.exists()


def test_the_second_step_is_the_last_before_anything_is_noted(ada):
    an_app(ada)
    Client(headers={"user-agent": CHROME}).post("/accounts/login/", {"login": "ada", "password": SECRET})
    assert not KnownBrowser.objects.exists()


def test_a_browser_stays_known_while_the_key_is_replaced(ada, settings):
    sign_in(FIREFOX.format(140))
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another " * 10, [settings.SECRET_KEY]
    assert "New sign-in" not in text(sign_in(FIREFOX.format(140)).get("/"))
    settings.SECRET_KEY_FALLBACKS = []
    assert "New sign-in" not in text(sign_in(FIREFOX.format(140)).get("/"))
    assert KnownBrowser.objects.count() == 1


def test_the_place_itself_is_nowhere_in_the_row(ada):
    sign_in(FIREFOX.format(140), "198.51.100.77")
    row = str(KnownBrowser.objects.values().get())
    assert "198.51" not in row


def test_browsers_are_forgotten_in_time(ada):
    note_sign_in(user=ada, user_agent=CHROME, address="198.51.100.1")
    KnownBrowser.objects.update(last_at=timezone.now() - KEPT + timedelta(hours=1))
    see_to_accounts()
    assert KnownBrowser.objects.exists()
    KnownBrowser.objects.update(last_at=timezone.now() - KEPT - timedelta(hours=1))
    see_to_accounts()
    assert not KnownBrowser.objects.exists()


def test_sessions_and_tokens_that_are_over_leave_nothing(ada):
    gone, stays = sign_in(FIREFOX.format(140)), sign_in(FIREFOX.format(140))
    Session.objects.filter(pk=gone.session.session_key).update(expire_date=timezone.now())
    create_token(user=ada, name="Old")
    ApiToken.objects.update(expires_at=timezone.now())
    create_token(user=ada, name="New")
    see_to_accounts()
    assert list(UserSession.objects.values_list("session_key", flat=True)) == [stays.session.session_key]
    assert list(ApiToken.objects.values_list("name", flat=True)) == ["New"]


def test_one_button_asks_and_ends_every_session_and_token(ada):
    here, there = sign_in(FIREFOX.format(140)), sign_in(CHROME)
    token = create_token(user=ada, name="Score bot")
    page = text(here.get("/accounts/sessions/end-all/"))
    assert "Firefox on Android" in page and "Chrome on Linux" in page and "Score bot" in page
    assert use_token(token) and UserSession.objects.count() == 2
    answer = here.post("/accounts/sessions/end-all/", follow=True)
    assert answer.redirect_chain == [("/accounts/login/", 302)] and "has ended" in text(answer)
    assert use_token(token) is None and not UserSession.objects.exists()
    assert [one.get("/notices/").status_code for one in (here, there)] == [302, 302]


def test_an_address_that_waits_for_its_link_is_said_with_one_click_to_send_it(ada):
    client = sign_in(FIREFOX.format(140))
    assert "go to <bdi>ada@league.example</bdi> only once you have followed the link" in text(client.get("/"))
    assert "Send the letter again" in text(client.get("/accounts/email/"))
    mail.outbox.clear()
    client.post("/accounts/email/", {"email": "ada@league.example", "action_send": "1"})
    assert [one.to for one in mail.outbox] == [["ada@league.example"]]
    EmailAddress.objects.update(verified=True)
    assert "only once you have followed" not in text(client.get("/"))


def test_a_site_without_mail_asks_for_no_address(ada, settings):
    settings.SENDS_MAIL = False
    assert "only once you have followed" not in text(sign_in(CHROME).get("/"))
