"""A photo stays with the report that was read from it: for its table and the organisers, as long as the league says."""

from datetime import timedelta
from io import BytesIO
from json import loads
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone
from PIL import Image

from games.models import Sheet
from league.models import LedgerEntry, Round, Table, TableReport
from league.models.organisation import Role
from league.tournaments.tables.queries.links import table_path
from tests.factories.compass_sheets import cards_form
from tests.factories.people import a_member, an_organiser
from tests.factories.phones import a_phone, send_report
from tests.factories.tables import a_table, seat
from tests.factories.tournaments import a_round

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

from league.accounts.queries.own_data import own_data
from league.accounts.services.farewell import forget_person
from league.photo.models import ReadCount, SheetPhoto
from league.photo.services.photos import MOST_AT_A_TABLE, forget_photos, keep_for
from league.site.queries.retention import retention
from tests.photos.tables import a_photo, with_place

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table()


@pytest.fixture
def ada(table: Table) -> Client:
    return a_phone(table, 1)


def photographs(phone: Client, table: Table, seed: int = 5):
    content, _cards = a_photo(table_path(table), seed)
    file = SimpleUploadedFile("sheet.jpg", with_place(content), "image/jpeg")
    return phone.post(f"{table_path(table)}photo/", {"photo": file})


def sends(phone: Client, table: Table, key: str = "of-the-phone") -> SheetPhoto:
    """The report of the first phone, and the photo that stays with it."""
    assert send_report(phone, table, {"seat": 1, "figures": cards_form()}, key=key).status_code == 201
    return SheetPhoto.objects.get(report=TableReport.objects.get(key=key))


def another(table: Table) -> Table:
    """Seat the same people at a table of the next round."""
    Round.objects.filter(pk=table.round_id).update(status=Round.ENDED, ended_at=timezone.now())
    entries = [seat.entry for seat in table.seats.select_related("entry")]
    made = a_round(table.round.stage, entries, status=Round.RUNNING, number=2)
    return made.tables.select_related("round__stage__tournament__season__league").get()


def path_of(photo: SheetPhoto) -> str:
    return f"{table_path(photo.table)}photo/{photo.pk}/"


def owner(table: Table, number: int) -> User:
    return User.objects.get(pk=seat(table, number).entry.character.owner_id)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_it_stays_with_what_the_phone_sends_without_what_the_camera_wrote(table, ada):
    photographs(ada, table)
    unsent = SheetPhoto.objects.get()
    assert ada.get(path_of(unsent)).status_code == 404, "nobody sees what was not sent"
    photo = sends(ada, table)
    assert (photo.pk, photo.device, photo.read) == (unsent.pk, "", {})
    with Image.open(BytesIO(bytes(photo.content))) as kept:
        assert kept.format == "JPEG" and not kept.getexif() and "comment" not in kept.info


def test_its_table_and_the_organisers_see_it_and_nobody_else(table, ada):
    photographs(ada, table)
    photo = sends(ada, table)
    season = table.round.stage.tournament.season
    may = [ada, a_phone(table, 2), signed_in(owner(table, 3)), signed_in(an_organiser(season))]
    for viewer in may:
        answer = viewer.get(path_of(photo))
        assert (answer.status_code, answer.content) == (200, bytes(photo.content))
        assert answer.headers["Cache-Control"] == "private, no-store"
    keeper = signed_in(a_member(season, "kim", Role.SCORE_KEEPER))
    for stranger in (Client(), a_phone(table), signed_in(a_member(season, "pia")), keeper):
        assert stranger.get(path_of(photo)).status_code == 404
    page = table.get_absolute_url()
    assert path_of(photo) in ada.get(table_path(table)).text
    assert path_of(photo) in may[2].get(page).text and path_of(photo) in may[3].get(page).text
    assert "photo/" not in Client().get(page).text and path_of(photo) not in Client().get(table_path(table)).text
    later = another(table)
    ada.post(table_path(later), {"go": "claim", "seat": 1})
    assert ada.get(path_of(photo).replace(table_path(table), table_path(later))).status_code == 404


def test_crops_stand_in_the_form_of_the_phone_that_took_it_until_it_has_sent(table, ada):
    assert photographs(ada, table).text.count('class="crop"') >= 4
    assert 'class="crop"' in ada.get(table_path(table)).text
    assert 'class="crop"' in ada.post(table_path(table), {"go": "check", "seat-1-cards": "x"}).text
    assert 'class="crop"' not in a_phone(table, 2).get(table_path(table)).text
    photographs(ada, table, seed=3)
    assert SheetPhoto.objects.count() == 1, "the last one counts"
    sends(ada, table)
    assert 'class="crop"' not in ada.get(table_path(table) + "?enter=1").text


def test_a_phone_without_a_seat_leaves_nothing_and_a_table_no_more_than_so_many(table, ada):
    photographs(a_phone(table), table)
    assert not SheetPhoto.objects.exists()
    photographs(ada, table)
    first = sends(ada, table)
    for number in range(MOST_AT_A_TABLE - 1):
        values = {"key": str(number), "sheet": {}, "digest": "", "replaced_at": timezone.now()}
        report = TableReport.objects.create(table=table, seat=seat(table, 1), **values)
        SheetPhoto.objects.create(table=table, report=report, content=b"x")
    bo = a_phone(table, 2)
    photographs(bo, table)
    assert SheetPhoto.objects.filter(pk=first.pk).exists()
    assert send_report(bo, table, {"seat": 2, "figures": cards_form()}, key="of-bo").status_code == 201
    assert SheetPhoto.objects.count() == MOST_AT_A_TABLE and not SheetPhoto.objects.filter(pk=first.pk).exists()


