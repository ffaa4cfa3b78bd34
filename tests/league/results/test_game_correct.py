import re

from django.test import Client
from django.urls import reverse

from games.models import Sheet
from league.results.services.games import correct_game, void_game
from tests.factories.friday_club import FridayClub, friday_form, friday_game, friday_sheet
from tests.factories.pages import inputs, text


def url(game) -> str:
    return reverse("game_correct", args=[game.game_id])


def correction(club: FridayClub, version: int = 1, **changes):
    return friday_form(club, expected_version=str(version), reason="Misread", **changes)


def test_the_form_holds_the_newest_version(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    assert {("seat-1-cash", "20000"), ("expected_version", "1")} <= set(inputs(client.get(url(game))))


def seats_open(page: str) -> list[bool]:
    return ["open" in seat for seat in re.findall(r'<details class="seat folded[^>]*>', page)]


def test_every_seat_is_a_line_and_one_with_a_wrong_figure_comes_back_open(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    assert seats_open(text(client.get(url(game)))) == [False, False]
    refused = client.post(url(game), correction(club, go="check", seat__2__fame="forty"))
    assert seats_open(text(refused)) == [False, True]


def test_the_form_and_its_check_number_a_seat_alike(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    swapped = {"seat__1__happiness": "10", "seat__2__happiness": "60", "seat__2__fame": "40", "winner": "2"}
    client.post(url(game), correction(club, **swapped))
    page = text(client.get(url(game)))
    numbers = re.findall(r'class="who">(\d)\. <bdi[^>]*>([^<]+)</bdi></span> <span[^>]*>Place <span[^>]*>(\d)<', page)
    assert [(number, place) for number, _name, place in numbers] == [("1", "2"), ("2", "1")]
    check = text(client.post(url(game), correction(club, 2, go="check", seat__1__fame="45", **swapped)))
    changed = re.findall(r'<tr class="changed"> <th scope="row">([^<]+) <', check)
    assert changed and all(any(line.startswith(f"{seat}. {who}") for seat, who, _place in numbers) for line in changed)


def test_the_check_shows_before_and_after_and_what_changes(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    page = client.post(url(game), correction(club, go="check", seat__1__fame="45")).content.decode()
    assert "<del>40</del>" in page and "<ins>45</ins>" in page
    assert "Who is affected, and how" in page
    assert game.game.sheets.count() == 1


def test_an_organiser_corrects_a_confirmed_game(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    response = client.post(url(game), correction(club, seat__1__fame="45"))
    assert response.url == game.game.get_absolute_url()
    newest = game.game.sheets.confirmed().get()
    assert (newest.version, newest.reason, newest.seats.get(seat=1).points) == (2, "Misread", 105)


def test_a_reason_is_asked_for_and_nothing_is_lost(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    response = client.post(url(game), correction(club, seat__1__fame="45") | {"reason": " "})
    assert response.status_code == 422
    assert "Say why" in text(response)
    assert ("seat-1-fame", "45") in inputs(response)


def test_a_stale_version_is_refused_with_what_to_do(client: Client, club: FridayClub):
    game = friday_game(club)
    correct_game(season_game=game, sheet=friday_sheet(club, fame=41), reason="First", source=Sheet.WEB, by=club.cleo)
    client.force_login(club.cleo)
    response = client.post(url(game), correction(club, seat__1__fame="45"))
    page = text(response)
    assert response.status_code == 409
    assert "This game is at version 2 now" in page and "<del>41</del>" in page
    client.post(url(game), correction(club, seat__1__fame="45", go="check", rebase="2"))
    client.post(url(game), correction(club, version=2, seat__1__fame="45"))
    assert game.game.sheets.confirmed().get().version == 3


def test_the_same_correction_sent_twice_is_one_version(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    client.post(url(game), correction(club, seat__1__fame="45"))
    assert client.post(url(game), correction(club, seat__1__fame="45")).status_code == 409
    assert game.game.sheets.count() == 2


def test_an_unconfirmed_sheet_is_submitted_again_by_its_player(client: Client, club: FridayClub):
    game = friday_game(club, confirm=False)
    client.force_login(club.bo)
    client.post(url(game), correction(club, seat__1__fame="45"))
    newest = game.game.sheets.latest("version")
    assert (newest.version, newest.status, newest.submitted_by) == (2, Sheet.SUBMITTED, club.bo)


def test_a_void_game_comes_back_by_a_correction(client: Client, club: FridayClub):
    game = friday_game(club)
    void_game(season_game=game, reason="Twice", by=club.cleo)
    client.force_login(club.cleo)
    client.post(url(game), correction(club))
    assert game.game.sheets.confirmed().get().version == 2


def test_system_and_edition_stay_what_they_were(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.cleo)
    client.post(url(game), correction(club, edition="jazz_age", system="chess", seat__1__fame="45"))
    game.game.refresh_from_db()
    assert (game.game.system, game.game.edition) == ("careers", "london")


def test_a_player_does_not_correct_a_confirmed_game(client: Client, club: FridayClub):
    game = friday_game(club)
    client.force_login(club.ada)
    response = client.get(url(game))
    assert response.status_code == 403
    assert "Only an organiser of this league can correct a confirmed game." in text(response)


def test_a_stranger_signs_in_first(client: Client, club: FridayClub):
    game = friday_game(club)
    assert reverse("account_login") in client.get(url(game)).url
    client.force_login(club.dev)
    assert client.get(url(game)).status_code == 403


def test_there_is_nothing_to_correct_in_an_unknown_game(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    assert client.get(reverse("game_correct", args=[99])).status_code == 404
