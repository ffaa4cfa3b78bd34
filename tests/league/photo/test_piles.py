"""A pile of photos: a referee uploads them together, a worker reads them, and a person decides table by table."""

from datetime import timedelta
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from PIL import Image

from games.models import Sheet
from league.models import Round, Table
from league.models.organisation import Role
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.rules import CONFIRMED, OPEN
from tests.factories.compass_sheets import cards_form
from tests.factories.halls import is_back, taken_along
from tests.factories.people import a_member, an_organiser
from tests.factories.phones import a_phone
from tests.factories.tables import a_table, now, played_table, seat, tables_of
from tests.factories.tournaments import a_round, a_tournament

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

from league.accounts.services.farewell import forget_person
from league.photo.models import PilePhoto, ReadCount, SheetPhoto
from league.photo.services.photos import forget_photos, keep_for
from league.photo.services.piles import MOST_AT_ONCE, MOST_IN_A_ROUND, MOST_TOGETHER, read_waiting_photos
from tests.photos.tables import a_photo, a_photo_of_all, with_place

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table()


@pytest.fixture
def olga(table: Table) -> Client:
    return signed_in(an_organiser(table.round.stage.tournament.season))


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def pile_at(table: Table) -> str:
    played = table.round
    return f"/tournaments/{played.stage.tournament.slug}/rounds/{played.stage.number}/{played.number}/photos/"


def uploads(client: Client, table: Table, *contents: bytes):
    files = [SimpleUploadedFile(f"{at}.jpg", content, "image/jpeg") for at, content in enumerate(contents, start=1)]
    return client.post(pile_at(table), {"photos": files})


def photo_of(table: Table, seed: int = 5) -> bytes:
    return a_photo(table_path(table), seed)[0]


def read(client: Client, table: Table, *contents: bytes) -> list[PilePhoto]:
    assert uploads(client, table, *contents).status_code == 302
    while read_waiting_photos(seconds=0):
        pass
    return list(PilePhoto.objects.order_by("pk"))


def words(answer) -> str:
    return " ".join(unescape(strip_tags(answer.text)).split())


def test_each_photo_is_a_row_that_waits_then_says_its_table_or_why_not(table, olga):
    season = table.round.stage.tournament.season
    other = a_tournament(season, name="Autumn Open", slug="autumn-open")
    (elsewhere,) = tables_of(other, [seat(table, number).entry for number in (1, 2, 3, 4)])
    contents = (photo_of(table), photo_of(elsewhere), b"GIF89a", a_photo("/t/another/")[0])
    assert uploads(olga, table, *contents).status_code == 302
    waits = olga.get(pile_at(table))
    assert words(waits).count("◌ Waits") == 3 and "1 of 4" in words(waits) and "every 2s" in waits.text
    assert read_waiting_photos(seconds=0) and not read_waiting_photos(seconds=60)
    there, foreign, broken, unknown = PilePhoto.objects.order_by("pk")
    assert there.table == table and there.sure + there.asked >= 4
    answer = olga.get(pile_at(table))
    assert f"Table {table.number} · {there.sure} sure, {there.asked} asked about" in words(answer)
    assert f"{pile_at(table)}{there.pk}/" in answer.text and "every 2s" not in answer.text
    for row, why in (
        (foreign, "another tournament"),
        (broken, "be read as a picture"),
        (unknown, "does not belong to a table of this site"),
    ):
        assert row.status == PilePhoto.REFUSED and why in str(row.reason) and str(row.reason) in words(answer)
    assert now(table).phase == OPEN and not Sheet.objects.exists(), "a picture confirms nothing"


def test_sheets_in_one_photo_are_rows_of_their_own_each_with_its_own_part_of_it(olga, table):
    season = table.round.stage.tournament.season
    (elsewhere,) = tables_of(a_tournament(season, slug="autumn-open"), [seat(table, at).entry for at in (1, 2, 3, 4)])
    paths = (table_path(table), table_path(elsewhere), "/t/another/", table_path(table))
    rows = read(olga, table, a_photo_of_all(*paths))
    assert [(row.status, row.table, row.name) for row in rows] == [
        (PilePhoto.READ, table, "1.jpg (1/4)"),
        (PilePhoto.REFUSED, None, "1.jpg (2/4)"),
        (PilePhoto.REFUSED, None, "1.jpg (3/4)"),
        (PilePhoto.READ, table, "1.jpg (4/4)"),
    ]
    sizes = [Image.open(BytesIO(bytes(row.content))).size for row in rows]
    whole = max(sizes)
    assert sizes[1] == sizes[2] == whole and all(2 * width < 1.3 * whole[0] for width, _height in (sizes[0], sizes[3]))
    assert words(olga.get(pile_at(table))).count(f"Table {table.number} ·") == 2
    phone = a_phone(table, 1)
    photo = SimpleUploadedFile("all.jpg", bytes(rows[1].content), "image/jpeg")
    assert "read from the photo" in phone.post(f"{table_path(table)}photo/", {"photo": photo}).text


