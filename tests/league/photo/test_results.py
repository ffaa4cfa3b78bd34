"""A printed sheet of a season's game, or a blank one, fills the form for a result in, and stays with what was sent."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from characters.models import Character
from games.models import Sheet
from league.handbook.queries.papers import blank_paper
from league.models import Season
from league.models.organisation import Role
from tests.factories.pages import inputs
from tests.factories.people import a_member, an_organiser, owner_of

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

from games.rules.systems import SYSTEMS
from league.photo.models import ReadCount, SheetPhoto
from league.photo.services.photos import forget_photos, keep_for
from tests.photos.tables import SEATS, SYSTEM, a_photo, a_photo_of_all

pytestmark = pytest.mark.django_db
FORM = reverse("result_enter")


@pytest.fixture
def people(cast) -> list[Character]:
    return list(vars(cast).values())[:SEATS]


@pytest.fixture
def olga(season) -> Client:
    return signed_in(an_organiser(season))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def link_on_paper(season: Season | None) -> str:
    return blank_paper(SYSTEMS[SYSTEM], SEATS, season, "").link


def typed(season: Season, people: list[Character], **changes: str) -> dict[str, str]:
    form = {"system": SYSTEM, "season": season.slug, "token": "t", "edition": "london", "played_at": "2026-01-06T18:00"}
    return form | {f"seat-{at}-character": str(who.pk) for at, who in enumerate(people, 1)} | changes


def photographs(client: Client, form: dict[str, str], path: str, seed: int = 5):
    content, cards = a_photo(path, seed)
    file = SimpleUploadedFile("sheet.jpg", content, "image/jpeg")
    return client.post(f"{FORM}photo/", form | {"photo": file}), cards


@pytest.mark.parametrize("blank", [True, False])
def test_it_fills_the_figures_in_and_stays_with_the_version_that_is_sent(olga, season, people, blank):
    page, cards = photographs(olga, typed(season, people), link_on_paper(None if blank else season))
    form = dict(inputs(page))
    read = {seat: form[f"seat-{seat}-cards"] for seat in cards}
    assert page.status_code == 200 and "read from the photo" in page.text and page.text.count('class="crop"') >= SEATS
    assert any(read.values()) and all(value in ("", cards[seat]) for seat, value in read.items())
    assert [form[f"seat-{at}-character"] for at in cards] == [str(who.pk) for who in people], "which nobody guesses"
    assert f'action="{FORM}"' in page.text and not Sheet.objects.exists(), "a person looks at it first"
    sent = form | {f"seat-{seat}-cards": count for seat, count in cards.items()}
    assert 'class="crop"' in olga.post(FORM, sent | {"go": "figures"}).text
    photo = SheetPhoto.objects.get()
    game = olga.post(FORM, sent | {"go": "send"}).url
    photo.refresh_from_db()
    assert (photo.sheet, photo.device, photo.read) == (Sheet.objects.get(), "", {})
    assert ReadCount.objects.get(figure="cards").changed == 0
    assert f"{game}photo/{photo.pk}/" in olga.get(game).text


def test_its_seats_and_the_organisers_see_it_as_long_as_the_league_keeps_it(olga, season, people):
    page, cards = photographs(olga, typed(season, people), link_on_paper(season))
    sent = dict(inputs(page)) | {f"seat-{seat}-cards": count for seat, count in cards.items()}
    game = olga.post(FORM, sent | {"go": "send"}).url
    photo = SheetPhoto.objects.get()
    path = f"{game}photo/{photo.pk}/"
    for viewer in (olga, signed_in(owner_of(people[2]))):
        answer = viewer.get(path)
        assert (answer.status_code, answer.content) == (200, bytes(photo.content))
        assert answer.headers["Cache-Control"] == "private, no-store"
    stranger = signed_in(a_member(season, "pia"))
    assert stranger.get(path).status_code == 404 and path not in stranger.get(game).text
    assert Client().get(path).status_code == 302 and path not in Client().get(game).text
    keep_for(league=season.league, days=30, by=owner_of(people[0]))
    for days, there in ((29, True), (31, False)):
        Sheet.objects.update(confirmed_at=timezone.now() - timedelta(days=days))
        forget_photos()
        assert SheetPhoto.objects.exists() is there


def test_others_at_the_table_see_no_crops_of_the_former(olga, season, people):
    page, _cards = photographs(olga, typed(season, people), link_on_paper(season))
    form = dict(inputs(page))
    changed = form | {"seat-1-character": form["seat-2-character"], "seat-2-character": form["seat-1-character"]}
    assert 'class="crop"' not in olga.post(FORM, changed | {"go": "figures"}).text
    assert 'class="crop"' not in olga.post(FORM, form | {"go": "figures", "token": "another"}).text
    SheetPhoto.objects.update(taken_at=timezone.now() - timedelta(hours=25))
    forget_photos()
    assert not SheetPhoto.objects.exists()


def test_the_sheet_of_something_else_is_refused_and_nothing_typed_is_lost(olga, season, people):
    other = Season.objects.create(league=season.league, name="Autumn", slug="autumn")
    for path, why in (
        ("/t/123-abcdefghijklmnopqrst/", "sheet of a table of a tournament"),
        (link_on_paper(other), "sheet of another season"),
    ):
        page, _cards = photographs(olga, typed(season, people) | {"seat-2-cards": "9"}, path)
        assert page.status_code == 422 and why in page.text and dict(inputs(page))["seat-2-cards"] == "9"
    three, _cards = photographs(olga, typed(season, people[:3]), link_on_paper(season))
    assert "has 4 seats, but the form has 3" in three.text
    two = SimpleUploadedFile("two.jpg", a_photo_of_all(*[link_on_paper(season)] * 2), "image/jpeg")
    answer = olga.post(f"{FORM}photo/", typed(season, people) | {"photo": two})
    assert answer.status_code == 422 and "several sheets in the photo" in answer.text
    assert '<details class="disclosure" open>' in answer.text
    assert olga.post(f"{FORM}photo/", typed(season, people)).status_code == 422
    assert not SheetPhoto.objects.exists()


def test_only_who_may_report_in_the_season_reaches_it(season, people):
    stranger = signed_in(a_member(season, "vera", Role.SPECTATOR))
    form = typed(season, people)
    assert stranger.post(f"{FORM}photo/", form).url == FORM
    assert stranger.get(f"{FORM}photo/").url == FORM
    assert Client().post(f"{FORM}photo/", form).status_code == 302


def test_the_database_keeps_a_photo_of_one_thing_alone(olga, season, people):
    photographs(olga, typed(season, people), link_on_paper(season))
    with pytest.raises(IntegrityError):
        SheetPhoto.objects.update(device="")
