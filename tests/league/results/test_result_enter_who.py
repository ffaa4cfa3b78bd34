import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Sheet
from league.clubs.services.leagues import close_league, create_league, create_season
from league.models import League, Membership, Season
from tests.factories.friday_club import FridayClub, friday_form
from tests.factories.pages import inputs, text

URL = reverse("result_enter")


def test_a_stranger_signs_in_first(client: Client, club: FridayClub):
    assert client.get(URL).url == f"{reverse('account_login')}?next={URL}"


def test_what_was_typed_survives_an_expired_session(client: Client, club: FridayClub):
    club.ada.set_password("corner-office-1")
    club.ada.save()
    response = client.post(URL, friday_form(club, step="figures", seat__2__fame="37"))
    client.post(response.url, {"login": "ada", "password": "corner-office-1"})
    page = client.get(URL)
    assert ("seat-2-fame", "37") in inputs(page)
    assert "Nothing has been sent yet" in text(page)
    client.post(URL, friday_form(club))
    assert "Nothing has been sent yet" not in text(client.get(URL))


def test_what_was_typed_survives_a_stale_form(club: FridayClub):
    client = Client(enforce_csrf_checks=True)
    client.force_login(club.ada)
    response = client.post(URL, friday_form(club, step="figures", seat__2__fame="37"))
    assert response.url == URL
    assert ("seat-2-fame", "37") in inputs(client.get(URL))
    assert not Game.objects.exists()


def test_other_stale_forms_say_what_happened(club: FridayClub):
    client = Client(enforce_csrf_checks=True)
    client.force_login(club.ada)
    response = client.post(reverse("league_create"), {"name": "Mine"})
    assert response.status_code == 403
    assert "gone stale" in text(response)


def test_a_player_reports_only_tables_of_their_own(client: Client, club: FridayClub):
    client.force_login(club.ada)
    club.overtime.owner = club.cleo
    club.overtime.save()
    response = client.post(URL, friday_form(club))
    assert response.status_code == 422
    assert "Players can only report their own games" in text(response)


def test_a_score_keeper_reports_any_table_and_confirms_none(client: Client, club: FridayClub):
    Membership.objects.create(league=club.league, user=club.dev, role="score_keeper")
    client.force_login(club.dev)
    client.post(URL, friday_form(club))
    assert Sheet.objects.get().status == Sheet.SUBMITTED


def test_somebody_of_no_league_is_told_what_to_do(client: Client, club: FridayClub):
    client.force_login(club.dev)
    assert "Ask an organiser" in text(client.get(URL))
    client.post(URL, friday_form(club))
    assert not Game.objects.exists()


def test_a_spectator_reports_nothing(client: Client, club: FridayClub):
    Membership.objects.create(league=club.league, user=club.dev, role="spectator")
    client.force_login(club.dev)
    client.post(URL, friday_form(club))
    assert not Game.objects.exists()


def test_one_season_needs_no_question_and_two_do(client: Client, club: FridayClub):
    client.force_login(club.ada)
    assert "Played at" in text(client.get(f"{URL}?system=careers"))
    create_season(league=club.league, name="Summer 2026")
    assert "Which season?" in text(client.get(f"{URL}?system=careers"))
    assert "Summer 2026" in client.get(f"{URL}?system=careers&season=summer-2026").content.decode()


def test_times_are_those_of_the_league_wherever_the_reader_is(client: Client, club: FridayClub):
    League.objects.filter(pk=club.league.pk).update(zone="America/New_York")
    client.force_login(club.cleo)
    client.cookies["zone"] = "Europe%2FBerlin"
    page = client.get(f"{URL}?system=careers")
    assert "In New York time." in text(page)
    shown = datetime.fromisoformat(dict(inputs(page))["played_at"]).replace(tzinfo=ZoneInfo("America/New_York"))
    assert abs(timezone.now() - shown) < timedelta(minutes=5)
    client.post(URL, friday_form(club, played_at="2026-01-06T18:00"))
    assert Sheet.objects.get().played_at.hour == 23


def test_the_question_begins_with_the_current_season_of_the_league_that_one_is_in(client: Client, club: FridayClub):
    Season.objects.filter(pk=club.season.pk).update(starts_on=date(2026, 1, 1))
    create_season(league=club.league, name="Far off", starts_on=date(2090, 1, 1), by=club.cleo)
    create_season(league=create_league(name="Another Club", by=club.cleo), name="Another season", by=club.cleo)
    client.force_login(club.cleo)
    client.post(reverse("league_choose"), {"league": club.league.slug})
    page = client.get(URL).content.decode()
    chosen = re.findall(r'<option value="([^"]*)"\s+selected', page)
    assert chosen == [club.season.slug]


def test_no_result_is_asked_for_in_a_closed_league(client: Client, club: FridayClub):
    close_league(league=club.league, why="We play elsewhere now.", by=club.cleo)
    client.force_login(club.cleo)
    assert "No season to report in" in text(client.get(URL))


def test_a_made_up_time_zone_is_universal_time(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    client.cookies["zone"] = "../../etc/passwd"
    client.post(URL, friday_form(club))
    assert Sheet.objects.get().played_at.hour == 18
