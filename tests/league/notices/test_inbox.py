"""The bell and the inbox: what is new, for its reader alone, read without a script."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.models import League, Notice
from tests.factories.pages import text
from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return a_season().league


@pytest.fixture
def ada(client: Client) -> User:
    user = User.objects.create(username="ada")
    client.force_login(user)
    return user


def noticed(user: User, league: League, number: int = 1, **fields) -> Notice:
    said = {"kind": "promotion", "subject": f"News {number}", "text": "Well done.", "link": "/seasons/"} | fields
    return Notice.objects.create(user=user, league=league, key=f"test-{number}", **said)


def test_the_bell_of_every_page_says_how_many_are_unread(client: Client, ada: User, league: League):
    assert 'aria-label="Notices"' in text(client.get("/seasons/"))
    for number in range(3):
        noticed(ada, league, number)
    noticed(ada, league, 4, read_at=timezone.now())
    noticed(User.objects.create(username="bo"), league, 5)
    assert 'aria-label="Notices, 3 unread"' in text(client.get("/seasons/"))


def test_more_than_99_are_not_counted(client: Client, ada: User, league: League):
    for number in range(120):
        noticed(ada, league, number)
    assert "99+" in text(client.get("/seasons/"))


def test_a_stranger_has_no_bell(client: Client):
    assert 'class="bell"' not in text(client.get("/seasons/"))


def test_opening_a_notice_marks_it_as_read_and_leads_to_its_page(client: Client, ada: User, league: League):
    notice = noticed(ada, league)
    assert f'href="/inbox/{notice.pk}/"' in text(client.get(reverse("notice_list")))
    assert client.get(reverse("notice_open", args=[notice.pk])).url == "/seasons/"
    assert Notice.objects.get().read_at is not None


def test_a_notice_is_marked_as_read_without_leaving_the_inbox(client: Client, ada: User, league: League):
    notice = noticed(ada, league)
    answer = client.post(reverse("notice_open", args=[notice.pk]), {"stay": "1"})
    assert answer.url == reverse("notice_list")
    assert Notice.objects.get().read_at is not None


def test_all_are_marked_but_what_came_after_the_page_was_shown(client: Client, ada: User, league: League):
    seen, later = noticed(ada, league, 1), noticed(ada, league, 2)
    client.post(reverse("notice_list"), {"until": seen.pk})
    assert list(Notice.objects.filter(read_at=None)) == [later]


@pytest.mark.parametrize("until", ["", "x", "9" * 30, "-1"])
def test_a_form_that_says_nothing_marks_nothing(client: Client, ada: User, league: League, until: str):
    noticed(ada, league)
    page = text(client.post(reverse("notice_list"), {"until": until}, follow=True))
    assert "Nothing was marked" in page
    assert Notice.objects.filter(read_at=None).exists()


def test_nobody_opens_or_sees_the_notices_of_somebody_else(client: Client, ada: User, league: League):
    notice = noticed(User.objects.create(username="bo"), league, subject="For Bo alone")
    assert "For Bo alone" not in text(client.get(reverse("notice_list")))
    assert client.get(reverse("notice_open", args=[notice.pk])).status_code == 404
    assert Notice.objects.get().read_at is None


def test_what_others_wrote_is_text_in_the_inbox(client: Client, ada: User, league: League):
    noticed(ada, league, subject="<script>1</script>", text="<b>bold</b>")
    page = text(client.get(reverse("notice_list")))
    assert "<script>1" not in page and "<b>bold" not in page


def test_an_empty_inbox_says_what_will_be_in_it(client: Client, ada: User):
    assert "Nothing yet" in text(client.get(reverse("notice_list")))


def test_the_queries_of_the_inbox_do_not_grow_with_the_notices(client: Client, ada: User, league: League):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("notice_list"))
        return len(captured)

    noticed(ada, league, 0)
    few = queries()
    for number in range(1, 20):
        noticed(ada, league, number)
    assert queries() == few
