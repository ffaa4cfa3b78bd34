"""A stranger comes to the front door and plays against bots, by clicks within the page alone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from league.lab.models import GameStudy
from league.models import TryOut
from league.play.queries.tryouts import reel_of_try_out
from league.play.services.tryouts import game_of_try_out, take_try_turn
from tests.factories.lab import play_all
from tests.factories.robots import Robot
from tests.factories.studies import says_cost
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import PASSWORD, choices, serious, with_password

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST = 200


def test_a_stranger_plays_career_compass_to_its_end_without_an_account(page: Page):
    a_thursday_club()
    robot = Robot(page)
    robot.begin("/")
    robot.press("Play against bots now")
    expect(page.locator(".play-status")).to_contain_text("Your move")
    loaded = page.evaluate("window.stillHere = performance.timeOrigin")
    for turn in range(MOST):
        if page.locator(".play-status", has_text="Over").count():
            break
        if turn in (0, 3):
            assert serious(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            robot.sees("Hint")
        before = page.locator('[name="number"]').first.input_value()
        page.locator("#table button[name=action]").last.click()
        expect(page.locator(f'[name="number"][value="{before}"]')).to_have_count(0)
        robot.interactions += 1
    assert page.evaluate("window.stillHere") == loaded, "no page was loaded anew"
    assert TryOut.objects.get().outcome
    robot.sees("Sign up")
    assert serious(page) == []
    print(f"Career Compass against bots: {robot.interactions} clicks from the front door to its end")


def test_without_scripts_the_same_buttons_do_it(chromium: Browser, live_server):
    with chromium.new_context(java_script_enabled=False, base_url=live_server.url) as context:
        page = context.new_page()
        page.goto("/how-to-play/career_poker/")
        page.get_by_role("button", name="Play it now, against bots").click()
        before = page.locator('[name="number"]').first.input_value()
        choices(page).first.click()
        expect(page.locator(".play-status")).to_be_visible()
        after = page.locator('[name="number"]').first
        assert not after.count() or after.input_value() != before


@pytest.mark.widths("laptop")
@pytest.mark.further
def test_on_a_laptop_a_stranger_has_the_choices_of_careers_beside_the_board(page: Page):
    page.goto("/how-to-play/careers/")
    page.get_by_role("button", name="Play it now, against bots").click()
    page.wait_for_load_state()  # with its styles: a click waits for no more than the address
    board, choices = page.locator(".careers-board").bounding_box(), page.locator(".careers-choices").bounding_box()
    assert board["x"] + board["width"] <= choices["x"]


def test_from_the_end_of_a_try_out_to_the_choice_that_cost_most_and_on_from_there(page: Page):
    name = with_password(a_thursday_club().users["ada"])
    robot = Robot(page)
    robot.begin("/how-to-play/career_compass/")
    robot.press("Learn by playing")
    row = TryOut.objects.get()
    while not row.outcome:
        row = take_try_turn(key=row.key, number=row.actions, action=game_of_try_out(row).legal[0].text)
    robot.begin("/play/try/table/")
    robot.press("What cost you most")
    robot.sees("Sign in to have them worked out.")
    assert serious(page) == []
    page.locator("#chances").get_by_role("link", name="Sign in").click()
    robot.fill("Username", name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    robot.press("Work out the chances")
    robot.sees("being worked out")
    play_all()
    expect(page.get_by_role("heading", name="Chance of winning")).to_be_visible()
    _at, game = says_cost(GameStudy.objects.get(), reel_of_try_out(row).film, row.seat)
    page.reload()
    expect(page.locator("#moments")).to_contain_text("would have won 12.3 more of 100 such games")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    robot.press("Play on from here")
    expect(page.locator(".play-status")).to_contain_text("Your move")
    choices(page).first.click()
    expect(page.locator(".play-status")).to_be_visible()
    assert TryOut.objects.exclude(pk=row.pk).get().opened == game.save()
