"""Everything that is stored about a person comes out, and nothing of anybody else."""

import csv
import io
import json
from datetime import timedelta
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from characters.models import Character
from characters.services.pictures import set_picture
from characters.services.registration import keep_former_name
from games.models import Sheet
from league.accounts.queries.own_data import LEFT_OUT, SECTIONS, own_data
from league.accounts.services.own_data import FAILED, forget_own_data_files, make_own_data_file
from league.accounts.services.tokens import create_token
from league.accounts.tasks import make_waiting_own_data
from league.models import LedgerEntry, OwnDataFile, TableReport, TableSeat
from tests.factories.pages import text
from tests.factories.pictures import a_picture
from tests.factories.reports import says
from tests.factories.tables import a_table, seat
from tests.factories.thursday_club import ThursdayClub, a_report

pytestmark = pytest.mark.django_db
URL = "/accounts/my-data/"


def pointing_at(*targets: type) -> set[str]:
    return {
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in (*model._meta.fields, *model._meta.many_to_many)
        if field.related_model in targets
    }


def covered() -> set[str]:
    return {f"{one.model._meta.label}.{by.removesuffix('__owner')}" for one in SECTIONS for by in one.by}


def test_every_column_that_points_at_a_person_or_a_character_is_exported_or_left_out_for_a_reason():
    assert pointing_at(User, Character) - covered() - LEFT_OUT.keys() == set()
    assert {path for path in LEFT_OUT if not LEFT_OUT[path]} == set()


def test_what_is_left_out_is_still_there_to_be_left_out():
    assert LEFT_OUT.keys() <= pointing_at(User, Character, Group, Permission)


@pytest.fixture
def ada(thursday: ThursdayClub) -> User:
    ada = thursday.users["ada"]
    ada.email = "ada@league.example"
    ada.save()
    thursday.client("ada").post("/api/v1/games/", a_report(), format="json")
    create_token(user=ada, name="=Score bot", scope="read")
    return ada


def opened(user: User) -> dict[str, list[dict]]:
    with ZipFile(own_data(user)) as archive:
        return {name[5:-5]: json.loads(archive.read(name)) for name in archive.namelist() if name.startswith("json/")}


def test_the_file_holds_account_characters_sheets_and_names_of_tokens(ada):
    found = opened(ada)
    assert found["account"][0]["user_name"] == "ada" and found["account"][0]["email"] == "ada@league.example"
    assert found["characters"][0]["name"] == "Ada" and "history" in found["characters"][0]
    assert found["memberships"] == [{**found["memberships"][0], "league__name": "Thursday Club", "role": "player"}]
    assert [row["as"] for row in found["sheets"]] == ["submitted_by"]
    assert len(found["figures_that_you_reported"]) == Sheet.objects.get().seats.count()
    assert found["tokens"][0]["name"] == "=Score bot"
    assert found["sessions"] == []


def test_the_same_stands_in_tables_that_no_spreadsheet_runs(ada):
    with ZipFile(own_data(ada)) as archive:
        rows = list(csv.DictReader(io.StringIO(archive.read("csv/tokens.csv").decode("utf-8-sig"))))
        assert rows[0]["name"] == "'=Score bot"
        assert "csv/sessions.csv" not in archive.namelist() and "read-me.txt" in archive.namelist()


def test_nothing_of_anybody_else_and_no_secret_is_in_it(thursday: ThursdayClub, ada):
    create_token(user=thursday.users["bo"], name="Bo's secret plan")
    said = json.dumps(opened(ada))
    assert "Bo's secret plan" not in said and ada.password not in said
    assert opened(thursday.users["bo"])["sheets"] == []


def test_the_browser_of_another_who_acted_at_her_seat_is_not_in_it(db):
    maya, table = User.objects.create_user("maya"), a_table()
    Character.objects.filter(entries__seats=seat(table, 1)).update(owner=maya)
    report = says(table, 1)
    TableReport.objects.filter(pk=report.pk).update(device="their browser", address="their address")
    TableSeat.objects.filter(pk=report.seat_id).update(device="their browser")
    found = opened(maya)
    assert len(found["votes_at_seats_of_your_characters"]) == len(found["seats_at_tables"]) == 1
    assert "their browser" not in str(found) and "their address" not in str(found)


@pytest.fixture
def asked(ada: User, monkeypatch) -> Client:
    """Ada's browser, in which she asked for more than a page makes, with her password."""
    monkeypatch.setattr("league.accounts.queries.own_data.AT_ONCE", 3)
    client = Client()
    client.force_login(ada)
    client.post(URL)
    client.post("/accounts/reauthenticate/", {"password": "a long pass phrase", "next": URL})
    return client


