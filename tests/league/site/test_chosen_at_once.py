"""Many people at the same moment: what the site chooses for each of them is refused to nobody, and what two of them
typed is given to one. Each act has a connection of its own; on PostgreSQL they run side by side."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from characters.models import Character
from games.models import Sheet
from league.accounts.services.user_names import change_user_name
from league.boards.services import bring_board
from league.clubs.services.leagues import create_league, create_season, default_league
from league.models import Board, League, Season, SeasonGame, Team, Tournament
from league.people.services.guests import register_guest, register_newcomers
from league.people.services.registration import import_characters
from league.results.services.games import report_game
from league.tournaments.stages.services import create_tournament
from league.tournaments.tables.queries.table_state import reference_of
from league.tournaments.teams.services import enter_team
from tests.factories.boards import a_board_file
from tests.factories.characters import hire
from tests.factories.people import a_member, a_user
from tests.factories.races import at_once, refused
from tests.factories.reports import says
from tests.factories.seasons import a_season
from tests.factories.sheets import a_sheet, at
from tests.factories.tables import a_table
from tests.factories.teams import a_contest

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 6
NAMES = ["Zoe Muller", "Zoë Muller", "Zoè Muller", "Zoé Muller", "Zoe  Müller", "Zoe-Muller"]  # one address


def times(act: Callable[..., Any], each: list[Any]) -> list[Any]:
    return at_once(*[lambda one=one: act(one) for one in each])


def leagues(count: int = MANY) -> list[League]:
    return [create_league(name=f"Club {number}") for number in range(count)]


def given(outcomes: list[Any]) -> list[Any]:
    assert refused(outcomes) == []
    return outcomes


def test_each_game_that_comes_without_a_reference_gets_one():
    season = a_season()
    ada, bo = hire(season, "Ada"), hire(season, "Bo")

    def report(day: int) -> SeasonGame:
        sheet = a_sheet(at(ada, 110), at(bo, 20), day=day)
        return report_game(season=season, reference="", sheet=sheet, source=Sheet.API, confirm=day % 2 == 0)

    games = given(times(report, list(range(1, MANY + 1))))
    assert len({game.reference for game in games}) == SeasonGame.objects.count() == MANY


def test_a_reference_that_two_people_typed_is_given_to_one():
    season = a_season()
    ada, bo = hire(season, "Ada"), hire(season, "Bo")

    def report(day: int) -> SeasonGame:
        sheet = a_sheet(at(ada, 110), at(bo, 20), day=day)
        return report_game(season=season, reference="friday", sheet=sheet, source=Sheet.API)

    errors = refused(times(report, [1, 2, 3]))
    assert len(errors) == 2 and all("Choose another reference" in str(error) for error in errors)
    assert all(isinstance(error, ValidationError) for error in errors) and SeasonGame.objects.count() == 1


def test_a_table_reports_although_somebody_gave_its_reference_to_another_game():
    table = a_table()
    season = table.round.stage.tournament.season
    taken, ada, bo = reference_of(table), hire(season, "Ann Other"), hire(season, "Bo Other")
    report_game(season=season, reference=taken, sheet=a_sheet(at(ada, 110), at(bo, 20)), source=Sheet.API)
    says(table, 1)
    table.refresh_from_db()
    assert table.game.season_game.reference == f"{taken}-2"


def test_tournaments_of_one_name_have_addresses_of_their_own():
    seasons = [create_season(league=league, name=f"Spring of {league}") for league in leagues()]

    def announce(season: Season) -> Tournament:
        return create_tournament(season=season, name="Spring Open", system="career_compass", edition="london")

    assert len({tournament.slug for tournament in given(times(announce, seasons))}) == MANY


def test_seasons_of_one_name_in_several_leagues_have_addresses_of_their_own():
    seasons = given(times(lambda league: create_season(league=league, name="Spring"), leagues()))
    assert len({season.slug for season in seasons}) == MANY
    with pytest.raises(ValidationError, match="already a season"):
        create_season(league=seasons[0].league, name=seasons[0].slug)


def test_characters_whose_names_make_one_address_have_addresses_of_their_own():
    season = a_season()
    people = [(name, a_user(f"person-{number}")) for number, name in enumerate(NAMES)]
    hired = given(times(lambda pair: hire(season, pair[0], owner=pair[1]), people))
    assert len({character.slug for character in hired}) == len(NAMES)


def test_a_name_that_two_people_typed_is_given_to_one():
    seasons = [create_season(league=league, name=f"Spring of {league}") for league in leagues(3)]
    errors = refused(times(lambda season: hire(season, "Ada", owner=a_user(season.slug)), seasons))
    assert len(errors) == 2 and all("already a character called Ada" in str(error) for error in errors)


def test_a_user_name_that_several_people_take_at_once_is_given_to_one():
    people = [a_user(f"person-{number}") for number in range(MANY)]
    errors = refused(times(lambda person: change_user_name(user=person, name="lovelace"), people))
    assert len(errors) == MANY - 1 and all("already has this name" in str(error) for error in errors)


def test_guests_of_one_name_in_several_leagues_are_told_apart_by_numbers():
    given(times(lambda league: register_guest(league=league, name="Ada", edition_id="london"), leagues()))
    expected = ["Ada", *(f"Ada {number}" for number in range(2, MANY + 1))]
    assert sorted(Character.objects.values_list("name", flat=True)) == expected


def test_files_that_bring_the_same_names_to_several_leagues_bring_everybody():
    names = dict.fromkeys(["Ada", "Bo", "Zoe Muller"], "london")
    given(times(lambda league: register_newcomers(league=league, editions=names, by=None), leagues()))
    assert Character.objects.count() == 3 * MANY == len(set(Character.objects.values_list("slug", flat=True)))


def test_files_with_names_that_make_one_address_are_all_read():
    files = [(league, f"name\n{name}\n".encode()) for league, name in zip(leagues(), NAMES, strict=True)]
    given(times(lambda file: import_characters(league=file[0], data=file[1]), files))
    assert Character.objects.count() == len(NAMES)


def test_a_board_that_several_archives_bring_is_there_once():
    league = a_season().league
    boards = given(times(lambda number: bring_board(league=league, definition=a_board_file(), by=None), [*range(4)]))
    assert {board.pk for board in boards} == {Board.objects.get().pk}


def test_the_league_of_an_installation_is_founded_once():
    League.objects.all().delete()
    assert len({league.pk for league in given(times(lambda number: default_league(), [*range(4)]))}) == 1


def test_a_league_that_two_people_found_at_once_is_founded_once_and_the_other_is_told():
    errors = refused(times(lambda number: create_league(name="Friday Club"), [1, 2, 3]))
    assert len(errors) == 2 and all("already a league called Friday Club" in str(error) for error in errors)


def test_a_character_whom_several_captains_enter_at_once_is_in_one_team():
    season = a_season()
    hire(season, "Ada")
    contest, captains = a_contest(season), [a_member(season, f"captain-{number}") for number in range(MANY)]

    def enter(captain: User) -> Team:
        return enter_team(contest=contest, name=captain.username, members=["Ada"], captain=captain, by=captain)

    outcomes = times(enter, captains)
    assert len(refused(outcomes)) == MANY - 1
    assert all(isinstance(one, ValidationError) for one in refused(outcomes))
    assert Team.objects.count() == 1
