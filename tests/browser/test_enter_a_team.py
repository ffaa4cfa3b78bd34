"""A captain enters a team of four on a phone, and reads where it stands."""

import pytest
from playwright.sync_api import Page

from league.models import Season, Team
from tests.factories.characters import a_character
from tests.factories.people import a_member
from tests.factories.robots import Robot
from tests.factories.seasons import a_season
from tests.factories.teams import a_contest, names_of
from tests.factories.tournaments import a_tournament
from tests.factories.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FOUR = ["Ada", "Bo", "Cleo", "Dev"]


@pytest.fixture
def season(db) -> Season:
    season = a_season("spring")
    for name in FOUR:
        a_character(season, name)
    return season


@pytest.mark.widths("phone", "laptop")
def test_a_team_of_four_is_entered_in_8_interactions_on_4_pages(page: Page, season: Season):
    tournament = a_tournament(season)
    a_contest(season, tournament)
    captain = a_member(season, "captain")
    sign_in(page, captain)
    robot = Robot(page)
    robot.begin(tournament.get_absolute_url())
    robot.press("Teams")
    robot.press("Enter a team")
    robot.fill("Name of the team", "Red")
    for number, name in enumerate(FOUR, 1):
        robot.fill(f"Member {number}", name)
    robot.press("Enter the team")
    robot.sees("Red is entered.")
    team = Team.objects.get()
    assert (team.captain, names_of(team), tournament.entries.count()) == (captain, FOUR, 4)
    assert (robot.interactions, robot.pages) == (8, 4)
