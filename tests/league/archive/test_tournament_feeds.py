"""Archive, CSV and calendar of a tournament, and the link to BG Stats."""

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from games.models import Sheet
from league.clubs.services.leagues import create_league
from league.core.services.uploads import run_waiting_import
from league.models import Entry, FileImport, Membership, Round, Tournament
from league.tournaments.archive.rules.archive import write_archive
from league.tournaments.entries.rules import entries_from_csv
from league.tournaments.entries.services.entries import drop_entry
from league.tournaments.stages.services import cancel_tournament, edit_tournament
from tests.factories.archives import a_day_of_play, an_archive
from tests.factories.seasons import a_season
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered


@pytest.fixture
def played(db) -> Tournament:
    return a_day_of_play()


@pytest.fixture
def small(db) -> Tournament:
    """Ada to Dev at one table, Eve with a bye, the second round a draft."""
    tournament = a_tournament(a_season("spring"), place="Town hall")
    entries = entered(tournament, 5)
    stage = a_stage(tournament, entries)
    first = a_round(stage, entries[:4], status=Round.ENDED)
    first.byes.create(entry=entries[4])
    played_table(first.tables.get())
    a_round(stage, entries[1:], status=Round.DRAFT, number=2)
    return tournament


def organiser(tournament: Tournament, name: str = "olga") -> User:
    user = User.objects.create(username=name)
    Membership.objects.create(league=tournament.season.league, user=user, role="organiser")
    return user


def rows(client: Client, name: str, *args: Any) -> list[dict[str, str]]:
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200 and "attachment" in response["Content-Disposition"]
    return list(csv.DictReader(StringIO(response.content.decode("utf-8-sig"))))


def events(client: Client, name: str, slug: str) -> dict[str, Any]:
    response = client.get(reverse(name, args=[slug]))
    assert response.status_code == 200 and response["Content-Type"].startswith("text/calendar")
    return {str(event["SUMMARY"]): event for event in Calendar.from_ical(response.content).walk("VEVENT")}


def test_the_archive_of_a_finished_tournament_is_for_everybody(client: Client, played):
    response = client.get(reverse("tournament_archive", args=[played.slug]))
    archive = json.loads(response.content)
    assert archive["tournament"]["draw_secret"] == played.draw_secret
    assert archive["kept_apart"][0]["reason"] == "" and "attachment" in response["Content-Disposition"]
    client.force_login(organiser(played))
    archive = client.get(reverse("tournament_archive", args=[played.slug])).json()
    assert archive["kept_apart"][0]["reason"] == "Brothers"


def test_before_that_it_is_for_organisers_and_without_the_secret(client: Client, small):
    url = reverse("tournament_archive", args=[small.slug])
    refused = client.get(url)
    assert refused.status_code == 403 and "once the tournament is over" in refused.content.decode()
    client.force_login(organiser(small))
    assert client.get(url).json()["tournament"]["draw_secret"] is None


def test_an_archive_is_uploaded_and_imported(client: Client, db):
    archive = an_archive()
    league = create_league(name="Elsewhere", by=User.objects.create(username="olga"))
    client.force_login(User.objects.get())
    file = SimpleUploadedFile("spring-open.json", write_archive(archive))
    sent = client.post(reverse("import_list", args=[league.slug]), {"kind": "tournament", "file": file})
    run_waiting_import()
    page = client.get(sent.url).content.decode()
    assert "1 tournament recorded" in page and "To the tournaments" in page
    assert Tournament.objects.get().season.league == league


def test_a_broken_archive_shows_the_places(client: Client, db):
    archive = an_archive()
    archive["entries"][0]["character"] = "Nobody"
    league = create_league(name="Elsewhere", by=User.objects.create(username="olga"))
    client.force_login(User.objects.get())
    file = SimpleUploadedFile("spring-open.json", write_archive(archive))
    sent = client.post(reverse("import_list", args=[league.slug]), {"kind": "tournament", "file": file})
    run_waiting_import()
    page = client.get(sent.url).content.decode()
    assert "<code>entries[0].character</code>" in page and "not one of the characters" in page
    assert FileImport.objects.get().status == "refused" and not Tournament.objects.exists()


def test_entries_come_out_as_they_can_go_in(client: Client, small):
    drop_entry(entry=Entry.objects.get(number=5), reason="Ill")
    content = client.get(reverse("entries_file", args=[small.slug])).content
    read, problems = entries_from_csv(content)
    assert problems == [] and [(row.name, row.checked_in) for row in read] == [
        (name, True) for name in ("Ada", "Bo", "Cleo", "Dev")
    ]
    assert b"household" not in content
    client.force_login(organiser(small))
    assert b"household" in client.get(reverse("entries_file", args=[small.slug])).content


