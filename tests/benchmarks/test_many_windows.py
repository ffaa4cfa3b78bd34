"""Seven windows that somebody looks at and twenty tabs in the background, all of one site over plain HTTP/1.1, which
gives a browser six connections to one address: the streams go to another port, those of hidden tabs are closed, and a
seventh window asks for what is new."""

import shutil
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.benchmarks.measures import measured, percentile
from tests.factories.events import events_process
from tests.factories.plays import a_running_play
from tests.factories.thursday_club import a_thursday_club

pytestmark = [pytest.mark.benchmark, pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WINDOWS, TABS, STREAMS = 7, 20, 6
HIDDEN = """
Object.defineProperty(document, "hidden", { get: () => true })
Object.defineProperty(document, "visibilityState", { get: () => "hidden" })
"""


@pytest.fixture
def chromium(monkeypatch) -> Iterator[Browser]:
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no Chromium on the PATH")
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def test_seven_windows_and_twenty_hidden_tabs_all_load(chromium, live_server, settings):
    season_play = a_running_play(a_thursday_club(), "ada", "bo", "cleo", "dev", system="careers", bots=0)
    with events_process() as process:
        settings.EVENTS_URL = process.address
        context = chromium.new_context(base_url=live_server.url)
        taken = []
        for number in range(TABS + WINDOWS):
            page = context.new_page()
            if number < TABS:
                page.add_init_script(HIDDEN)
            began = time.monotonic()
            page.goto(f"/play/{season_play.pk}/", timeout=30_000)
            page.wait_for_selector("html[data-news]")
            taken.append(time.monotonic() - began)
        for page in context.pages[TABS : TABS + STREAMS]:
            page.wait_for_selector("html[data-news=heard]")
        told = [page.evaluate("document.documentElement.dataset.news") for page in context.pages]
    measured(
        f"{WINDOWS} windows and {TABS} hidden tabs of one table",
        f"all loaded, p50 {percentile(taken, 50):.0f} ms, slowest {max(taken) * 1000:.0f} ms",
        f"{told.count('heard')} hear of moves, {told.count('asked for')} ask",
    )
    assert told[:TABS] == ["asked for"] * TABS and told.count("heard") >= STREAMS