def test_a_round_of_a_tournament_in_a_hall_takes_no_photos(table, olga):
    hall = taken_along(table.round.stage.tournament)
    assert "runs in a hall" in words(uploads(olga, table, photo_of(table)))
    assert not PilePhoto.objects.exists()
    is_back(hall)
    uploads(olga, table, photo_of(table))
    assert PilePhoto.objects.exists()


def test_a_row_leads_to_the_form_filled_in_where_a_person_decides_and_then_is_gone(table, olga):
    first, second = read(olga, table, photo_of(table, seed=3), photo_of(table))
    page = f"{pile_at(table)}{first.pk}/"
    form = olga.get(page)
    assert f"{second.sure} figures were read" in words(form), "as many as its row says"
    assert form.text.count('class="crop"') >= 4 and "read from the photo" in words(form)
    for name, (_crop, sure, value, *_others) in second.read["fields"].items():
        assert not sure or f'name="{name}"' not in form.text or f'value="{value}"' in form.text
    figures = {**cards_form(), "go": "figures", "revision": "0", "reason": "On paper"}
    refused = olga.post(page, figures | {"seat-1-cards": "x"})
    assert refused.status_code == 422 and refused.text.count('class="crop"') >= 4
    assert PilePhoto.objects.count() == 2 and now(table).phase == OPEN
    assert olga.post(page, figures).url == pile_at(table)
    assert now(table).phase == CONFIRMED and ReadCount.objects.filter(figure="cards").exists()
    assert not PilePhoto.objects.exists(), "all of the table's are used"


def decides(olga: Client, table: Table, *contents: bytes) -> None:
    photo = read(olga, table, *contents)[0]
    figures = {**cards_form(), "go": "figures", "revision": "0", "reason": "On paper"}
    assert olga.post(f"{pile_at(table)}{photo.pk}/", figures).status_code == 302


def test_the_photos_stay_with_what_was_decided_by_them_as_those_of_a_phone_do(table, olga):
    decides(olga, table, photo_of(table), photo_of(table, seed=3))
    evidence = list(SheetPhoto.objects.order_by("pk"))
    decided = Sheet.objects.get(game__table=table)
    assert [(photo.sheet, photo.report, photo.read) for photo in evidence] == [(decided, None, {})] * 2
    phone, player = a_phone(table, 1), signed_in(seat(table, 2).entry.character.owner)
    for photo in evidence:
        of_table, of_game = f"{table_path(table)}photo/{photo.pk}/", f"/games/{decided.game_id}/photo/{photo.pk}/"
        assert bytes(photo.content) == phone.get(of_table).content == player.get(of_game).content
        assert Client().get(of_table).status_code == 404
        shown_at = (table.get_absolute_url(), f"/tables/{table.pk}/rule/")
        assert all(f'{of_table}">Photo by which the referee decided' in olga.get(page).text for page in shown_at)
    Sheet.objects.update(confirmed_at=timezone.now() - timedelta(days=91))
    forget_photos()
    assert not SheetPhoto.objects.exists()


def test_a_league_that_keeps_none_keeps_none_of_the_pile(table, olga):
    season = table.round.stage.tournament.season
    keep_for(league=season.league, days=0, by=an_organiser(season))
    decides(olga, table, photo_of(table))
    assert not SheetPhoto.objects.exists() and not PilePhoto.objects.exists()


def test_a_table_that_has_a_result_already_is_done_and_not_decided_again(table, olga):
    (photo,) = read(olga, table, photo_of(table))
    played_table(table)
    answer = olga.get(pile_at(table))
    assert "Confirmed" in words(answer) and f'{pile_at(table)}{photo.pk}/"' not in answer.text
    figures = {**cards_form(), "go": "figures", "revision": "0", "reason": "On paper"}
    assert olga.post(f"{pile_at(table)}{photo.pk}/", figures).status_code == 409
    assert Sheet.objects.count() == 1 and PilePhoto.objects.exists()


