import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.urls import reverse

from league.models import MailNotice, MailWish
from league.notices.services.mail import send_mail_notices
from league.notices.services.outbox import tell_events
from tests.factories.notices import happened
from tests.factories.pages import text
from tests.factories.people import with_mail
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    """Has got one notice, and can get more."""
    (entry,) = entered(a_tournament(), 1)
    with_mail(entry)
    move_up(entry.character.owner)
    return User.objects.get()


def move_up(owner: User) -> None:
    entry = owner.characters.get().entries.get()
    happened(entry.tournament, "moved_up", entries=[entry.pk])
    tell_events()
    send_mail_notices()


def link() -> str:
    """The address in the newest letter, without the site's."""
    end = mail.outbox[-1].extra_headers["List-Unsubscribe"].strip("<>")
    return end.removeprefix("http://127.0.0.1:8000")


def test_opening_the_link_ends_nothing_and_asks(client: Client, ada: User):
    page = text(client.get(link()))
    assert "No more notices?" in page and "End the notices" in page
    move_up(ada)
    assert len(mail.outbox) == 2


def test_whoever_has_the_link_ends_the_notices_without_signing_in(client: Client, ada: User):
    assert "will get no more notices" in text(client.post(link()))
    move_up(ada)
    assert len(mail.outbox) == MailNotice.objects.count() == 1
    assert "will get no more notices" in text(client.get(link()))


def test_a_mail_program_ends_them_with_one_click(ada: User):
    """RFC 8058: a POST with this body, no cookies, no token of a form, no redirect."""
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(
        link(), "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded", secure=True
    )
    assert answer.status_code == 200
    assert not MailWish.objects.get(user=ada).wanted


def test_a_link_that_is_none_ends_nothing(client: Client, ada: User):
    assert client.post(reverse("notices_end", args=["guessed"])).status_code == 404
    assert MailWish.objects.get(user=ada).wanted


def test_with_the_account_they_are_turned_on_again(client: Client, ada: User):
    client.post(link())
    client.force_login(ada)
    page = text(client.get(reverse("notices_wish")))
    assert "You get no notices." in page
    client.post(reverse("notices_wish"), {"wanted": "yes"})
    assert "They go to ada@league.example." in text(client.get(reverse("notices_wish")))
    move_up(ada)
    assert len(mail.outbox) == 2


def test_they_are_turned_off_with_the_account_before_the_first_one(client: Client):
    (entry,) = entered(a_tournament(), 1)
    with_mail(entry)
    client.force_login(User.objects.get())
    page = text(client.post(reverse("notices_wish"), {"wanted": "no"}, follow=True))
    assert "You will get no more notices by e-mail." in page
    move_up(entry.character.owner)
    assert not mail.outbox


def test_the_page_of_notices_is_one_of_the_account_and_for_who_is_signed_in(client: Client, ada: User):
    url = reverse("notices_wish")
    assert reverse("account_login") in client.get(url).url
    User.objects.update(email="")
    client.force_login(ada)
    page = text(client.get(url))
    assert "Your account has no e-mail address" in page
    assert url in text(client.get(reverse("account_change_password")))
