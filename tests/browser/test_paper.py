"""A paper sheet goes into the site: how much of it there is to tap, type and scroll on a phone, and how it stands on a
laptop."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from characters.models import Character
from engine.careers.editions import edition
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.sheets import ScoreSheet, SeatLine
from league.clubs.services import create_league, create_season
from league.models import SeasonGame
from league.results.services.games import correct_game, report_game
from tests.factories.characters import hire
from tests.factories.visitors import WIDTHS, serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Gristle Briefcase", "Ximena Memo", "Ambrose Boardroom", "Verity Fastlane")
FIGURES = ((200, 200, 190_000), (60, 50, 20_500), (40, 30, 30_000), (50, 60, 41_000))


@pytest.fixture(autouse=True)
def last_week() -> None:
    """The same four sat together before, and agreed on 500 points."""
    olga = User.objects.create_user("olga")
    season = create_season(league=create_league(name="Thursday Club", by=olga), name="Spring 2026", by=olga)
    four = [hire(season, name) for name in NAMES]
    lines = [
        SeatLine(seat, one.pk, one.name, seat == 1, {"happiness": 300 // seat, "fame": 150, "cash": 90_000})
        for seat, one in enumerate(four, 1)
    ]
    sheet = ScoreSheet("careers", "london", timezone.now(), tuple(lines), "formula", 500)
    report_game(season=season, reference="last-week", sheet=sheet, source=Sheet.WEB, by=olga, confirm=True)


class Hand:
    """Counts what a hand does. A field is typed into where it is; the keyboard's Enter leads on."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.typed = page, 0, 0

    def taps_on(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(name)).first.click()
        self.taps += 1

    def marks(self, name: str, number: int) -> None:
        self.page.locator(f"label:has(input[name={name}][value='{number}'])").click()
        self.taps += 1

    def types(self, field: str, figure: int) -> None:
        self.page.locator(f"#{field}").fill(str(figure))
        self.typed += 1


def own(name: str) -> Character:
    return Character.objects.get(name=name)


def to_the_figures(hand: Hand) -> None:
    hand.taps_on("Next: who played")
    hand.taps_on("The same table as last time")
    expect(hand.page.locator(".seat-list")).to_contain_text(NAMES[3])
    hand.taps_on("Next: figures")
    expect(hand.page.locator("#seat-4")).to_be_visible()


def test_four_seats_take_few_taps_and_little_scrolling(page: Page):
    """The sheet of the first evening: four seats, twelve figures, a winner and ten marks."""
    sign_in(page, "olga")
    hand = Hand(page)
    page.goto("/enter/")
    page.locator("input[name=system][value=careers]").check()
    hand.taps += 1  # the game system
    hand.taps_on("Next: the game")
    to_the_figures(hand)
    screens = page.evaluate("document.documentElement.scrollHeight") / page.viewport_size["height"]
    for seat, figures in enumerate(FIGURES, 1):
        for name, figure in zip(("happiness", "fame", "cash"), figures, strict=True):
            hand.types(f"seat-{seat}-{name}", figure)
    hand.marks("winner", 1)
    hand.marks(f"seat-1-degrees-{own(NAMES[0]).specialty}", 3)
    hand.marks(f"seat-2-degrees-{own(NAMES[1]).specialty}", 2)
    hand.marks(f"seat-3-degrees-{own(NAMES[2]).side_interest}", 2)
    hand.marks(f"seat-4-degrees-{own(NAMES[3]).specialty}", 1)
    hand.types(f"seat-1-trips-{own(NAMES[0]).primary_company}", 1)
    hand.types(f"seat-2-trips-{own(NAMES[1]).primary_company}", 1)
    assert serious(page) == []
    hand.taps_on("Next: check")
    expect(page.get_by_role("heading", name="When you confirm")).to_be_visible()
    hand.taps_on("Confirm")
    expect(page.get_by_text("Reference spring-2026-0002")).to_be_visible()
    marked = SeasonGame.objects.get(reference="spring-2026-0002").game.sheets.get().seats.get(seat=1).figures
    assert marked["degrees"] == {own(NAMES[0]).specialty: 3}
    if page.viewport_size["width"] == WIDTHS["phone"][0]:
        assert hand.taps <= 12 and hand.typed <= 14 and screens <= 2.5, (hand.taps, hand.typed, screens)


@pytest.mark.widths("phone", "laptop")
def test_on_a_laptop_players_are_columns_and_on_a_phone_a_tap_leads_to_a_seat(page: Page):
    sign_in(page, "olga")
    page.goto("/enter/?system=careers&season=spring-2026")
    to_the_figures(Hand(page))
    page.wait_for_load_state()
    tops = [page.locator(f"#seat-{seat}").bounding_box()["y"] for seat in range(1, 5)]
    links = page.get_by_role("navigation", name="Seats")
    if page.viewport_size["width"] == WIDTHS["phone"][0]:
        assert tops == sorted(set(tops))
        assert not page.get_by_role("navigation", name="Main").is_visible(), "the bar gives way to the task"
        assert page.get_by_role("link", name="Spring 2026").is_visible(), "one way back"
        links.get_by_role("link", name="4. Verity Fastlane").click()
        expect(page.locator("#seat-4")).to_be_in_viewport()
        seat = page.locator("#seat-4").bounding_box()
        assert seat["height"] < page.viewport_size["height"] - links.bounding_box()["height"], "a seat is a screen"
    else:
        assert len(set(tops)) == 1
        assert not links.is_visible()


def test_enter_seats_the_one_who_is_meant_and_every_step_begins_at_its_own_fields(page: Page):
    sign_in(page, "olga")
    page.goto("/enter/?system=careers&season=spring-2026")
    expect(page.locator("[aria-current=step]")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_label("Edition")).to_be_focused()
    page.get_by_role("button", name="Next: who played").click()
    expect(page.locator("[aria-current=step]")).to_be_focused()
    for seat, name in enumerate(NAMES[:2], 1):
        page.get_by_label("Name of a character, or of a guest").fill(name)
        page.keyboard.press("Enter")
        expect(page.locator(f"#seat-{seat}")).to_contain_text(name)
        expect(page.get_by_label("Name of a character, or of a guest")).to_be_focused()
    page.keyboard.type("e")
    page.keyboard.press("Enter")
    expect(page.locator(".options")).to_be_visible()
    expect(page.locator("#seat-3")).not_to_be_attached()


def test_a_refused_form_begins_with_what_needs_mending(page: Page, allow_console_errors):
    """The answer is 422, which a browser's console mentions."""
    sign_in(page, "olga")
    page.goto("/characters/register/")
    page.get_by_role("button", name="Register", exact=True).last.click()
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary).to_be_in_viewport()
    summary.get_by_role("link", name="Name").click()
    expect(page.get_by_label("Name", exact=True)).to_be_in_viewport()


def test_a_corrected_game_fits_its_screen(page: Page):
    """A version whose figures have long names and long values."""
    made = SeasonGame.objects.get(reference="last-week")
    sheet = score_sheet(made.game.sheets.latest("version"))
    many = {one.id: 2 for one in edition("london").career_programs}
    first, *others = sheet.seats
    changed = replace(sheet, seats=(replace(first, figures={**first.figures, "degrees": many}), *others))
    correct_game(season_game=made, sheet=changed, reason="Degrees were left out", source=Sheet.WEB)
    page.goto(made.game.get_absolute_url())
    expect(page.get_by_text("What this version changed")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
