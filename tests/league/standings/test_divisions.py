import pytest
from django.core.exceptions import ValidationError

from league.models import DivisionPlace, Season
from league.standings.queries.divisions import carried_from, division_orders, division_tables
from league.standings.services.divisions import (
    assign_by_standings,
    carry_divisions,
    leave_divisions,
    move_to_division,
    set_divisions,
)
from tests.factories.cast import the_cast
from tests.factories.characters import a_character
from tests.factories.results import placed_game
from tests.factories.seasons import a_season, set_house_rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def next_season(season) -> Season:
    made = Season.objects.create(league=season.league, name="Autumn", slug="autumn", draw_seed="seed")
    set_house_rules(made)
    return made


@pytest.fixture
def cast(season):
    """Ada, Bo, Cleo and Dev, who came in that order in the season's only game."""
    people = the_cast(season)
    placed_game(season, "one", 1, *people)
    return people


def names(season: Season) -> list[list[str]]:
    whole = division_tables(season, division_orders(season), slice(None))
    return [[row.person.name for row in table.rows] for table in whole]


def test_divisions_are_made_renamed_and_taken_away(season):
    set_divisions(season=season, names=["Penthouse", "  Ground   floor ", ""])
    assert list(season.divisions.values_list("tier", "name")) == [(1, "Penthouse"), (2, "Ground floor")]
    set_divisions(season=season, names=["Corner office"])
    assert list(season.divisions.values_list("tier", "name")) == [(1, "Corner office")]


@pytest.mark.parametrize(
    ("wanted", "why"), [([], "1 to 20"), (["A"] * 21, "1 to 20"), (["First", "first"], "same name")]
)
def test_names_must_make_sense(season, wanted, why):
    with pytest.raises(ValidationError, match=why):
        set_divisions(season=season, names=wanted)


def test_a_division_with_characters_is_not_taken_away(season, cast):
    first, second = set_divisions(season=season, names=["First", "Second"])
    move_to_division(division=second, character=cast[0])
    with pytest.raises(ValidationError, match="Second still has characters"):
        set_divisions(season=season, names=["First"])
    assert season.divisions.count() == 2 and first.tier == 1


def test_standings_place_everybody_who_played(season, cast):
    a_character(season, "Zoe")
    set_divisions(season=season, names=["First", "Second"])
    assert assign_by_standings(season=season) == 4
    assert names(season) == [["Ada", "Bo"], ["Cleo", "Dev"]]
    assert assign_by_standings(season=season) == 4
    assert DivisionPlace.objects.count() == 4


def test_too_few_games_for_the_divisions_is_said(season):
    set_divisions(season=season, names=["First", "Second"])
    with pytest.raises(ValidationError, match="0 characters played in this season, too few for 2 divisions"):
        assign_by_standings(season=season)


def test_without_divisions_there_is_nothing_to_place_into(season):
    with pytest.raises(ValidationError, match="Make divisions first"):
        assign_by_standings(season=season)


def test_a_character_is_moved_and_taken_out(season, cast):
    first, second = set_divisions(season=season, names=["First", "Second"])
    move_to_division(division=first, character=cast[0])
    move_to_division(division=second, character=cast[0])
    assert names(season) == [[], ["Ada"]]
    leave_divisions(season=season, character=cast[0])
    leave_divisions(season=season, character=cast[0])
    assert names(season) == [[], []]


def test_nobody_from_another_league_is_moved_in(season):
    (first,) = set_divisions(season=season, names=["First"])
    stranger = a_character(a_season("elsewhere"), "Mallory")
    with pytest.raises(ValidationError, match="Mallory is not in this league"):
        move_to_division(division=first, character=stranger)


def test_divisions_are_carried_as_the_preview_said(season, next_season, cast):
    zoe = a_character(season, "Zoe")
    set_divisions(season=season, names=["First", "Second"])
    assign_by_standings(season=season)
    preview = carried_from(season, newcomers=[zoe.pk])
    done = carry_divisions(from_season=season, to_season=next_season, newcomers=[zoe.pk])
    assert done == preview
    assert names(next_season) == [["Ada", "Cleo"], ["Bo", "Dev", "Zoe"]]
    assert names(season) == [["Ada", "Bo"], ["Cleo", "Dev"]]


def test_who_has_left_the_league_is_not_carried(season, next_season, cast):
    set_divisions(season=season, names=["First", "Second"])
    assign_by_standings(season=season)
    cast[2].enrolment.delete()
    carry_divisions(from_season=season, to_season=next_season)
    assert names(next_season) == [["Ada", "Dev"], ["Bo"]]


def test_divisions_are_carried_once(season, next_season, cast):
    set_divisions(season=season, names=["First", "Second"])
    assign_by_standings(season=season)
    carry_divisions(from_season=season, to_season=next_season)
    with pytest.raises(ValidationError, match="already"):
        carry_divisions(from_season=season, to_season=next_season)
    assert DivisionPlace.objects.filter(season=next_season).count() == 4


def test_nothing_and_nowhere_to_carry_is_said(season, next_season, cast):
    with pytest.raises(ValidationError, match="nobody in a division"):
        carry_divisions(from_season=season, to_season=next_season)
    with pytest.raises(ValidationError, match="another season of the same league"):
        carry_divisions(from_season=season, to_season=season)
    with pytest.raises(ValidationError, match="another season of the same league"):
        carry_divisions(from_season=season, to_season=a_season("elsewhere"))
