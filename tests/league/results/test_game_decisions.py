import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from engine.translatable import spoken
from games.models import Sheet
from league.core.queries.games import headline_of
from league.models import Membership, Result
from league.results.services.games import confirm_game
from tests.factories.friday_club import FridayClub, friday_game, play_to_retirement


def url(name: str, game) -> str:
    return reverse(f"game_{name}", args=[game.game_id])


def test_an_organiser_sees_what_follows_and_confirms(client: Client, club: FridayClub):
    game = friday_game(club, confirm=False)
    client.force_login(club.cleo)
    assert "comes in at position 1" in client.get(url("confirm", game)).content.decode()
    client.post(url("confirm", game), {"expected_version": "1"})
    sheet = game.game.sheets.get()
    assert (sheet.status, sheet.confirmed_by) == (Sheet.CONFIRMED, club.cleo)


def test_the_second_of_two_confirmers_is_told_that_somebody_was_faster(client: Client, club: FridayClub):
    game = friday_game(club, confirm=False)
    client.force_login(club.cleo)
    client.get(url("confirm", game))
    confirm_game(season_game=game, by=club.ada)
    response = client.post(url("confirm", game), {"expected_version": "1"})
    assert response.status_code == 409
    assert "somebody was faster" in response.content.decode()
    assert game.game.sheets.get().confirmed_by == club.ada


def test_a_version_that_was_not_seen_is_not_confirmed(client: Client, club: FridayClub):
    game = friday_game(club, confirm=False)
    client.force_login(club.cleo)
    assert client.post(url("confirm", game), {"expected_version": "0"}).status_code == 409
    assert not game.game.sheets.confirmed().exists()


def test_a_sheet_that_can_no_longer_stand_says_why_and_offers_no_button(client: Client, club: FridayClub):
    game = friday_game(club, confirm=False)
    play_to_retirement(club, club.bigdesk)
    client.force_login(club.cleo)
    page = client.get(url("confirm", game)).content.decode()
    assert "had retired by golden parachute" in page
    assert "Correct the sheet" in page and 'name="expected_version"' not in page


def test_an_organiser_voids_a_game_with_a_reason(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    assert "leaves the standings" in client.get(url("void", game)).content.decode()
    refused = client.post(url("void", game), {"reason": "", "expected_version": "1"})
    assert refused.status_code == 422 and "Say why" in refused.content.decode()
    client.post(url("void", game), {"reason": "Entered twice", "expected_version": "1"})
    assert game.game.sheets.get().status == Sheet.VOID
    assert not Result.objects.exists()
    assert "already void" in client.get(url("void", game)).content.decode()


def test_whoever_sat_there_disputes_an_unconfirmed_sheet(client: Client, club: FridayClub):
    game = friday_game(club, confirm=False)
    client.force_login(club.bo)
    client.post(url("dispute", game), {"reason": "I had 32 fame"})
    sheet = game.game.sheets.get()
    assert (sheet.status, sheet.closed_reason) == (Sheet.DISPUTED, "I had 32 fame")
    client.force_login(club.cleo)
    assert "I had 32 fame" in client.get(url("confirm", game)).content.decode()


def test_a_confirmed_sheet_is_not_disputed(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.bo)
    assert client.post(url("dispute", game), {"reason": "No"}).status_code == 409
    assert "say which in a comment" in client.get(url("dispute", game)).content.decode()
    assert game.game.sheets.get().status == Sheet.CONFIRMED


@pytest.mark.parametrize("name", ["confirm", "void", "dispute"])
def test_strangers_sign_in_and_others_are_told_whom_to_ask(client: Client, club: FridayClub, name: str):
    game = friday_game(club, confirm=False)
    assert reverse("account_login") in client.get(url(name, game)).url
    Membership.objects.create(league=club.league, user=club.dev, role="spectator")
    client.force_login(club.dev)
    response = client.post(url(name, game), {"reason": "x"})
    assert response.status_code == 403
    assert "organiser" in response.content.decode()
    assert game.game.sheets.get().status == Sheet.SUBMITTED


@pytest.mark.parametrize("name", ["confirm", "void"])
def test_players_neither_confirm_nor_void(client: Client, club: FridayClub, name: str):
    game = friday_game(club, confirm=False)
    client.force_login(club.ada)
    assert client.post(url(name, game), {"reason": "x"}).status_code == 403


@pytest.mark.parametrize("what", ["confirm", "void"])
def test_the_way_back_from_a_decision_names_the_game_that_it_leads_to(client: Client, club: FridayClub, what):
    game = friday_game(club, confirm=False)
    client.force_login(club.cleo)
    back = client.get(url(what, game)).content.decode().split('class="breadcrumb', 1)[1].split("</p>", 1)[0]
    assert game.game.get_absolute_url() in back
    assert escape(spoken(headline_of(game))) in back
