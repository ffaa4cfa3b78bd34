"""Notices by e-mail, as they arrive."""

import base64
import json
import smtplib
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.accounts.services.addresses import mark_refused
from league.models import League, MailNotice, MailWish, RefusedAddress
from league.notices.rules.notices import refuses_for_good
from league.notices.services.mail import send_mail_notices, set_mail_wish
from league.notices.services.outbox import tell_events
from league.notices.services.outgoing import MOST_TRIES, forget_old
from league.tasks import see_to_accounts
from tests.factories.notices import due_again, happened
from tests.factories.pages import text
from tests.factories.people import an_organiser, with_mail
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
    REFUSED["ada@league.example"] = smtplib.SMTPRecipientsRefused({"ada@league.example": (552, b"5.2.2 full")})
    assert send_mail_notices() == 2
    assert [letter.to for letter in mail.outbox] == [["bo@league.example"]]
    for _ in range(MOST_TRIES):
        due_again()
        send_mail_notices()
    assert (ada().status, ada().tries) == ("failed", MOST_TRIES)
    assert ada().error.startswith("The mail server refused it:") and "full" in ada().error


UNKNOWN = smtplib.SMTPRecipientsRefused({"ada@league.example": (550, b"5.1.1 no such user here")})


def test_an_address_that_refuses_for_good_gets_no_letter_and_its_person_is_told(client: Client):
    REFUSED["ada@league.example"] = UNKNOWN
    assert send_mail_notices() == 2
    assert (ada().status, ada().tries) == ("failed", 1)
    REFUSED.clear()
    MailNotice.objects.create(user=ada().user, key="another", subject="Another", text="Letter")
    send_mail_notices()
    assert [letter.to for letter in mail.outbox] == [["bo@league.example"]]
    client.force_login(User.objects.get(email="ada@league.example"))
    page = text(client.get("/accounts/email/"))
    assert "refuses our letters" in page and "no such user here" in page and "Give another address" in page
    client.force_login(User.objects.get(email="bo@league.example"))
    assert "refuses our letters" not in text(client.get("/accounts/email/"))


def test_it_gets_letters_again_once_it_is_another_one_or_is_tried_again(client: Client):
    REFUSED["ada@league.example"] = UNKNOWN
    send_mail_notices()
    REFUSED.clear()
    user = User.objects.get(email="ada@league.example")
    client.force_login(user)
    client.post("/accounts/address-again/")
    MailNotice.objects.create(user=user, key="second", subject="Second", text="Letter")
    send_mail_notices()
    assert mail.outbox[-1].subject == "Second"
    mark_refused(user=user, why="550")
    user.email = "ada@elsewhere.example"
    user.save()
    EmailAddress.objects.filter(user=user).update(email=user.email)
    MailNotice.objects.create(user=user, key="third", subject="Third", text="Letter")
    send_mail_notices()
    assert mail.outbox[-1].to == ["ada@elsewhere.example"]


def test_an_address_is_refused_by_the_name_that_it_has_on_the_way():
    User.objects.filter(email="ada@league.example").update(email="ada@bücher.example")
    EmailAddress.objects.filter(email="ada@league.example").update(email="ada@bücher.example")
    on_the_way = {"ada@xn--bcher-kva.example": (550, b"5.1.1 no such user here")}
    REFUSED["ada@bücher.example"] = smtplib.SMTPRecipientsRefused(on_the_way)
    assert send_mail_notices() == 2
    assert RefusedAddress.objects.get().email == "ada@bücher.example"


def test_a_refused_address_is_forgotten_once_it_is_another_one():
    user = ada().user
    mark_refused(user=user, why="550")
    see_to_accounts()
    assert RefusedAddress.objects.exists()
    User.objects.filter(pk=user.pk).update(email="ada@elsewhere.example")
    see_to_accounts()
    assert not RefusedAddress.objects.exists()


def test_organisers_read_how_many_letters_reach_and_never_whom(client: Client):
    league = League.objects.get()
    client.force_login(an_organiser(league.seasons.get()))
    members = f"/leagues/{league.slug}/members/"
    assert "refuses letters" not in text(client.get(members))
    mark_refused(user=ada().user, why="550")
    page = text(client.get(members))
    assert "1 member has an address that refuses letters" in page and "league.example" not in page


@pytest.mark.parametrize(
    ("code", "words", "for_good"),
    [
        (550, "5.1.1 no such user", True),
        (550, "5.1.10 this domain takes no mail", True),
        (553, "5.1.3 bad address", True),
        (550, "5.2.1 the mailbox is switched off", True),
        (550, "no such user here", True),
        (551, "user not local", True),
        (550, "5.7.1 looks like spam", False),
        (552, "5.2.2 the mailbox is full", False),
        (554, "5.7.1 your network is blocked", False),
        (554, "transaction failed", False),
        (450, "4.2.1 try again later", False),
        (450, "greylisted", False),
    ],
)
def test_only_what_will_not_change_is_for_good(code: int, words: str, for_good: bool):
    assert refuses_for_good(code, words) is for_good


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


TOKEN = "postmark:a-token-of-twenty-letters"


def report(client: Client, *, token: str = TOKEN, body: object = None, **fields: object) -> int:
    headers = {"Authorization": f"Basic {base64.b64encode(token.encode()).decode()}"}
    told = {"RecordType": "Bounce", "Type": "HardBounce", "Email": "ADA@league.example", **fields}
    content = json.dumps(told if body is None else body)
    return client.post("/mail-reports/", content, content_type="application/json", headers=headers).status_code


@pytest.fixture
def reports(settings) -> None:
    settings.MAIL_REPORTS, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": TOKEN}


def marked() -> list[str]:
    return list(RefusedAddress.objects.values_list("user__username", flat=True))


def test_a_provider_reports_an_address_that_refuses_for_good(reports, client):
    assert report(client, Description="The mailbox does not exist") == 200
    assert len(marked()) == 1
    assert RefusedAddress.objects.get().why == "The mailbox does not exist"
    assert report(client, Email="nobody@league.example") == 200
    assert len(marked()) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"Type": "SoftBounce"},
        {"Type": "Transient"},
        {"Type": "Blocked"},
        {"RecordType": "SpamComplaint", "Type": "SpamComplaint"},
        {"RecordType": "Delivery"},
        {"Details": "smtp;552 5.2.2 The mailbox is full"},
    ],
)
def test_what_may_arrive_another_time_marks_nothing(reports, client, fields):
    assert report(client, **fields) == 200
    assert marked() == []


@pytest.mark.parametrize("sent", [{"token": "postmark:another"}, {"body": []}, {"body": "x"}, {"body": {"a": 1}}])
def test_a_report_without_the_token_or_of_another_form_changes_nothing(reports, client, sent):
    assert report(client, **sent) in (200, 400)
    assert marked() == []
    assert report(client, token="postmark:another") == 400


def test_without_a_provider_there_is_no_such_address(client):
    assert report(client) == 404
