"""The desk: where the tournament is, the next thing to do, the log."""

import pytest
from django.urls import reverse

from characters.models import Career
from league.models import Entry, Stage, Tournament
from league.tournaments.entries.services.check_in import check_in_everybody
from league.tournaments.entries.services.tournament_log import log_event
from tests.factories.desk import a_desk
from tests.factories.pages import text
from tests.factories.tournaments import a_round, a_tournament, entered


@pytest.fixture
def desk(db):
    return a_desk(capacity=16, draw_commitment="c0ffee" * 10)


@pytest.fixture
def url(desk):
    return reverse("tournament_desk", args=[desk.tournament.slug])


def test_an_empty_desk_says_what_to_do(client, desk, url):
    client.force_login(desk.olga)
    page = text(client.get(url))
    assert "Registration is open; nobody has entered yet." in page
    assert f'href="{reverse("entry_add", args=["spring-open"])}">Register the first character' in page
    assert f"http://testserver{reverse('entry_register', args=['spring-open'])}" in page
    assert "c0ffee" * 10 in page and "before anybody entered" in page


def test_a_full_desk_counts_and_recommends(client, desk, url):
    entered(desk.tournament, 16, status=Entry.REGISTERED)
    client.force_login(desk.kit)
    page = text(client.get(url))
    assert "16 of 16 places taken, 0 checked in." in page
    assert f'href="{reverse("desk_check_in", args=["spring-open"])}">Check in</a>' in page
    assert "16 characters make 4 tables of 4" in page and "4 rounds are recommended." in page


def test_too_few_and_the_retired_are_explained(client, desk, url):
    entered(desk.tournament, 3)
    Career.objects.filter(character__name="Ada").update(status="retired")
    client.force_login(desk.olga)
    page = text(client.get(url))
    assert "3 characters are here, and a table of 4 needs 4." in page
    assert "Ada left by golden parachute" in page


def test_both_desks_are_told_of_a_character_in_two_running_tournaments(client, desk, url):
    ada, bo = entered(desk.tournament, 2)
    other = a_tournament(slug="autumn-cup", name="Autumn Cup", season=desk.season, status="running")
    Entry.objects.create(tournament=other, number=1, character=ada.character, status=Entry.CHECKED_IN)
    Entry.objects.create(tournament=other, number=2, character=bo.character, status=Entry.DROPPED)
    Tournament.objects.update(status="running")
    client.force_login(desk.olga)
    for page in (url, reverse("tournament_desk", args=[other.slug])):
        assert "Also at a table of another running tournament: Ada." in text(client.get(page))


def test_a_running_round_says_how_far_it_is(client, desk, url):
    entries = entered(desk.tournament, 4)
    Stage.objects.update(status=Stage.RUNNING, rounds=3)
    Tournament.objects.update(status="running")
    a_round(desk.tournament.stages.get(), entries, status="running")
    client.force_login(desk.olga)
    page = text(client.get(url))
    assert "Swiss, round 1 of 3 is being played: 0 of 1 table confirmed." in page and "Look at the tables" in page


def test_registration_is_opened_and_closed(client, desk, url):
    switch = reverse("tournament_registration", args=[desk.tournament.slug])
    client.force_login(desk.olga)
    assert "Registration is closed." in text(client.post(switch, {"open": "no"}, follow=True))
    desk.tournament.refresh_from_db()
    assert not desk.tournament.registration_open
    assert "Open registration" in text(client.get(url))
    client.post(switch, {"open": "yes"})
    desk.tournament.refresh_from_db()
    assert desk.tournament.registration_open
    assert client.get(switch).status_code == 405
    client.force_login(desk.kit)
    assert client.post(switch, {"open": "no"}).status_code == 403


def test_a_score_keeper_is_not_offered_what_they_cannot_do(client, desk, url):
    Tournament.objects.update(registration_open=False)
    client.force_login(desk.kit)
    page = text(client.get(url))
    assert "An organiser does that." in page and "Settings" not in page


@pytest.mark.parametrize("name", ["tournament_desk", "tournament_log", "desk_check_in", "desk_entries", "entry_add"])
def test_the_desk_is_for_those_who_run_the_tournament(client, desk, name):
    url = reverse(name, args=[desk.tournament.slug])
    assert reverse("account_login") in client.get(url).url
    for user in (desk.pia, desk.stranger):
        client.force_login(user)
        assert client.get(url).status_code == 403
    client.force_login(desk.kit)
    assert client.get(url).status_code == 200
    assert client.get(reverse(name, args=["nowhere"])).status_code == 404


def test_the_log_is_paged(client, desk):
    for number in range(120):
        log_event(tournament=desk.tournament, kind="edited", text=f"Change {number}.", by=desk.olga)
    client.force_login(desk.kit)
    url = reverse("tournament_log", args=[desk.tournament.slug])
    assert "Change 119." in text(client.get(url)) and "Change 0." not in text(client.get(url))
    assert "Change 0." in text(client.get(f"{url}?page=3"))


@pytest.mark.parametrize("name", ["tournament_desk", "tournament_log", "desk_check_in", "desk_entries", "entry_add"])
def test_a_page_takes_as_many_queries_for_many_as_for_few(client, desk, queries, name):
    client.force_login(desk.olga)
    url = reverse(name, args=[desk.tournament.slug])
    entered(desk.tournament, 30, status=Entry.REGISTERED)
    Entry.objects.filter(number__gt=4).update(status=Entry.DROPPED)
    check_in_everybody(tournament=desk.tournament, by=desk.olga)
    client.get(url)
    few = queries(client, url)
    Entry.objects.update(status=Entry.REGISTERED)
    check_in_everybody(tournament=desk.tournament, by=desk.olga)
    assert queries(client, url) <= few
