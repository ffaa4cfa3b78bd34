"""What somebody says at a table reaches the eye of the others."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.plays import a_running_play
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_remark_stands_above_the_board_for_a_moment_and_leaves_a_dot_until_it_is_read(phones: list[Page]):
    season_play = a_running_play(a_thursday_club(), "ada", "bo", bots=1)
    ada, bo, *_ = phones
    for page, name in ((ada, "ada"), (bo, "bo")):
        sign_in(page, name)
        page.goto(f"/play/{season_play.pk}/")
    ada.locator(".play-side > summary").click()
    ada.get_by_label("Say something").fill("Nice one, Bo!")
    ada.get_by_role("button", name="Say it").click()
    bubble = bo.locator(".play-remark")
    expect(bubble).to_have_text("ada: Nice one, Bo!")
    expect(bubble).to_be_in_viewport(ratio=1)
    assert serious(bo) == []
    top = bo.locator(".play-scene").bounding_box()["y"]
    assert abs(bubble.bounding_box()["y"] - top) < 2
    expect(bubble).to_have_count(0)
    bo.reload()
    expect(bo.locator(".play-side > summary .unread")).to_be_in_viewport(ratio=1)
    bo.locator(".play-side > summary").click()
    expect(bo.locator(".unread")).to_have_count(0)
    bo.reload()
    expect(bo.locator(".play-talk")).to_contain_text("Nice one, Bo!")
    for page in (ada, bo):
        expect(page.locator(".unread, .play-remark")).to_have_count(0)
