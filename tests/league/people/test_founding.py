"""A league, its first season and its people, founded on one page: all of it or nothing."""

import pytest
from django.contrib.auth.models import User

from characters.models import Character
from league.clubs.queries import house_rules_of
from league.models import Enrolment, League, LedgerEntry, Membership, Season
from league.people.rules.characters import MOST_GUESTS
from tests.factories.characters import a_character
from tests.factories.founding import founding
from tests.factories.pages import text
from tests.factories.people import a_user
from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db
PAGE = "/leagues/new/"


@pytest.fixture
def frida(client):
    frida = a_user("frida")
    client.force_login(frida)
    return frida


def test_a_name_and_a_list_found_everything_that_a_first_result_needs(client, frida):
    answer = client.post(PAGE, founding(names="Otto\n\n Anna  K ", own_name="Frida", system="career_compass"))
    season = Season.objects.get()
    assert (season.league.name, season.name, str(season.starts_on)) == ("Thursday Club", "First season", "2026-03-05")
    assert house_rules_of(season).engine_games == "practice"
    people = Character.objects.filter(enrolment__league=season.league).order_by("name_key")
    assert [(who.name, who.owner) for who in people] == [("Anna K", None), ("Frida", frida), ("Otto", None)]
    assert answer["Location"] == f"/enter/?season={season.slug}&system=career_compass"
    page = text(client.get(answer["Location"]))
    assert "Thursday Club is founded." in page and "Who played, in order of seats" in page


def test_a_founder_who_lists_herself_is_herself(client, frida):
    client.post(PAGE, founding(names="Otto\nFrida", own_name="frida"))
    assert list(Character.objects.values_list("name", "owner__username").order_by("name")) == [
        ("Frida", "frida"),
        ("Otto", None),
    ]


def test_a_founder_who_only_organises_has_no_character(client, frida):
    client.post(PAGE, founding(names="Otto\nAnna"))
    assert not Character.objects.filter(owner=frida).exists()


def test_a_founder_without_others_is_led_to_the_link_that_invites_them(client, frida):
    answer = client.post(PAGE, founding(own_name="Frida"))
    assert answer["Location"] == "/leagues/thursday-club/joining/"


def test_names_of_others_on_the_site_get_a_number_and_the_page_says_so(client, frida):
    for name in ("Otto", "Frida"):
        a_character(a_season(f"of-{name.lower()}"), name)
    page = text(client.post(PAGE, founding(own_name="Frida", names="Otto\nAnna"), follow=True))
    assert "so here it is Frida 2 and Otto 2." in page


def test_the_same_season_is_founded_in_two_leagues(client, frida):
    for name in ("Thursday Club", "Friday Club"):
        assert client.post(PAGE, founding(name=name)).status_code == 302
    assert set(Season.objects.values_list("slug", flat=True)) == {
        "thursday-club-first-season",
        "friday-club-first-season",
    }


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("name", " ", "field is required"),
        ("name", "x" * 121, "at most 120"),
        ("name", "Thursday \u202ebulC", "The name contains a character that can&#x27;t be shown."),
        ("names", "Otto\nAnna\notto", "Line 3: otto is already in line 1."),
        ("names", "Otto\n\u202eevil", "Line 2: The name contains a character that can&#x27;t be shown."),
        ("names", "Otto\n" + "x" * 201, "Line 2: The name has 201 characters"),
        ("names", "\n".join(f"Guest {number}" for number in range(MOST_GUESTS + 1)), "301 names; the limit is 300"),
        ("own_name", "\u202eevil", "The name contains a character that can&#x27;t be shown."),
        ("season", "!", "A season needs a name with letters or digits in it."),
        ("season", "", "field is required"),
        ("starts_on", "1066-10-14", "1950"),
        ("edition", "moon", "Select a valid choice"),
        ("system", "chess", "Select a valid choice"),
        ("zone", "Moon/Base", "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field_and_nothing_is_founded(client, frida, field, value, why):
    answer = client.post(PAGE, founding(own_name="Frida", names="Otto") | {field: value})
    page = text(answer)
    assert answer.status_code == 422
    at = page.index(f'name="{field}"')
    assert why in page[at:].split('<div class="field')[0], "beside its field"
    for model in (League, Season, Character, Enrolment, LedgerEntry):
        assert not model.objects.exists()


STRANGER = {"username": "wanda", "password1": "four-words-nobody-says"}


def test_a_stranger_signs_up_and_founds_on_one_page(client):
    answer = client.post(PAGE, founding(names="Otto") | STRANGER)
    season = Season.objects.get()
    assert answer["Location"] == f"/enter/?season={season.slug}&system=careers"
    assert Membership.objects.get(league=season.league).user.username == "wanda"
    assert Character.objects.get(owner__username="wanda").name == "wanda"
    page = text(client.get(answer["Location"]))
    assert "Thursday Club is founded." in page and "Who played, in order of seats" in page


def test_a_stranger_who_only_organises_has_no_character(client):
    client.post(PAGE, founding(names="Otto\nAnna", only_organises="on") | STRANGER)
    assert not Character.objects.exclude(owner=None).exists()


@pytest.mark.parametrize(
    "wrong", [{"name": " "}, {"names": "Otto\nAnna\notto"}, {"username": "otto"}, {"password1": "wanda"}]
)
def test_a_stranger_has_an_account_and_a_league_or_neither(client, wrong):
    a_user("otto")
    assert client.post(PAGE, founding(names="Otto") | STRANGER | wrong).status_code == 422
    assert not League.objects.exists() and not User.objects.filter(username="wanda").exists()
    assert "_auth_user_id" not in client.session


def test_a_stranger_with_an_account_is_led_to_sign_in(client):
    assert "/accounts/login/?next=/leagues/new/" in client.get(PAGE).text
