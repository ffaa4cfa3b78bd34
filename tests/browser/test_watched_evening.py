"""A tournament that is watched: rows that move, and the evening again from its start."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.models import Round
from tests.factories.evening import Evening, an_evening
from tests.factories.tables import played_table

pytestmark = [pytest.mark.browser, pytest.mark.widths("phone"), pytest.mark.django_db(transaction=True)]
URL = "/tournaments/spring-open/evening/"
COUNT_MOVES = """
window.moves = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (...how) { window.moves += 1; return animate.apply(this, how); };
"""


@pytest.fixture
def evening(db) -> Evening:
    made = an_evening()
    start = timezone.now() - timedelta(minutes=40)
    Round.objects.filter(pk=made.second.pk).update(status=Round.RUNNING, started_at=start)
    return made


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_result_comes_in_by_itself_and_rows_move_where_motion_is_wanted(page: Page, evening, motion):
    page.emulate_media(reduced_motion=motion)
    page.add_init_script(COUNT_MOVES)
    page.goto(URL)
    expect(page.locator("[data-time]")).to_contain_text(":")
    played_table(evening.second.tables.get(number=1))
    expect(page.get_by_role("link", name="Table 1, round 2")).to_be_visible(timeout=15_000)
    assert (page.evaluate("window.moves") > 0) == (motion == "no-preference")


def test_the_standings_begin_on_the_upper_half_of_a_phone(page: Page, evening):
    for path in (URL, "/tournaments/spring-open/"):
        page.goto(path)
        first = page.locator(".evening-rows > li, .row-table tbody > tr").first.bounding_box()
        assert first is not None and first["y"] < 422


def test_it_runs_again_from_its_start_and_stops_at_the_end(page: Page, evening):
    page.clock.install()
    page.goto(URL)
    page.get_by_role("link", name="Replay the evening").click()
    shown = page.locator(".evening-replay output")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.clock.run_for(3_100)
    expect(shown).to_have_text("1 of 2")
    expect(page.get_by_role("link", name="Table 1, round 1")).to_be_visible()
    page.clock.run_for(60_000)
    expect(shown).to_have_text("2 of 2")
    expect(page.get_by_role("button", name="Replay")).to_be_visible()
    assert page.url.endswith("?at=2")


def test_the_slider_is_moved_by_keys(page: Page, evening):
    page.goto(f"{URL}?at=2")
    page.get_by_role("slider", name="Results so far").press("ArrowLeft")
    expect(page.locator(".evening-replay output")).to_have_text("1 of 2")
    expect(page.get_by_role("link", name="Table 2, round 1")).to_have_count(0)
