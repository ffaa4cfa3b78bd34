"""The code by which phones join the network of the hall."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import example, given
from hypothesis import strategies as st

from league.core.charts import qr_image
from league.models import Hall, Laptop, Tournament
from league.tournaments.desk.rules.wifi import wifi_code
from league.tournaments.desk.services.rounds import start_round, start_stage
from tests.factories.draws import published, to_draw
from tests.factories.halls import taken_along
from tests.factories.people import a_member, an_organiser

SHOWN = "Both codes are then on this page"


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("Hall", "wooden meeples", "WIFI:T:WPA;S:Hall;P:wooden meeples;;"),
        ("Hall", "", "WIFI:T:nopass;S:Hall;;"),
        ('O"Hare; 2:1, \\o/', "a;b:c,d\\", 'WIFI:T:WPA;S:O\\"Hare\\; 2\\:1\\, \\\\o/;P:a\\;b\\:c\\,d\\\\;;'),
    ],
)
def test_the_code_says_how_to_join(name, password, code):
    assert wifi_code(name, password) == code


def as_a_phone_reads(code: str) -> dict[str, str]:
    """The fields of a code: each ends at a semicolon without a backslash before it."""
    fields, field, letters = {}, "", iter(code.removeprefix("WIFI:"))
    name = ""
    for letter in letters:
        if letter == "\\":
            field += next(letters)
        elif letter == ":":
            name, field = field, ""
        elif letter == ";" and name:
            fields[name] = field
            name = field = ""
        else:
            field += letter
    return fields


@given(st.text(min_size=1), st.text(min_size=1))
@example(";;", "\\;")
def test_a_phone_reads_what_was_typed(name, password):
    assert as_a_phone_reads(wifi_code(name, password)) == {"T": "WPA", "S": name, "P": password}


@pytest.fixture
def day(db) -> Tournament:
    """In the hall, where its organiser is signed in."""
    day = to_draw(8)
    Hall.objects.filter(pk=taken_along(day).pk).update(secret="5" * 64, home="https://club.example")
    Tournament.objects.update(hall=None)
    Laptop.objects.create(hall=Hall.objects.get(), name="here")
    return day


@pytest.fixture
def olga(day, client: Client) -> Any:
    user = an_organiser(day.season)
    client.force_login(user)
    return user


def typed(client: Client, day: Tournament, name: str, password: str) -> Any:
    sent = {"act": "wifi", "name": name, "password": password}
    return client.post(f"/tournaments/{day.slug}/hall/", sent, follow=True)


def test_whoever_types_the_network_sees_the_code_that_joins_it_before_that_of_the_page(day, olga, client):
    before = client.get(f"/tournaments/{day.slug}/hall/").content.decode()
    assert SHOWN in before and "1. Join the network" not in before and "2. Open the page" not in before
    page = typed(client, day, "Hall, 2nd floor ", "wooden meeples").content.decode()
    assert qr_image(wifi_code("Hall, 2nd floor", "wooden meeples")) in page
    assert 0 < page.index("1. Join the network") < page.index("2. Open the page")
    assert "wooden meeples" in page


def test_the_projector_shows_both_codes_while_phones_come(day, olga, client, settings):
    settings.HALL_HOSTS = ["192.168.1.17"]
    settings.ALLOWED_HOSTS = ["192.168.1.17", "127.0.0.1", "testserver"]
    screen = f"/tournaments/{day.slug}/screen/"
    assert "1. Join the network" not in client.get(screen, headers={"Host": "192.168.1.17"}).content.decode()
    typed(client, day, "Hall", "wooden meeples")
    for host in ("127.0.0.1:8000", "192.168.1.17:8000"):  # as the laptop itself may have opened it, and a phone
        shown = client.get(screen, headers={"Host": host}).content.decode()
        assert qr_image(wifi_code("Hall", "wooden meeples")) in shown
        assert qr_image(f"http://192.168.1.17:8000/tournaments/{day.slug}/rounds/") in shown
    start_stage(tournament=day)
    start_round(round=published(day))
    for show in ("all", "report"):
        shown = client.get(f"{screen}?show={show}", headers={"Host": "192.168.1.17"}).content.decode()
        assert shown.index("wooden meeples") < shown.index("Your table is done?")


def test_an_open_network_needs_no_password(day, olga, client):
    page = typed(client, day, "Hall", "").content.decode()
    assert qr_image(wifi_code("Hall", "")) in page


@pytest.mark.parametrize(
    ("name", "password", "field", "sentence"),
    [
        ("", "wooden meeples", "name", "Type the name of the network."),
        ("é" * 17, "", "name", "No network has such a long name"),
        ("Hall", "seven77", "password", "The password of a Wi-Fi has 8 to 63 characters."),
        ("Hall", "x" * 64, "password", "The password of a Wi-Fi has 8 to 63 characters."),
    ],
)
def test_what_no_network_has_is_refused_beside_its_field(day, olga, client, name, password, field, sentence):
    answer = typed(client, day, name, password)
    assert answer.status_code == 422
    (error,) = answer.context["wifi_form"].errors[field]
    assert error.startswith(sentence)
    assert "1. Join the network" not in answer.content.decode()


@pytest.mark.parametrize(("name", "password"), [("é" * 16, "x" * 8), ("x" * 32, "x" * 63)])
def test_the_longest_and_the_shortest_are_taken(day, olga, client, name, password):
    assert qr_image(wifi_code(name, password)) in typed(client, day, name, password).content.decode()


def test_another_organiser_sees_the_code_and_a_player_nothing(day, olga, client):
    typed(client, day, "Hall", "wooden meeples")
    client.force_login(a_member(day.season, "nora", "organiser"))
    assert "wooden meeples" in client.get(f"/tournaments/{day.slug}/hall/").content.decode()
    client.force_login(a_member(day.season, "pia"))
    assert client.get(f"/tournaments/{day.slug}/hall/").status_code == 403


def test_at_home_there_is_no_network_to_join(day, olga, client):
    Hall.objects.update(secret="")
    answer = typed(client, day, "Hall", "wooden meeples")
    assert [str(message) for message in answer.context["messages"]] == ["The tournament is not in a hall."]
    assert SHOWN not in answer.content.decode()
