"""Without a connection: the page that says so."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def keeps(page: Page, path: str) -> None:
    """Wait until the worker looks after this page and has kept that one."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.wait_for_function("path => caches.match(path).then(found => !!found)", arg=path)


def test_without_a_connection_a_page_of_our_own_says_so_and_goes_when_it_is_back(phones: list[Page]):
    page = phones[0]
    page.goto("/help/")
    keeps(page, "/offline/")
    page.context.set_offline(True)
    page.goto("/seasons/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.url.endswith("/seasons/")
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily").startswith('"Iowan'), (
        "the style is kept"
    )
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="No connection")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Seasons")


def test_no_page_of_a_person_is_kept(phones: list[Page]):
    page = phones[0]
    page.goto("/help/")
    keeps(page, "/offline/")
    page.goto("/seasons/")
    page.goto("/accounts/login/")
    kept = page.evaluate("""async () => {
        const urls = [];
        for (const name of await caches.keys()) {
            for (const one of await (await caches.open(name)).keys()) { urls.push(new URL(one.url).pathname); }
        }
        return urls.filter(path => !path.startsWith('/static/'));
    }""")
    assert kept == ["/offline/"]
