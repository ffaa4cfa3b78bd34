"""Times are those of the club, said as that, on the first visit and for readers elsewhere."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from characters.rules.facts import stamp
from league.clubs.services.leagues import create_league
from league.models import Entry, LedgerEntry, Table, Tournament
from league.tournaments.stages.services import edit_tournament
from league.tournaments.tables.queries.links import table_path
from tests.factories.friday_club import FridayClub
from tests.factories.reports import says
from tests.factories.thursday_club import ThursdayClub, a_tournament_of
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db
IN_SUMMER = datetime(2026, 7, 2, 18, 0, tzinfo=UTC)


@pytest.fixture
def summer() -> Tournament:
    return a_tournament(starts_at=IN_SUMMER)


def page(client: Client, tournament: Tournament) -> str:
    return client.get(tournament.get_absolute_url()).content.decode()


def test_the_first_visit_shows_the_clubs_time_and_says_so(client: Client, summer: Tournament):
    assert "19:00, London time" in page(client, summer) and "for you" not in page(client, summer)


def test_the_front_page_and_the_page_to_join_by_say_whose_time_it_is(client: Client, summer: Tournament):
    Tournament.objects.update(zone="America/New_York")
    for address in ("/", reverse("tournament_join", args=[summer.slug])):
        assert "14:00, New York time" in client.get(address).content.decode()


def test_a_reader_elsewhere_sees_the_clubs_time_first_and_the_own_beside_it(client: Client, summer: Tournament):
    client.cookies["zone"] = "Europe%2FBerlin"
    shown = page(client, summer)
    assert "19:00, London time" in shown and "(20:00 for you)" in shown
    client.cookies["zone"] = "Asia%2FTokyo"
    assert "(Friday 03:00 for you)" in page(client, summer)


def test_a_reader_with_the_same_clock_reads_one_time(client: Client, summer: Tournament):
    client.cookies["zone"] = "Europe%2FLisbon"
    assert "for you" not in page(client, summer)


def test_a_tournament_elsewhere_has_its_own_time(client: Client, summer: Tournament):
    Tournament.objects.update(zone="America/New_York")
    assert "14:00, New York time" in page(client, summer)


def test_a_letter_says_the_clubs_time(summer: Tournament):
    about = {"starts_at": summer.starts_at, "played_in": summer.played_in}
    text = Template('{% include "league/notices/mail/when.txt" %}').render(Context(about))
    assert "19:00, London time" in text


def test_a_calendar_names_the_zone(client: Client, summer: Tournament):
    feed = client.get(reverse("tournament_calendar", args=[summer.slug])).content.decode()
    assert "DTSTART;TZID=Europe/London:20260702T190000" in feed and "BEGIN:VTIMEZONE" in feed
    assert feed == client.get(reverse("tournament_calendar", args=[summer.slug])).content.decode()


def test_an_organiser_sets_name_place_and_zone(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    url = reverse("league_edit", args=[club.league.slug])
    said = {"name": "Friday Club", "zone": "Europe/Paris", "place": "Town hall", "date_order": "mdy"}
    assert client.post(url, said).status_code == 302
    club.league.refresh_from_db()
    assert (club.league.zone, club.league.place, club.league.date_order) == ("Europe/Paris", "Town hall", "mdy")
    assert LedgerEntry.objects.filter(kind="league_changed", league=club.league).exists()
    assert client.post(url, said | {"zone": "Moon/Base"}).status_code == 422
    client.force_login(club.ada)
    assert client.get(url).status_code == 403


def test_a_league_is_founded_in_the_zone_of_its_founder(client: Client, club: FridayClub):
    client.force_login(club.ada)
    client.cookies["zone"] = "Europe%2FBerlin"
    assert '<option value="Europe/Berlin" selected>' in client.get(reverse("league_create")).content.decode()
    assert create_league(name="Anywhere").zone == "Europe/London"
    with pytest.raises(ValidationError, match="Choose a time zone"):
        create_league(name="Nowhere", zone="Moon/Base")


SAID = {
    **{"name": "Autumn Cup", "system": "careers", "edition": "london", "mode": "formula", "target": "100"},
    **{"minutes": "30", "table_size": "4", "shortfall": "mixed", "round_minutes": "60", "confirm_seconds": "120"},
    **{"plan": "swiss", "rounds": "", "cut": ""},
}


@pytest.fixture
def announce(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    club.season.starts_on, club.season.ends_on = date(2026, 1, 1), date(2026, 12, 31)
    club.season.save()

    def post(**said: str):
        return client.post(reverse("tournament_create", args=[club.season.slug]), SAID | said)

    return post


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        ({"starts_at": "2026-07-02T19:00"}, "2026-07-02T18:00:00Z"),
        ({"starts_at": "2026-07-02T19:00", "zone": "America/New_York"}, "2026-07-02T23:00:00Z"),
    ],
)
def test_a_form_takes_the_time_of_the_place(announce, client: Client, said: dict[str, str], stored: str):
    client.cookies["zone"] = "Asia%2FTokyo"
    assert announce(**said).status_code == 302
    assert stamp(Tournament.objects.latest("pk").starts_at) == stored


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        ("2026-03-29T01:30", "On 29 March 2026 there is no 01:30 in London: the clocks go forward over it."),
        ("2026-10-25T01:30", "On 25 October 2026 it is 01:30 twice in London, because the clocks go back."),
    ],
)
def test_a_time_that_the_clocks_skip_or_repeat_is_refused_in_a_sentence(announce, at: str, sentence: str):
    answer = announce(starts_at=at)
    assert answer.status_code == 422 and sentence in answer.content.decode()
    assert not Tournament.objects.exists()


def test_a_day_outside_the_season_is_asked_about(announce, client: Client):
    asked = announce(starts_at="2027-01-01T00:30")
    assert asked.status_code == 422 and "ends on 31 December 2026" in asked.content.decode()
    assert 'type="checkbox" name="outside_season"' in asked.content.decode()
    assert not Tournament.objects.exists()
    assert announce(starts_at="2027-01-01T00:30", outside_season="on").status_code == 302
    assert announce(name="Last Night", starts_at="2026-12-31T23:30").status_code == 302


def test_round_desk_draws_and_tables_say_whose_time_it_is(client: Client, thursday: ThursdayClub):
    made = a_tournament_of(thursday)
    table = Table.objects.select_related("round").get()
    says(table, 1)
    edit_tournament(tournament=made, zone="Asia/Tokyo")
    client.force_login(thursday.users["otto"])
    start = made.get_absolute_url()
    of_round = (f"{start}rounds/1/1/", f"{start}stages/1/rounds/1/manage/", f"{start}stages/1/rounds/1/manage/live/")
    for address in (*of_round, f"{start}draws/", f"{start}desk/", f"{start}desk/log/", f"/tables/{table.pk}/"):
        shown = client.get(address).content.decode()
        assert "Tokyo time" in shown and "London time" not in shown, address
    assert "Tokyo time" in client.get(table_path(table)).content.decode()


def test_the_next_event_of_the_own_desk_says_whose_time_it_is(client: Client, summer: Tournament):
    entry = entered(summer, 1, status=Entry.REGISTERED)[0]
    client.force_login(entry.character.owner)
    Tournament.objects.update(zone="America/New_York", starts_at=timezone.now() + timedelta(days=3))
    assert "New York time" in client.get("/").content.decode()