def confirmed_days_ago(table: Table, days: int) -> None:
    Sheet.objects.filter(game__table=table).update(confirmed_at=timezone.now() - timedelta(days=days))


def test_it_goes_so_many_days_after_the_result_was_confirmed_as_the_league_says(table, ada):
    photographs(ada, table)
    sends(ada, table)
    confirmed_days_ago(table, 89)
    forget_photos()
    assert SheetPhoto.objects.exists()
    league = table.round.stage.tournament.season.league
    keep_for(league=league, days=100, by=an_organiser(table.round.stage.tournament.season))
    confirmed_days_ago(table, 91)
    forget_photos()
    assert SheetPhoto.objects.exists()
    keep_for(league=league, days=30, by=an_organiser(table.round.stage.tournament.season))
    forget_photos()
    assert not SheetPhoto.objects.exists() and TableReport.objects.exists()


def test_without_a_setting_it_is_90_days_and_what_was_not_sent_a_day(table, ada):
    photographs(ada, table)
    sends(ada, table)
    confirmed_days_ago(table, 91)
    later = another(table)
    photographs(a_phone(later, 1), later)
    SheetPhoto.objects.filter(report=None).update(taken_at=timezone.now() - timedelta(hours=23))
    forget_photos()
    assert SheetPhoto.objects.get().report is None
    SheetPhoto.objects.update(taken_at=timezone.now() - timedelta(hours=25))
    forget_photos()
    assert not SheetPhoto.objects.exists()
    assert any("photo" in str(kept.what) and "90 days" in str(kept.how_long) for kept in retention())


def test_a_dispute_keeps_its_photo_for_a_year(table, ada):
    photographs(ada, table)
    photo = sends(ada, table)
    Sheet.objects.filter(game__table=table).update(confirmed_at=None)
    for days, there in ((300, True), (366, False)):
        SheetPhoto.objects.update(taken_at=timezone.now() - timedelta(days=days))
        forget_photos()
        assert SheetPhoto.objects.filter(pk=photo.pk).exists() is there


def test_a_league_that_keeps_none_has_only_the_counts(table, ada):
    season = table.round.stage.tournament.season
    keep_for(league=season.league, days=0, by=an_organiser(season))
    photographs(ada, table)
    assert send_report(ada, table, {"seat": 1, "figures": cards_form()}).status_code == 201
    assert not SheetPhoto.objects.exists() and ReadCount.objects.exists()


def test_it_is_in_the_own_data_and_goes_with_the_person(table, ada):
    photographs(ada, table)
    photo = sends(ada, table)
    person = owner(table, 1)
    with ZipFile(own_data(person)) as archive:
        (row,) = loads(archive.read("json/photos_of_sheets.json"))
        assert archive.read(f"photos/{row['id']}.jpg") == bytes(photo.content)
    assert row["table"] == table.pk and row["report"] == photo.report_id
    forget_person(user=owner(table, 2), label="Former player")
    assert SheetPhoto.objects.exists()
    forget_person(user=person, label="Former player")
    assert not SheetPhoto.objects.exists() and TableReport.objects.exists()


def test_a_report_can_go_from_a_database_whose_site_leaves_this_app_out(table, ada):
    photographs(ada, table)
    report = sends(ada, table).report
    TableReport.objects.filter(pk=report.pk)._raw_delete(using="default")
    connection.check_constraints()
    Table.objects.filter(pk=table.pk).update(game=None)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM league_tableseat WHERE table_id = %s", [table.pk])
        cursor.execute("DELETE FROM league_table WHERE id = %s", [table.pk])
    connection.check_constraints()
    forget_photos()
    assert not SheetPhoto.objects.exists()


def test_organisers_see_how_often_people_changed_what_was_read(table, ada):
    _content, cards = a_photo(table_path(table))
    photographs(ada, table)
    read = SheetPhoto.objects.get().read["fields"]
    sure = [f"seat-{number}-cards" for number in cards if read.get(f"seat-{number}-cards", ["", False])[1]]
    sends(ada, table)
    counted = ReadCount.objects.get(figure="cards")
    entered = cards_form()
    assert (counted.sure, counted.asked) == (len(sure), 4 - len(sure))
    assert counted.changed == sum(entered[name] != read[name][2] for name in sure)
    season = table.round.stage.tournament.season
    page = f"/leagues/{season.league.slug}/photos/"
    olga = signed_in(an_organiser(season))
    text, run = olga.get(page).text, olga.get(f"/leagues/{season.league.slug}/run/").text
    assert "Cards" in text and f'"Filled in">{counted.sure}<' in text and page in run
    assert signed_in(a_member(season, "pia")).get(page).status_code == 403
    assert Client().get(page).status_code == 302
    assert olga.post(page, {"days": "731"}).status_code == 422
    assert olga.post(page, {"days": "30"}).status_code == 302
    assert LedgerEntry.objects.filter(kind="league_changed", about__days=30).exists()
