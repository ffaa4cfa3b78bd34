"""A game with bots from the season's page, its marks, and its record as a file."""

import io
import json

import pytest
from django.core.management import call_command
from django.urls import reverse

from games.models import Game, GameRecord, Sheet
from games.rules.systems import SYSTEMS, seats_by
from games.services.review import review_waiting
from league.models import SeasonGame
from league.play.views import bots
from tests.factories.characters import a_character
from tests.factories.friday_club import FridayClub, a_friday_club, friday_game
from tests.factories.games_of_bots import game_of_bots_form, ordered_and_played
from tests.factories.pages import fields_in_sight, inputs
from tests.factories.seasons import set_house_rules

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> FridayClub:
    with rows_of_module.unblock():
        return a_friday_club()


@pytest.fixture
def url(club: FridayClub) -> str:
    return reverse("season_play", args=[club.season.slug])


def test_an_organiser_lets_bots_play_and_the_game_counts(client, club: FridayClub, url: str, text):
    client.force_login(club.cleo)
    page = text(url)
    assert "Ada Overtime" in page and "Let bots play it out" in text(club.season.get_absolute_url())
    page = ordered_and_played(client, url, game_of_bots_form(club, mode="formula", bot_2="greedy"))
    made = SeasonGame.objects.get()
    assert page == made.game.get_absolute_url()
    review_waiting()
    page = text(page)
    for words in ("played by bots", "Maud (bot)", "played by the engine", "target 100", "Confirmed"):
        assert words in page
    assert "played by bots" in text(reverse("season_games", args=[club.season.slug]))
    assert club.overtime.careers.get().games == 1


def test_the_record_can_be_taken_away_and_replays(client, club: FridayClub, url: str, text, tmp_path):
    client.force_login(club.cleo)
    page = ordered_and_played(client, url, game_of_bots_form(club))
    link = reverse("game_record", args=[Game.objects.get().pk])
    client.logout()
    assert link in text(page) and "Every roll of this game can be proved" in text(page)
    response = client.get(link)
    assert response["Content-Disposition"].startswith("attachment") and response["Content-Type"].startswith(
        "application/jsonl"
    )
    file = tmp_path / "record.jsonl"
    file.write_bytes(response.content)
    out = io.StringIO()
    call_command("replay", str(file), stdout=out)
    assert "Ended by time" in out.getvalue() and "Ada Overtime" in out.getvalue()


def test_a_game_that_people_played_has_no_record_and_no_mark(client, club: FridayClub, text):
    made = friday_game(club)
    link = reverse("game_record", args=[made.game_id])
    assert client.get(link).status_code == 404
    page = text(made.game.get_absolute_url())
    assert link not in page and "played by bots" not in page


def test_of_many_characters_those_that_are_searched_for_sit_down(client, club: FridayClub, url: str, text, monkeypatch):
    monkeypatch.setattr(bots, "MOST_OFFERED", 1)
    a_character(club.season, "Aaron Aardvark")
    client.force_login(club.cleo)
    assert "Aaron Aardvark" in text(url) and "Ada Overtime" not in text(url)
    named = text(f"{url}?q=overtime, nobody&system=careers")
    assert "Ada Overtime" in named and "Aaron Aardvark" not in named
    ordered_and_played(client, url, game_of_bots_form(club))
    assert SeasonGame.objects.get().game.sheets.get().seats.filter(character=club.overtime).exists()


def test_a_timed_game(client, club: FridayClub, url: str, text):
    client.force_login(club.cleo)
    page = text(ordered_and_played(client, url, game_of_bots_form(club)))
    assert "5 minutes" in page and "it is confirmed" in page


@pytest.mark.further
def test_no_wish_of_a_form_decides_the_dice_or_keeps_the_sheet_back(client, club: FridayClub, url: str, text):
    client.force_login(club.cleo)
    page = text(url)
    assert "Seed" not in page and "Confirm the sheet" not in page and "Where the dice come from" in page
    for token in ("one", "two"):
        ordered_and_played(client, url, game_of_bots_form(club, rng_seed="7", confirm="no", token=token))
    first, second = (json.loads(record.text.splitlines()[-1])["key"] for record in GameRecord.objects.all())
    assert first != second
    assert [sheet.status for sheet in Sheet.objects.all()] == ["confirmed", "confirmed"]


