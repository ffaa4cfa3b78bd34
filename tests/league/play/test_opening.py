"""What is agreed when a table is opened, and who sees it then."""

import pytest
from django.core.exceptions import ValidationError
from django.utils.html import escape

from characters.rules.choices import QUESTIONS, of_one_game
from games.models import Play
from games.services.plays import game_of
from league.models import Season, SeasonPlay
from league.play.queries.lobby import lobby_of
from league.play.rules.systems import PLAYED_HERE
from tests.factories.plays import a_running_play, a_table_of
from tests.factories.thursday_club import ThursdayClub, a_thursday_club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(rows_of_module) -> ThursdayClub:
    with rows_of_module.unblock():
        return a_thursday_club()


SEEN = [
    ("league", {"ada", "bo", "vera"}, {"ada", "bo", "vera"}),
    ("link", {"ada", "bo", "vera"}, {"ada", "bo"}),
    ("everybody", {"ada", "bo", "vera", "xenia", ""}, {"ada", "bo", "vera", "xenia", ""}),
]


@pytest.mark.parametrize(("visibility", "see", "find"), SEEN)
@pytest.mark.parametrize("door", ["page", "api"])
def test_who_sees_a_play_and_who_finds_it(club, visibility, see, find, door):
    season_play = a_running_play(club, "ada", "bo", bots=0, visibility=visibility)
    at = f"/play/{season_play.pk}/" if door == "page" else f"/api/v1/plays/{season_play.pk}/"
    seen, found = set(), set()
    for name in ("ada", "bo", "vera", "xenia", ""):
        client = club.signed_in(name) if door == "page" else club.client(name)
        seen |= {name} if client.get(at).status_code == 200 else set()
        if door == "page":
            found |= {name} if at in client.get("/play/").content.decode() else set()
        else:
            found |= {name} if client.get("/api/v1/plays/").data["results"] else set()
    assert (seen, found) == (see, find)


def test_who_may_not_see_a_play_can_do_nothing_there(club):
    season_play = a_table_of(club, "ada", visibility="league")
    xenia, at = club.signed_in("xenia"), f"/play/{season_play.pk}/"
    sent = {"seat": "2", "character": "bo", "bot": "greedy", "number": "0", "action": "throw"}
    for deed in ("sit", "bot", "leave", "start", "close", "turns"):
        assert xenia.post(f"{at}{deed}/", sent).status_code == 404
    assert Play.objects.get().status == Play.OPEN and lobby_of(club.users["xenia"]).nothing


def test_a_table_is_opened_with_pace_visibility_edition_and_settings(club):
    ada = club.signed_in("ada")
    sent = {"system": "career_poker", "seats": "4", "season": club.season.slug, "pace": "three_days"}
    ada.post("/play/new/", sent | {"visibility": "link", "edition": "london", "career_poker__auto_pass": "True"})
    play = SeasonPlay.objects.get().play
    assert (play.pace, play.visibility, play.edition, play.table) == (
        "three_days",
        "link",
        "london",
        {"choices": {"auto_pass": True}},
    )


def test_a_program_opens_a_table_with_the_same(club):
    sent = {"season": club.season.slug, "system": "career_poker", "seats": 4}
    told = {"pace": "live", "visibility": "everybody", "edition": "london", "settings": {"auto_pass": True}}
    opened = club.client("ada").post("/api/v1/plays/", sent | told, format="json")
    assert opened.status_code == 201, opened.content
    assert (opened.data["pace"], opened.data["visibility"], opened.data["decide_by"]) == ("live", "everybody", None)
    assert Play.objects.get().table == {"choices": {"auto_pass": True}}


