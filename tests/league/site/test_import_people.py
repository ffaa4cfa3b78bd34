"""Whoever plays in another system's file becomes a character or an entry in one step, and what a file says beside that
is listed before it is left out. The files in `tests/data/elsewhere` are made up."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from characters.models import Character
from league.core.services.uploads import run_waiting_import
from league.models import Entry, FileImport, SeasonGame
from league.sheets.rules.results_files import results_file
from tests.factories.characters import a_character
from tests.factories.desk import a_desk
from tests.factories.imports import answer
from tests.factories.pages import text
from tests.factories.workbooks import workbook

ELSEWHERE = Path(__file__).parents[2] / "data/elsewhere"
SWISS, TEAMS = ELSEWHERE / "swiss.trf", ELSEWHERE / "tabbycat-teams.csv"
# The first sheets of an Archon workbook: players in two columns each, and a round as table, V:EKN number, GW and VP.
ARCHON = {
    "Tournament Info": [["Tournament Name", "Spring Open"], ["City", "London"]],
    "Methuselahs": [
        ["Methuselahs"],
        ["Player Number", "First Name", "Last Name", "V:EKN", "City"],
        [1, "Zoe", "Zimmer", "1000001", "London"],
        [2, "Yann", "Müller", "1000002", "Bonn"],
        [3, "Bo", "Bigdesk", "1000003", "London"],
    ],
    "Round 1": [["Table", "Seat", "Player Number", "GW", "VP"], [1, 1, 1, 1, 3], [1, 2, 2, 0, 2], [1, 3, 3, 0, 0]],
}


@pytest.fixture
def desk(db):
    return a_desk()


@pytest.fixture
def send(client: Client, desk):
    """Uploads a file as the organiser: of the entries of a tournament, or of another kind."""
    client.force_login(desk.olga)

    def upload(content: bytes, kind: str = FileImport.ENTRIES) -> FileImport:
        file = SimpleUploadedFile("file", content)
        if kind == FileImport.ENTRIES:
            client.post(reverse("entry_import", args=[desk.tournament.slug]), {"file": file})
        else:
            client.post(reverse("import_list", args=[desk.season.league.slug]), {"kind": kind, "file": file})
            run_waiting_import()
        return FileImport.objects.latest("pk")

    return upload


def entered(desk) -> dict[str, str]:
    return dict(desk.tournament.entries.values_list("character__name", "club"))


def test_entries_that_are_no_characters_yet_are_registered_in_the_same_step(client, desk, send):
    a_character(desk.season, "Bo Bigdesk")
    rows = "".join(f"Player {number},Club {number % 3},House {number % 40}\n" for number in range(80))
    upload = send(f"name,club,household\nBo Bigdesk,Fridays,\n{rows}".encode())
    page = text(client.get(reverse("import_detail", args=[upload.pk])))
    assert len(upload.questions["names"]) == 80 and "Register each as a character" in page
    assert not Entry.objects.exists()
    assert answer(client, upload).status == "done"
    newcomer = Entry.objects.get(character__name="Player 79")
    assert (newcomer.club, newcomer.household) == ("Club 1", "House 39")
    assert newcomer.character.owner is None and newcomer.character.enrolment.league == desk.season.league
    assert len(entered(desk)) == 81
    assert send(f"name,club,household\nBo Bigdesk,Fridays,\n{rows}".encode()).status == "done", "nobody is new"
    assert Character.objects.count() == 81


def test_who_leaves_them_learns_where_they_are_and_nobody_is_registered(client, desk, send):
    refused = answer(client, send(b"name\nZoe Zimmer\n"), strangers="leave")
    assert [problem["line"] for problem in refused.problems] == [2] and "Register it there first" in str(
        refused.problems
    )
    assert not Character.objects.filter(name="Zoe Zimmer").exists()


def test_a_file_of_entries_with_another_problem_registers_nobody(client, desk, send):
    refused = send(b"name,checked_in\nZoe Zimmer,perhaps\n")
    assert refused.status == "refused" and not Character.objects.filter(name="Zoe Zimmer").exists()


def test_an_entry_that_is_nearly_a_character_is_entered_as_that_one(client, desk, send):
    bo = a_character(desk.season, "Bo Bigdesk")
    upload = send(b"name\nBo Bigdsek\n")
    assert upload.questions["near"] == {"Bo Bigdsek": [[str(bo.pk), "Bo Bigdesk"]]}
    assert answer(client, upload, meant_0=str(bo.pk)).status == "done" and [*entered(desk)] == ["Bo Bigdesk"]
    assert send(b"name\nBo Bigdsek\n").status == "done", "asked once"


@pytest.mark.parametrize("name", ["swiss.trf", "tabbycat-speakers.csv", "tabbycat-teams.csv"])
def test_the_people_of_another_systems_file_are_entered_in_one_step(client, desk, send, name):
    a_character(desk.season, "Bo Bigdesk")
    upload = send((ELSEWHERE / name).read_bytes())
    assert upload.status == "asks" and answer(client, upload).status == "done", upload.problems
    clubs = entered(desk)
    assert {"Zoe Zimmer", "Yann Müller", "Bo Bigdesk"} <= clubs.keys()
    if name != "swiss.trf":
        assert clubs["Zoe Zimmer"] == "Friday Club" and clubs["Bo Bigdesk"] == "Monday Club"


@pytest.mark.parametrize("content", [path.read_bytes() for path in sorted(ELSEWHERE.glob("tabbycat*"))])
def test_people_of_tabbycat_become_characters(client, desk, send, content):
    upload = send(content, FileImport.CHARACTERS)
    assert answer(client, upload).status == "done", upload.problems
    assert Character.objects.filter(name__in=("Zoe Zimmer", "Yann Müller")).count() == 2


def test_the_players_of_an_archon_workbook_are_entered_by_both_their_names(client, desk, send):
    upload = send(workbook(ARCHON))
    assert upload.questions["sheet"] == "Methuselahs" and upload.questions["first"][1][-1] == "Zoe Zimmer"
    assert answer(client, upload).status == "done", upload.problems
    assert {*entered(desk)} == {"Zoe Zimmer", "Yann Müller", "Bo Bigdesk"}


def test_what_another_system_says_of_people_is_listed_as_left_out(client, desk, send):
    upload = send((ELSEWHERE / "tabbycat-speakers.csv").read_bytes())
    left_out = [heading["text"] for heading in upload.questions["headings"] if not heading["column"]]
    assert left_out == ["team_name", "use_institution_prefix", "gender", "email"]


def test_the_games_of_a_swiss_report_are_listed_with_their_reason(desk, send):
    refused = send(SWISS.read_bytes(), FileImport.RESULTS)
    messages = [problem["message"] for problem in refused.problems if problem["line"]]
    assert messages.count("Chess is not one of the games of this site.") == 6 and not SeasonGame.objects.exists()
    table = results_file(SWISS.read_bytes(), "cp1252").content.decode()
    assert "trf-1-1,2026-01-03" in table and "Yann Müller" in table


@pytest.mark.parametrize(
    "content",
    [b"001    1 m    " + b" " * 60, b"speaker1_name\n", b'speaker1_name,institution\n"open,Club\n', b"001 \xff\xfe\0"],
    ids=["no name", "no team", "open quote", "no text"],
)
@pytest.mark.parametrize("kind", [FileImport.CHARACTERS, FileImport.ENTRIES])
def test_a_broken_file_of_another_system_is_refused_in_a_sentence_and_changes_nothing(
    client, desk, send, content, kind
):
    people = Character.objects.count()
    upload = send(content, kind)
    if upload.status == FileImport.ASKS:
        upload = answer(client, upload)
    assert "failed" not in str(upload.summary)
    assert Character.objects.count() == people and not Entry.objects.exists()
