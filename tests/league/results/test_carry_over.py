"""What one game leaves behind for the next: positions, seats, birthdays, categories, the joker skill."""

import pytest
from django.urls import reverse

from games.models import Game
from league.results.queries.carry_over import boss_first, early_first, last_positions, wins_by_seat
from tests.factories.games import a_game_of
from tests.factories.pages import text as words
from tests.factories.people import an_organiser, owner_of
from tests.factories.seasons import a_season, set_house_rules
from tests.factories.sheets import FIGURES

ENTER = reverse("result_enter")
SEASON = "/seasons/spring/"


def seats_form(season, system, people, **more):
    form = {"system": system, "season": season.slug, "edition": "london", "played_at": "2026-01-06T18:00"}
    form |= {f"seat-{number}-character": str(who.pk) for number, who in enumerate(people, 1)}
    return form | {"go": "seats"} | more


@pytest.fixture
def poker(season, cast):
    """Ada ends as boss, then Bo, Cleo and Dev."""
    return a_game_of("career_poker", season, list(vars(cast).values()))


def test_the_last_position_in_the_season_seeds_the_next_table(season, cast, poker):
    held = last_positions(season)
    assert {who: one.position for who, one in held.items()} == {
        cast.ada.pk: 1,
        cast.bo.pk: 2,
        cast.cleo.pk: 3,
        cast.dev.pk: 4,
    }
    assert boss_first(held, [None, cast.dev.pk, cast.ada.pk, cast.bo.pk]) == [3, 4, 2, 1]


def test_a_later_match_replaces_the_position(season, cast, poker):
    a_game_of("career_poker", season, [cast.bo, cast.ada, cast.cleo, cast.dev], day=5)
    assert last_positions(season)[cast.bo.pk].position == 1


def test_another_season_has_positions_of_its_own(poker):
    assert last_positions(a_season("autumn")) == {}


def test_the_season_page_says_who_is_boss_and_how_large_the_advantage_is(poker, text):
    page = text(SEASON)
    assert "Ada is boss." in page and "Dishwasher (4 of 4)" in page
    assert "stayed boss in" in page and "real advantage" in page


def test_a_season_without_lasting_positions_names_no_boss(season, cast, client, text):
    set_house_rules(season, games={"career_poker": {"positions": False}})
    people = [cast.ada, cast.bo, cast.cleo, cast.dev]
    a_game_of("career_poker", season, people)
    assert "Who is boss?" not in text(SEASON)
    client.force_login(an_organiser(season))
    page = words(client.post(ENTER, seats_form(season, "career_poker", people)))
    assert "every match starts without positions" in page


def test_whoever_enters_a_result_sees_who_starts_as_boss(season, cast, poker, client):
    client.force_login(an_organiser(season))
    form = seats_form(season, "career_poker", [cast.dev, cast.cleo, cast.ada, cast.bo])
    page = words(client.post(ENTER, form))
    assert "Who starts as boss?" in page and 'value="3-4-2-1"' in page
    seated = words(client.post(ENTER, form | {"order": "3-4-2-1"}))
    assert f'name="seat-1-character" value="{cast.ada.pk}"' in seated


@pytest.mark.parametrize("order", ["4-3-2", "1-1-2-3", "x", "9-1-2-3"])
def test_an_order_that_is_none_changes_nothing(season, cast, poker, client, order):
    client.force_login(an_organiser(season))
    form = seats_form(season, "career_poker", vars(cast).values(), order=order)
    assert f'name="seat-1-character" value="{cast.ada.pk}"' in words(client.post(ENTER, form))


def test_office_job_shows_wins_per_seat_with_their_interval(season, cast, text):
    people = list(vars(cast).values())
    a_game_of("office_job", season, people, day=1)
    a_game_of("office_job", season, people, day=2)
    page = text(SEASON)
    assert "Does the seat matter?" in page and "Seat 1 of 4" in page and "34 to 100 %" in page


def test_games_of_bots_say_nothing_about_seats(season, cast):
    people = list(vars(cast).values())
    a_game_of("office_job", season, people, day=1)
    by_bots = a_game_of("office_job", season, people, day=2)
    Game.objects.filter(pk=by_bots.game_id).update(played_by_bots=True)
    assert [games for _, games in wins_by_seat(season)[4]] == [1, 1, 1, 1]


def test_office_job_seats_rotate(season, cast, client):
    people = list(vars(cast).values())
    a_game_of("office_job", season, people)
    pks = [who.pk for who in people]
    assert early_first(season, pks) == [4, 3, 2, 1]
    assert early_first(season, [pks[0], None, pks[3]]) == [3, 2, 1]
    client.force_login(an_organiser(season))
    assert "Who sits where?" in words(client.post(ENTER, seats_form(season, "office_job", people)))


def test_a_birthday_is_part_of_the_papers(season, cast, client, text):
    client.force_login(owner_of(cast.ada))
    url = reverse("character_edit", args=["ada"])
    papers = {"name": "Ada", "title": "Counsel", "c_level_title": ""}
    assert client.post(url, papers | {"birth_day": "31", "birth_month": "2"}).status_code == 422
    assert client.post(url, papers | {"birth_day": "6", "birth_month": ""}).status_code == 422
    assert client.post(url, papers | {"birth_day": "6", "birth_month": "5"}).status_code == 302
    assert "6 May" in text("/characters/ada/numbers/").split("Birthday")[1]
    client.force_login(an_organiser(season))
    page = words(client.post(ENTER, seats_form(season, "game_of_the_year", vars(cast).values())))
    assert "6 May" in page and "drawn at the table" in page


def test_the_five_categories_and_their_leaders_stand_on_the_game_page(season, cast, text):
    game = a_game_of("game_of_the_year", season, list(vars(cast).values()))
    page = text(reverse("game_detail", args=[game.game_id]))
    assert "Five categories" in page and "Red Letter Days" in page
    assert "<bdi>Ada</bdi></td> <td><bdi>45</bdi>" in page
    assert "<bdi>Ada, Bo, Cleo, Dev</bdi>" in page


def test_the_joker_skill_stands_on_the_game_page(season, cast, text):
    game = a_game_of("career_compass", season, list(vars(cast).values()))
    assert "Creativity decided when levels were equal." in text(reverse("game_detail", args=[game.game_id]))


@pytest.mark.parametrize("system", tuple(FIGURES))
def test_the_season_page_takes_as_many_queries_for_many_games(season, cast, client, queries, system):
    people = list(vars(cast).values())
    a_game_of(system, season, people, day=1)
    few = queries(client, SEASON)
    for day in range(2, 6):
        a_game_of(system, season, people, day=day)
    assert queries(client, SEASON) <= few + 1
