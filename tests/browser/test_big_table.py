"""A table of Career Compass with a seat for every card."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.plays import a_table_of
from tests.factories.seasons import set_house_rules
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


@pytest.mark.further
def test_thirty_three_seats_can_be_read_before_and_during_the_game(page: Page):
    club = a_thursday_club()
    set_house_rules(club.season, games={"career_compass": {"max_players": 33}})
    season_play = a_table_of(club, "ada", bots=32)
    sign_in(page, "ada")
    page.goto(f"/play/{season_play.pk}/")
    assert page.evaluate(FITS)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".play-line > li")).to_have_count(33)
    assert page.evaluate(FITS) and serious(page) == []
    page.get_by_role("button", name="Throw the die").click()
    expect(page.locator(".compass-aloud > span")).to_have_count(33)
    assert page.evaluate(FITS)
