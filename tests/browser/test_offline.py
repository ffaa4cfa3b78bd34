"""Without a connection: the page that says so, and a result that is typed meanwhile."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game, Sheet
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.visitors import is_kept, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def keeps(page: Page, path: str) -> None:
    """Wait until the worker looks after this page, which it does from the next one on, and has kept that one."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_function("() => navigator.serviceWorker.controller")
    is_kept(page, path)


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
    assert sorted(kept) == ["/enter/offline/", "/offline/"]


def fills(page: Page, club: FridayClub, *, second: str) -> None:
    page.get_by_label("Target").fill("100")
    seats = ((club.overtime.name, ("40", "40", "20000")), (second, ("10", "20", "5500")))
    for seat, (name, figures) in enumerate(seats, 1):
        page.locator(f"#seat-{seat}-who").fill(name)
        for figure, value in zip(("happiness", "fame", "cash"), figures, strict=True):
            page.locator(f"#seat-{seat}-{figure}").fill(value)
    page.locator("#seat-1-won").check()


def goes_offline_to_enter(page: Page, club: FridayClub) -> None:
    sign_in(page, club.ada)
    page.goto("/")
    keeps(page, "/enter/offline/")
    page.wait_for_function("() => JSON.parse(localStorage.getItem('offline known') || '{}').seasons?.length")
    page.context.set_offline(True)
    page.goto("/enter/")
    expect(page.get_by_role("heading", name="Enter a result without a connection")).to_be_visible()


def test_a_result_typed_without_a_connection_is_there_once(phones: list[Page]):
    page, club = phones[0], a_friday_club()
    goes_offline_to_enter(page, club)
    fills(page, club, second=club.bigdesk.name)
    page.reload()
    expect(page.locator("#seat-2-who")).to_have_value(club.bigdesk.name)
    page.get_by_role("button", name="Keep it, and send it").click()
    expect(page.get_by_text("Waiting to be sent.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Waiting to be sent.")).to_be_visible()
    assert not Game.objects.exists()
    page.context.set_offline(False)
    expect(page.get_by_text("Waiting to be sent.")).to_be_hidden()
    page.reload()
    page.goto("/help/")
    assert Game.objects.count() == 1
    assert (Sheet.objects.get().status, Sheet.objects.get().submitted_by) == (Sheet.SUBMITTED, club.ada)


def test_what_the_site_refuses_comes_back_to_be_mended_and_is_there_once(phones: list[Page]):
    page, club = phones[0], a_friday_club()
    goes_offline_to_enter(page, club)
    fills(page, club, second="Nobody Known")
    page.get_by_role("button", name="Keep it, and send it").click()
    page.context.set_offline(False)
    expect(page.get_by_text("no character of Friday Club is called “Nobody Known”", exact=False)).to_be_visible()
    page.get_by_role("button", name="Correct it").click()
    expect(page.get_by_text("Here is what you typed.")).to_be_visible()
    page.get_by_role("button", name="Remove Nobody Known").click()
    expect(page.locator(".seat-list")).not_to_contain_text("Nobody Known")
