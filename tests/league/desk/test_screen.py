"""The projector's page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from characters.models import Character
from characters.services.registration import rename_character
from league.models import Round, Tournament
from league.tournaments.desk.queries.screen import clock_of
from league.tournaments.desk.services.rounds import pause_round
from league.tournaments.stages.services import edit_tournament
from tests.factories.evening import an_evening
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db
URL = "/tournaments/spring-open/screen/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def evening():
    return an_evening()


def test_it_shows_tables_byes_and_standings_without_the_site(evening, text):
    page = text(URL)
    assert "Tables 1 to 2" in page and "Byes this round" in page and "Standings, 1 to 9" in page
    assert "site-head" not in page and "screen.js" in page


@pytest.mark.parametrize(
    ("show", "there", "not_there"),
    [
        ("tables", "Tables 1 to 2", "Standings, 1"),
        ("names", "Ada to Iri", "Tables 1 to 2"),
        ("standings", "Standings, 1 to 9", "Tables 1 to 2"),
        ("clock", 'data-slide="clock"', "Standings, 1"),
        ("nonsense", "Tables 1 to 2", "Ada to Iri"),
    ],
)
def test_what_it_shows_is_in_the_address(evening, text, show, there, not_there):
    page = text(f"{URL}?show={show}")
    assert there in page and not_there not in page


def test_before_the_first_round_it_welcomes(text):
    a_tournament(capacity=40)
    assert "0 of 40 entered" in text(URL)


def test_an_ended_round_gives_way_to_the_standings(evening, text):
    Round.objects.filter(pk=evening.second.pk).update(status=Round.ENDED, ended_at=timezone.now())
    page = text(URL)
    assert "Tables 1 to 2" not in page and "Standings, 1 to 9" in page and "ended" in page


def test_the_end_is_a_podium(evening, text):
    Tournament.objects.filter(pk=evening.tournament.pk).update(status=Tournament.FINISHED)
    page = text(URL)
    assert 'data-slide="podium"' in page and "Final standings, 1 to 9" in page and "data-clock" not in page


def test_htmx_gets_the_changing_part_and_then_304_until_something_happens(evening, client):
    first = client.get(URL, headers=HTMX)
    assert first.status_code == 200 and b"<html" not in first.content
    unchanged = client.get(URL, headers=HTMX | {"If-None-Match": first.headers["ETag"]})
    assert unchanged.status_code == 304
    table = evening.second.tables.first()
    assert table is not None
    played_table(table)
    changed = client.get(URL, headers=HTMX | {"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200 and "✓ done" in changed.content.decode()
    Round.objects.filter(pk=evening.second.pk).update(status=Round.RUNNING, started_at=timezone.now())
    started = client.get(URL, headers=HTMX | {"If-None-Match": changed.headers["ETag"]})
    assert started.status_code == 200 and "data-ends" in started.content.decode()


def test_a_projector_in_another_language_gets_its_own(evening, client):
    first = client.get(URL, headers=HTMX)
    german = HTMX | {"Accept-Language": "de"}
    answer = client.get(URL, headers=german | {"If-None-Match": first.headers["ETag"]})
    assert (answer.status_code, answer["Content-Language"]) == (200, "de")
    assert client.get(URL, headers=german | {"If-None-Match": answer.headers["ETag"]}).status_code == 304
    assert client.get(URL, headers=HTMX).content == first.content


def test_the_clock_waits_runs_and_stands_still():
    start = timezone.now()
    played = Round(minutes=50)
    assert clock_of(played).left_ms == 50 * 60_000
    played.started_at, played.paused_seconds = start, 90
    running = clock_of(played)
    assert (running.state, running.left_ms) == ("running", None)
    assert running.ends_ms == (start + timedelta(minutes=50, seconds=90)).timestamp() * 1000 // 1
    played.paused_at = start + timedelta(minutes=10)
    paused = clock_of(played)
    assert (paused.state, paused.ends_ms, paused.left_ms) == ("paused", None, (40 * 60 + 90) * 1000)


def test_the_second_projector_gets_what_was_drawn_for_the_first(evening, client, django_assert_max_num_queries):
    first = client.get(URL)
    with django_assert_max_num_queries(14):
        again = client.get(URL)
    assert "Tables 1 to 2" in again.text
    assert again.text.partition("<main")[2] == first.text.partition("<main")[2]


@pytest.mark.parametrize(
    ("deed", "shown"),
    [
        (lambda evening: played_table(evening.second.tables.first()), "✓ done"),
        (lambda evening: rename_character(character=Character.objects.get(name="Bo"), name="Beatrix"), "Beatrix"),
        (lambda evening: pause_round(round=evening.second), "Paused"),
        (lambda evening: edit_tournament(tournament=evening.tournament, name="Autumn open"), "Autumn open"),
    ],
    ids=["a result", "a new name of a player", "a pause", "a new name of the tournament"],
)
def test_whoever_opens_the_page_sees_what_is_new(evening, client, deed, shown):
    Round.objects.filter(pk=evening.second.pk).update(status=Round.RUNNING, started_at=timezone.now())
    assert shown not in client.get(URL).text
    deed(evening)
    assert shown in client.get(URL).text


def test_nobody_leads_before_there_is_a_result(client):
    tournament = a_tournament()
    entries = entered(tournament, 8)
    stage = a_stage(tournament, entries)
    played = a_round(stage, entries[:4], entries[4:], status=Round.RUNNING)
    page = client.get(f"{tournament.get_absolute_url()}screen/?show=standings").content.decode()
    assert "screen-standings" in page and "is-first" not in page and "◆" not in page
    played_table(played.tables.first())
    page = client.get(f"{tournament.get_absolute_url()}screen/?show=standings").content.decode()
    assert page.count("is-first") == 1 and page.count("◆") == 1


def test_it_says_how_to_report_while_a_table_of_the_room_is_open(evening, text):
    page = text(URL)
    assert 'data-slide="report"' in page and "http://testserver/tournaments/spring-open/rounds/" in page
    for table in evening.second.tables.all():
        played_table(table)
    assert 'data-slide="report"' not in text(URL)
    assert 'data-slide="report"' in text(f"{URL}?show=report"), "a second screen may show nothing else"


def test_it_opens_no_table_to_those_who_are_not_seated_there(evening, text):
    assert "/t/" not in text(URL) and "/t/" not in text(f"{URL}?show=report")
