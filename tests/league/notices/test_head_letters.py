"""Signed heads by e-mail: for whoever asks, ended by one click."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from league.core.ledger.rules.heads import read_head
from league.models import HeadSubscription, MailNotice
from league.notices.services.head_letters import write_head_letters
from league.notices.services.mail import send_mail_notices
from tests.factories.people import has_verified

pytestmark = pytest.mark.django_db
SUBSCRIBE = reverse("head_subscription")


@pytest.fixture
def ada(client) -> User:
    user = User.objects.create(username="ada", email="ada@league.example", password="the digest of one")
    has_verified(user)
    client.force_login(user)
    return user


def test_a_subscriber_gets_the_head_once_a_week_with_its_file(client, ada):
    client.post(SUBSCRIBE, {"days": "7"})
    assert (write_head_letters(), write_head_letters()) == (1, 0)
    send_mail_notices()
    (letter,) = mail.outbox
    (attached,) = letter.attachments
    assert letter.to == ["ada@league.example"]
    assert read_head(attached[1]).statement["tree_root"] in letter.body
    HeadSubscription.objects.update(next_at=timezone.now())
    assert write_head_letters() == 1


def test_the_link_in_the_letter_ends_it_without_signing_in(client, ada):
    client.post(SUBSCRIBE, {"days": "1"})
    write_head_letters()
    send_mail_notices()
    client.logout()
    link = reverse("head_subscription_end", args=[HeadSubscription.objects.get().token])
    assert link in mail.outbox[0].body
    assert "No more heads?" in client.get(link).content.decode()
    assert HeadSubscription.objects.exists()
    assert "Done." in client.post(link).content.decode()
    assert not HeadSubscription.objects.exists()
    assert client.get(link).status_code == 200


def test_an_address_that_nobody_has_verified_gets_nothing(client, ada):
    EmailAddress.objects.update(verified=False)
    page = client.post(SUBSCRIBE, {"days": "1"}, follow=True)
    assert "Verify your e-mail address first" in page.content.decode()
    assert not HeadSubscription.objects.exists()


def test_another_period_is_refused(client, ada):
    page = client.post(SUBSCRIBE, {"days": "2"}, follow=True)
    assert "Choose every day or every week" in page.content.decode()


def test_a_subscription_is_changed_and_ended_on_the_page(client, ada):
    client.post(SUBSCRIBE, {"days": "7"})
    client.post(SUBSCRIBE, {"days": "1"})
    assert HeadSubscription.objects.get().days == 1
    client.post(SUBSCRIBE, {"days": "1", "end": "1"})
    assert not HeadSubscription.objects.exists()


def test_a_mail_server_that_is_away_gets_it_later(client, ada, settings):
    client.post(SUBSCRIBE, {"days": "1"})
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    write_head_letters()
    send_mail_notices()
    assert MailNotice.objects.get().status == MailNotice.WAITING
    assert "The last letter could not be sent" in client.get(reverse("head_list")).content.decode()


def test_a_letter_that_waits_is_not_sent_once_its_reader_wants_no_more(client, ada):
    client.post(SUBSCRIBE, {"days": "1"})
    write_head_letters()
    client.post(SUBSCRIBE, {"end": "1"})
    send_mail_notices()
    assert MailNotice.objects.get().status == MailNotice.FAILED
    assert not mail.outbox