def test_standings_and_tables_as_csv(client: Client, small):
    found = rows(client, "standings_file", small.slug, 1)
    assert [(row["name"], row["points"]) for row in found[:2]] == [("Ada", "60.00"), ("Bo", "44.00")]
    assert next(row["byes"] for row in found if row["name"] == "Eve") == "36.00"
    found = rows(client, "tables_file", small.slug, 1, 1)
    assert (found[0]["name"], found[0]["place"], found[0]["score"]) == ("Ada", "1", "27")


def test_the_tables_of_a_draft_are_for_organisers(client: Client, small):
    url = reverse("tables_file", args=[small.slug, 1, 2])
    assert client.get(url).status_code == 404
    client.force_login(organiser(small))
    assert client.get(url).status_code == 200


def test_the_calendar_of_a_tournament_has_its_published_rounds(client: Client, small):
    found = events(client, "tournament_calendar", small.slug)
    assert set(found) == {"Spring Open", "Spring Open: Swiss, round 1"}
    assert str(found["Spring Open"]["LOCATION"]) == "Town hall"
    assert str(found["Spring Open"]["URL"]) == "http://testserver/tournaments/spring-open/"


def test_the_calendar_of_a_character_has_its_tables_and_byes(client: Client, small):
    assert set(events(client, "character_calendar", "ada")) == {
        "Spring Open",
        "Spring Open: Swiss, round 1, table 1, seat 1",
    }
    assert set(events(client, "character_calendar", "eve")) == {"Spring Open", "Spring Open: Swiss, round 1, bye"}


def test_a_change_has_the_same_uid_and_a_higher_sequence(client: Client, small):
    before = events(client, "tournament_calendar", small.slug)["Spring Open"]
    edit_tournament(tournament=small, place="Library")
    after = events(client, "tournament_calendar", small.slug)["Spring Open"]
    assert before["UID"] == after["UID"] and after["SEQUENCE"] > before["SEQUENCE"]
    assert str(after["LOCATION"]) == "Library"


def test_who_drops_and_what_is_cancelled_is_cancelled_in_calendars(client: Client, small):
    drop_entry(entry=Entry.objects.get(number=1), reason="Ill")
    assert events(client, "character_calendar", "ada")["Spring Open"]["STATUS"] == "CANCELLED"
    assert events(client, "character_calendar", "bo")["Spring Open"]["STATUS"] == "CONFIRMED"
    cancel_tournament(tournament=small, reason="Snow")
    assert events(client, "tournament_calendar", small.slug)["Spring Open"]["STATUS"] == "CANCELLED"


def test_a_calendar_that_did_not_change_travels_once(client: Client, small):
    url = reverse("tournament_calendar", args=[small.slug])
    tag = client.get(url)["ETag"]
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 304
    edit_tournament(tournament=small, place="Library")
    assert client.get(url, headers={"If-None-Match": tag}).status_code == 200


def test_feeds_take_as_many_queries_for_many_rounds(client: Client, small, queries):
    urls = [reverse("tournament_calendar", args=[small.slug]), reverse("character_calendar", args=["bo"])]
    before = [queries(client, url) for url in urls]
    draft = Round.objects.get(status=Round.DRAFT)
    Round.objects.filter(pk=draft.pk).update(status=Round.ENDED, ended_at=small.starts_at)
    a_round(draft.stage, [seat.entry for seat in draft.seats.order_by("seat")], number=3)
    assert [queries(client, url) for url in urls] == before


def test_a_confirmed_game_can_be_kept_in_bg_stats(client: Client, small):
    game = Round.objects.get(number=1).tables.get().game
    page = client.get(reverse("game_detail", args=[game.pk])).content.decode()
    assert "https://app.bgstatsapp.com/createPlay.html?data=%7B" in page
    page = client.get(game.table.get_absolute_url()).content.decode()
    assert "https://app.bgstatsapp.com/createPlay.html?data=%7B" in page
    code = client.get(reverse("game_play_code", args=[game.pk]))
    assert code["Content-Type"] == "image/svg+xml" and b"<svg" in code.content


def test_an_open_game_has_no_link(client: Client, small):
    Sheet.objects.update(status=Sheet.SUBMITTED, confirmed_at=None)
    game = Round.objects.get(number=1).tables.get().game
    assert "bgstats" not in client.get(reverse("game_detail", args=[game.pk])).content.decode()
    assert client.get(reverse("game_play_code", args=[game.pk])).status_code == 404


def test_pages_link_to_what_can_be_taken(client: Client, small):
    page = client.get(reverse("tournament_detail", args=[small.slug])).content.decode()
    assert "webcal://testserver/tournaments/spring-open/calendar.ics" in page and "archive.json" not in page
    page = client.get(reverse("character_detail", args=["ada"])).content.decode()
    assert "webcal://testserver/characters/ada/calendar.ics" in page
