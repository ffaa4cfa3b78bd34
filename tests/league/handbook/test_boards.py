"""Boards on the site: where an edition is chosen, how its money is written, and on what the bots of a season play."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from engine import replay
from games.models import GameRecord
from league.results.services.prepared_tables import Chair, PreparedTable
from tests.factories.cast import a_staffed_season
from tests.factories.friday_club import FridayClub, friday_form
from tests.factories.games_of_bots import game_of_bots_form, ordered_and_played, played_by_bots
from tests.factories.pages import text
from tests.factories.seasons import set_house_rules

SUFFIX = "Medieval Careers (names; figures of London)"


@pytest.mark.django_db
@pytest.mark.rule("careers Game Editions")
def test_how_to_play_shows_every_board_and_what_comes_from_london(client: Client):
    page = text(client.get(reverse("how_to_play", args=["careers"])))
    assert "Careers Hi-Tech has its own board: " in page and "Degrees and employers" in page
    assert "$2,000" in page and "$500" in page and "Medieval Careers, " in page
    assert "Surreal Careers are names on the figures of London." in page


@pytest.mark.parametrize("page", [reverse("character_register"), reverse("result_enter") + "?system=careers"])
def test_an_edition_that_has_names_alone_says_so_where_it_is_offered(client: Client, club: FridayClub, page: str):
    client.force_login(club.cleo)
    shown = text(client.get(page))
    assert SUFFIX in shown and "Careers Hi-Tech (names" not in shown


def test_the_registration_says_what_the_chosen_board_is(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    chosen = {"go": "edition", "edition": "jazz_age", "league": club.league.slug}
    assert "has its own board: $1,000" in text(client.post(reverse("character_register"), chosen))
    chosen["edition"] = "surreal"
    assert "plays with the figures of London" in text(client.post(reverse("character_register"), chosen))


def test_the_result_form_asks_for_cash_in_the_currency_of_the_edition(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    page = reverse("result_enter")
    assert "Cash (£)" in text(client.post(page, friday_form(club, go="check", **{"seat-1-cash": "x"})))
    set_house_rules(club.season, cross_edition=True)
    sent = friday_form(club, go="check", edition="hi_tech", **{"seat-1-cash": "x"})
    assert "Cash ($)" in text(client.post(page, sent))


@pytest.mark.django_db
@pytest.mark.rule("careers Game Editions")
@pytest.mark.parametrize(("rules", "board"), [({}, None), ({"board": "jazz_age"}, "jazz_age")])
def test_bots_play_on_the_board_of_the_season(rules, board):
    season, ada, bo, *_ = a_staffed_season(**rules)
    table = PreparedTable(seats=(Chair(ada, "greedy"), Chair(bo, "greedy")), mode="timed", minutes=5)
    made = played_by_bots(season, table)
    record = GameRecord.objects.get(game=made.game).text
    assert json.loads(record.splitlines()[0])["options"].get("board") == board
    assert replay(record.splitlines()).scores


def test_the_form_for_bots_says_on_which_board_they_play(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    url = reverse("season_play", args=[club.season.slug])
    assert "the other editions play with London's figures" in text(client.get(url)).replace("&#x27;", "'")
    assert ordered_and_played(client, url, game_of_bots_form(club)).startswith("/")
