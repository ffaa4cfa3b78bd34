"""Photos that organisers add to the memories of a tournament."""

from io import BytesIO

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from characters.charts.pictures import MOST_BYTES_OF_PHOTO
from characters.charts.unpacking import LONGEST_SHOWN
from league.accounts.services.farewell import forget_person
from league.clubs.services.leagues import close_league
from league.models import EveningPhoto, LedgerEntry, MailNotice, Report, Tournament
from league.talk.services import hide_league, hide_photo, report_page, show_photo
from league.tournaments.desk.rules.memories import LONGEST_CAPTION, MOST_PHOTOS
from league.tournaments.desk.services.photos import add_photo, caption_photo, remove_photo
from tests.factories.friday_club import FridayClub
from tests.factories.pictures import a_picture
from tests.factories.tournaments import a_tournament

EVENING = "/tournaments/spring-open/evening/"
ADD = f"{EVENING}photos/"
SECRET = b"51.5007 N 0.1246 W"


@pytest.fixture
def over(club: FridayClub) -> Tournament:
    return a_tournament(club.season, status=Tournament.FINISHED)


def added(tournament: Tournament, by: User, *, colour: int = 30, caption: str = "") -> EveningPhoto:
    content = a_picture(colour=(200, colour, 30))
    return add_photo(tournament=tournament, content=content, caption=caption, by=by)


def send(client: Client, content: bytes, name: str = "evening.png", **fields: str):
    return client.post(ADD, {"file": SimpleUploadedFile(name, content, "image/png"), **fields})


def address(photo: EveningPhoto) -> str:
    return f"{ADD}{photo.digest}.jpg"


def edit(photo: EveningPhoto) -> str:
    return f"{ADD}{photo.pk}/"


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_an_organiser_adds_a_photo_and_everybody_sees_it_with_its_caption(club: FridayClub, over, text):
    card = f'<meta property="og:image" content="http://testserver{over.get_absolute_url()}card.png">'
    assert card in text(EVENING)
    added = send(signed_in(club.cleo), a_picture(), caption="  The  final table ")

    photo = EveningPhoto.objects.get()
    assert added.url == f"{EVENING}#photo-{photo.pk}" and photo.caption == "The final table"
    page = text(EVENING)
    assert f'<img src="{address(photo)}" alt="The final table"' in page
    assert f'<meta property="og:image" content="http://testserver{address(photo)}">' in page
    assert "og:image:width" not in page
    sent = Client().get(address(photo))
    assert (sent.status_code, sent.headers["Content-Type"]) == (200, "image/jpeg")
    assert "private" in sent.headers["Cache-Control"]
    assert LedgerEntry.objects.get(kind="photo_changed").text == "A photo was added to Spring Open."


def test_a_photo_is_drawn_again_no_longer_than_it_is_shown_and_without_what_the_camera_wrote(club: FridayClub, over):
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, SECRET.decode()  # lies on its side
    content = a_picture(3200, 800, kind="JPEG", exif=exif, comment=SECRET)
    kept = bytes(add_photo(tournament=over, content=content, caption="", by=club.cleo).content)

    opened = Image.open(BytesIO(kept))
    assert (opened.format, opened.size) == ("JPEG", (LONGEST_SHOWN // 4, LONGEST_SHOWN))
    assert SECRET in content and SECRET not in kept and not opened.getexif()


def test_photos_stand_in_the_order_in_which_they_were_added_and_are_counted_without_a_caption(club, over, text):
    first, second = added(over, club.cleo), added(over, club.cleo, colour=90)
    page = text(EVENING)
    assert page.index(address(first)) < page.index(address(second))
    assert 'alt="Photo of Spring Open, 2 of 2"' in page


def test_only_organisers_add_change_and_remove(club: FridayClub, over):
    photo = added(over, club.cleo)
    for user in (club.ada, club.dev):
        client = signed_in(user)
        assert send(client, a_picture(colour=(1, 2, 3))).status_code == 403
        assert client.get(edit(photo)).status_code == 403
        assert client.post(edit(photo), {"remove": "yes"}).status_code == 403
    assert Client().get(ADD).status_code == 302
    assert EveningPhoto.objects.count() == 1


def test_only_organisers_are_told_that_there_are_no_photos(club: FridayClub, over, text):
    assert "Photos</h2>" not in text(EVENING)
    page = signed_in(club.cleo).get(EVENING).content.decode()
    assert "No photos yet." in page and f'href="{ADD}"' in page


def test_photos_are_not_shown_while_the_evening_is_told_again(club: FridayClub, over, text):
    photo = added(over, club.cleo)
    assert address(photo) not in text(f"{EVENING}?at=0")


def a_gif(frames: int) -> bytes:
    out = BytesIO()
    pages = [Image.new("L", (80, 80), at % 256) for at in range(frames)]
    pages[0].save(out, "GIF", save_all=True, append_images=pages[1:])
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"hello", "be read as a picture"),
        (b"", "The file is empty"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "be read as a picture"),
        (a_gif(1000), "be read as a picture"),
        (a_picture(kind="JPEG")[:900], "be read as a picture"),
        (a_picture(9, 9), "too small"),
        (b"\xff\xd8\xff" + bytes(40_000_000), f"larger than {MOST_BYTES_OF_PHOTO // 1_000_000} MB"),
    ],
    ids=["text", "empty", "svg", "gif", "truncated", "tiny", "40 MB"],
)
def test_a_file_that_is_no_photo_is_refused_beside_the_field(club: FridayClub, over, content, sentence):
    refused = send(signed_in(club.cleo), content)
    page = refused.content.decode()
    assert refused.status_code == 422 and sentence in page and 'href="#id_file"' in page
    assert not EveningPhoto.objects.exists() and not LedgerEntry.objects.filter(kind="photo_changed").exists()


