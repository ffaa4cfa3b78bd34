"""At every turn the screen shows what just happened, whose turn it is and the pieces of all players: on phones upright
and sideways, a tablet and a laptop, measured from the boxes of the elements."""

from itertools import count
from random import Random

import pytest
from playwright.sync_api import Page, expect

from league.play.rules.systems import PLAYED_HERE
from tests.factories.screens import BUTTONS, LOOK, OUT_OF_SIGHT, SCENES, begins, takes_any_turn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((390, 844), (360, 640), (844, 390), (820, 1180), (1366, 768))


def plays(page: Page, system: str, turns: int) -> None:
    page.emulate_media(reduced_motion="reduce")
    chance = Random(system)
    games = count()
    begins(page, system, next(games))
    for _turn in range(turns):
        if not page.locator(".play-sheet").count():
            begins(page, system, next(games))
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            where = (system, page.locator("#table").get_attribute("data-number"), width)
            assert page.evaluate(OUT_OF_SIGHT, SCENES[system]) == [], where
            seen = page.evaluate(LOOK, BUTTONS)
            assert not seen["beyond"] and not seen["scrolls"], (where, seen)
        takes_any_turn(page, chance)


@pytest.mark.parametrize("system", PLAYED_HERE)
def test_what_happens_is_wholly_on_every_screen(system: str, page: Page):
    plays(page, system, 6)


@pytest.mark.further
@pytest.mark.parametrize("system", PLAYED_HERE)
def test_so_it_is_at_three_hundred_turns(system: str, page: Page):
    plays(page, system, 300)


@pytest.mark.parametrize("size", [(390, 844), (844, 390)], ids=["upright", "sideways"])
def test_a_board_is_drawn_nearer_where_a_player_taps_twice(size: tuple[int, int], page: Page):
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begins(page, "careers")
    board = page.locator(".careers-board")
    before = board.bounding_box()
    page.locator(".careers-board").dblclick(position={"x": 60, "y": 60})
    assert board.bounding_box()["width"] > before["width"]
    page.locator(".careers-board").dblclick(position={"x": 60, "y": 60})
    expect(board).to_have_css("width", f"{before['width']:g}px")