def test_others_who_sit_there_now_get_no_figures_of_the_former(table, olga):
    (photo,) = read(olga, table, photo_of(table))
    absent = seat(table, 3)
    absent.absent = True
    absent.save()
    answer = olga.get(f"{pile_at(table)}{photo.pk}/", follow=True)
    assert "The players at this table have changed" in words(answer) and 'class="crop"' not in answer.text


def test_the_sheet_of_another_round_of_the_tournament_is_known(table, olga):
    entries = [seat(table, number).entry for number in (1, 2, 3, 4)]
    Round.objects.filter(pk=table.round_id).update(status=Round.ENDED, ended_at=timezone.now())
    later = (
        a_round(table.round.stage, entries, status=Round.DRAFT, number=2)
        .tables.select_related("round__stage__tournament")
        .get()
    )
    (photo,) = read(olga, later, photo_of(table))
    assert photo.table == table and f"Round 1, table {table.number}" in words(olga.get(pile_at(later)))
    _first, draft = read(olga, table, photo_of(later))
    assert draft.status == PilePhoto.REFUSED and "not published" in str(draft.reason)


def test_it_is_kept_without_what_the_camera_wrote_for_those_who_may_referee(table, olga):
    (photo,) = read(olga, table, with_place(photo_of(table)))
    season, own = table.round.stage.tournament.season, f"{pile_at(table)}{photo.pk}/"
    answer = olga.get(f"{own}photo.jpg")
    assert answer.headers["Cache-Control"] == "private, no-store"
    with Image.open(BytesIO(answer.content)) as kept:
        assert kept.format == "JPEG" and not kept.getexif() and "comment" not in kept.info
    for path in (pile_at(table), own, f"{own}photo.jpg"):
        assert signed_in(a_member(season, "pia")).get(path).status_code == 403
        assert Client().get(path).status_code == 302
    of_round = pile_at(table).removesuffix("photos/")
    assert pile_at(table) in olga.get(of_round).text
    assert pile_at(table) not in signed_in(a_member(season, "pia")).get(of_round).text


def test_no_photo_and_too_many_change_nothing(table, olga):
    assert "Choose the photos" in words(uploads(olga, table))
    answer = uploads(olga, table, *[b"x"] * (MOST_AT_ONCE + 1))
    assert answer.status_code == 422 and f"no more than {MOST_AT_ONCE}" in words(answer)
    large = [bytes(MOST_TOGETHER // MOST_AT_ONCE + 1)] * MOST_AT_ONCE
    assert "100 MB together" in words(uploads(olga, table, *large))
    assert not PilePhoto.objects.exists()
    for _time in range(MOST_IN_A_ROUND // MOST_AT_ONCE):
        assert uploads(olga, table, *[b"x"] * MOST_AT_ONCE).status_code == 302
    assert f"{MOST_IN_A_ROUND} photos at a time" in words(uploads(olga, table, b"x"))
    assert PilePhoto.objects.count() == MOST_IN_A_ROUND


def test_a_row_can_be_removed_goes_after_a_day_and_with_its_person(table, olga):
    uploads(olga, table, b"x", b"x", b"x")
    first, second, _third = PilePhoto.objects.order_by("pk")
    keeper = signed_in(a_member(table.round.stage.tournament.season, "pia", Role.PLAYER))
    assert keeper.post(pile_at(table), {"drop": first.pk}).status_code == 403
    assert olga.post(pile_at(table), {"drop": first.pk}).status_code == 302
    assert olga.post(pile_at(table), {"drop": first.pk}).status_code == 404
    PilePhoto.objects.filter(pk=second.pk).update(uploaded_at=timezone.now() - timedelta(hours=25))
    forget_photos()
    (left,) = PilePhoto.objects.all()
    PilePhoto.objects.update(uploaded_at=timezone.now() - timedelta(hours=23))
    forget_photos()
    assert PilePhoto.objects.exists()
    forget_person(user=left.uploaded_by, label="Former organiser")
    assert not PilePhoto.objects.exists()


def test_the_database_holds_no_row_that_was_read_without_a_table(table, olga):
    uploads(olga, table, b"x")
    with pytest.raises(IntegrityError):
        PilePhoto.objects.update(status=PilePhoto.READ)