def test_a_game_is_played_by_settings_of_its_own(client, club: FridayClub, url: str, text):
    set_house_rules(club.season, games={"careers": {"trading": False}})
    client.force_login(club.cleo)
    page = text(url)
    assert "Other settings for this one game" in page and "This season: No." in page
    ordered_and_played(
        client, url, game_of_bots_form(club, careers__same_turn_experience="True", office_job__max_turns="9")
    )
    settings = json.loads(GameRecord.objects.get().text.splitlines()[0])["options"]["settings"]
    assert (settings["trading"], settings["same_turn_experience"]) == (False, True) and "max_turns" not in settings
    assert client.post(url, game_of_bots_form(club, token="two", careers__min_part="99999")).status_code == 422


def test_a_target_may_be_as_high_as_the_book_goes(client, club: FridayClub, url: str):
    client.force_login(club.cleo)
    assert "5000" in client.post(url, game_of_bots_form(club, mode="formula", target="5001")).content.decode()
    assert client.post(url, game_of_bots_form(club, mode="formula", target="5000")).status_code == 302


def test_practice_says_so(client, club: FridayClub, url: str, text):
    set_house_rules(club.season, engine_games="practice")
    client.force_login(club.cleo)
    page = text(ordered_and_played(client, url, game_of_bots_form(club)))
    assert "count neither for careers nor for standings" in page


def test_sent_twice_it_is_one_game(client, club: FridayClub, url: str):
    client.force_login(club.cleo)
    first = ordered_and_played(client, url, game_of_bots_form(club))
    assert ordered_and_played(client, url, game_of_bots_form(club)) == first and Game.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"who_2": "nobody"}, "at least 2 characters"),
        ({"mode": "formula", "target": "10"}, "at least 100"),
        ({"mode": "formula", "target": ""}, "This field is required"),
        ({"bot_1": "search:visits=100000"}, "Select a valid choice"),
        ({"who_1": "999999"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_played_is_refused_beside_the_form(client, club: FridayClub, url: str, changes, said):
    client.force_login(club.cleo)
    response = client.post(url, game_of_bots_form(club, **changes))
    assert response.status_code == 422 and said in response.content.decode()
    assert not Game.objects.exists()


def test_only_organisers_start_one(client, club: FridayClub, url: str, text):
    assert reverse("account_login") in client.get(url).url
    client.force_login(club.ada)
    assert client.get(url).status_code == client.post(url, game_of_bots_form(club)).status_code == 403
    assert "Let bots play it out" not in text(club.season.get_absolute_url())
    assert not Game.objects.exists()


def test_a_game_that_counts_is_asked_about_once(client, club: FridayClub, url: str, text):
    client.force_login(club.cleo)
    assert "Yes, let it count" in text(url)
    refused = client.post(url, game_of_bots_form(club, sure=""))
    assert refused.status_code == 422
    assert "Choose that it counts" in refused.content.decode()
    assert not Game.objects.exists()


def test_where_it_is_practice_nobody_is_asked(client, club: FridayClub, url: str, text):
    set_house_rules(club.season, engine_games="practice")
    client.force_login(club.cleo)
    assert "Yes, let it count" not in text(url)
    assert client.post(url, game_of_bots_form(club, sure="")).status_code == 302


def test_the_last_table_sits_down_again_at_one_press(client, club: FridayClub, url: str, text):
    friday_game(club)
    a_character(club.season, "Aaron Aardvark")
    client.force_login(club.cleo)
    opened = client.get(url)
    assert fields_in_sight(opened) == ["sure"] and "At the table: <strong>Ada Overtime, Bo Bigdesk</strong>" in text(
        url
    )
    ordered_and_played(client, url, dict(inputs(opened)) | {"mode": "timed", "minutes": "5", "sure": "on"})
    seats = SeasonGame.objects.get(game__played_by_bots=True).game.sheets.get().seats
    assert {*seats.values_list("character__name", flat=True)} == {"Ada Overtime", "Bo Bigdesk"}
    refused = client.post(url, game_of_bots_form(club, who_2="nobody", who_4="nobody"))
    assert "who_1" in fields_in_sight(refused)


def test_the_form_has_as_many_seats_as_the_game(client, club: FridayClub, url: str, text):
    client.force_login(club.cleo)
    for system, most in (("careers", 6), ("career_compass", seats_by(SYSTEMS["career_compass"], {})[1])):
        page = text(f"{url}?system={system}")
        assert f'name="who_{most}"' in page
        assert f'name="who_{most + 1}"' not in page
    assert 'name="target"' not in page
