"""Printing from a browser opens the folds of a page, but for those that are meant for the screen alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.characters import a_character
from tests.factories.games import reviewed
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BEGIN = "window.dispatchEvent(new Event('beforeprint'))"
END = "window.dispatchEvent(new Event('afterprint'))"


def test_paper_opens_the_folds_of_a_game_and_leaves_the_rows_of_a_table_closed(page: Page):
    season = a_season("spring")
    ada, bo = a_character(season, "Ada"), a_character(season, "Bo")
    game = reviewed(season, "game-1", at(ada, 100, won=True), at(bo, 50))
    page.emulate_media(media="print")
    page.goto(f"/games/{game.game_id}/")
    page.evaluate(BEGIN)
    expect(page.get_by_text("100 of 100 game points is 100 %")).to_be_visible()
    page.evaluate(END)
    expect(page.get_by_text("100 of 100 game points is 100 %")).to_be_hidden()
    page.goto("/seasons/spring/")
    page.evaluate(BEGIN)
    expect(page.locator(".row-table details").first).to_be_visible()
    expect(page.locator(".row-table details[open]")).to_have_count(0)