def names_in(answer) -> list[str]:
    with ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        return archive.namelist()


def test_much_is_made_by_a_worker_while_the_page_waits_and_kept_three_days(asked, ada):
    page = asked.get(URL)
    assert "is being made" in text(page) and 'hx-trigger="every 2s"' in page.content.decode()
    asked.post(URL)
    make_waiting_own_data()
    assert not make_own_data_file()
    assert "Your file is ready" in text(asked.get(URL))
    assert not LedgerEntry.objects.filter(kind="exported").exists()
    assert "json/account.json" in names_in(asked.post(URL))
    assert LedgerEntry.objects.get(kind="exported").by == ada
    forget_own_data_files()
    assert OwnDataFile.objects.count() == 1
    OwnDataFile.objects.update(made_at=timezone.now() - timedelta(days=3, minutes=1))
    forget_own_data_files()
    assert OwnDataFile.objects.count() == 0


def test_a_file_can_be_dropped_and_asked_for_anew(asked):
    make_waiting_own_data()
    asked.post(URL, {"drop": "yes"})
    assert OwnDataFile.objects.count() == 0 and "ready" not in text(asked.get(URL))
    asked.post(URL)
    assert OwnDataFile.objects.filter(made_at=None).count() == 1


def test_what_others_did_with_her_character_is_in_it(thursday: ThursdayClub, ada):
    character = Character.objects.get(owner=ada)
    keep_former_name(character=character, name="Augusta")
    set_picture(character=character, drawn=a_picture(256, 256, kind="JPEG"), by=thursday.users["otto"])
    found = opened(ada)
    assert [row["name"] for row in found["former_names_of_your_characters"]] == ["Augusta"]
    assert [row["league__name"] for row in found["leagues_of_your_characters"]] == ["Thursday Club"]
    assert [row["as"] for row in found["pictures"]] == ["character__owner"]


def test_nobody_gets_the_file_of_another(asked, thursday: ThursdayClub):
    make_waiting_own_data()
    client = Client()
    client.force_login(thursday.users["bo"])
    assert "Your file is ready" not in text(client.get(URL))


def test_why_there_is_no_file_is_said_in_the_language_of_the_reader(ada):
    OwnDataFile.objects.create(user=ada, refusal=FAILED)
    client = Client()
    client.force_login(ada)
    assert "konnte nicht erstellt werden" in text(client.get(URL, headers={"Accept-Language": "de"}))


def test_too_much_for_the_site_is_made_by_the_operator(ada, monkeypatch, tmp_path):
    monkeypatch.setattr("league.accounts.queries.own_data.AT_ONCE", 3)
    monkeypatch.setattr("league.accounts.services.own_data.MOST", 3)
    client = Client()
    client.force_login(ada)
    client.post(URL)
    answer = client.post("/accounts/reauthenticate/", {"password": "a long pass phrase", "next": URL}, follow=True)
    assert "too much for the site" in text(answer) and not OwnDataFile.objects.exists()
    call_command("export_own_data", "ada", str(tmp_path / "ada.zip"))
    with ZipFile(tmp_path / "ada.zip") as archive:
        assert b"ada@league.example" in archive.read("json/account.json")
    with pytest.raises(CommandError, match="no account"):
        call_command("export_own_data", "nobody", str(tmp_path / "nobody.zip"))
    with pytest.raises(CommandError, match="can't be written"):
        call_command("export_own_data", "ada", str(tmp_path / "ada.zip"))
    entry = LedgerEntry.objects.get(kind="exported")
    assert (entry.league, entry.by, entry.about) == (None, None, {"person": ada.pk})


def test_the_file_takes_the_password(thursday: ThursdayClub, ada):
    client = Client()
    assert client.get(URL).url == f"/accounts/login/?next={URL}"
    client.force_login(ada)
    assert "Download my data" in text(client.get(URL))
    assert client.post(URL).url.startswith("/accounts/reauthenticate/")
    answer = client.post("/accounts/reauthenticate/", {"password": "a long pass phrase", "next": URL})
    assert answer["Content-Disposition"] == 'attachment; filename="corner-office-my-data.zip"'
    assert "no-store" in answer["Cache-Control"]
    with ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        assert archive.testzip() is None


def test_pictures_that_somebody_uploaded_are_named(thursday: ThursdayClub, ada):
    character = Character.objects.get(owner=ada)
    picture = set_picture(character=character, drawn=a_picture(256, 256, kind="JPEG"), by=ada)
    assert [(row["character__name"], row["digest"]) for row in opened(ada)["pictures"]] == [("Ada", picture.digest)]
