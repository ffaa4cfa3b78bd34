"""A replay by keyboard and by its links, and a proof by the browser's own arithmetic."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Play
from games.queries.plays import record_of
from tests.factories.plays import a_running_play, plays_on
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import serious

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def play() -> Play:
    return plays_on(
        a_running_play(a_thursday_club(), "ada", "bo", system="career_poker", bots=2, settings={"deals": 1})
    )


def shown(page: Page) -> int:
    """The moment that the address says."""
    return int(parse_qs(urlsplit(page.url).query)["at"][0])


def at_moment(at: int) -> re.Pattern[str]:
    return re.compile(rf"[?&]at={at}(&|$)")


@pytest.mark.widths("phone")
def test_the_slider_the_keys_and_the_list_lead_through_a_game(page: Page, play: Play):
    page.goto(f"/play/{play.pk}/replay/?at=0&seat=2")
    slider, told = page.get_by_role("slider"), page.locator("#moment")
    slider.focus()
    for key, at in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", play.actions), ("Home", 0)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(at))
        expect(told).to_contain_text(f"Move {at}" if at else "Before the first move")
        expect(page).to_have_url(at_moment(at))
        expect(slider).to_be_focused()
    page.keyboard.press("End")
    expect(told).to_contain_text("won.")
    page.get_by_role("link", name="The move before").click()
    expect(told).to_contain_text(f"Move {play.actions - 1}")
    page.locator(".replay-list [data-at='7']").click()
    expect(told).to_contain_text("Move 7")
    expect(page.locator(".replay-list [aria-current]")).to_have_attribute("data-at", "7")
    expect(page).to_have_url(at_moment(7))
    page.reload()
    expect(told).to_contain_text("Move 7")
    expect(told).to_contain_text("Your cards")
    assert serious(page) == [] and shown(page) == 7
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.widths("laptop")
@pytest.mark.further
def test_the_space_bar_plays_and_stops(page: Page, play: Play):
    page.goto(f"/play/{play.pk}/replay/?at={play.actions - 2}")
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.get_by_role("slider")).to_have_value(str(play.actions))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.widths("phone")
def test_a_move_forwards_is_a_film_and_one_back_is_none(page: Page, play: Play):
    page.goto(f"/play/{play.pk}/replay/?at=0&seat=watch")
    page.get_by_label("Moves are told").select_option("slowly")
    page.locator("h1").click()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#moment .film .hand-card").first).to_be_in_viewport()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#moment")).to_contain_text("Before the first move")
    expect(page.locator(".film")).to_have_count(0)
    page.keyboard.press(" ")
    expect(page.locator("#moment .film")).to_have_count(1)
    page.keyboard.press(" ")
    expect(page.locator(".film")).to_have_count(0)
    drawn = page.locator("#moment").inner_text()
    page.reload()
    assert page.locator("#moment").inner_text() == drawn


def test_without_a_script_every_step_is_a_link(chromium: Browser, live_server, play: Play):
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"/play/{play.pk}/replay/?at=4")
    page.get_by_role("link", name="The next move").click()
    expect(page.locator("#moment")).to_contain_text("Move 5")
    page.get_by_role("link", name="Bo", exact=True).click()
    assert parse_qs(urlsplit(page.url).query) == {"at": ["5"], "seat": ["2"]}
    page.get_by_role("link", name="To the end").click()
    expect(page.locator("#moment")).to_contain_text(f"Move {play.actions}")
    expect(page.get_by_role("button", name="Show")).to_be_visible()
    context.close()


@pytest.mark.widths("phone")
def test_the_browser_proves_a_play_and_refuses_an_altered_record(page: Page, play: Play, tmp_path: Path):
    page.goto(f"/play/{play.pk}/proof/")
    checks = {name: page.locator(f"[data-check={name}]") for name in ("commitment", "salts", "key", "chance", "digest")}
    for check in checks.values():
        expect(check).to_contain_text("Holds.")
    assert serious(page) == []
    record, salt = record_of(play), play.seats.first().salt
    alterations = (
        (record.replace(bytes(play.secret).hex(), "0" * 64), ["commitment", "salts", "key"]),
        (record.replace(salt, "0" * 32), ["salts", "key"]),
        (record.replace('"seat":2', '"seat":1', 1), ["digest"]),
        ("nonsense", list(checks)),
    )
    for number, (altered, wrong) in enumerate(alterations):
        file = tmp_path / f"{number}.jsonl"
        file.write_text(altered)
        page.get_by_label("Check a record that you have kept instead").set_input_files(file)
        for name, check in checks.items():
            expect(check).to_have_attribute("data-verdict", "no" if name in wrong else "yes")
