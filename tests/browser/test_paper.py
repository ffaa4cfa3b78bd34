"""A paper sheet goes into the site: how much of it there is to tap, type and scroll on a phone, and how it stands on a
laptop."""

import re
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from characters.models import Character
from engine.careers.editions import edition
from games.models import Sheet
from games.queries.sheets import score_sheet
from games.rules.sheets import ScoreSheet, SeatLine
from games.services.review import review_now
from league.clubs.services.leagues import create_league, create_season
from league.models import SeasonGame
from league.results.services.games import correct_game, report_game
from tests.factories.characters import hire
from tests.factories.visitors import WIDTHS, serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("Gristle Briefcase", "Ximena Memo", "Ambrose Boardroom", "Verity Fastlane")
MARKS = ((3, "", "", 1, "", ""), (2, "", "", "", "", 1), ("", 2, "", "", "", ""), (1, "", "", "", "", ""))
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
    """Counts taps, and the pages that they lead to."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.pages = page, 0, 0
        page.on("framenavigated", lambda _frame: setattr(self, "pages", self.pages + 1))

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def taps_on(self, name: str) -> None:
        self.tap(self.page.get_by_role("button", name=re.compile(name)).first)


def own(name: str) -> Character:
    return Character.objects.get(name=name)


def to_the_figures(hand: Hand) -> None:
    hand.taps_on("The same table as last time")
    expect(hand.page.locator(".seat-list")).to_contain_text(NAMES[3])
    hand.taps_on("Next: figures")
    expect(hand.page.locator("#seat-4")).to_be_visible()


def typed_in(seat: int) -> list[tuple[str, int | str]]:
    """The fields of a seat from top to bottom, with what its paper says; most of it is empty."""
    who, (happiness, fame, cash), marks = own(NAMES[seat - 1]), FIGURES[seat - 1], MARKS[seat - 1]
    names = (
        *("happiness", "fame", "cash"),
        *(f"degrees-{key}" for key in (who.specialty, who.side_interest, "total")),
        *(f"trips-{key}" for key in (who.primary_company, who.secondary_company, "total")),
    )
    return [
        (f"seat-{seat}-{name}", figure) for name, figure in zip(names, (happiness, fame, cash, *marks), strict=True)
    ]


def test_a_table_that_plays_again_takes_five_taps_and_two_pages(page: Page):
    """Four seats from paper: every field is reached by Enter, so that the keypad stays where it is."""
    sign_in(page, "olga")
    page.goto("/enter/")
    hand = Hand(page)
    hand.tap(page.get_by_role("link", name="The same table as last time"))
    expect(page.locator("#seat-4")).to_be_visible()
    page.wait_for_load_state()  # before its scripts are there, Enter sends the form
    screens = page.evaluate("document.documentElement.scrollHeight") / page.viewport_size["height"]
    hand.tap(page.locator("#seat-1-happiness"))
    for field, figure in [line for seat in range(1, 5) for line in typed_in(seat)]:
        expect(page.locator(f"#{field}")).to_be_focused()
        page.keyboard.type(str(figure))
        if field != "seat-4-trips-total":
            page.keyboard.press("Enter")
    expect(page.locator("#problem-seat-2-trips")).to_have_text("! 1 trip elsewhere: where?")
    page.locator("#seat-2-trips-total").fill("")
    assert serious(page) == []
    hand.tap(page.locator("label:has(input[name=winner][value='1'])"))
    hand.taps_on("Next: check")
    expect(page.get_by_role("heading", name="When you confirm")).to_be_visible()
    assert hand.pages == 2
    hand.taps_on("Confirm")
    expect(page.get_by_text("Reference spring-2026-0002")).to_be_attached()
    marked = SeasonGame.objects.get(reference="spring-2026-0002").game.sheets.get().seats.get(seat=1).figures
    assert marked["degrees"] == {own(NAMES[0]).specialty: 3}
    assert page.get_by_role("link", name="Next game at this table").is_visible()
    if page.viewport_size["width"] == WIDTHS["phone"][0]:
        assert hand.taps <= 5 and screens <= 2.5, (hand.taps, screens)


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
    expect(page.locator("[name=mode]:checked")).to_be_focused()
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


def test_the_page_of_a_game_is_two_screens_and_begins_with_the_sheet(page: Page):
    made = SeasonGame.objects.get(reference="last-week")
    review_now(character_ids=list(Character.objects.values_list("pk", flat=True)))
    sign_in(page, "olga")
    page.goto(made.game.get_absolute_url())
    expect(page.get_by_role("heading", name="What this game changed")).to_be_visible()
    expect(page.locator(".sheet tbody tr").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * page.viewport_size["height"]


def test_a_corrected_game_fits_its_screen(page: Page):
    """A version whose figures have long names and long values."""
    made = SeasonGame.objects.get(reference="last-week")
    sheet = score_sheet(made.game.sheets.latest("version"))
    many = {one.id: 2 for one in edition("london").career_programs}
    first, *others = sheet.seats
    changed = replace(sheet, seats=(replace(first, figures={**first.figures, "degrees": many}), *others))
    correct_game(season_game=made, sheet=changed, reason="Degrees were left out", source=Sheet.WEB)
    page.goto(made.game.get_absolute_url())
    page.locator("#versions > summary").click()
    expect(page.get_by_text("What this version changed")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
