"""A name that a program read in the wrong code page is refused at every door, with what was meant."""

from collections.abc import Callable

import pytest
from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError

from league.clubs.services.leagues import change_league, change_season, create_league, create_season
from league.models import Season
from league.results.services.games import name_game
from league.tournaments.stages.services import create_tournament, edit_tournament
from tests.factories.games import played
from tests.factories.sheets import at
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db
MEANT, MISREAD = "Ligue d’Orléans", "Ligue dâ€™OrlÃ©ans"


def _change_league(season: Season, name: str) -> object:
    return change_league(league=season.league, name=name, zone="", place="", date_order="", language="")


def _change_season(season: Season, name: str) -> object:
    return change_season(season=season, name=name, starts_on=None, ends_on=None)


def _create_tournament(season: Season, name: str) -> object:
    return create_tournament(season=season, name=name, system="career_compass", edition="london", table_size=4)


DOORS: dict[str, Callable[[Season, str], object]] = {
    "a league": lambda season, name: create_league(name=name),
    "a league that is changed": _change_league,
    "a season": lambda season, name: create_season(league=season.league, name=name),
    "a season that is changed": _change_season,
    "a tournament": _create_tournament,
    "a tournament that is changed": lambda season, name: edit_tournament(tournament=a_tournament(season), name=name),
    "a user": lambda season, name: get_adapter().clean_username(name.replace(" ", "_").replace("dâ€™", "d")),
}


@pytest.mark.parametrize("door", DOORS)
def test_a_misread_name_is_refused_with_what_was_meant(season: Season, door: str):
    with pytest.raises(ValidationError, match="read in the wrong code page") as refused:
        DOORS[door](season, MISREAD)
    assert "Orléans" in str(refused.value)


@pytest.mark.parametrize("door", [door for door in DOORS if door != "a user"])
def test_the_name_that_was_meant_is_taken(season: Season, door: str):
    assert DOORS[door](season, MEANT)


def test_a_game_is_not_called_by_a_misread_name(season: Season, cast):
    game = played(season, "g1", at(cast.ada, 110, won=True), at(cast.bo, 60))
    with pytest.raises(ValidationError, match="looks like “Ligue d’Orléans”"):
        name_game(season_game=game, name=MISREAD, place="", by=None)
