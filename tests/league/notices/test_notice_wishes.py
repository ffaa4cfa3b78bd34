"""How a person wants to be told: by kind and way, not in quiet hours, and once a week."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.models import League, MailNotice, MailWish, Notice, NoticeWish
from league.notices.rules.notices import KINDS, QuietHours, due_at, goes_by
from league.notices.services.mail import send_mail_notices
from league.notices.services.outbox import tell_events
from league.notices.services.wishes import set_notice_wish, write_digests
from tests.factories.notices import happened
from tests.factories.pages import text
from tests.factories.people import with_mail
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db
NIGHT = QuietHours(22, 8, "Europe/London")


@pytest.fixture
def ada(client: Client) -> User:
    (entry,) = entered(a_tournament(), 1)
    with_mail(entry)
    user = User.objects.get()
    client.force_login(user)
    return user


def move_up(owner: User) -> None:
    entry = owner.characters.get().entries.get()
    happened(entry.tournament, "moved_up", entries=[entry.pk])
    tell_events()


def on(hour: int, minute: int = 0, *, month: int = 1, day: int = 10) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("quiet", "now", "over"),
    [
        (NIGHT, on(21, 59), None),
        (NIGHT, on(22), on(8, day=11)),
        (NIGHT, on(23, 30), on(8, day=11)),
        (NIGHT, on(0, 5), on(8)),
        (NIGHT, on(8), None),
        (NIGHT, on(21, 30, month=7), on(7, month=7, day=11)),
        (QuietHours(9, 17, "UTC"), on(12), on(17)),
        (QuietHours(9, 17, "UTC"), on(17), None),
        (QuietHours(20, 0, "UTC"), on(23), on(0, day=11)),
    ],
)
def test_quiet_hours_end_by_the_clock_of_their_zone(quiet: QuietHours, now: datetime, over: datetime | None):
    assert quiet.over_at(now) == over


def test_where_the_clock_skips_the_hour_they_still_end_in_the_morning():
    spring = QuietHours(22, 2, "Europe/Berlin")  # 29 March 2026: 2:00 is 3:00
    over = spring.over_at(on(0, 30, month=3, day=29))
    assert over == on(1, month=3, day=29)


@pytest.mark.parametrize(("kind", "waits"), [("promotion", True), ("seat", False), ("referee", False)])
def test_what_is_of_use_now_alone_does_not_wait(kind: str, waits: bool):
    assert (due_at(kind, on(23), NIGHT) > on(23)) is waits


def test_every_kind_goes_its_usual_ways_until_the_reader_decides():
    assert {kind for kind in KINDS if not goes_by("mail", kind, {})} == {"result", "confirm", "comment", "entrant"}
    assert all(goes_by("push", kind, {}) for kind in KINDS)
    assert goes_by("mail", "result", {"result": ["mail"]}) and not goes_by("push", "result", {"result": ["mail"]})


def boxes(**more: str) -> dict[str, str]:
    """The form as a browser sends it: nothing by e-mail but promotions."""
    return {"mail-promotion": "on", "push-seat": "on", "quiet_from": "", "quiet_until": "", "zone": "UTC"} | more


def test_the_boxes_of_the_page_are_kept_and_shown_again(client: Client, ada: User):
    page = text(client.post(reverse("notices_wish"), boxes(quiet_from="22", quiet_until="8", digest="on"), follow=True))
    wish = NoticeWish.objects.get()
    assert (wish.user, wish.quiet_from, wish.quiet_until) == (ada, 22, 8)
    assert wish.ways["promotion"] == ["mail"] and wish.ways["seat"] == ["push"] and wish.ways["entry"] == []
    assert wish.digest_at is not None
    assert "It applies to what happens from now on." in page
    assert 'value="22" selected' in page


@pytest.mark.parametrize(
    ("amount", "promotion", "turn"),
    [("nothing", [], []), ("waiting", [], ["mail", "push"]), ("everything", ["mail", "push"], ["mail", "push"])],
)
def test_one_button_says_how_much_is_sent_and_keeps_the_quiet_hours(client, ada: User, amount, promotion, turn):
    client.post(reverse("notices_wish"), boxes(quiet_from="22", quiet_until="8", digest="on"))
    page = text(client.post(reverse("notices_wish"), {"amount": amount}, follow=True))
    wish = NoticeWish.objects.get()
    assert (wish.ways["promotion"], wish.ways["turn"]) == (promotion, turn)
    assert (wish.quiet_from, wish.quiet_until, wish.zone) == (22, 8, "UTC") and wish.digest_at is not None
    assert f'value="{amount}" aria-pressed="true"' in page and page.count('aria-pressed="true"') == 1
    assert KIND_BY_KIND not in page


KIND_BY_KIND = 'href="#each-kind" aria-current="true"><span aria-hidden="true">✓</span> Kind by kind<'


def test_who_chose_kind_by_kind_or_not_yet_sees_that_marked(client: Client, ada: User):
    page = text(client.get(reverse("notices_wish")))
    assert KIND_BY_KIND in page and "until you choose" in page and 'aria-pressed="true"' not in page
    client.post(reverse("notices_wish"), boxes())
    page = text(client.get(reverse("notices_wish")))
    assert KIND_BY_KIND in page and "until you choose" not in page and 'aria-pressed="true"' not in page


def test_a_kind_that_is_not_wanted_by_mail_is_in_the_inbox_alone(client: Client, ada: User):
    client.post(reverse("notices_wish"), boxes())
    move_up(ada)
    assert Notice.objects.count() == 1 and not MailNotice.objects.exists()


@pytest.mark.parametrize(
    ("hours", "sentence"),
    [
        ({"quiet_from": "22"}, "Choose both hours, or neither."),
        ({"quiet_until": "7"}, "Choose both hours, or neither."),
        ({"quiet_from": "7", "quiet_until": "7"}, "begin and end at different hours"),
        ({"quiet_from": "25", "quiet_until": "7"}, "Select a valid choice"),
        ({"zone": "Mars/North"}, "Select a valid choice"),
    ],
)
def test_hours_that_are_none_are_refused_and_change_nothing(client: Client, ada: User, hours, sentence: str):
    answer = client.post(reverse("notices_wish"), boxes(**hours))
    assert answer.status_code == 422 and sentence in text(answer)
    assert "One thing needs correcting. Nothing was changed." in text(answer)
    assert not NoticeWish.objects.exists()


def test_in_quiet_hours_a_letter_waits_until_they_are_over(ada: User):
    hour = timezone.now().hour
    set_notice_wish(user=ada, ways={}, quiet=(hour, (hour + 2) % 24), zone="UTC", digest=False)
    move_up(ada)
    due = MailNotice.objects.get().next_try_at
    assert due.minute == 0 and timedelta(0) < due - timezone.now() <= timedelta(hours=2)
    assert send_mail_notices() == 0 and not mail.outbox


def test_no_kind_or_way_is_made_up(ada: User):
    with pytest.raises(ValidationError, match="no such kind of notice"):
        set_notice_wish(user=ada, ways={"promotion": ["pigeon"]}, quiet=None, zone="UTC", digest=False)


def due_digest(user: User) -> NoticeWish:
    return NoticeWish.objects.create(user=user, digest_at=timezone.now() + timedelta(minutes=1))


def test_the_weekly_letter_comes_once_and_says_what_is_new(ada: User):
    wish = due_digest(ada)
    move_up(ada)
    assert write_digests() == 0
    NoticeWish.objects.update(digest_at=timezone.now())
    assert (write_digests(), write_digests()) == (1, 0)
    letter = MailNotice.objects.latest("pk")
    assert letter.subject.startswith("Your week up to ")
    assert "A place in Spring Open for Ada (new)" in letter.text
    assert letter.text.endswith("http://127.0.0.1:8000/inbox/")
    wish.refresh_from_db()
    assert timedelta(days=6) < wish.digest_at - timezone.now() <= timedelta(days=7)


def test_a_letter_that_comes_late_comes_once_and_leaves_no_week_out(ada: User):
    """The worker was down for ten days over the letter's hour."""
    now, league = timezone.now(), League.objects.get()
    due = now - timedelta(days=10)
    wish = NoticeWish.objects.create(user=ada, digest_at=due)
    for days in (18, 12, 8, 2):
        said = {"subject": f"News of {days} days ago", "text": "It is so.", "link": "/"}
        notice = Notice.objects.create(user=ada, league=league, kind="promotion", key=f"{days}", **said)
        Notice.objects.filter(pk=notice.pk).update(created_at=now - timedelta(days=days))
    assert (write_digests(), write_digests()) == (1, 0)
    told = MailNotice.objects.get(key__startswith="digest").text
    assert [days for days in (18, 12, 8, 2) if f"News of {days} days ago" in told] == [12, 8]
    wish.refresh_from_db()
    assert wish.digest_at == due + timedelta(days=14)
    NoticeWish.objects.update(digest_at=wish.digest_at - timedelta(days=4))
    for notice in Notice.objects.all():
        Notice.objects.filter(pk=notice.pk).update(created_at=notice.created_at - timedelta(days=4))
    assert (write_digests(), write_digests()) == (1, 0)
    told = MailNotice.objects.filter(key__startswith="digest").latest("pk").text
    assert [days for days in (18, 12, 8, 2) if f"News of {days} days ago" in told] == [2]


def test_a_week_without_news_brings_no_letter(ada: User):
    NoticeWish.objects.create(user=ada, digest_at=timezone.now())
    assert write_digests() == 1
    assert not MailNotice.objects.exists()


def test_who_ended_e_mail_gets_no_weekly_letter(ada: User):
    due_digest(ada)
    move_up(ada)
    MailWish.objects.update(wanted=False)
    NoticeWish.objects.update(digest_at=timezone.now())
    write_digests()
    assert MailNotice.objects.count() == 1


def test_the_weekly_letter_has_the_link_that_ends_it(ada: User):
    due_digest(ada)
    move_up(ada)
    NoticeWish.objects.update(digest_at=timezone.now())
    write_digests()
    while send_mail_notices():
        pass
    assert "List-Unsubscribe" in mail.outbox[-1].extra_headers
