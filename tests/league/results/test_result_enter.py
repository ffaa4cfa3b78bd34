from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Sheet
from league.clubs.services.leagues import set_house_rules
from league.models import Season, SeasonGame
from league.people.services.registration import register_in_league
from tests.factories.friday_club import FridayClub, friday_form, friday_game, join, play_to_retirement
from tests.factories.pages import inputs, text

URL = reverse("result_enter")


def test_an_organiser_enters_and_confirms_a_game(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    response = client.post(URL, friday_form(club))
    game = SeasonGame.objects.get()
    assert response.url == reverse("game_detail", args=[game.game_id])
    assert game.reference == "spring-2026-0001"
    assert game.game.sheets.get().status == Sheet.CONFIRMED


def test_a_player_submits_a_game_for_confirmation(client: Client, club: FridayClub):
    client.force_login(club.ada)
    client.post(URL, friday_form(club))
    sheet = Sheet.objects.get()
    assert (sheet.status, sheet.submitted_by) == (Sheet.SUBMITTED, club.ada)


def test_the_last_step_says_what_follows_and_asks_once(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    page = text(client.post(URL, friday_form(club, go="check")))
    assert "comes in at position 1 with 60.00 season points" in page
    assert ">Confirm</button>" in page
    assert not Game.objects.exists()


def test_a_player_is_told_that_an_organiser_confirms(client: Client, club: FridayClub):
    client.force_login(club.ada)
    assert "Submit for confirmation" in text(client.post(URL, friday_form(club, go="check")))


def test_the_same_form_sent_twice_is_one_game(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    first, second = client.post(URL, friday_form(club)), client.post(URL, friday_form(club))
    assert first.url == second.url
    assert Game.objects.count() == 1


def test_another_person_may_use_the_same_token(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    client.post(URL, friday_form(club))
    client.force_login(club.ada)
    client.post(URL, friday_form(club))
    assert Game.objects.count() == 2


def test_a_refused_sheet_keeps_everything_and_says_where(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    response = client.post(URL, friday_form(club, seat__2__fame="forty", seat__1__degrees__law="2"))
    page = text(response)
    assert response.status_code == 422
    assert "fame &#x27;forty&#x27; is not a whole number" in page
    assert 'href="#seat-2-fame"' in page
    for kept in (
        'value="forty"',
        'value="20,000"',
        'name="seat-1-degrees-law" value="2"',
        'value="token-of-this-form"',
    ):
        assert kept in page
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"target": ""}, "A formula game needs the target"),
        ({"target": "60"}, "a league game needs at least 100"),
        ({"winner": None}, "The sheet has no winner"),
        ({"winner": "2"}, "below the target of 100"),
        ({"seat__1__fame": "-1"}, "can&#x27;t be below 0"),
        ({"seat__1__cash": ""}, "cash is missing"),
        ({"seat__1__layoffs": "1"}, "may use none in a game"),
        ({"seat__1__degrees__law": "5"}, "a program gives at most 4"),
        ({"played_at": "soon"}, "Give day and time"),
        ({"seat-2-character": None}, "is played by 2 to 6"),
        ({"mode": "timed", "target": "", "winner": None}, "no winner"),
    ],
)
def test_what_cannot_have_happened_is_refused_with_a_sentence(client: Client, club: FridayClub, changes, sentence):
    client.force_login(club.cleo)
    response = client.post(URL, friday_form(club, **changes))
    assert response.status_code == 422
    assert sentence in text(response)
    assert not Game.objects.exists()


def test_the_least_target_of_the_season_stands_beside_the_field(client: Client, club: FridayClub):
    set_house_rules(season=club.season, values={"league_min_target": 60}, by=club.cleo)
    client.force_login(club.cleo)
    assert "agreed on: 60 at least" in text(client.get(URL, {"system": "careers", "season": club.season.slug}))


def test_a_game_dated_next_year_is_refused_at_the_first_step(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    later = (timezone.now() + timedelta(days=365)).strftime("%Y-%m-%dT%H:%M")
    response = client.post(URL, friday_form(club, played_at=later))
    assert response.status_code == 422
    assert "which is in the future" in text(response)
    assert ("played_at", later) in inputs(response)


def test_a_day_outside_of_the_season_is_asked_about_before_anything_is_sent(client: Client, club: FridayClub):
    Season.objects.filter(pk=club.season.pk).update(ends_on=date(2025, 12, 31))
    client.force_login(club.cleo)
    doubt = "ends on 31 December 2025, and this game would count for it"
    assert doubt in text(client.post(URL, friday_form(club, played_at="2026-01-01T00:30", go="check")))
    assert doubt not in text(client.post(URL, friday_form(club, played_at="2025-12-31T23:30", go="check")))


def test_a_retired_character_is_refused_at_the_seats(client: Client, club: FridayClub):
    play_to_retirement(club, club.bigdesk)
    client.force_login(club.cleo)
    response = client.post(URL, friday_form(club, go="figures"))
    assert response.status_code == 422
    assert "had retired by golden parachute" in text(response)


def test_a_taken_reference_is_refused_where_it_is_mended(client: Client, club: FridayClub):
    friday_game(club)
    client.force_login(club.cleo)
    page = text(client.post(URL, friday_form(club, reference="evening-1")))
    assert "There is already a game evening-1" in page
    assert 'id="id_reference"' in page


def test_a_character_of_another_league_is_unknown_here(client: Client, club: FridayClub):
    from league.clubs.services.leagues import create_league

    other = join(create_league(name="Others", by=club.dev), club.dev, "Dev Desk")
    client.force_login(club.cleo)
    response = client.post(URL, friday_form(club, seat__2__character=str(other.pk)))
    assert "no such character in this league" in text(response)


def test_figures_are_checked_while_typing_without_nagging(client: Client, club: FridayClub):
    client.force_login(club.ada)
    page = text(client.post(URL, friday_form(club, go="live", seat__2__fame="", seat__1__fame="x")))
    assert "Fame &#x27;x&#x27; is not a whole number" in page
    assert "is missing" not in page
    assert 'id="points-2" hx-swap-oob="true">15</output>' in page


def test_seats_are_reordered_and_removed_with_their_figures(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    swapped = inputs(client.post(URL, friday_form(club, up="2", seat__1__laid_off=["2"])))
    assert {("seat-1-character", str(club.bigdesk.pk)), ("winner", "2"), ("seat-2-laid_off", "1")} <= set(swapped)
    left = dict(inputs(client.post(URL, friday_form(club, remove="1"))))
    assert (left["seat-1-character"], left["seat-1-fame"]) == (str(club.bigdesk.pk), "20")
    assert "winner" not in left and "seat-2-character" not in left


def test_table_companions_are_offered_first(client: Client, club: FridayClub):
    friday_game(club)
    for number in range(12):
        owner = type(club.ada).objects.create(username=f"aa{number}")
        register_in_league(
            league=club.league,
            owner=owner,
            name=f"Aa {number}",
            edition_id="london",
            specialty="law",
            side_interest="journalism",
            title="Clerk",
        )
    client.force_login(club.ada)
    found = client.post(URL, friday_form(club, go="seats", **{"seat-1-character": None, "seat-2-character": None}))
    assert [one.name for one in found.context["found"]][:2] == ["Ada Overtime", "Bo Bigdesk"]


@pytest.mark.parametrize("name", ["Zoë 🪂 O'Hare", "שלום עולם", "B" * 200])
def test_unusual_names_are_found_and_seated(client: Client, club: FridayClub, name: str):
    zoe = join(club.league, club.cleo, name)
    client.force_login(club.cleo)
    found = client.post(URL, friday_form(club, go="search", q=name[:60].upper())).context["found"]
    assert [one.id for one in found] == [zoe.pk]
    client.post(URL, friday_form(club, seat__2__character=str(zoe.pk)))
    assert Sheet.objects.get().seats.get(seat=2).name == name


def test_who_may_be_meant_is_named_before_anybody_is_made_a_guest_and_sits_at_a_tap(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    form = friday_form(club, q="Bo Bigdesc") | {"seat-2-character": ""}
    answer = client.post(URL, form | {"go": "search"})
    assert "Did you mean:" in text(answer) and [one.id for one in answer.context["found"]] == [club.bigdesk.pk]
    assert client.post(URL, form | {"go": "enter"}).context["near"]
    assert not Game.objects.exists()


def test_a_guest_sits_at_the_table_without_a_character(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    client.post(
        URL,
        friday_form(
            club,
            **{
                "seat-3-character": "",
                "seat-3-name": "Uncle",
                "seat-3-happiness": "1",
                "seat-3-fame": "1",
                "seat-3-cash": "1",
            },
        ),
    )
    guest = Sheet.objects.get().seats.get(seat=3)
    assert (guest.character, guest.name) == (None, "Uncle")


def test_a_guest_without_a_name_is_a_guest(client: Client, club: FridayClub):
    client.force_login(club.cleo)
    page = client.post(URL, friday_form(club, guest="1"))
    assert "Guest</bdi>" in text(page) and ("seat-3-name", "") in inputs(page)


@pytest.mark.parametrize("name", ["\u202eevil", "\x07bell"])
def test_a_guest_cannot_bear_a_name_that_deceives(client: Client, club: FridayClub, name: str):
    client.force_login(club.cleo)
    response = client.post(URL, friday_form(club, seat__2__character="", seat__2__name=name))
    assert response.status_code == 422
    assert "contains a character that can&#x27;t be shown" in text(response)


@pytest.mark.parametrize(
    "junk",
    [
        {"seat__2__character": "9" * 5000},
        {"seat__2__character": "²"},
        {"remove": "9" * 5000},
        {"up": "-1"},
        {"seat__2__fame": "9" * 5000},
        {"target": "9" * 5000},
        {"q": "a\x00b", "go": "search"},
        {"guest": "1", "q": "a\x00b"},
        {"go": "nowhere"},
        {"step": "nowhere", "go": "live"},
        {"seat__99__character": "1"},
        {"system": "chess"},
        {"season": "nowhere"},
        {"edition": "atlantis"},
    ],
)
def test_a_form_that_no_browser_sends_breaks_nothing(client: Client, club: FridayClub, junk):
    client.force_login(club.cleo)
    assert client.post(URL, friday_form(club, **junk)).status_code in (200, 302, 422)
