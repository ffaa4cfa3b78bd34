"""Simulations on the site: started by members, looked at by everybody, stopped by whoever started them."""

import pytest
from django.urls import reverse

from games.models import Simulation
from games.rules.systems import SYSTEMS
from games.services.simulations import run_waiting_chunk, start_simulation
from tests.factories.friday_club import FridayClub

LIST = "/simulations/"


def form(**changes) -> dict[str, str]:
    values = {
        "system": "careers",
        "seats": "2",
        "games": "6",
        "bots": "greedy, random",
        "mode": "formula",
        "target": "20",
        "minutes": "30",
        "rng_seed": "",
    }
    return values | changes


@pytest.fixture
def simulation(club: FridayClub) -> Simulation:
    options = {"settings": {"target": 20}}
    return start_simulation(
        system="careers", seats=2, games=6, bots=["greedy", "random"], rng_seed=3, options=options, by=club.ada, chunk=2
    )


def test_a_member_starts_one_and_sees_it_through(client, club: FridayClub, text):
    client.force_login(club.ada)
    assert "Start the simulation" in text(LIST)
    page = client.post(LIST, form()).url
    waiting = text(page)
    assert 'hx-trigger="every 2s"' in waiting and "0 of 6 games" in waiting
    while run_waiting_chunk(seconds=60):
        pass
    done = text(page)
    assert 'hx-trigger="every' not in done and "6 of 6 games" in done and "95 % interval" in done
    assert "target 20" in done and "random" in done
    assert "Played" in text(LIST)


@pytest.mark.parametrize("system", [system for system in SYSTEMS if system != "careers"])
def test_other_games_are_simulated_as_well(client, club: FridayClub, text, system):
    client.force_login(club.ada)
    page = client.post(LIST, form(system=system, seats="4", games="2", bots="random")).url
    run_waiting_chunk(seconds=60)
    assert "2 of 2 games" in text(page)


def test_it_shows_what_is_known_so_far(client, simulation: Simulation, text):
    run_waiting_chunk()
    page = text(simulation.get_absolute_url())
    assert "2 of 6 games" in page and "So far, by seat" in page
    assert ">Stop<" not in page


def test_whoever_started_it_stops_it_and_lets_it_go_on(client, club: FridayClub, simulation: Simulation, text):
    client.force_login(club.ada)
    run_waiting_chunk()
    client.post(reverse("simulation_stop", args=[simulation.pk]))
    assert not run_waiting_chunk()
    page = text(simulation.get_absolute_url())
    assert "Stopped" in page and "Go on" in page and 'hx-trigger="every' not in page
    again = client.post(reverse("simulation_stop", args=[simulation.pk]), follow=True)
    assert "not under way" in again.content.decode()
    client.post(reverse("simulation_resume", args=[simulation.pk]))
    assert run_waiting_chunk()
    again = client.post(reverse("simulation_resume", args=[simulation.pk]), follow=True)
    assert "was stopped" in again.content.decode()


@pytest.mark.parametrize("act", ["simulation_stop", "simulation_resume"])
def test_strangers_only_look(client, club: FridayClub, simulation: Simulation, act, text):
    assert "Sign in" in text(LIST) and "Start the simulation" not in text(LIST)
    assert reverse("account_login") in client.post(LIST, form()).url
    url = reverse(act, args=[simulation.pk])
    assert reverse("account_login") in client.post(url).url
    client.force_login(club.bo)
    assert client.post(url).status_code == 403
    assert client.get(url).status_code == 405
    simulation.refresh_from_db()
    assert simulation.status == "running" and Simulation.objects.count() == 1


def test_only_members_of_a_league_start_one(client, club: FridayClub, text):
    client.force_login(club.dev)
    assert "Start the simulation" not in text(LIST) and "Members of a league start" in text(LIST)
    refused = client.post(LIST, form())
    assert refused.status_code == 403 and "Only members" in refused.content.decode()
    assert not Simulation.objects.exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"games": "100001"}, "less than or equal to 100000"),
        ({"seats": "7"}, "Careers needs 2 to 6 seats"),
        ({"bots": "telepath"}, "no bot"),
        ({"bots": "search:visits=5000"}, "think too long"),
        ({"bots": "search:visits=²"}, "whole number"),
        ({"bots": "search:visits=--5"}, "whole number"),
        ({"bots": "search:visits=200,turns=200"}, "plays out 40,000 rounds for one decision, 400 are the most"),
        ({"bots": ","}, "Name 1 to 2 bots"),
        ({"system": "chess"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_simulated_is_refused_beside_the_form(client, club: FridayClub, changes, said):
    client.force_login(club.ada)
    response = client.post(LIST, form(**changes))
    assert response.status_code == 422 and said in response.content.decode()
    assert not Simulation.objects.exists()


def test_the_list_asks_the_database_no_more_for_more_of_them(client, club: FridayClub, simulation: Simulation, queries):
    few = queries(client, LIST)
    for seed, user in enumerate((club.bo, club.cleo)):
        start_simulation(system="careers", seats=2, games=1, bots=["random"], rng_seed=seed, by=user)
    assert queries(client, LIST) == few


def test_the_help_page_leads_there(text, db):
    assert f'href="{LIST}"' in text(reverse("help"))
