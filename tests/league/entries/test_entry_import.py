"""Entries from a file, through the pages."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from league.core.services import uploads
from league.core.services.uploads import run_waiting_import
from league.models import Entry, FileImport
from tests.factories.characters import a_character, many_characters
from tests.factories.desk import a_desk
from tests.factories.pages import text

SAMPLE = Path(settings.BASE_DIR) / "league" / "static" / "league" / "samples" / "entries.csv"


@pytest.fixture
def desk(db):
    return a_desk()


@pytest.fixture
def url(desk):
    return reverse("entry_import", args=[desk.tournament.slug])


def upload(client, url, content: str):
    return client.post(url, {"file": SimpleUploadedFile("entries.csv", content.encode())})


def test_a_small_file_is_entered_at_once(client, desk, url):
    many_characters(desk.season, 2)
    client.force_login(desk.olga)
    page = text(client.get(upload(client, url, "name,checked_in\nAda,yes\nBo,\n").url))
    assert "2 registrations recorded." in page and 'hx-trigger="every' not in page
    assert reverse("desk_entries", args=["spring-open"]) in page
    assert list(Entry.objects.values_list("status", flat=True)) == ["checked_in", "registered"]
    assert "entries.csv" in text(client.get(url))


def test_every_broken_row_is_shown_with_line_and_column(client, desk, url):
    client.force_login(desk.olga)
    rows = "".join(f"Nobody {number},maybe\n" for number in range(5000))
    response = upload(client, url, f"name,checked_in\n{rows}")
    assert run_waiting_import()
    page = text(client.get(response.url))
    assert "5,000 problems; nothing was changed." in page and "1 to 250 of 5,000 problems" in page
    assert '<td class="num" data-label="Line">2</td>' in page and "is neither" in page
    last = text(client.get(f"{response.url}?page=20"))
    assert '<td class="num" data-label="Line">5001</td>' in last
    assert url in last
    assert not Entry.objects.exists()


def test_a_large_file_shows_its_progress(client, desk, url, monkeypatch):
    monkeypatch.setattr(uploads, "FEW_BYTES", 5)
    many_characters(desk.season, 1)
    client.force_login(desk.olga)
    response = upload(client, url, "name\nAda\n")
    assert 'hx-trigger="every 1s"' in text(client.get(response.url))
    run_waiting_import()
    assert "1 registration recorded." in text(client.get(response.url))


@pytest.mark.parametrize(("content", "words"), [("", "The file is empty."), (None, "Choose a file.")])
def test_what_is_no_file_is_refused_at_once(client, desk, url, content, words):
    client.force_login(desk.olga)
    response = client.post(url, {}) if content is None else upload(client, url, content)
    assert response.status_code == 422 and words in text(response)
    assert not FileImport.objects.exists()


def test_the_sample_can_be_imported(client, desk, url):
    for name in ("Nora Newhire", "Ned Nightshift"):
        a_character(desk.season, name)
    client.force_login(desk.olga)
    upload(client, url, SAMPLE.read_text(encoding="utf-8"))
    assert FileImport.objects.get().problems == [] and Entry.objects.count() == 2


def test_files_are_for_organisers(client, desk, url):
    assert reverse("account_login") in client.get(url).url
    for user in (desk.kit, desk.pia, desk.stranger):
        client.force_login(user)
        assert client.get(url).status_code == 403
        assert upload(client, url, "name\nAda\n").status_code == 403
