"""A picture in place of the drawing: who puts it there, who sees it, who takes it away."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from characters.models import Character, CharacterPicture
from league.core.rules.quotas import quotas
from league.models import LedgerEntry, QuotaUse
from league.people.services.pictures import upload_picture
from tests.factories.friday_club import FridayClub
from tests.factories.pictures import a_picture

FILE = "/characters/ada-overtime/"
PAGE = f"{FILE}picture/"
BLUE = (20, 30, 200)


def upload(client: Client, content: bytes, name: str = "me.png"):
    return client.post(PAGE, {"file": SimpleUploadedFile(name, content, "image/png")})


def address(character: Character) -> str:
    return f"{PAGE}{Character.objects.get(pk=character.pk).picture}.jpg"


@pytest.fixture
def pictured(club: FridayClub) -> Character:
    upload_picture(character=club.overtime, content=a_picture(), by=club.ada)
    return club.overtime


def test_the_owner_puts_a_picture_in_place_of_the_drawing(client: Client, club: FridayClub):
    client.force_login(club.ada)
    assert upload(client, a_picture()).url == FILE

    shown = address(club.overtime)
    for page in (FILE, "/characters/", f"/companies/london/{club.overtime.primary_company}/"):
        assert f'src="{shown}"' in client.get(page).content.decode(), page
    sent = Client().get(shown)
    assert (sent.status_code, sent.headers["Content-Type"]) == (200, "image/jpeg")
    assert sent.content.startswith(b"\xff\xd8")
    assert LedgerEntry.objects.filter(kind="picture_changed", by=club.ada).exists()


def test_an_organiser_may_and_a_stranger_may_not(client: Client, club: FridayClub):
    for person, answer in ((club.dev, 403), (club.bo, 403), (club.cleo, 302)):
        client.force_login(person)
        assert upload(client, a_picture()).status_code == answer
    assert Client().get(PAGE).status_code == 302


def test_a_file_that_is_no_picture_is_refused_beside_the_field_and_changes_nothing(client: Client, pictured, club):
    before = address(pictured)
    client.force_login(club.ada)
    for content, sentence in ((b"hello", "be read as a picture"), (b"", "empty"), (a_picture(9, 9), "too small")):
        response = upload(client, content)
        assert response.status_code == 422 and sentence in response.content.decode()
    assert client.post(PAGE).status_code == 422
    assert address(pictured) == before


def test_another_picture_takes_its_place_and_the_old_address_is_gone(client: Client, pictured, club: FridayClub):
    before = address(pictured)
    client.force_login(club.ada)
    upload(client, a_picture(colour=BLUE))

    assert client.get(before).status_code == 404
    assert client.get(address(pictured)).status_code == 200
    assert CharacterPicture.objects.count() == 1


def test_without_the_picture_the_drawing_is_back(client: Client, pictured, club: FridayClub):
    before = address(pictured)
    client.force_login(club.ada)
    assert client.post(PAGE, {"withdraw": "yes"}).url == FILE

    assert client.get(before).status_code == 404
    assert '<svg class="portrait' in client.get(FILE).content.decode()
    assert not CharacterPicture.objects.exists()
    assert client.post(PAGE, {"withdraw": "yes"}).status_code == 422


def test_a_day_has_only_so_many_pictures(client: Client, club: FridayClub):
    client.force_login(club.ada)
    upload(client, a_picture())
    QuotaUse.objects.filter(user=club.ada, kind="pictures").update(amount=quotas()["pictures"].most)

    response = upload(client, a_picture(colour=BLUE))
    assert response.status_code == 422 and "pictures" in response.content.decode()
    assert LedgerEntry.objects.filter(kind="picture_changed").count() == 1


def test_a_list_with_pictures_takes_as_many_queries_as_one_without(client: Client, club: FridayClub, queries):
    before = queries(client, "/characters/")
    upload_picture(character=club.overtime, content=a_picture(), by=club.ada)
    upload_picture(character=club.bigdesk, content=a_picture(), by=club.bo)

    assert queries(client, "/characters/") == before
