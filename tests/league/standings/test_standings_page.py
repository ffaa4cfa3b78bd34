"""A page of the standings, and why a row of it stands where it does."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from characters.models import Character
from league.models import Season
from league.standings.queries.explanations import why
from league.standings.queries.standings import ANY, StandingLine, StandingRows, StandingsChoice
from league.standings.rules.tiebreaks import DRAW, POINTS, TIEBREAKS, WINS
from tests.factories.cast import Cast, the_cast
from tests.factories.characters import a_character
from tests.factories.results import games_at_random, placed_game
from tests.factories.seasons import set_house_rules

pytestmark = pytest.mark.django_db


def page_of(season: Season, *, number: int = 1, size: int = 50, choice: StandingsChoice = ANY) -> Page[StandingLine]:
    return Paginator(StandingRows(season, choice), size).get_page(number)


@pytest.fixture
def cast(season: Season) -> Cast:
    return the_cast(season)


def test_a_page_has_rows_ready_to_show(season: Season, cast: Cast):
    placed_game(season, "g1", 1, *cast)
    first, *_, last = page_of(season)
    assert (first.position, first.name, first.points, first.games, first.wins) == (1, "Ada", "60.00", 1, 1)
    assert (first.slug, first.company_name, first.level, first.status) == ("ada", "AGRIVI", "senior", "active")
    assert (first.decided_by, last.decided_by) == ("", POINTS)
    assert (last.name, last.level, last.status) == ("Dev", "manager", "retired")


def test_movement_is_counted_from_the_standings_before_the_last_day(season: Season, cast: Cast):
    ada, bo, cleo, dev = cast
    placed_game(season, "g1", 1, ada, bo, cleo)
    placed_game(season, "g2", 2, cleo, dev)
    placed_game(season, "g3", 2, cleo, dev)
    rows = page_of(season)
    assert [(row.name, row.movement) for row in rows] == [("Cleo", 2), ("Ada", -1), ("Bo", -1), ("Dev", None)]


def test_on_the_first_day_everybody_is_new(season: Season, cast: Cast):
    placed_game(season, "g1", 1, *cast)
    placed_game(season, "g2", 1, *cast)
    assert {row.movement for row in page_of(season)} == {None}


def test_filters_keep_the_positions_of_the_whole_table(season: Season, cast: Cast):
    placed_game(season, "g1", 1, *cast)
    by_company = page_of(season, choice=StandingsChoice(company="harrods"))
    assert [(row.position, row.name) for row in by_company] == [(2, "Bo"), (4, "Dev")]
    by_level = page_of(season, choice=StandingsChoice(level="entry"))
    assert [(row.position, row.name) for row in by_level] == [(2, "Bo"), (3, "Cleo")]
    both = page_of(season, choice=StandingsChoice(company="harrods", level="manager"))
    assert [(row.name, both.paginator.count, both.paginator.num_pages) for row in both] == [("Dev", 1, 1)]


def test_rows_sort_by_position_name_games_and_wins(season: Season, cast: Cast):
    ada, bo, cleo, dev = cast
    placed_game(season, "g1", 1, dev, ada)
    placed_game(season, "g2", 1, cleo, bo, ada)
    placed_game(season, "g3", 1, cleo, bo, None)
    placed_game(season, "g4", 1, None, bo)
    names = {
        sort: [row.name for row in page_of(season, choice=StandingsChoice(sort=sort))]
        for sort in ("position", "name", "games", "wins")
    }
    assert names["position"] == ["Cleo", "Bo", "Dev", "Ada"]
    assert names["name"] == ["Ada", "Bo", "Cleo", "Dev"]
    assert names["games"] == ["Bo", "Cleo", "Ada", "Dev"]
    assert names["wins"] == ["Cleo", "Dev", "Bo", "Ada"]


@pytest.mark.parametrize("sort", ["position", "name", "games", "wins"])
@pytest.mark.parametrize("seed", range(3))
def test_pages_together_show_everybody_once(season: Season, cast: Cast, sort: Any, seed: int):
    games_at_random(season, cast, seed)
    choice = StandingsChoice(sort=sort)
    together = [row for number in range(1, 5) for row in page_of(season, number=number, size=1, choice=choice)]
    assert together == list(page_of(season, choice=choice))


def test_pages_share_out_characters_that_only_the_draw_separates(season: Season, cast: Cast):
    for number, character in enumerate(cast):
        placed_game(season, f"g{number}", 1, character, None)
    pages = [page_of(season, number=number, size=1)[0] for number in range(1, 5)]
    assert sorted(row.name for row in pages) == ["Ada", "Bo", "Cleo", "Dev"]
    assert [(row.position, row.position_before_draw) for row in pages] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert [row.decided_by for row in pages] == ["", DRAW, DRAW, DRAW]


def test_a_page_out_of_range_is_the_last_one(season: Season, cast: Cast):
    placed_game(season, "g1", 1, *cast)
    assert page_of(season, number=9, size=3).number == 2
    assert page_of(season, number=-1, size=3).number == 2


def test_a_season_without_games_is_one_empty_page(season: Season, cast: Cast):
    page = page_of(season)
    assert (list(page), page.number, page.paginator.num_pages, page.paginator.count) == ([], 1, 1, 0)
    assert why(season, cast[0]) is None


def test_why_shows_every_game_and_which_ones_count(season: Season, cast: Cast):
    ada, bo, cleo, dev = cast
    set_house_rules(season, count_games="best", best_of=2)
    placed_game(season, "late", 3, ada, bo)
    placed_game(season, "bad", 2, bo, ada)
    placed_game(season, "shared", 1, [ada, bo], cleo, dev)
    explanation = why(season, ada)
    assert explanation is not None
    told_games = [(game.reference, game.place, game.points, game.counted) for game in explanation.games]
    assert told_games == [("shared", 1, "52.00", True), ("bad", 2, "12.00", False), ("late", 1, "60.00", True)]
    assert explanation.standing.tiebreaks[0].explanation == "The 2 best of 3 games add up to 112.00 points."
    assert [tiebreak.name for tiebreak in explanation.standing.tiebreaks] == list(TIEBREAKS)


def test_why_says_what_separates_a_row_from_its_neighbours(season: Season, cast: Cast):
    ada, bo, cleo, dev = cast
    placed_game(season, "g1", 1, ada, bo, cleo)
    placed_game(season, "g2", 2, cleo, bo, ada)
    placed_game(season, "g3", 3, None, dev)
    explanation = why(season, bo)
    assert explanation is not None and explanation.above is not None and explanation.below is not None
    assert (explanation.standing.position, explanation.of) == (3, 4)
    assert (explanation.above.position, explanation.above.decided_by) == (2, WINS)
    assert explanation.above.separation == "Level on table points. First places: 1 against 0."
    assert (explanation.below.name, explanation.below.separation) == ("Dev", "Table points: 72.00 against 12.00.")


def test_the_first_has_nobody_above_and_the_last_nobody_below(season: Season, cast: Cast):
    placed_game(season, "g1", 1, *cast)
    first, last = why(season, cast[0]), why(season, cast[3])
    assert first is not None and first.above is None and first.below is not None
    assert last is not None and last.below is None and last.above is not None
    assert last.above.name == "Cleo"


def test_the_number_of_queries_does_not_grow(
    season: Season, cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
):
    many = [a_character(season, f"Extra {number}") for number in range(12)]
    games_at_random(season, [*cast, *many], 1, games=40)
    for number, character in enumerate(many):
        placed_game(season, f"tie{number}", 7, character, None)
    with django_assert_max_num_queries(10):
        page_of(season, choice=StandingsChoice(company="agrivi", sort="games"))
    with django_assert_max_num_queries(8):
        why(season, many[0])


def test_a_row_is_its_readers_own_on_nobody_elses_page(client: Client, season: Season, cast: Cast):
    ada = cast[0]
    ada.owner = User.objects.create(username="ada")
    ada.save()
    placed_game(season, "g1", 1, *cast)
    address = season.get_absolute_url()
    strangers = client.get(address).content.decode()
    client.force_login(ada.owner)
    own = client.get(address).content.decode()
    client.logout()
    again = client.get(address).content.decode()
    assert [page.count("is-you") for page in (strangers, own, again)] == [0, 1, 0]
    Character.objects.filter(pk=ada.pk).update(name="Ada the Great")
    assert "Ada the Great" in client.get(address).content.decode()
