"""Game of the Year and Office Job by clicks alone and by keys alone, and the keys of every table."""

from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Play
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import play_for_bots
from tests.factories.families import family
from tests.factories.plays import a_running_play, fresh
from tests.factories.robots import Robot
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WAYS_TO_CHOOSE = (
    "#table :is(button[name=action], summary.pile, .careers-card summary, .play-sheet form > button.primary)"
)
MOST_TABS = 150
FEW = 7  # choices that a person takes here; whole games are played in tests/league/play


def the_bots_decide() -> None:
    while play_for_bots():
        pass


def begun(page: Page, system: str) -> SeasonPlay:
    """Ada is signed in and has a running table with three bots."""
    club = a_thursday_club()
    sign_in(page, "ada")
    season_play = a_running_play(club, "ada", system=system, bots=3)
    the_bots_decide()
    page.goto(f"/play/{season_play.pk}/")
    return season_play


def tabs_to(page: Page, control: Locator) -> None:
    for _tab in range(MOST_TABS):
        if control.evaluate("control => control === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way by Tab to {control.inner_text()}")


def presses(page: Page, control: Locator) -> None:
    """Press the digit of a choice, else Enter on it; what is to be filled in beside it is filled in first."""
    expect(control).to_be_visible()
    if digit := control.get_attribute("aria-keyshortcuts"):
        page.keyboard.press(digit)
        return
    if (field := page.locator("form", has=control).locator("select, input[type=number]")).count():
        tabs_to(page, field.first)
        page.keyboard.press("ArrowDown")
    tabs_to(page, control)
    page.keyboard.press("Enter")


def is_at_turn(page: Page, season_play: SeasonPlay) -> bool:
    the_bots_decide()
    page.reload()
    if fresh(season_play).play.status == Play.OVER:
        return False
    expect(page.locator(".play-status")).to_contain_text("Your move")
    return True


def is_taken(page: Page, number: int) -> None:
    expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)


@pytest.mark.parametrize("game", family(["Game of the Year", "Office Job"]))
def test_a_person_sits_down_and_plays_by_clicks_alone(game: str, page: Page):
    a_thursday_club()
    robot = Robot(page)
    sign_in(page, "ada")
    robot.begin("/play/")
    robot.press("Play here", within=game)
    robot.fill("Seats at the table", "3")
    robot.press("Open the table")
    for _seat in (2, 3):
        robot.press("A bot")
    robot.press("Begin as practice")
    expect(page.locator(".play-status .badge.navy")).to_have_count(0)  # the browser has shown its salt
    expect(page.locator(".play-shell > .play-side[open]")).to_have_count(0)
    season_play = SeasonPlay.objects.get()
    for choice in range(FEW):
        if not is_at_turn(page, season_play):
            break
        buttons = page.locator(".play-choices button").locator("visible=true")
        assert page.locator(".play-choices .primary").count() <= 1
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if choice == 0:
            assert serious(page) == []
            small = buttons.evaluate_all("all => all.filter(one => one.getBoundingClientRect().height < 44).length")
            assert small == 0
        before = fresh(season_play).play.number
        buttons.nth(choice % buttons.count()).click()
        is_taken(page, before)
        assert fresh(season_play).play.number > before


@pytest.mark.widths("laptop")
@pytest.mark.parametrize("system", family(PLAYED_HERE))
def test_a_first_game_is_played_to_its_end_by_keys_alone(system: str, page: Page):
    page.goto("/play/try/")
    tabs_to(page, page.locator(f"form:has(input[value={system}]):has(input[name=learn]) button"))
    page.keyboard.press("Enter")
    expect(page.locator(".play-shell")).to_be_visible()
    chance, reached = Random(system), 0
    while page.locator(".play-end").count() == 0:
        number = page.locator("#table").get_attribute("data-number")
        ways = page.locator(WAYS_TO_CHOOSE).locator("visible=true")
        way = ways.nth(chance.randrange(ways.count()))
        if way.evaluate("way => way.matches('summary')"):
            presses(page, way)
            way = page.locator("details[open] > :is(.pile-ways, .fan) > button").first
            if system == "career_poker":
                expect(way).to_have_attribute("aria-keyshortcuts", "1")
        presses(page, way)
        expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)
        reached += 1
        assert reached < 100
    tabs_to(page, page.get_by_role("button", name="Play a whole game"))


@pytest.mark.widths("laptop")
def test_r_throws_l_goes_to_the_log_and_a_question_mark_lists_the_keys(page: Page):
    season_play = begun(page, "career_compass")
    while page.locator("[data-main]").count() == 0:
        before = fresh(season_play).play.number
        page.locator("#table button[name=action]").first.click()
        is_taken(page, before)
        assert is_at_turn(page, season_play)
    before = fresh(season_play).play.number
    page.keyboard.press("r")
    is_taken(page, before)
    assert fresh(season_play).play.number > before
    page.keyboard.press("l")
    expect(page.locator(".play-log").first).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert serious(page) == []


@pytest.mark.widths("laptop")
def test_keys_that_are_turned_off_do_nothing(page: Page):
    season_play = begun(page, "office_job")
    before = fresh(season_play).play.number
    page.keyboard.press("?")
    page.get_by_label("Use these keys on this device").uncheck()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("1")
    page.reload()
    page.keyboard.press("1")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert page.locator(".play-key").count() == 0
    assert fresh(season_play).play.number == before
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Use these keys on this device").check()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("1")
    is_taken(page, before)
    assert fresh(season_play).play.number > before
