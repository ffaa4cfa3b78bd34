"""The projector in a real browser: one screen after the other, a clock that counts down, nothing of the site around."""

import re
from datetime import timedelta
from io import BytesIO

import pytest
from django.utils import timezone
from PIL import Image
from playwright.sync_api import Page, expect

from league.models import Round
from tests.factories.evening import Evening, an_evening
from tests.factories.tables import played_table

pytestmark = [pytest.mark.browser, pytest.mark.widths("laptop"), pytest.mark.django_db(transaction=True)]
URL = "/tournaments/spring-open/screen/"


@pytest.fixture
def evening(db) -> Evening:
    """Round 2 has 20 minutes left, more or less."""
    made = an_evening()
    start = timezone.now() - timedelta(minutes=40)
    Round.objects.filter(pk=made.second.pk).update(status=Round.RUNNING, started_at=start)
    return made


def shown(page: Page) -> str | None:
    return page.locator("[data-slide]:visible").get_attribute("data-slide")


def seconds_left(page: Page) -> int:
    minutes, seconds = page.locator("[data-time]").inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


@pytest.mark.further
def test_keys_turn_the_screens_and_space_stops_them(page: Page, evening):
    page.goto(URL)
    assert shown(page) == "tables-1"
    page.keyboard.press("ArrowRight")
    assert shown(page) == "byes-1"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert shown(page) == "standings-1"
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


@pytest.mark.further
def test_it_goes_on_by_itself_unless_motion_is_unwanted(page: Page, evening):
    page.clock.install()
    page.goto(URL)
    page.clock.run_for(13_000)
    expect(page.locator("[data-slide=byes-1]")).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    page.goto(URL)
    page.clock.run_for(60_000)
    expect(page.locator("[data-slide=tables-1]")).to_be_visible()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def test_the_clock_counts_down_and_then_says_over_time(page: Page, evening):
    page.clock.install()
    page.goto(URL)
    before = seconds_left(page)
    page.clock.run_for(60_000)
    assert before <= 20 * 60 and before - seconds_left(page) >= 60
    expect(page.locator("[data-word]")).to_have_text("Time left")
    page.clock.run_for(20 * 60_000)
    expect(page.locator("[data-word]")).to_have_text("! Over time")
    expect(page.locator("[data-time]")).to_have_text(re.compile(r"^\+\d+:\d\d$"))


def test_a_result_appears_without_losing_the_place(page: Page, evening):
    page.goto(URL)
    page.keyboard.press("ArrowLeft")
    assert shown(page) == "standings-1"
    for table in evening.second.tables.all():
        played_table(table)
    expect(page.locator("[data-slide=tables-1]").get_by_text("✓ done")).to_have_count(2, timeout=15_000)
    assert shown(page) == "standings-1"


def test_how_to_report_is_read_from_three_metres(page: Page, evening):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{URL}?show=report")
    sizes = page.locator(".screen-report :is(h2, li, p)").evaluate_all(
        "(all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    code = page.locator(".screen-report .qr").bounding_box()
    assert min(sizes) >= 42 and code is not None and code["width"] >= 540
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080


def test_the_overlay_is_transparent_but_for_its_cards(page: Page, evening):
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{URL}?overlay=yes&table=1")
    picture = Image.open(BytesIO(page.screenshot(omit_background=True)))
    assert picture.getpixel((960, 400))[3] == 0
    for card in page.locator(".overlay-head, .plates > li, .overlay-strip").all():
        box = card.bounding_box()
        assert box is not None and box["x"] + box["width"] <= 1920 and box["y"] + box["height"] <= 1080
        assert picture.getpixel((int(box["x"]) + 12, int(box["y"]) + 4))[3] == 255
