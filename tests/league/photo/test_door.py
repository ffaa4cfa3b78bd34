"""A phone photographs the sheet of its table: the form comes back filled in, and nothing is sent."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import strip_tags

from games.models import Sheet
from league.models import Table
from league.tournaments.tables.queries.links import table_path
from tests.factories.tables import a_table, seat

pytest.importorskip("cv2", reason="Not read from photos: the extra photo (opencv) is not installed")

from tests.photos.tables import a_photo

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(client: Client) -> Table:
    made = a_table()
    client.post(table_path(made), {"go": "claim", "seat": 1})
    return made


def sent(client: Client, table: Table, content: bytes, **typed: str):
    photo = SimpleUploadedFile("sheet.jpg", content, "image/jpeg")
    return client.post(f"{table_path(table)}photo/", {"photo": photo, **typed})


def cards(page: str) -> dict[int, str]:
    inputs = re.findall(r"<input[^>]*>", page)
    named = [(re.search(r'name="seat-(\d)-cards"', one), re.search(r'value="([^"]*)"', one)) for one in inputs]
    return {int(name[1]): value[1] if value else "" for name, value in named if name}


def test_the_form_has_what_is_sure_and_names_what_is_not(client, table):
    content, truth = a_photo(table_path(table))
    answer = sent(client, table, content)
    page = answer.content.decode()
    read, words = cards(page), strip_tags(page)
    assert answer.status_code == 200 and "read from the photo" in words
    assert any(read.values()) and all(value in ("", truth[number]) for number, value in read.items())
    asked = [number for number, value in read.items() if not value]
    names = [seat(table, number).entry.character.name for number in asked]
    assert all(f"{name}: Cards" in words for name in names)
    assert not Sheet.objects.exists(), "a person looks at it first"


def test_what_a_rule_contradicts_is_asked_about_however_well_it_was_read(client, table):
    content, truth = a_photo(table_path(table), seed=3)
    assert "0" not in truth.values(), "the game ends when somebody holds no card"
    page = sent(client, table, content).content.decode()
    assert not any(cards(page).values())
    assert f"Cards (perhaps {truth[1]})" in strip_tags(page)


def test_a_file_that_is_no_photo_leaves_what_was_typed(client, table):
    answer = sent(client, table, b"GIF89a", **{"seat-2-cards": "9"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "be read as a picture" in page
    assert cards(page)[2] == "9" and '<details class="disclosure" open>' in page, "the next photo is one tap away"
    assert client.post(f"{table_path(table)}photo/", {}).status_code == 422


def test_the_sheet_of_another_table_is_refused(client, table):
    content, _truth = a_photo("/t/another/")
    answer = sent(client, table, content)
    assert answer.status_code == 422 and "sheet of another table" in answer.content.decode()
    assert not any(cards(answer.content.decode()).values())


def test_seats_that_have_moved_are_typed(client, table):
    absent = seat(table, 3)
    absent.absent = True
    absent.save()
    answer = sent(client, table, b"x")
    assert answer.status_code == 422 and "Somebody is absent" in answer.content.decode()


def test_only_the_link_of_a_table_opens_it(client):
    assert client.post("/t/unknown/photo/").status_code == 404
    assert client.get("/t/unknown/photo/").status_code == 405
