"""A captain plays a round of teams on a phone: chooses the order, finds the match, and reads how it stands."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page

from league.models import Draw, Entry, Team, Tournament
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from tests.factories.people import a_member
from tests.factories.robots import Robot
from tests.factories.teams import started
from tests.factories.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def captain(db) -> User:
    tournament = started(4, 3, line_up=2)
    captain = a_member(tournament.season, "captain")
    Team.objects.filter(number=1).update(captain=captain)
    return captain


@pytest.mark.widths("phone", "laptop")
def test_a_captain_plays_a_round_in_6_interactions_and_7_pages(page: Page, captain: User):
    tournament, team = Tournament.objects.get(), Team.objects.get(number=1)
    names = [member.character.name for member in team.members.order_by("id")]
    sign_in(page, captain)
    robot = Robot(page)
    robot.begin(tournament.get_absolute_url())
    robot.press("Teams")
    robot.press("Team 1")
    robot.press(f"Move {names[2]} up")
    robot.press(f"Move {names[2]} up")
    robot.sees("The order holds until you change it; the draw takes it over.")
    publish_round(round=draw_next_round(tournament=tournament))
    numbers = dict(Entry.objects.values_list("character__name", "number"))
    assert Draw.objects.get().source["line_ups"][0] == [1, [numbers[names[2]], numbers[names[0]]]]
    robot.press("Rounds")
    robot.sees("Match 1")
    robot.press("Table 1")
    assert (robot.interactions, robot.pages) == (6, 7)
