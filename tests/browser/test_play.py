"""A person plays on the site, by what the pages say, to the end of a game."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Play
from league.play.services.season_plays import play_for_bots
from tests.factories.robots import Robot
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import choices, serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def the_bots_decide() -> None:
    while play_for_bots():
        pass


# Clicks to the end of a game are those of test_try_out in the usual run.
WHOLE = pytest.param("The Ecologist's Career Compass", 400, marks=pytest.mark.further)


@pytest.mark.parametrize(("game", "most"), [WHOLE, ("Career Poker", 6)])
def test_a_person_opens_a_table_and_plays_against_bots(game: str, most: int, page: Page):
    a_thursday_club()
    robot = Robot(page)
    sign_in(page, "ada")
    robot.begin("/play/")
    robot.press("Play here", within=game)
    robot.fill("Seats at the table", "4")
    robot.press("Open the table")
    for _seat in (2, 3, 4):
        heights = page.locator(".play-seats > li").evaluate_all("rows => rows.map(row => row.offsetHeight)")
        assert heights == [56] * 4
        robot.press("A bot")
    robot.press("Begin as practice")
    expect(page.locator(".play-status .badge.navy")).to_have_count(0)  # the browser has shown its salt
    for turn in range(most):
        the_bots_decide()
        if Play.objects.get().status == Play.OVER:
            break
        page.reload()
        if turn in (0, 5):
            assert serious(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        expect(page.locator(".play-status")).to_contain_text("Your move")
        number = Play.objects.get().number
        choices(page).first.click()
        expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)
    assert Play.objects.get().number > 10
    page.reload()
    if Play.objects.get().status == Play.OVER:
        robot.sees("won.")
        robot.sees("Record with the secret")
