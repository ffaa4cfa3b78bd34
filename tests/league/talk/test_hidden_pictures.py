"""The staff hides a picture and shows it again; who uploaded it is told, and nothing takes its place meanwhile."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client

from characters.models import Character
from league.models import LedgerEntry, MailNotice, Report
from league.people.services.pictures import upload_picture, withdraw_picture
from league.talk.services import report_page
from tests.factories.friday_club import FridayClub
from tests.factories.pictures import a_picture

pytestmark = pytest.mark.django_db
STAFF = "/moderation/"


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create(username="root", is_staff=True))
    return client


@pytest.fixture
def report(club: FridayClub) -> Report:
    upload_picture(character=club.overtime, content=a_picture(), by=club.ada)
    return report_page(page="/characters/ada-overtime/", why="A rude picture", by=club.dev)


def hide(staff: Client, club: FridayClub, report: Report | None = None, why: str = "Rude"):
    asked = {"hide_picture": club.overtime.pk, "why": why} | ({"report": report.pk} if report else {})
    return staff.post(STAFF, asked, follow=True).content.decode()


def test_the_staff_hides_the_picture_that_a_report_is_about(staff: Client, club: FridayClub, report: Report):
    address = f"/characters/ada-overtime/picture/{Character.objects.get(pk=club.overtime.pk).picture}.jpg"
    assert f'name="hide_picture" value="{club.overtime.pk}"' in " ".join(staff.get(STAFF).content.decode().split())
    assert "is hidden; the drawing is shown instead" in hide(staff, club, report)

    assert Client().get(address).status_code == 404
    assert '<svg class="portrait' in Client().get("/characters/ada-overtime/").content.decode()
    report.refresh_from_db()
    assert report.decision == Report.HIDDEN
    assert "Rude" in MailNotice.objects.get(user=club.ada).text
    assert LedgerEntry.objects.get(kind="moderated").text.endswith("was hidden: Rude")


def test_nothing_takes_the_place_of_a_hidden_picture(staff: Client, club: FridayClub, report: Report):
    hide(staff, club, report)

    with pytest.raises(ValidationError, match="has hidden the picture"):
        upload_picture(character=club.overtime, content=a_picture(colour=(1, 2, 3)), by=club.ada)
    with pytest.raises(ValidationError, match="no picture to take away"):
        withdraw_picture(character=club.overtime, by=club.ada)
    client = Client()
    client.force_login(club.ada)
    assert "The staff of this site has hidden" in client.get("/characters/ada-overtime/picture/").content.decode()


def test_a_hidden_picture_is_shown_again(staff: Client, club: FridayClub, report: Report):
    before = Character.objects.get(pk=club.overtime.pk).picture
    hide(staff, club)
    page = staff.post(STAFF, {"show_picture": club.overtime.pk}, follow=True).content.decode()

    assert "is shown again" in page
    assert Character.objects.get(pk=club.overtime.pk).picture == before
    assert (
        "has no picture that is hidden"
        in staff.post(STAFF, {"show_picture": club.overtime.pk}, follow=True).content.decode()
    )


def test_a_picture_is_not_hidden_without_a_reason_and_not_twice(staff: Client, club: FridayClub, report: Report):
    assert "Give a reason" in hide(staff, club, why=" ")
    hide(staff, club)
    assert "no visible picture" in hide(staff, club)
