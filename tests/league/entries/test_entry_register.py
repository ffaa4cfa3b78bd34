"""Players enter their own characters."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from characters.models import Career
from league.models import Entry, Tournament
from tests.factories.characters import a_character
from tests.factories.desk import a_desk
from tests.factories.pages import inputs, text
from tests.factories.people import owner_of
from tests.factories.tournaments import entered


@pytest.fixture
def desk(db):
    return a_desk(capacity=2, starts_at=None)


@pytest.fixture
def url(desk):
    return reverse("entry_register", args=[desk.tournament.slug])


@pytest.fixture
def zoe(desk):
    return a_character(desk.season, "Zoe")


@pytest.fixture
def player(client, zoe) -> User:
    owner = owner_of(zoe)
    client.force_login(owner)
    return owner


def test_a_stranger_signs_in_and_returns(client, url):
    assert client.get(url).url == f"{reverse('account_login')}?next={url}"


def test_a_player_registers_and_reads_it(client, desk, url, zoe, player):
    page = text(client.get(url))
    assert f'value="{zoe.pk}" required checked' in page and "0 of 2 places are taken." in page
    page = text(client.post(url, {"character": zoe.pk, "club": "Cube", "household": ""}, follow=True))
    assert "Zoe is registered as number 1." in page and "Check in at the desk on the day." in page
    assert "Who enters?" not in page
    assert (Entry.objects.get().registered_by, Entry.objects.get().club) == (player, "Cube")


def test_pressed_twice_it_is_one_entry(client, url, zoe, player):
    client.post(url, {"character": zoe.pk})
    assert "Zoe is already entered." in text(client.post(url, {"character": zoe.pk}, follow=True))
    assert Entry.objects.count() == 1


def test_a_full_tournament_offers_the_waiting_list(client, desk, url, zoe, player):
    entered(desk.tournament, 2, status=Entry.REGISTERED)
    page = text(client.get(url))
    assert "You would be number 1 on the waiting list" in page and "Join the waiting list" in page
    assert "moves up when a place is free" in text(client.post(url, {"character": zoe.pk}, follow=True))
    assert Entry.objects.get(character=zoe).status == "waiting"


def test_one_withdraws_and_may_come_back(client, url, zoe, player):
    client.post(url, {"character": zoe.pk})
    assert "Zoe has withdrawn." in text(client.post(url, {"character": zoe.pk, "what": "withdraw"}, follow=True))
    assert Entry.objects.get().status == "dropped"
    assert "Who enters?" in text(client.get(url))
    client.post(url, {"character": zoe.pk})
    assert (Entry.objects.get().status, Entry.objects.get().number) == ("registered", 2)


def test_nobody_enters_or_withdraws_others(client, desk, url, player):
    ada, _ = entered(desk.tournament, 2, status=Entry.REGISTERED)
    bea = a_character(desk.season, "Bea")
    for form in ({"character": bea.pk}, {"character": ada.character_id, "what": "withdraw"}, {"character": "x"}):
        response = client.post(url, form)
        assert response.status_code == 422 and "Choose one of your characters." in text(response)
    assert list(Entry.objects.values_list("status", flat=True)) == ["registered"] * 2


def test_a_refusal_keeps_what_was_typed(client, url, zoe, player):
    response = client.post(url, {"character": zoe.pk, "club": "x" * 81, "household": "Elm"})
    assert response.status_code == 422 and ("household", "Elm") in inputs(response)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"registration_open": False}, "Registration is closed. Ask the organiser for a late entry."),
        ({"self_registration": False}, "The organiser registers everybody for this tournament."),
        ({"status": "running"}, "The tournament has started."),
        ({"status": "cancelled"}, "This tournament is cancelled."),
        ({"status": "finished"}, "This tournament is over."),
    ],
)
def test_when_players_cannot_enter_the_page_says_why(client, url, zoe, player, fields, words):
    Tournament.objects.update(**fields)
    page = text(client.get(url))
    assert words in page and "Who enters?" not in page
    assert client.post(url, {"character": zoe.pk}).status_code == 422
    assert not Entry.objects.exists()


def test_a_retired_character_is_told_what_to_do(client, url, zoe, player):
    Career.objects.update(status="retired")
    page = text(client.get(url))
    assert "Zoe has left by golden parachute. Start a new career first, then enter." in page
    assert "Who enters?" not in page


def test_a_member_without_a_character_is_led_to_one(client, desk, url):
    client.force_login(desk.pia)
    assert f"{reverse('character_register')}?league=league-of-spring" in text(client.get(url))
    client.force_login(desk.stranger)
    assert "Only members of the league" in text(client.get(url))


def test_the_page_takes_as_many_queries_for_many_entries_as_for_few(client, desk, url, zoe, player, queries):
    few = queries(client, url)
    entered(desk.tournament, 50)
    assert queries(client, url) <= few