@pytest.mark.parametrize(
    "wrong",
    [
        {"pace": "hourly"},
        {"visibility": "mars"},
        {"edition": "atlantis"},
        {"settings": {"deals": 4, "auto_pass": "perhaps"}},
    ],
)
def test_what_is_unknown_opens_nothing(club, wrong):
    sent = {"season": club.season.slug, "system": "career_poker", "seats": 4}
    answer = club.client("ada").post("/api/v1/plays/", sent | wrong, format="json")
    settings = wrong.get("settings")
    typed = {f"career_poker__{name}": str(value) for name, value in settings.items()} if settings else wrong
    page = club.signed_in("ada").post("/play/new/", sent | typed)
    assert (answer.status_code, page.status_code) == (400, 422) and not Play.objects.exists()


@pytest.mark.parametrize("settings", [{"fly": 1}, "auto_pass"])
def test_a_program_is_refused_settings_that_do_not_exist(club, settings):
    sent = {"season": club.season.slug, "system": "career_poker", "seats": 4, "settings": settings}
    assert club.client("ada").post("/api/v1/plays/", sent, format="json").status_code == 400


def test_every_setting_of_a_single_game_is_a_field_with_words(club):
    page = club.signed_in("ada").get("/play/new/").content.decode()
    asked = {
        f"{system}__{name}": question.text
        for system in PLAYED_HERE
        for name, question in of_one_game(QUESTIONS[system]).items()
    }
    assert asked
    for field, words in asked.items():
        assert f'name="{field}"' in page and escape(words) in page
    assert "formula=own" not in page and 'name="settings"' not in page


def test_settings_of_one_game_are_what_it_is_played_by(club):
    season_play = a_running_play(club, "ada", "bo", system="career_poker", bots=2, settings={"auto_pass": True})
    assert game_of(season_play.play).setup["settings"]["auto_pass"] is True
    with pytest.raises(ValidationError):
        a_table_of(club, "ada", system="career_poker", settings={"auto_pass": "perhaps"})


def opened_by(club: ThursdayClub, name: str, **sent: str) -> SeasonPlay:
    sent = {"system": "career_compass", "seats": "2", "season": club.season.slug} | sent
    answer = club.signed_in(name).post("/play/new/", sent)
    assert answer.status_code == 302, answer.content
    return SeasonPlay.objects.latest("play__id")


def test_the_opener_sits_at_their_table_unless_they_say_no(club):
    seats = opened_by(club, "ada", sits="on", salt_hash="a0" * 32).play.seats
    assert list(seats.values_list("person", "character", "salt_hash")) == [
        (club.users["ada"].pk, club.characters["Ada"].pk, "a0" * 32),
        (None, None, ""),
    ]
    assert not opened_by(club, "ada").play.seats.exclude(person=None).exists()


def test_who_has_no_character_in_the_season_opens_a_table_all_the_same(club):
    assert not opened_by(club, "otto", sits="on").play.seats.exclude(person=None).exists()


def test_a_table_counts_by_default_while_its_season_runs(club):
    ada = club.signed_in("ada")
    assert "checked" in str(ada.get("/play/new/").context["form"]["counts"])
    Season.objects.update(starts_on="2020-01-01", ends_on="2020-06-30")
    assert "checked" not in str(ada.get("/play/new/").context["form"]["counts"])


def test_one_person_begins_a_table_that_would_count_as_practice(club):
    season_play, ada = a_table_of(club, "ada", counts=True), club.signed_in("ada")
    at = f"/play/{season_play.pk}/"
    assert "Begin as practice" in ada.get(at).content.decode()
    ada.post(f"{at}start/")
    assert Play.objects.get().status == Play.OPEN
    ada.post(f"{at}start/", {"practice": "on"})
    assert (Play.objects.get().status, Play.objects.get().counts) == (Play.RUNNING, False)


def test_two_people_begin_no_game_that_counts_as_practice(club):
    season_play, ada = a_table_of(club, "ada", "bo", bots=0, counts=True), club.signed_in("ada")
    assert "Begin as practice" not in ada.get(f"/play/{season_play.pk}/").content.decode()
    ada.post(f"/play/{season_play.pk}/start/", {"practice": "on"})
    assert (Play.objects.get().status, Play.objects.get().counts) == (Play.RUNNING, True)
