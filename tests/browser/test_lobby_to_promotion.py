"""Two people in browsers of their own and two bots play Careers from the lobby to a promotion, by clicks alone and by
keys alone; what one does the other sees by the events process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from characters.models import CareerEvent
from engine import replay
from games.models import Play, Sheet
from league.models import SeasonPlay
from league.play.services.season_plays import play_for_bots
from tests.factories.careers import differences, level, on_the_brink
from tests.factories.events import events_process
from tests.factories.games import review
from tests.factories.plays import decider, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club
from tests.factories.visitors import WIDTHS, a_choice, sign_in

# What is told here in one go is told in parts by test_play_games.py, test_events.py and test_evening.py.
pytestmark = [pytest.mark.browser, pytest.mark.together, pytest.mark.further, pytest.mark.django_db(transaction=True)]
MINUTES = "5"  # of the game, which its sheet has; people take seconds for them
MOST = 600  # choices of the two
PATIENCE = 20_000  # milliseconds that a page may take on a busy machine
TABS = 150  # more than any page of a table has


class Clicks:
    """Somebody with a mouse, or a thumb."""

    def press(self, page: Page, what: Locator) -> None:
        what.click()

    def fill(self, page: Page, field: Locator, text: str) -> None:
        field.fill(text)

    def choose(self, page: Page, field: Locator, option: str) -> None:
        field.select_option(label=option)


class Keys:
    """Somebody without either: Tab, Enter, the space bar, letters and the arrows."""

    def press(self, page: Page, what: Locator) -> None:
        self._reach(page, what)
        page.keyboard.press("Enter")

    def fill(self, page: Page, field: Locator, text: str) -> None:
        self._reach(page, field)
        page.keyboard.press("Control+a")
        page.keyboard.type(text)

    def choose(self, page: Page, field: Locator, option: str) -> None:
        self._reach(page, field)
        page.keyboard.type(option)

    def _reach(self, page: Page, what: Locator) -> None:
        for _step in range(TABS):
            if what.evaluate("one => one === document.activeElement"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")


HANDS = {"clicks": Clicks(), "keys": Keys()}


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def pages(chromium: Browser, live_server, club, settings) -> Iterator[dict[str, Page]]:
    """Of Ada, on a phone, and Bo, at a laptop."""
    found = {}
    for name, size in (("ada", "phone"), ("bo", "laptop")):
        width, height = WIDTHS[size]
        context = chromium.new_context(base_url=live_server.url, viewport={"width": width, "height": height})
        found[name] = context.new_page()
        sign_in(found[name], name)
    with events_process() as process:
        settings.EVENTS_URL = process.address
        yield found
        for page in found.values():
            page.context.close()


def button(page: Page, words: str) -> Locator:
    return page.get_by_role("main").get_by_role("button", name=words).locator("visible=true").first


def opened(hand: Clicks | Keys, ada: Page, bo: Page) -> SeasonPlay:
    """From the lobby to the first turn."""
    ada.goto("/play/new/?system=careers")
    hand.fill(ada, ada.get_by_label("Seats at the table"), "4")
    hand.press(ada, ada.get_by_text("Season, time, who sees it, and more"))
    hand.choose(ada, ada.get_by_label("Careers is played by"), "Timed game")
    hand.fill(ada, ada.get_by_label("Length of a timed game"), MINUTES)
    hand.press(ada, button(ada, "Open the table"))
    expect(button(ada, "Stand up")).to_be_visible()
    season_play = SeasonPlay.objects.get()
    bo.goto("/play/")
    hand.press(bo, bo.locator(f'a[href="/play/{season_play.pk}/"]').first)
    hand.press(bo, button(bo, "Sit down"))
    for _seat in (3, 4):
        expect(button(ada, "A bot")).to_be_visible()
        hand.press(ada, button(ada, "A bot"))
    hand.press(ada, button(ada, "Begin the game"))
    expect(ada.locator(".play-status .badge.navy")).to_have_count(0)  # both browsers have shown their salts
    return season_play


def the_bots_decide(season_play: SeasonPlay) -> Play:
    while play_for_bots():
        pass
    return fresh(season_play).play


@pytest.mark.parametrize("hand", ["clicks", "keys"])
def test_two_browsers_and_two_bots_from_the_lobby_to_a_promotion(hand: str, club, pages):
    on_the_brink(club.season, *(club.characters[name] for name in ("Dev", "Ada", "Bo")))
    season_play = opened(HANDS[hand], pages["ada"], pages["bo"])
    for page in pages.values():
        page.goto(f"/play/{season_play.pk}/")
    taken = 0
    while (play := the_bots_decide(season_play)).status == Play.RUNNING and taken < MOST:
        page = pages[decider(play).username]
        expect(page.locator(f'#table[data-number="{play.number}"]')).to_be_visible(timeout=PATIENCE)
        HANDS[hand].press(page, a_choice(page))
        expect(page.locator(f'#table[data-number="{play.number}"]')).to_have_count(0, timeout=PATIENCE)
        taken += 1
    assert (play.status, play.problem) == (Play.OVER, "")
    review()
    promoted = CareerEvent.objects.filter(game=play.game_id, kind="promotion")
    for event in promoted:
        for page in pages.values():
            memo = page.locator("#career .memo-promotion").filter(has_text=event.character.name)
            expect(memo).to_be_visible(timeout=PATIENCE)
    sheet = Sheet.objects.get(game=play.game)
    assert replay(play.game.record.text.splitlines()).as_dict() == play.outcome
    points = {one["points"] for one in play.outcome["scores"]}
    assert {seat.points for seat in sheet.seats.all()} == points
    assert promoted.count() >= 1 and {level(event.character) for event in promoted} == {"senior"}
    assert differences() == []
    print(f"by {hand}: {taken} choices of two people, {play.number} turns, {promoted.count()} promotions")
