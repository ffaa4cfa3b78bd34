"""A result that a device kept while it had no connection, and sends."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from characters.services.registration import keep_former_name
from games.models import Game, Sheet
from league.clubs.services.own_games import retire_game
from league.models import OwnGame, SeasonGame
from tests.factories.any_game import a_game_to_play
from tests.factories.friday_club import FridayClub, friday_form
from tests.factories.pages import text

SEND = reverse("result_offline_send")


def typed(club: FridayClub, **changes: Any) -> dict[str, Any]:
    """The form of the Friday game with names instead of characters."""
    form = friday_form(club, seat__1__character=None, seat__2__character=None, token=None, go=None)
    form |= {"seat-1-who": club.overtime.name, "seat-2-who": club.bigdesk.name.upper()}
    return form | {name.replace("__", "-"): value for name, value in changes.items()}


def send(client: Client, by: User, fields: dict[str, Any], *, key: str = "one", **more: Any) -> Any:
    body = json.dumps({"by": str(by.pk), "fields": fields, **more})
    return client.post(SEND, body, content_type="application/json", headers={"Idempotency-Key": key})


def test_what_a_device_kept_is_one_game_however_often_it_is_sent(client: Client, club: FridayClub):
    client.force_login(club.ada)
    first, second = send(client, club.ada, typed(club)), send(client, club.ada, typed(club))
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json() == second.json()
    sheet = Sheet.objects.get()
    assert (sheet.status, sheet.submitted_by) == (Sheet.SUBMITTED, club.ada)
    assert [one.character_id for one in sheet.seats.order_by("seat")] == [club.overtime.pk, club.bigdesk.pk]


def test_an_organiser_confirms_it_afterwards_having_seen_what_follows(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    assert send(client, club.cleo, typed(club)).status_code == 201
    assert Sheet.objects.get().status == Sheet.SUBMITTED


def test_a_guest_is_a_guest_and_an_unknown_name_is_asked_about(client: Client, club: FridayClub):
    client.force_login(club.ada)
    unknown = send(client, club.ada, typed(club, seat__2__who="Nobody Known"))
    assert unknown.status_code == 422
    assert unknown.json()["errors"] == ["Seat 2: no character of Friday Club is called “Nobody Known”."]
    assert not Game.objects.exists()
    third = {"seat-3-who": "Aunt May", "seat-3-happiness": "1", "seat-3-fame": "2", "seat-3-cash": "300"}
    guest = send(client, club.ada, typed(club) | third | {"seat-3-guest": "yes"})
    assert guest.status_code == 201
    assert Sheet.objects.get().seats.get(seat=3).character_id is None


def test_who_has_another_name_since_is_found_by_the_former_one(client: Client, club: FridayClub):
    keep_former_name(character=club.bigdesk, name="Bo Smalldesk")
    client.force_login(club.ada)
    assert send(client, club.ada, typed(club, seat__2__who="bo smalldesk")).status_code == 201
    assert Sheet.objects.get().seats.get(seat=2).character_id == club.bigdesk.pk


def test_everything_that_is_wrong_is_told_at_once(client: Client, club: FridayClub):
    client.force_login(club.ada)
    answer = send(client, club.ada, typed(club, seat__2__fame="forty", seat__1__cash=""))
    said = " ".join(answer.json()["errors"])
    assert answer.status_code == 422
    assert "'forty' is not a whole number" in said and "cash is missing" in said


def test_it_is_mended_in_the_form_of_the_site_and_is_one_game(client: Client, club: FridayClub):
    client.force_login(club.ada)
    answer = send(client, club.ada, typed(club, seat__2__fame="forty"), mend=True)
    page = text(client.get(answer.json()["present"]))
    assert "Here is what you typed. Nothing has been sent yet." in page and 'value="forty"' in page
    client.post(reverse("result_enter"), friday_form(club, token="one"))
    assert Game.objects.count() == 1
    assert send(client, club.ada, typed(club, seat__2__fame="forty")).status_code == 200
    assert Game.objects.count() == 1


def test_it_is_sent_for_the_account_that_typed_it_alone(client: Client, club: FridayClub):
    assert send(client, club.ada, typed(club)).status_code == 401
    client.force_login(club.cleo)
    assert send(client, club.ada, typed(club)).status_code == 403
    assert not SeasonGame.objects.exists()


def test_who_reports_no_games_there_is_refused(client: Client, club: FridayClub):
    stranger = User.objects.create(username="stranger")
    client.force_login(stranger)
    assert send(client, stranger, typed(club)).status_code == 422
    assert not SeasonGame.objects.exists()


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ("[1]", {}, 400),
        ("{", {}, 400),
        ('{"fields": {}}', {}, 403),
        ("[" * 60_000, {}, 413),
        ("{}", {"Sec-Fetch-Site": "cross-site"}, 415),
    ],
)
def test_nonsense_and_other_sites_are_refused(client: Client, club: FridayClub, body, headers, status):
    client.force_login(club.ada)
    answer = client.post(SEND, body, content_type="application/json", headers={"Idempotency-Key": "one", **headers})
    assert answer.status_code == status and answer.json()["errors"]


def test_without_a_key_or_with_fields_that_are_no_text_nothing_is_taken(client: Client, club: FridayClub):
    client.force_login(club.ada)
    assert send(client, club.ada, typed(club), key="").status_code == 400
    assert send(client, club.ada, typed(club, name=7)).status_code == 400
    assert send(client, club.ada, typed(club) | {f"f{n}": "1" for n in range(700)}).status_code == 400
    assert not SeasonGame.objects.exists()


def test_a_device_knows_the_seasons_in_which_its_person_reports(client: Client, club: FridayClub):
    known = reverse("result_offline_known")
    assert client.get(known).json() == {"person": "", "seasons": [], "blanks": ""}
    client.force_login(club.ada)
    answer = client.get(known)
    assert "no-store" in answer["Cache-Control"]
    assert answer.json()["person"] == str(club.ada.pk)
    assert [one["slug"] for one in answer.json()["seasons"]] == [club.season.slug]


def test_a_device_keeps_the_forms_of_the_games_that_its_leagues_describe(client: Client, club: FridayClub):
    offered, retired = (a_game_to_play(club.league, key) for key in ("sum", "places"))
    retire_game(game=OwnGame.objects.get(system=retired.ID), by=None)
    client.force_login(club.ada)
    known = client.get(reverse("result_offline_known")).json()
    assert [one["own"] for one in known["seasons"]] == [[offered.ID]]
    assert known["blanks"].count("<template") == 1 and 'name="seat-1-roads"' in known["blanks"]


def test_the_page_has_a_blank_seat_of_every_game(client: Client, club: FridayClub):
    page = text(client.get(reverse("result_offline")))
    for system in ("careers", "office_job", "career_poker", "game_of_the_year", "career_compass"):
        assert f'data-system="{system}"' in page
    for name in ("seat-1-happiness", "seat-1-degrees-total", "seat-1-positions", "seat-1-cards", "seat-1-rank"):
        assert f'name="{name}"' in page
