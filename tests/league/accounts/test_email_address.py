import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.test import Client

from league.accounts.queries.accounts import verified
from league.models import MailNotice
from league.notices.services.mail import send_mail_notices
from league.notices.services.outbox import tell_events
from tests.factories.notices import happened
from tests.factories.pages import text
from tests.factories.people import has_verified, with_mail
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db
CSRF_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
SECRET = "a long pass phrase"
URL = "/accounts/email/"


def sign_up(client: Client, name: str, email: str) -> None:
    form = {"username": name, "email": email, "password1": SECRET}
    client.post("/accounts/signup/", form)


def follow(client: Client) -> None:
    """The link of the newest letter, and the button behind it."""
    link = re.search(r"http://testserver(/accounts/confirm-email/\S+)", mail.outbox[-1].body)
    assert link is not None
    assert "Is this your address?" in text(client.get(link[1]))
    client.post(link[1])


def change(client: Client, email: str) -> None:
    client.post(URL, {"email": email, "action_add": "1"})
    client.post("/accounts/reauthenticate/", {"password": SECRET, "next": URL})


def is_verified(name: str) -> bool:
    return verified(User.objects.filter(username=name)).exists()


@pytest.fixture
def ada(client: Client) -> User:
    """Signed up and signed in, her address verified."""
    sign_up(client, "ada", "ada@league.example")
    follow(client)
    return User.objects.get()


def test_signing_up_does_not_wait_for_the_letter(client: Client):
    sign_up(client, "ada", "ada@league.example")
    assert "Not verified" in text(client.get(URL)) and not is_verified("ada")
    assert [one.to for one in mail.outbox] == [["ada@league.example"]]
    follow(client)
    assert is_verified("ada") and "Not verified" not in text(client.get(URL))


def test_nothing_is_sent_to_an_address_that_nobody_verified():
    (entry,) = entered(a_tournament(), 1)
    with_mail(entry)
    EmailAddress.objects.update(verified=False)
    happened(entry.tournament, "moved_up", entries=[entry.pk])
    tell_events()
    assert not MailNotice.objects.exists()


def test_what_waits_for_an_address_that_changed_is_not_sent():
    (entry,) = entered(a_tournament(), 1)
    with_mail(entry)
    happened(entry.tournament, "moved_up", entries=[entry.pk])
    tell_events()
    User.objects.update(email="victim@elsewhere.example")
    send_mail_notices()
    assert not mail.outbox and MailNotice.objects.get().error == "The e-mail address is not verified."


def test_the_page_of_notices_says_so(client: Client):
    sign_up(client, "ada", "ada@league.example")
    assert "Nothing is sent to ada@league.example until" in text(client.get("/notices/"))


def test_a_stolen_session_changes_no_address(client: Client, ada: User):
    answer = client.post(URL, {"email": "thief@elsewhere.example", "action_add": "1"})
    assert answer.url.startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": "guess", "next": URL})
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["ada@league.example"]


def test_another_address_counts_once_it_is_verified(client: Client, ada: User):
    change(client, "new@league.example")
    assert User.objects.get().email == "ada@league.example" and is_verified("ada")
    assert mail.outbox[-1].to == ["new@league.example"]
    follow(client)
    assert User.objects.get().email == "new@league.example" and is_verified("ada")
    assert EmailAddress.objects.get().email == "new@league.example"


def test_the_address_of_before_is_told_and_one_that_nobody_verified_is_not(client: Client, ada: User):
    change(client, "new@league.example")
    follow(client)
    assert [one.to for one in mail.outbox if one.subject == "[Corner Office] Your address is changed"] == [[ada.email]]
    assert "new@league.example" in mail.outbox[-1].body and "change your password at once" in mail.outbox[-1].body
    mail.outbox.clear()
    other = Client()
    sign_up(other, "bo", "typo@elsewhere.example")
    cache.clear()  # as if three minutes had passed
    change(other, "bo@league.example")
    follow(other)
    assert [one.to for one in mail.outbox] == [["typo@elsewhere.example"], ["bo@league.example"]]


def test_the_letter_is_sent_again(client: Client):
    sign_up(client, "ada", "ada@league.example")
    cache.clear()  # as if three minutes had passed
    client.post(URL, {"email": "ada@league.example", "action_send": "1"})
    assert [one.to for one in mail.outbox] == [["ada@league.example"]] * 2


def test_a_verified_address_is_nobody_elses_and_an_unverified_one_everybodys(ada: User):
    sign_up(Client(), "bo", "ADA@league.example")
    assert not User.objects.filter(username="bo").exists()
    sign_up(Client(), "cleo", "dev@league.example")
    cache.clear()  # as if three minutes had passed
    dev = Client()
    sign_up(dev, "dev", "dev@league.example")
    follow(dev)
    assert (is_verified("cleo"), is_verified("dev")) == (False, True)


def test_an_address_that_is_not_on_the_account_is_not_verified():
    ada = User.objects.create_user("ada", email="Ada@League.Example")
    has_verified(ada)
    assert is_verified("ada")
    User.objects.update(email="bo@league.example")
    assert not is_verified("ada")


def test_the_site_goes_on_without_a_mail_server(client: Client, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    sign_up(client, "ada", "ada@league.example")
    assert "The letter could not be sent" in text(client.get(URL))


def test_nobody_writes_to_strangers_through_this_site(client: Client):
    client.post("/accounts/password/reset/", {"email": "stranger@elsewhere.example"})
    assert not mail.outbox


def test_a_new_password_is_sent_to_a_verified_address_only(client: Client, ada: User):
    sign_up(client, "mallory", "somebody@elsewhere.example")
    client.logout()
    mail.outbox.clear()
    answers = [
        client.post("/accounts/password/reset/", {"email": email}, follow=True)
        for email in ("somebody@elsewhere.example", ada.email)
    ]
    assert [letter.to for letter in mail.outbox] == [[ada.email]]
    pages = [CSRF_TOKEN.sub("", text(answer)) for answer in answers]
    assert pages[0] == pages[1]
