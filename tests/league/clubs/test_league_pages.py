from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from characters.rules.house_rules import DEFAULTS, SETTINGS
from league.clubs.queries import house_rules_of
from league.core.queries.addresses import fixed_segments
from league.models import League, Season
from tests.factories.founding import founding
from tests.factories.friday_club import FridayClub, friday_game
from tests.factories.pages import text


def choices(**changes) -> dict[str, str]:
    return {setting.name: str(getattr(DEFAULTS, setting.name)) for setting in SETTINGS} | {"sure": "yes"} | changes


def test_whoever_creates_a_league_organises_it_and_opens_a_season(client: Client, club: FridayClub):
    client.force_login(club.dev)
    client.post(reverse("league_create"), founding(name="Würfelclub 🎲"))
    league = League.objects.get(name="Würfelclub 🎲")
    assert league.memberships.get().role == "organiser"
    dates = {"starts_on": "2026-09-01", "ends_on": "2026-12-01"}
    client.post(reverse("season_create", args=[league.slug]), {"name": "Herbst", **dates})
    assert league.seasons.filter(slug="herbst").exists()


@pytest.mark.parametrize("name", ["", "Friday club", "x" * 121])
def test_a_league_needs_a_name_of_its_own(client: Client, club: FridayClub, name: str):
    client.force_login(club.dev)
    assert client.post(reverse("league_create"), founding(name=name)).status_code == 422
    assert League.objects.count() == 1


def test_no_league_hides_behind_an_address_of_the_site(client: Client, club: FridayClub):
    client.force_login(club.dev)
    assert {"new", "choose"} <= fixed_segments("leagues/")
    for segment in fixed_segments("leagues/"):
        response = client.post(reverse("league_create"), founding(name=segment.title()))
        assert response.status_code == 422 and "add a word" in text(response)
        assert not League.objects.filter(slug=segment).exists()
    assert fixed_segments("seasons/") == fixed_segments("tournaments/") == frozenset()


def test_a_season_does_not_end_before_it_starts(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    dates = {"name": "Back", "starts_on": "2026-09-01", "ends_on": "2026-08-01"}
    for url in (reverse("season_create", args=[club.league.slug]), reverse("season_edit", args=[club.season.slug])):
        response = client.post(url, dates)
        assert response.status_code == 422 and "ends before it starts" in response.content.decode()
    assert Season.objects.get().name == "Spring 2026"


def test_a_season_gets_another_name_and_keeps_its_address(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    client.post(reverse("season_edit", args=[club.season.slug]), {"name": "Spring cup"})
    assert Season.objects.get(slug="spring-2026").name == "Spring cup"


def test_the_form_of_a_season_shows_its_dates_as_a_browser_reads_them(client: Client, club: FridayClub):
    Season.objects.filter(pk=club.season.pk).update(starts_on=date(2026, 1, 31), ends_on=date(2026, 6, 30))
    client.force_login(club.cleo)
    page = client.get(reverse("season_edit", args=[club.season.slug])).content.decode()
    assert 'value="2026-01-31"' in page and 'value="2026-06-30"' in page


def test_house_rules_are_set_by_version(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    url = reverse("house_rules_edit", args=[club.season.slug])
    assert client.get(url).status_code == 200
    client.post(url, choices(league_min_target="60", cross_edition="True", demotion="to_fitting_level"))
    rules = house_rules_of(club.season)
    assert (rules.league_min_target, rules.cross_edition, rules.demotion) == (60, True, "to_fitting_level")
    assert club.season.house_rules.count() == 2


@pytest.mark.parametrize("changes", [{"league_min_target": "0"}, {"demotion": "two"}, {"best_of": "many"}])
def test_a_house_rule_that_does_not_exist_is_refused(client: Client, club: FridayClub, changes):
    client.force_login(club.cleo)
    response = client.post(reverse("house_rules_edit", args=[club.season.slug]), choices(**changes))
    assert response.status_code == 422
    assert club.season.house_rules.count() == 1


def test_house_rules_are_fixed_once_a_game_is_confirmed(client: Client, club: FridayClub):
    friday_game(club)
    client.force_login(club.cleo)
    url = reverse("house_rules_edit", args=[club.season.slug])
    assert "These rules are fixed." in client.get(url).content.decode()
    client.post(url, choices(league_min_target="60"))
    assert club.season.house_rules.count() == 1


@pytest.mark.parametrize(
    ("page", "of"),
    [
        ("season_create", "league"),
        ("league_members", "league"),
        ("import_list", "league"),
        ("season_edit", "season"),
        ("house_rules_edit", "season"),
    ],
)
def test_only_organisers_administer(client: Client, club: FridayClub, page: str, of: str):
    url = reverse(page, args=[getattr(club, of).slug])
    assert reverse("account_login") in client.get(url).url
    for user in (club.ada, club.dev):
        client.force_login(user)
        response = client.post(url, {"name": "Mine"})
        assert response.status_code == 403
        assert "Only an organiser of this league can" in response.content.decode()
    client.force_login(User.objects.create(username="root", is_superuser=True))
    assert client.get(url).status_code == 200


def test_a_stranger_founds_five_leagues_a_day_and_the_staff_as_many_as_they_like(client: Client, club: FridayClub):
    client.force_login(club.dev)
    for number in range(5):
        assert client.post(reverse("league_create"), founding(name=f"League {number}")).status_code == 302
    refused = client.post(reverse("league_create"), founding(name="League 5"))
    assert (
        refused.status_code == 422
        and "No more than 5 leagues can be founded by one person within 24 hours" in refused.content.decode()
    )
    assert not League.objects.filter(name="League 5").exists()
    User.objects.filter(pk=club.dev.pk).update(is_staff=True)
    assert client.post(reverse("league_create"), founding(name="League 5")).status_code == 302
