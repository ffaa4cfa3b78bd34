"""From the commit of a move to the page of somebody who watches, in a real browser: with the events process (which
polls the rows on SQLite and is told first where there is Redis), and with none, when the page asks for itself."""

import time
from collections.abc import Iterator
from random import Random

import pytest
from django.db import connection
from playwright.sync_api import Page, sync_playwright

from games.models import Play
from games.services.plays import game_of
from league.models import SeasonPlay
from league.play.services.season_plays import take_own_turn
from tests.benchmarks.measures import measured, percentile
from tests.factories.events import events_process
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import WIDTHS, chromium_path

pytestmark = [pytest.mark.benchmark, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOVES, WITHOUT = 100, 12
SEES = """
window.changed = {}
new MutationObserver(() => {
    const number = document.querySelector("#table")?.dataset.number
    if (number && !(number in window.changed)) window.changed[number] = Date.now()
}).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-number"] })
"""


@pytest.fixture
def page(live_server, monkeypatch) -> Iterator[Page]:
    path = chromium_path()
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    width, height = WIDTHS["laptop"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        context = browser.new_context(base_url=live_server.url, viewport={"width": width, "height": height})
        yield context.new_page()
        browser.close()


def moves(season_play: SeasonPlay, page: Page, number: int, random: Random) -> list[float]:
    """Seconds from each commit to the page that shows it."""
    taken = []
    for _move in range(number):
        play = fresh(season_play).play
        if play.status != Play.RUNNING:
            break
        action = random.choice([one.text for one in game_of(play).legal])
        take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=decider(play))
        committed = time.time()
        at = fresh(season_play).play.number
        page.wait_for_function("at => at in window.changed", arg=str(at), timeout=20_000)
        taken.append(max(page.evaluate("at => window.changed[at]", str(at)) / 1000 - committed, 0))
        page.wait_for_timeout(random.uniform(50, 350))
    return taken


@pytest.mark.parametrize("system", ["career_poker", "careers"])
def test_from_a_commit_to_the_changed_page(system, page, settings):
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", "bo", "cleo", "dev", system=system, bots=0)
    random = Random(1)
    page.add_init_script(SEES)
    with events_process() as process:
        settings.EVENTS_URL = process.address
        page.goto(f"/play/{season_play.pk}/")
        page.wait_for_selector("html[data-news=heard]")
        heard = moves(season_play, page, MOVES, random)
        process.kill()
        page.wait_for_selector("html[data-news='asked for']")
        asked = moves(season_play, page, WITHOUT, random)
    measured(
        f"Commit to changed page, {system}, {connection.vendor}{', Redis' if settings.REDIS_URL else ''}",
        f"{len(heard)} moves heard of: p50 {percentile(heard, 50):.0f} ms, p95 {percentile(heard, 95):.0f} ms",
        f"{len(asked)} moves asked for: p50 {percentile(asked, 50):.0f} ms, p95 {percentile(asked, 95):.0f} ms",
    )
    assert len(heard) > 50
