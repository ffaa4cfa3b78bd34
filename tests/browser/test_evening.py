"""An evening at the club, end to end: a game from a paper sheet, the promotion that follows, and a mistake mended weeks
later, at the width of a phone and of a laptop."""

import re

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from characters.models import Character
from games.services.review import review_waiting
from league.models import SeasonGame
from league.people.api.careers import career_records
from tests.factories.characters import many_characters
from tests.factories.people import an_organiser
from tests.factories.seasons import a_season
from tests.factories.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def sample_season() -> None:
    call_command("load_sample", verbosity=0)


def review_everything() -> None:
    """What the worker beside the site does within a second."""
    while review_waiting():
        pass


def seat(page: Page, name: str) -> None:
    page.get_by_label("Name of a character, or of a guest").fill(name)
    page.get_by_role("button", name=re.compile(name)).first.click()
    expect(page.locator(".seat-list")).to_contain_text(name)


def fill_seat(page: Page, number: int, *, happiness: int, fame: int, cash: int) -> None:
    page.locator(f"#seat-{number}-happiness").fill(str(happiness))
    page.locator(f"#seat-{number}-fame").fill(str(fame))
    page.locator(f"#seat-{number}-cash").fill(str(cash))


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.usefixtures("sample_season")
def test_a_game_from_a_paper_sheet_promotes_within_seconds(page: Page, allow_console_errors):
    """Gristle Briefcase, a Senior, lacks points alone; a refused sheet is mended on the way."""
    sign_in(page, "organiser")
    page.goto("/enter/?system=careers&season=spring-2026")
    page.get_by_label("Target").fill("500")
    seat(page, "Gristle Briefcase")
    seat(page, "Ximena Memo")
    press(page, "Next: figures")
    fill_seat(page, 1, happiness=200, fame=200, cash=90_000)
    fill_seat(page, 2, happiness=60, fame=50, cash=20_500)
    expect(page.locator("#points-1")).to_have_text("490")
    page.locator("#seat-1-won").check()
    press(page, "Next: check")
    expect(page.get_by_text("won with 490 points, below the target of 500").first).to_be_visible()
    page.locator("#seat-1-cash").fill("190000")
    press(page, "Next: check")
    expect(page.get_by_text("Gristle Briefcase becomes Manager")).to_be_visible()
    expect(page.get_by_text("Ximena Memo falls to Entry Level")).to_be_visible()
    press(page, "Confirm")
    expect(page.get_by_text("Reference spring-2026-0121")).to_be_attached()
    review_everything()
    changed = page.get_by_role("main")
    expect(changed).to_contain_text("promoted to Manager", timeout=10_000)  # the page completes itself
    page.goto("/characters/gristle-briefcase/")
    expect(page.get_by_role("main")).to_contain_text("points to Director")


@pytest.mark.usefixtures("sample_season")
def test_a_mistake_mended_weeks_later_moves_every_later_career(page: Page):
    before = {one["name"]: one for one in career_records()}
    game = SeasonGame.objects.get(reference="spring-2026-0011").game_id
    sign_in(page, "organiser")
    page.goto(f"/games/{game}/correct/")
    seat_of_boardroom = Character.objects.get(name="Ambrose Boardroom").seats.get(sheet__game=game).seat
    page.locator("summary", has_text="Ambrose Boardroom").click()
    happiness = page.locator(f"#seat-{seat_of_boardroom}-happiness")
    happiness.fill("3")
    assert page.locator("main input:visible").count() < 20, "the other seats stay folded"
    happiness.press("Enter")
    expect(page.locator(f"#seat-{seat_of_boardroom}-fame")).to_be_focused()
    press(page, "Next: check")
    expect(page.get_by_role("main")).to_contain_text("Ambrose Boardroom")
    assert {one["name"]: one for one in career_records()} == before, "a preview changes nothing"
    page.get_by_label("Why is it changed?").fill("Happiness was read from the wrong column")
    page.locator("button[name=go][value=send]").click()
    expect(page.get_by_role("main")).to_contain_text("Happiness was read from the wrong column")
    review_everything()
    after = {one["name"]: one for one in career_records()}
    assert after["Ambrose Boardroom"]["happiness"] == before["Ambrose Boardroom"]["happiness"] - 30
    page.goto("/characters/ambrose-boardroom/")
    expect(page.get_by_role("main")).to_contain_text("Personnel file", ignore_case=True)
    call_command("check_careers", jobs=1, verbosity=0)


def test_names_tapped_before_the_answer_take_no_seat_from_the_first_one(page: Page):
    """Each answer is the whole form anew: on a slow line it was that of the last tap alone."""
    season = a_season("spring")
    many_characters(season, 4)
    sign_in(page, an_organiser(season))
    page.goto("/enter/?system=careers&season=spring")
    page.get_by_label("Target").fill("500")
    names = page.locator(".options .name")
    expect(names.nth(1)).to_be_visible()
    first, second = names.all_inner_texts()[:2]
    page.wait_for_load_state()  # with its scripts
    page.evaluate("document.querySelectorAll('.options button').forEach((button) => button.click())")
    expect(page.locator(".seat-list")).to_contain_text(first)
    page.locator(".options button", has_text=second).click()
    expect(page.locator(".seat-list li")).to_have_count(2)
    expect(page.locator(".seat-list")).to_contain_text(first)
