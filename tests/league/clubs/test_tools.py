"""Run and the workshop: the pages behind a league, to everybody those that they may use."""

import re

import pytest
from django.test import Client

from league.clubs.services.leagues import close_league, create_league
from tests.factories.desk import Desk, a_desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(db) -> Desk:
    return a_desk()


def tools(client: Client, desk: Desk, page: str) -> set[str]:
    """The addresses of the tools on a page, without those that belong to the frame."""
    answer = client.get(f"/leagues/{desk.season.league.slug}/{page}/")
    assert answer.status_code == 200
    return {href for _title, group in answer.context["groups"] for _tool, href in group}


def test_only_organisers_run_a_league(client: Client, desk: Desk):
    run = f"/leagues/{desk.season.league.slug}/run/"
    assert client.get(run).status_code == 302
    client.force_login(desk.kit)
    assert client.get(run).status_code == 403
    client.force_login(desk.olga)
    season = f"/seasons/{desk.season.slug}"
    assert {f"{season}/edit/", f"{season}/tournaments/new/", "/tournaments/"} <= tools(client, desk, "run")


def test_of_what_an_organiser_may_do_one_thing_is_the_button(client: Client, desk: Desk):
    client.force_login(desk.olga)
    page = client.get(f"/leagues/{desk.season.league.slug}/run/").content.decode().partition("<main")[2]
    new = f"/seasons/{desk.season.slug}/tournaments/new/"
    assert re.findall(r'class="button primary"\s+href="([^"]*)"', page) == [new]


def test_every_tool_of_who_runs_the_league_answers(client: Client, desk: Desk):
    client.force_login(desk.olga)
    offered = tools(client, desk, "run") | tools(client, desk, "workshop")
    assert len(offered) > 15
    assert {href for href in offered if client.get(href).status_code != 200} == set()


def test_the_workshop_offers_a_stranger_only_what_everybody_may_see(client: Client, desk: Desk):
    league = f"/leagues/{desk.season.league.slug}"
    offered = tools(client, desk, "workshop")
    assert {f"{league}/ledger/", f"{league}/boards/", "/heads/", "/verify/"} <= offered
    assert {href for href in offered if client.get(href).status_code != 200} == set()
    client.force_login(desk.olga)
    private = {f"{league}/imports/", f"{league}/webhooks/", f"{league}/passports/", f"{league}/closing/"}
    assert private <= tools(client, desk, "workshop") and not private & offered


def test_a_league_without_a_season_offers_no_tool_of_one(client: Client, desk: Desk):
    league = create_league(name="New Club", by=desk.olga)
    client.force_login(desk.olga)
    groups = client.get(f"/leagues/{league.slug}/run/").context["groups"]
    assert not [href for _title, group in groups for _tool, href in group if href.startswith("/seasons/")]


def test_a_closed_league_can_be_opened_and_not_added_to(client: Client, desk: Desk):
    close_league(league=desk.season.league, why="Over.", by=desk.olga)
    client.force_login(desk.olga)
    assert f"/leagues/{desk.season.league.slug}/closing/" in tools(client, desk, "workshop")
    groups = client.get(f"/leagues/{desk.season.league.slug}/run/").context["groups"]
    left = {tool.address for _title, group in groups for tool, _href in group}
    seasons = {"season_plays", "house_rules_edit", "division_list"}
    assert left == {"league_members", "night_list", "tournament_list", *seasons}


def test_who_runs_two_leagues_registers_players_in_the_one_that_the_page_is_about(client: Client, desk: Desk):
    other = create_league(name="Another Club", by=desk.olga)
    client.force_login(desk.olga)
    for league in (desk.season.league, other):
        groups = client.get(f"/leagues/{league.slug}/run/").context["groups"]
        (href,) = [href for _title, group in groups for tool, href in group if tool.address == "guest_register"]
        assert client.get(href).context["form"].initial["league"] == league
