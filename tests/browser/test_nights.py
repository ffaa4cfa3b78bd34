"""Five people propose and agree on a game night on their phones, one tap for each answer."""

import pytest
from playwright.sync_api import Page, expect

from league.models import NightDate
from league.notices.services.outbox import tell_events
from tests.factories.nights import a_night, an_agreed_night, answered, in_days, it_begins
from tests.factories.thursday_club import ThursdayClub, a_thursday_club
from tests.factories.visitors import WIDTHS, serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ANSWERS = {"ada": ("Yes", "No"), "bo": ("Yes", "Yes"), "cleo": ("No", "Yes"), "dev": ("If need be", "Yes")}


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


class Hand:
    """Counts taps, and the pages that are opened."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.pages = page, 0, 0
        page.on("framenavigated", lambda _frame: setattr(self, "pages", self.pages + 1))

    def tap(self, role: str, name: str, at: int = 0) -> None:
        self.page.get_by_role(role, name=name).nth(at).click()
        self.taps += 1


def test_five_people_agree_on_a_night_with_thirteen_taps_and_no_page_for_an_answer(page: Page, club: ThursdayClub):
    hand = Hand(page)
    sign_in(page, club.users["otto"])
    page.goto("/leagues/thursday-club/nights/")
    hand.tap("link", "Who can when?")
    for number, days in enumerate((7, 8), start=1):
        page.get_by_label(f"Date {number}", exact=True).fill(f"{in_days(days):%Y-%m-%dT%H:%M}")
        hand.taps += 1
    assert serious(page) == []
    hand.tap("button", "Ask")
    expect(page.get_by_text("6 have not answered.")).to_be_visible()
    address, proposing = page.url, (hand.taps, hand.pages)
    assert proposing == (4, 3)
    tell_events()
    for name, answers in ANSWERS.items():
        sign_in(page, club.users[name])
        page.goto(address)
        opened = hand.pages
        for date, answer in enumerate(answers):
            button = page.locator(".night-options > li").nth(date).get_by_role("button", name=answer)
            assert button.bounding_box()["height"] >= 44
            button.click()
            hand.taps += 1
            expect(page.locator(".night-options > li").nth(date).get_by_role("button", name=answer)).to_have_attribute(
                "aria-pressed", "true"
            )
        assert hand.pages == opened, "an answer opens no page"
    sign_in(page, club.users["otto"])
    page.goto(address)
    expect(page.locator(".night-options > .is-best")).to_contain_text("4 yes, 0 if need be, 1 no")
    assert serious(page) == []
    page.locator(".is-best").get_by_role("button", name="Settle on this date").click()
    hand.taps += 1
    expect(page.get_by_role("heading", name="4 come")).to_be_visible()
    assert hand.taps == 13
    assert NightDate.objects.get(agreed_at__isnull=False).starts_at == in_days(8)


@pytest.mark.widths("phone", "laptop")
def test_the_grid_of_many_people_and_twelve_dates_stays_within_the_page(page: Page, club: ThursdayClub):
    club.users["ada"].username = "W" * 40
    club.users["ada"].save()
    night = a_night(club, *range(5, 17), title="W" * 80)
    for name in ("ada", "bo", "cleo"):
        answered(club, night, name, *["yes", "no", "maybe"] * 4)
    sign_in(page, club.users["bo"])
    page.goto(night.get_absolute_url())
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert serious(page) == []


def test_one_tap_says_i_am_here_and_one_seats_those_who_are(page: Page, club: ThursdayClub):
    night = an_agreed_night(club, "ada", "bo")
    it_begins(night)
    sign_in(page, club.users["ada"])
    page.goto(night.get_absolute_url())
    page.get_by_role("button", name="I am here").click()
    expect(page.get_by_role("button", name="You are here. Undo")).to_be_visible()
    sign_in(page, club.users["otto"])
    page.goto(night.get_absolute_url())
    page.get_by_role("button", name="Everybody is here").click()
    expect(page.locator(".night-guests .badge")).to_have_count(2)
    assert serious(page) == [] and page.viewport_size["width"] == WIDTHS["phone"][0]
    page.goto("/enter/?season=spring-2026&system=careers")
    page.get_by_role("button", name="Here now: Ada and Bo").click()
    expect(page.locator(".seat-list")).to_contain_text("Bo")
