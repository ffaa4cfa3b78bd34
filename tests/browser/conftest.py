"""Debian's Chromium, driven by Playwright, at the width of a phone and of a laptop."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests.factories.visitors import WIDTHS, chromium_path

A_CAMERA = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")  # that everybody allows

expect.set_options(timeout=15_000)  # a busy machine is no reason to fail


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = chromium_path()
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, and Django takes that for asynchronous code.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", *A_CAMERA])
        yield browser
        browser.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test of one page at the widths that it names, else at a phone's, and with ALL_WIDTHS at all."""
    if "page" in metafunc.fixturenames:
        named = metafunc.definition.get_closest_marker("widths")
        usual = [*WIDTHS] if os.environ.get("ALL_WIDTHS") else ["phone"]
        metafunc.parametrize("page", named.args if named else usual, indirect=True)


@pytest.fixture
def page(request: pytest.FixtureRequest, chromium: Browser, live_server) -> Iterator[Page]:
    """A fresh visitor. Paths are relative to the live server; an error in the console fails the test."""
    width, height = WIDTHS[request.param]
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": width, "height": height}, has_touch=request.param == "phone"
    )
    page = context.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))

    def read(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(message.text)

    page.on("console", read)
    yield page
    context.close()
    if "allow_console_errors" not in request.fixturenames:
        assert not problems, problems


@pytest.fixture
def phones(chromium: Browser, live_server, settings) -> Iterator[list[Page]]:
    """Four phones, each with a cookie jar and a network address of its own, behind the proxy that tells it."""
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
    width, height = WIDTHS["phone"]
    contexts = [
        chromium.new_context(
            base_url=live_server.url,
            viewport={"width": width, "height": height},
            has_touch=True,
            is_mobile=True,
            extra_http_headers={"X-Forwarded-For": f"198.51.100.{number}"},
        )
        for number in range(1, 5)
    ]
    yield [context.new_page() for context in contexts]
    for context in contexts:
        context.close()


@pytest.fixture
def allow_console_errors() -> None:
    """For a test that visits pages on purpose that answer 404."""
