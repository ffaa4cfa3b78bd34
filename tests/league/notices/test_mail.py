"""Notices by e-mail, as they arrive."""

import smtplib
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.urls import reverse
from django.utils import timezone

from league.models import MailNotice, MailWish
from league.notices.services.mail import send_mail_notices, set_mail_wish
from league.notices.services.outbox import tell_events
from league.notices.services.outgoing import MOST_TRIES, forget_old
from tests.factories.notices import due_again, happened
from tests.factories.people import with_mail
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db
REFUSED: dict[str, Exception] = {}


class Server(EmailBackend):
    """A mail server that refuses what the test says; the rest is in the outbox."""

    def open(self) -> None:
        if "server" in REFUSED:
            raise REFUSED["server"]

    def send_messages(self, messages: list) -> int:
        for message in messages:
            if message.to[0] in REFUSED:
                raise REFUSED[message.to[0]]
        return super().send_messages(messages)


@pytest.fixture(autouse=True)
def server(settings) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Server"
    settings.SITE_URL = "https://league.example"
    REFUSED.clear()


@pytest.fixture(autouse=True)
def notices(db) -> None:
    """Ada and Bo have moved up in a tournament whose name is a lot of trouble."""
    entries = entered(a_tournament(name='Bo & "Ada"\r\nBcc: all@league.example'), 2)
    with_mail(*entries)
    happened(entries[0].tournament, "moved_up", entries=[entry.pk for entry in entries])
    tell_events()


def ada() -> MailNotice:
    return MailNotice.objects.get(user__email="ada@league.example")


def test_a_notice_arrives_with_a_way_to_end_them():
    assert send_mail_notices() == 2
    letter = mail.outbox[0]
    end = "https://league.example" + reverse("notices_end", args=[MailWish.objects.get(user=ada().user).token])
    assert letter.to == ["ada@league.example"]
    assert letter.subject == 'A place in Bo & "Ada" Bcc: all@league. example for Ada'
    assert letter.extra_headers["List-Unsubscribe"] == f"<{end}>"
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert letter.body.rstrip().endswith(f"No more notices by e-mail: {end}")
    assert 'plays in Bo & "Ada"' in letter.body
    assert list(letter.message().get_all("To")) == ["ada@league.example"] and letter.message()["Bcc"] is None


def test_what_was_sent_is_not_sent_again():
    send_mail_notices()
    due_again()
    assert send_mail_notices() == 0
    assert len(mail.outbox) == 2
    assert {one.status for one in MailNotice.objects.all()} == {"sent"}


def test_a_letter_sent_twice_is_known_by_its_id():
    send_mail_notices()
    MailNotice.objects.update(status="waiting")
    due_again()
    send_mail_notices()
    ids = [letter.extra_headers["Message-ID"] for letter in mail.outbox]
    assert len(ids) == 4 and ids[:2] == ids[2:] and ids[0].endswith("@league.example>")


def test_one_bad_address_does_not_hold_up_the_others():
    REFUSED["ada@league.example"] = smtplib.SMTPRecipientsRefused({"ada@league.example": (550, b"unknown")})
    assert send_mail_notices() == 2
    assert [letter.to for letter in mail.outbox] == [["bo@league.example"]]
    for _ in range(MOST_TRIES):
        due_again()
        send_mail_notices()
    assert (ada().status, ada().tries) == ("failed", MOST_TRIES)
    assert ada().error.startswith("The mail server refused it:") and "unknown" in ada().error


def test_a_server_that_is_away_is_tried_once_and_all_arrive_later():
    REFUSED["server"] = ConnectionRefusedError("refused")
    assert send_mail_notices() == 1
    assert send_mail_notices() == 0
    assert sorted(MailNotice.objects.values_list("tries", flat=True)) == [0, 1]
    REFUSED.clear()
    due_again()
    assert send_mail_notices() == 2
    assert len(mail.outbox) == 2


def test_who_ends_the_notices_gets_none_that_wait():
    set_mail_wish(wish=MailWish.objects.get(user=ada().user), wants_letters=False)
    send_mail_notices()
    assert [letter.to for letter in mail.outbox] == [["bo@league.example"]]
    assert ada().error == "Turned off by the reader."


def test_a_wish_that_changes_while_a_notice_waits_is_honoured():
    MailWish.objects.filter(user=ada().user).update(wanted=False)
    User.objects.filter(email="bo@league.example").update(email="")
    assert send_mail_notices() == 2
    assert not mail.outbox
    assert set(MailNotice.objects.values_list("status", flat=True)) == {"failed"}


def test_old_notices_are_forgotten_and_those_that_wait_are_not():
    REFUSED["ada@league.example"] = smtplib.SMTPDataError(451, b"later")
    send_mail_notices()
    MailNotice.objects.update(created_at=timezone.now() - timedelta(days=91))
    forget_old()
    assert [one.user.email for one in MailNotice.objects.all()] == ["ada@league.example"]