def test_nothing_chosen_and_a_caption_that_is_too_long_are_refused_beside_their_fields(club: FridayClub, over):
    client = signed_in(club.cleo)
    assert "Choose a photo." in client.post(ADD).content.decode()
    refused = send(client, a_picture(), caption="x" * 10_000)
    assert refused.status_code == 422 and 'href="#id_caption"' in refused.content.decode()
    with pytest.raises(ValidationError, match="200 letters at most"):
        added(over, club.cleo, caption="x" * (LONGEST_CAPTION + 1))
    assert not EveningPhoto.objects.exists()


def test_a_tournament_has_twelve_photos_at_most_and_each_once(club: FridayClub, over):
    client = signed_in(club.cleo)
    photo = added(over, club.cleo, colour=0)
    assert "already among those" in send(client, a_picture(colour=(200, 0, 30))).content.decode()
    for at in range(1, MOST_PHOTOS):
        added(over, club.cleo, colour=20 * at)
    refused = send(client, a_picture(colour=(1, 2, 3)))
    assert refused.status_code == 422 and "12 photos at most" in refused.content.decode()
    assert f'href="{ADD}"' not in client.get(EVENING).content.decode()
    assert EveningPhoto.objects.count() == MOST_PHOTOS
    remove_photo(photo=photo, by=club.cleo)
    assert send(client, a_picture(colour=(1, 2, 3))).status_code == 302


@pytest.mark.parametrize("status", [Tournament.PLANNED, Tournament.RUNNING, Tournament.CANCELLED])
def test_photos_are_added_once_the_tournament_is_finished(club: FridayClub, status):
    a_tournament(club.season, status=status)
    refused = send(signed_in(club.cleo), a_picture())
    assert refused.status_code == 422 and "once the tournament is finished" in refused.content.decode()
    assert not EveningPhoto.objects.exists()


def test_a_caption_is_changed_and_one_that_is_too_long_is_refused(club: FridayClub, over, text):
    photo, client = added(over, club.cleo, caption="Bo"), signed_in(club.cleo)
    assert client.post(edit(photo), {"caption": "Bo wins"}).status_code == 302
    assert 'alt="Bo wins"' in text(EVENING)
    refused = client.post(edit(photo), {"caption": "x" * 10_000})
    assert refused.status_code == 422 and 'href="#id_caption"' in refused.content.decode()
    photo.refresh_from_db()
    assert photo.caption == "Bo wins"


def test_a_photo_is_removed_for_good_after_asking(club: FridayClub, over):
    photo, client = added(over, club.cleo), signed_in(club.cleo)
    assert "Remove this photo?" in client.get(edit(photo)).content.decode()
    assert client.post(edit(photo), {"remove": "yes", "caption": ""}).url == EVENING
    assert client.get(address(photo)).status_code == client.get(edit(photo)).status_code == 404
    with pytest.raises(ValidationError, match="This photo is gone"):
        remove_photo(photo=photo, by=club.cleo)
    assert LedgerEntry.objects.filter(kind="photo_removed").count() == 1


