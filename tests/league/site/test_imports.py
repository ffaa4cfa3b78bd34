from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from characters.models import Character
from league.core.services.uploads import run_waiting_import, upload_file
from league.models import FileImport
from tests.factories.friday_club import FridayClub

HEAD = "name,owner,edition,specialty,side_interest,title\n"
SAMPLES = Path(settings.BASE_DIR) / "league" / "static" / "league" / "samples"


def upload(client: Client, club: FridayClub, content: bytes, kind: str = "characters"):
    file = SimpleUploadedFile("last year 🎲.csv", content)
    return client.post(reverse("import_list", args=[club.league.slug]), {"kind": kind, "file": file})


def test_a_file_is_uploaded_and_imported(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    response = upload(client, club, (HEAD + "Eve Files,eve,london,law,journalism,Clerk\n").encode())
    waiting = client.get(response.url).content.decode()
    assert 'hx-trigger="every 1s"' in waiting and "Waits" in waiting
    run_waiting_import()
    done = client.get(response.url).content.decode()
    assert "1 character recorded" in done and 'hx-trigger="every' not in done
    assert Character.objects.filter(name="Eve Files").exists()


def test_a_broken_row_is_shown_with_line_and_column(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    response = upload(client, club, (HEAD + "Eve Files,eve,london,alchemy,journalism,Clerk\n").encode())
    run_waiting_import()
    page = client.get(response.url).content.decode()
    assert "Refused" in page and "alchemy" in page
    assert '<td class="num" data-label="Line">2</td>' in page and '<td data-label="Column">specialty</td>' in page
    assert "last year" in client.get(reverse("import_list", args=[club.league.slug])).content.decode()


@pytest.mark.parametrize(("kind", "content"), [("characters", b""), ("secrets", b"x")])
def test_what_is_no_upload_is_refused_at_once(client: Client, club: FridayClub, kind: str, content: bytes):
    client.force_login(club.cleo)
    assert upload(client, club, content, kind).status_code == 422
    assert not FileImport.objects.exists()


def test_a_form_without_a_file_says_so(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    response = client.post(reverse("import_list", args=[club.league.slug]), {"kind": "results"})
    assert "Choose a file." in response.content.decode()


def test_a_running_import_shows_how_far_it_is(client: Client, club: FridayClub):
    made = upload_file(league=club.league, kind="results", name="r.csv", content=b"x", by=club.cleo)
    FileImport.objects.update(status="running", done=300, total=1200)
    client.force_login(club.cleo)
    assert "300 of 1,200 games" in client.get(reverse("import_detail", args=[made.pk])).content.decode()


def test_imports_are_not_for_others(client: Client, club: FridayClub):
    made = upload_file(league=club.league, kind="results", name="r.csv", content=b"x", by=club.cleo)
    url = reverse("import_detail", args=[made.pk])
    assert reverse("account_login") in client.get(url).url
    client.force_login(club.ada)
    assert client.get(url).status_code == 403


def test_the_samples_can_be_imported(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    for kind in ("characters", "results"):
        upload(client, club, (SAMPLES / f"{kind}.csv").read_bytes(), kind)
        run_waiting_import()
    assert [(one.status, one.problems) for one in FileImport.objects.all()] == [("done", [])] * 2
