"""Entering a whole file: all or nothing, and the same file again changes nothing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from characters.models import Career
from characters.services.registration import keep_former_name
from league.core.services import uploads
from league.core.services.uploads import FileRefused, run_waiting_import, upload_entries
from league.models import Entry, FileImport, LedgerEntry, Stage
from league.tournaments.entries.services.import_entries import import_entries
from tests.factories.characters import many_characters
from tests.factories.people import an_organiser
from tests.factories.tournaments import a_stage, a_tournament

HEAD = "name,club,household,checked_in\n"


@pytest.fixture
def tournament(season):
    return a_tournament(season)


def enter(tournament, text: str, **more) -> str:
    return str(import_entries(tournament=tournament, data=(HEAD + text).encode(), **more))


def problems(tournament, text: str) -> list[str]:
    with pytest.raises(FileRefused) as caught:
        enter(tournament, text)
    return [str(problem) for problem in caught.value.problems]


def everybody(tournament) -> list[tuple[str, str, str]]:
    return list(tournament.entries.order_by("number").values_list("character__name", "status", "club"))


def test_a_file_is_entered_in_its_order(season, tournament):
    many_characters(season, 3)
    olga = an_organiser(season)
    assert enter(tournament, "Cleo,Cube,,yes\nada,,Elm Street,\n", by=olga) == "2 registrations recorded"
    assert everybody(tournament) == [("Cleo", "checked_in", "Cube"), ("Ada", "registered", "")]
    assert set(Entry.objects.values_list("registered_by", flat=True)) == {olga.pk}
    assert [event.text for event in LedgerEntry.objects.order_by("id")] == [
        "2 characters were registered from a file.",
        "1 character was checked in from a file.",
    ]


def test_the_same_file_again_changes_nothing(season, tournament):
    many_characters(season, 3)
    text = "Ada,Cube,,yes\nBo,,,no\n"
    enter(tournament, text)
    before = (everybody(tournament), LedgerEntry.objects.count())
    assert enter(tournament, text) == "0 registrations recorded; 2 known already and skipped"
    assert (everybody(tournament), LedgerEntry.objects.count()) == before


def test_a_later_file_checks_in_and_adds(season, tournament):
    many_characters(season, 3)
    enter(tournament, "Ada,Cube,,\nBo,,,yes\n")
    assert enter(tournament, "Ada,,,yes\nBo,,,no\nCleo,,,\n") == "2 registrations recorded; 1 known already and skipped"
    assert everybody(tournament) == [
        ("Ada", "checked_in", "Cube"),
        ("Bo", "checked_in", ""),
        ("Cleo", "registered", ""),
    ]


def test_who_withdrew_is_not_brought_back_by_an_old_file(season, tournament):
    many_characters(season, 1)
    enter(tournament, "Ada,,,\n")
    Entry.objects.update(status=Entry.DROPPED)
    assert enter(tournament, "Ada,,,yes\n") == "0 registrations recorded; 1 known already and skipped"


def test_who_comes_after_the_last_place_waits(season):
    tournament = a_tournament(season, capacity=2)
    many_characters(season, 4)
    enter(tournament, "Ada,,,yes\nBo,,,\nCleo,,,\nDev,,,\n")
    assert [status for _, status, _ in everybody(tournament)] == ["checked_in", "registered", "waiting", "waiting"]


def test_nobody_is_checked_in_from_the_waiting_list_while_it_is_full(season):
    tournament = a_tournament(season, capacity=1)
    many_characters(season, 2)
    assert problems(tournament, "Ada,,,\nBo,,,yes\n") == [
        "line 3, column checked_in: All 1 places are taken, so Bo would wait and can't be checked in."
    ]


def test_every_reason_is_named_and_nothing_is_changed(season, tournament):
    many_characters(season, 3)
    Career.objects.filter(character__name="Cleo").update(status="retired")
    enter(tournament, "Bo,Cube,,\n")
    keep_former_name(character=Entry.objects.get().character, name="Bob")
    found = problems(tournament, "Adda,,,\nBo,Box,,\nBob,,,\nCleo,,,\nAda,,,maybe\n")
    assert found == [
        "line 2, column name: There is no character 'Adda' in League of spring. Register it there first.",
        "line 3, column club: Bo is entered with the club 'Cube', not 'Box'. Correct the row or change the entry.",
        "line 4, column name: Bob is the character of line 3 under another name.",
        "line 5, column name: Cleo has left by golden parachute. Start a new career first, then enter.",
        "line 6, column checked_in: 'maybe' is neither 'yes' nor 'no'.",
    ]
    assert everybody(tournament) == [("Bo", "registered", "Cube")]


def test_a_dry_run_writes_nothing(season, tournament):
    many_characters(season, 1)
    assert enter(tournament, "Ada,,,\n", dry_run=True) == "1 registration recorded"
    assert everybody(tournament) == []


def test_a_file_that_comes_too_late_is_refused_as_a_whole(season, tournament):
    many_characters(season, 1)
    a_stage(tournament, [])
    enter(tournament, "Ada,,,yes\n")
    assert tournament.events.first().text == "1 character was checked in from a file, to play from the next draw on."
    Stage.objects.update(status=Stage.ENDED)
    assert "nobody can join now" in problems(tournament, "Ada,,,\n")[0]
    tournament.status = "cancelled"
    tournament.save()
    assert problems(tournament, "Ada,,,\n") == ["Spring Open is cancelled; it can no longer be changed."]


def test_a_thousand_rows_with_errors_name_each_of_them_and_change_nothing(season, tournament):
    many_characters(season, 1000)
    names = [name for (name,) in season.league.enrolments.order_by("pk").values_list("character__name")]
    wrong = {7: "Nobody {},,,", 100: "{},,,perhaps", 999: "{},,"}
    rows = [wrong.get(at, "{},Cube,,yes").format(name) for at, name in enumerate(names)]
    olga = an_organiser(season)
    broken = HEAD + "\n".join(rows)
    upload = upload_entries(tournament=tournament, name="all.csv", content=broken.encode(), by=olga)
    assert (upload.status, upload.summary) == ("refused", "3 problems; nothing was changed.")
    assert [(problem["line"], problem["column"]) for problem in upload.problems] == [
        (9, "name"),
        (102, "checked_in"),
        (1001, ""),
    ]
    assert not Entry.objects.exists()
    mended = HEAD + "\n".join(f"{name},Cube,,yes" for name in names)
    with CaptureQueriesContext(connection) as captured:
        done = upload_entries(tournament=tournament, name="all.csv", content=mended.encode(), by=olga)
    assert done.summary == "1,000 registrations recorded."
    assert tournament.entries.filter(status=Entry.CHECKED_IN, club="Cube").count() == 1000
    assert len(captured) < 60


def test_five_thousand_broken_rows_are_all_kept_for_the_page(season, tournament):
    text = HEAD + "".join(f"Nobody {number},,,\n" for number in range(5000))
    upload = upload_entries(tournament=tournament, name="x.csv", content=text.encode(), by=an_organiser(season))
    assert upload.status == FileImport.WAITING and run_waiting_import(), "rows take time, however few bytes they are"
    upload.refresh_from_db()
    assert upload.summary == "5,000 problems; nothing was changed." and len(upload.problems) == 5000


def test_a_large_file_waits_for_the_worker(season, tournament, monkeypatch):
    monkeypatch.setattr(uploads, "FEW_BYTES", 10)
    many_characters(season, 1)
    olga = an_organiser(season)
    upload = upload_entries(tournament=tournament, name="x.csv", content=(HEAD + "Ada,,,\n").encode(), by=olga)
    assert upload.status == "waiting"
    assert run_waiting_import()
    upload.refresh_from_db()
    assert upload.summary == "1 registration recorded." and tournament.entries.count() == 1


def test_a_small_file_does_not_work_on_those_that_wait(season, tournament, monkeypatch):
    many_characters(season, 2)
    olga = an_organiser(season)
    with monkeypatch.context() as patch:
        patch.setattr(uploads, "FEW_BYTES", 10)
        first = upload_entries(tournament=tournament, name="a.csv", content=(HEAD + "Ada,,,\n").encode(), by=olga)
    upload_entries(tournament=tournament, name="b.csv", content=(HEAD + "Bo,,,\n").encode(), by=olga)
    first.refresh_from_db()
    assert first.status == "waiting" and everybody(tournament) == [("Bo", "registered", "")]