def test_the_number_of_another_tournaments_photo_leads_nowhere(club: FridayClub, over):
    elsewhere = a_tournament(club.season, name="Other", slug="other", status=Tournament.FINISHED)
    photo, client = added(elsewhere, club.cleo), signed_in(club.cleo)
    assert client.post(edit(photo), {"remove": "yes"}).status_code == 404
    assert client.get(address(photo)).status_code == 404
    assert EveningPhoto.objects.exists()


def test_photos_of_a_hidden_league_are_nowhere_for_strangers(
    club: FridayClub, over, django_capture_on_commit_callbacks
):
    photo = added(over, club.cleo)
    with django_capture_on_commit_callbacks(execute=True):
        hide_league(league=club.league, why="Insults", by=User.objects.create(username="root", is_staff=True))
    assert Client().get(address(photo)).status_code == signed_in(club.dev).get(address(photo)).status_code == 404
    assert signed_in(club.ada).get(address(photo)).status_code == 200


def test_a_closed_league_takes_no_photo_but_one_can_still_be_removed(
    club: FridayClub, over, django_capture_on_commit_callbacks
):
    photo = added(over, club.cleo)
    with django_capture_on_commit_callbacks(execute=True):
        close_league(league=club.league, why="Over", by=club.cleo)
    with pytest.raises(ValidationError, match="closed"):
        added(over, club.cleo, colour=90)
    remove_photo(photo=photo, by=club.cleo)
    assert not EveningPhoto.objects.exists()


@pytest.fixture
def root() -> User:
    return User.objects.create(username="root", is_staff=True)


def test_a_reported_photo_is_hidden_by_the_staff_and_shown_again(club: FridayClub, over, root, text):
    photo, staff, member = added(over, club.cleo), signed_in(root), signed_in(club.ada)
    assert f"?page={EVENING.replace('/', '%2F')}%23photo-{photo.pk}" in member.get(EVENING).content.decode()
    report = report_page(page=photo.get_absolute_url(), why="I never agreed", by=club.ada)
    assert (report.league, report.person) == (club.league, club.cleo)
    assert f'name="hide_photo" value="{photo.pk}"' in " ".join(staff.get("/moderation/").content.decode().split())
    staff.post("/moderation/", {"report": report.pk, "hide_photo": photo.pk, "why": "No consent"})

    assert Client().get(address(photo)).status_code == 404
    assert address(photo) not in text(EVENING)
    organiser = signed_in(club.cleo)
    assert "has hidden a photo: <bdi>No consent</bdi>" in organiser.get(EVENING).content.decode()
    assert organiser.post(edit(photo), {"remove": "yes"}).status_code == 404, "it stays as evidence"
    assert "No consent" in MailNotice.objects.get(user=club.cleo).text
    report.refresh_from_db()
    assert report.decision == Report.HIDDEN
    again = staff.post("/moderation/", {"hide_photo": photo.pk, "why": "Again"}, follow=True)
    assert "This photo is already hidden" in again.content.decode()
    page = staff.get("/moderation/").content.decode()
    assert f'name="show_photo" value="{photo.pk}"' in " ".join(page.split()) and "No consent" in page
    staff.post("/moderation/", {"show_photo": photo.pk})
    assert address(photo) in text(EVENING)
    assert LedgerEntry.objects.filter(kind="moderated").count() == 2


def test_a_hidden_photo_is_not_hidden_twice_captioned_or_added_again(club: FridayClub, over, root):
    photo = added(over, club.cleo)
    with pytest.raises(ValidationError, match="not hidden"):
        show_photo(photo=photo, by=root)
    with pytest.raises(ValidationError, match="Give a reason"):
        hide_photo(photo=photo, why=" ", by=root)
    hide_photo(photo=photo, why="No consent", by=root)
    with pytest.raises(ValidationError, match="already hidden"):
        hide_photo(photo=photo, why="Again", by=root)
    with pytest.raises(ValidationError, match="has hidden it"):
        caption_photo(photo=photo, caption="New", by=club.cleo)
    with pytest.raises(ValidationError, match="already among those"):
        added(over, club.cleo)


def test_photos_go_with_the_person_who_added_them(club: FridayClub, over):
    added(over, club.cleo)
    forget_person(user=club.cleo, label="Former")
    assert not EveningPhoto.objects.exists()


def test_queries_do_not_grow_with_photos(club: FridayClub, over, queries):
    client = signed_in(club.ada)
    added(over, club.cleo, colour=0)
    client.get(EVENING)
    few = queries(client, EVENING)
    for at in range(1, 5):
        added(over, club.cleo, colour=40 * at)
    assert queries(client, EVENING) == few
