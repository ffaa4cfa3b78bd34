import pytest
from django.test import Client
from django.urls import reverse

from characters.models import Character
from league.models import Membership
from tests.factories.friday_club import FridayClub, join, play_to_retirement
from tests.factories.pages import fields_in_sight, inputs

REGISTER = reverse("character_register")


def papers(club: FridayClub, **changes):
    return {
        "league": club.league.slug,
        "name": "Dev Desk",
        "edition": "london",
        "specialty": "law",
        "side_interest": "journalism",
        "title": "Counsel",
    } | changes


def member(club: FridayClub, role: str = "player"):
    Membership.objects.create(league=club.league, user=club.dev, role=role)
    return club.dev


@pytest.mark.parametrize("name", ["Dev Desk", "Zoë 🪂 O'Hare", "שלום עולם", "B" * 200])
def test_a_member_registers_a_character(client: Client, club: FridayClub, name: str):
    client.force_login(member(club))
    response = client.post(REGISTER, papers(club, name=name))
    made = Character.objects.get(owner=club.dev)
    assert (made.name, made.primary_company) == (name, "lister_bacon")
    assert response.url == made.get_absolute_url()


def test_a_name_and_a_specialty_are_enough(client: Client, club: FridayClub):
    client.force_login(member(club))
    opened = client.get(REGISTER)
    assert fields_in_sight(opened) == ["name", "specialty"]
    client.post(REGISTER, dict(inputs(opened)) | {"name": "Dev Desk", "specialty": "law"})
    made = Character.objects.get(owner=club.dev)
    assert made.specialty == "law" != made.side_interest and made.title == "Trainee"
    refused = client.post(REGISTER, papers(club, title=" "))
    assert "title" in fields_in_sight(refused)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"name": "ADA  overtime"}, "There is already a character called"),
        ({"name": "B" * 201}, "the limit is 200"),
        ({"side_interest": "law"}, "must differ from the specialty"),
        ({"specialty": "alchemy"}, "Choose a program of this edition"),
        ({"title": " "}, "This field is required"),
    ],
)
def test_papers_that_cannot_be_are_refused_beside_the_field(client: Client, club: FridayClub, changes, sentence):
    client.force_login(member(club))
    response = client.post(REGISTER, papers(club, **changes))
    assert response.status_code == 422
    assert sentence in response.content.decode()


@pytest.mark.rule("careers R101")
def test_a_second_active_character_is_refused(client: Client, club: FridayClub):
    client.force_login(club.ada)
    response = client.post(REGISTER, papers(club))
    page = response.content.decode()
    assert "a person may have one active character (" in page and '/rules/careers/#R101"' in page


def test_the_programs_follow_the_edition_and_nothing_is_lost(client: Client, club: FridayClub):
    client.force_login(member(club))
    page = client.post(REGISTER, papers(club, edition="medieval", go="edition", title="Reeve")).content.decode()
    assert 'value="Reeve"' in page and "errorlist" not in page
    assert "BBC News" not in page


def test_an_organiser_chooses_the_owner_and_a_player_does_not(client: Client, club: FridayClub):
    member(club)
    client.force_login(club.cleo)
    client.post(REGISTER, papers(club, name="Eve Desk", owner="nobody"))
    eve = Character.objects.get(name="Eve Desk")
    assert (eve.owner, eve.owner_label) == (None, "nobody")
    client.post(REGISTER, papers(club, name="Finn Desk", owner=""))
    assert Character.objects.get(name="Finn Desk").owner_name == ""
    client.post(REGISTER, papers(club, owner="DEV"))
    assert Character.objects.get(name="Dev Desk").owner == club.dev
    play_to_retirement(club, club.bigdesk)
    client.force_login(club.bo)
    client.post(REGISTER, papers(club, name="Bo Two", owner="ada"))
    assert Character.objects.get(name="Bo Two").owner == club.bo


def test_strangers_and_spectators_register_nothing(client: Client, club: FridayClub):
    assert reverse("account_login") in client.get(REGISTER).url
    client.force_login(member(club, "spectator"))
    assert "No league yet" in client.post(REGISTER, papers(club)).content.decode()
    assert Character.objects.count() == 2


def test_the_owner_renames_and_the_old_name_stays(client: Client, club: FridayClub):
    client.force_login(club.ada)
    url = reverse("character_edit", args=[club.overtime.slug])
    assert 'value="Ada Overtime"' in client.get(url).content.decode()
    client.post(url, {"name": "Ada Quits", "title": "Judge", "c_level_title": ""})
    club.overtime.refresh_from_db()
    assert (club.overtime.name, club.overtime.title) == ("Ada Quits", "Judge")
    assert club.overtime.former_names.get().name == "Ada Overtime"


def test_a_taken_name_changes_neither_name_nor_title(client: Client, club: FridayClub):
    client.force_login(club.ada)
    url = reverse("character_edit", args=[club.overtime.slug])
    response = client.post(url, {"name": "bo bigdesk", "title": "Judge", "c_level_title": ""})
    assert response.status_code == 422
    club.overtime.refresh_from_db()
    assert (club.overtime.name, club.overtime.title) == ("Ada Overtime", "Counsel")


@pytest.mark.parametrize("page", ["character_edit", "character_restart"])
def test_others_are_told_whom_to_ask(client: Client, club: FridayClub, page: str):
    url = reverse(page, args=[club.overtime.slug])
    assert reverse("account_login") in client.get(url).url
    client.force_login(club.bo)
    response = client.post(url, {"name": "Mine", "title": "x"})
    assert response.status_code == 403
    assert "Only ada or an organiser" in response.content.decode()


def test_an_active_character_does_not_start_anew(client: Client, club: FridayClub):
    client.force_login(club.ada)
    url = reverse("character_restart", args=[club.overtime.slug])
    assert "is still at work" in client.get(url).content.decode()
    assert client.post(url).status_code == 422


def test_a_retired_character_starts_anew(client: Client, club: FridayClub):
    play_to_retirement(club, club.overtime)
    client.force_login(club.ada)
    url = reverse("character_restart", args=[club.overtime.slug])
    assert "Start career 2" in client.get(url).content.decode()
    assert client.post(url).url == club.overtime.get_absolute_url()
    assert club.overtime.careers.get(current=True).number == 2


@pytest.mark.rule("careers R101")
def test_a_retired_character_stays_away_while_another_is_active(client: Client, club: FridayClub):
    play_to_retirement(club, club.overtime)
    join(club.league, club.ada, "Ada Again")
    client.force_login(club.ada)
    response = client.post(reverse("character_restart", args=[club.overtime.slug]))
    assert response.status_code == 422
    assert "R101" in response.content.decode()
    assert club.overtime.careers.get(current=True).number == 1
