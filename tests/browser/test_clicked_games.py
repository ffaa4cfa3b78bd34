"""Whole games of every system by a robot that clicks in a browser, with bots in the other seats. Forty of each take
most of an hour: python3 run.py test -n 0 -m slow tests/browser/test_clicked_games.py -s"""

from collections import Counter
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Play
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import play_for_bots
from tests.factories.plays import a_running_play, fresh
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import a_choice, choices, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]
GAMES = 40
MOST = 1000  # choices of one person in a game
PATIENCE = 60_000  # milliseconds that a page may take on a busy machine


def any_choice(page: Page, chance: Random) -> Locator:
    buttons = choices(page)
    return buttons.nth(chance.randrange(buttons.count()))


def clicks_through(page: Page, season_play: SeasonPlay, chance: Random) -> int:
    """To the end of the play; how many clicks it took."""
    page.goto(f"/play/{season_play.pk}/")
    for clicked in range(MOST):
        bots = 0
        while play_for_bots():
            bots += 1
        play = fresh(season_play).play
        if play.status != Play.RUNNING:
            return clicked
        if bots:
            page.reload()
        expect(page.locator(f'#table[data-number="{play.number}"]')).to_be_visible(timeout=PATIENCE)
        (a_choice(page) if play.system == "careers" else any_choice(page, chance)).click()
        expect(page.locator(f'#table[data-number="{play.number}"]')).to_have_count(0, timeout=PATIENCE)
        assert page.locator(".messages .warning").count() == 0, page.locator(".messages").inner_text()
    raise AssertionError(f"{play} did not end in {MOST} choices")


@pytest.mark.widths("laptop")
@pytest.mark.parametrize("system", PLAYED_HERE)
def test_clicking_robots_end_their_games_without_a_refusal(system: str, page: Page):
    club, chance, counts = a_thursday_club(), Random(system), Counter()
    sign_in(page, "ada")
    for _game in range(GAMES):
        season_play = a_running_play(club, "ada", system=system, bots=3)
        counts["clicks"] += clicks_through(page, season_play, chance)
        play = fresh(season_play).play
        assert (play.status, play.problem) == (Play.OVER, "") and play.outcome
        counts["games"] += 1
        counts["turns"] += play.number
        print(system, dict(counts), flush=True)
    assert counts["games"] == GAMES
