"""The frame of every page: five places under the thumb, menus that open and close, a task with one way back."""

import itertools

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect

from characters.models import Career
from league.clubs.services.leagues import create_league, create_season
from league.models import Desk, Membership
from tests.factories.characters import hire
from tests.factories.desk import a_desk
from tests.factories.families import family
from tests.factories.games import played, review
from tests.factories.people import owner_of
from tests.factories.seasons import a_season
from tests.factories.sheets import at
from tests.factories.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAYS_TO_A_TABLE = ("Enter a result", "Play here", "Play against bots")
ON_PHONES = pytest.mark.widths("phone")
MEASURED = """() => [...document.querySelectorAll(".bottom-bar-list > li > a, .bottom-bar summary")].map(one => {
  const box = one.getBoundingClientRect(), word = one.querySelector("span").getBoundingClientRect();
  return {left: box.left, right: box.right, height: box.height, words: word.width, wide: box.width,
          size: parseFloat(getComputedStyle(one.querySelector("span")).fontSize)};
})"""

BEYOND = """() => [...document.querySelectorAll(".site-head *")].filter(
  one => one.getBoundingClientRect().right > innerWidth).map(one => one.outerHTML)"""


def an_organiser_of_two() -> User:
    olga = User.objects.create_user("olga")
    for name in ("Riverside Club", "Hill Club"):
        create_season(league=create_league(name=name, by=olga), name=f"{name} 2026", by=olga)
    return olga


@ON_PHONES
@pytest.mark.parametrize("width", family([320, 360, 390]))
def test_the_bar_of_a_phone_is_never_squeezed(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto("/")
    places = page.evaluate(MEASURED)
    assert len(places) == 5
    for place in places:
        assert place["size"] >= 12 and place["height"] >= 44 and place["words"] + 4 <= place["wide"]
    assert all(one["right"] <= other["left"] + 0.5 for one, other in itertools.pairwise(places))


@ON_PHONES
def test_the_table_in_the_middle_opens_a_menu_and_escape_closes_it(page: Page) -> None:
    page.goto("/")
    table = page.locator(".bottom-bar summary", has_text="Table")
    ways = [page.locator(".bottom-bar").get_by_role("link", name=name) for name in WAYS_TO_A_TABLE]
    table.click()
    for way in ways:
        expect(way).to_be_visible()
    page.keyboard.press("Escape")
    for way in ways:
        expect(way).to_be_hidden()


@ON_PHONES
def test_a_task_takes_the_place_of_the_bar_with_one_way_back(page: Page) -> None:
    an_organiser_of_two()
    sign_in(page, "olga")
    page.goto("/enter/")
    expect(page.locator(".bottom-bar")).to_be_hidden()
    page.get_by_role("link", name="Leave").click()
    expect(page.get_by_role("heading", name="My desk")).to_be_visible()
    expect(page.locator(".bottom-bar")).to_be_visible()


@ON_PHONES
def test_home_is_one_screen_for_who_organises_and_for_who_plays(page: Page) -> None:
    desk = a_desk(status="running")
    ada, bo, cleo = (hire(desk.season, name) for name in ("Ada", "Bo", "Cleo"))
    played(desk.season, "first", at(ada, 100, won=True), at(bo, 10))
    review()
    for number, winner in enumerate((ada, cleo, cleo, cleo, cleo)):
        played(desk.season, f"open-{number}", at(winner, 100, won=True), at(bo, 10), day=2, confirm=False)
    page.set_viewport_size({"width": 390, "height": 844})
    for somebody in (desk.olga, owner_of(ada)):
        sign_in(page, somebody)
        page.goto("/")
        assert page.evaluate("document.documentElement.scrollHeight / innerHeight") < 1.1


@pytest.mark.further
def test_one_switches_to_another_league_and_stays_there(page: Page) -> None:
    an_organiser_of_two()
    sign_in(page, "olga")
    page.goto("/help/")
    page.locator(".switcher summary").click()
    page.locator(".switcher").get_by_role("button", name="Riverside Club").click()
    expect(page.locator(".page-head").get_by_role("link", name="Riverside Club")).to_be_visible()
    page.goto("/season/")
    expect(page.get_by_role("heading", name="Riverside Club 2026")).to_be_visible()


@pytest.mark.further
def test_the_desk_says_that_it_was_seen(page: Page) -> None:
    olga = an_organiser_of_two()
    sign_in(page, "olga")
    with page.expect_response("**/desk/seen/") as seen:
        page.goto("/")
    assert seen.value.status == 204
    assert Desk.objects.get(user=olga).seen_at is not None


@ON_PHONES
def test_tabs_show_the_one_that_is_open(page: Page) -> None:
    olga = an_organiser_of_two()
    page.set_viewport_size({"width": 320, "height": 740})
    sign_in(page, "olga")
    season = olga.memberships.first().league.seasons.get()
    page.goto(f"{season.get_absolute_url()}house-rules/")
    box = page.locator(".tabs [aria-current]").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 320


@pytest.mark.widths("laptop")
def test_the_head_takes_one_row_on_every_laptop(page: Page) -> None:
    olga = an_organiser_of_two()
    User.objects.filter(pk=olga.pk).update(username="olga.organiser.of.both.clubs")
    create_league(name="The Riverside Thursday Club of Careers", by=olga)
    sign_in(page, "olga.organiser.of.both.clubs")
    page.goto("/help/")
    one_row(page)
    expect(page.locator(".switcher summary")).to_be_visible()
    Membership.objects.filter(user=olga).exclude(league__name="Hill Club").delete()
    page.goto("/help/")
    expect(page.locator(".switcher")).to_have_count(0)
    one_row(page)


def one_row(page: Page) -> None:
    for width in (705, 768, 820, 1000, 1024, 1100, 1153, 1366, 1600, 1920):
        page.set_viewport_size({"width": width, "height": 700})
        heights = page.evaluate("[...document.querySelectorAll('.site-head')].map(one => one.offsetHeight)")
        assert heights[0] < 80, width
        assert page.evaluate(BEYOND) == [], width
        expect(page.locator(".search-link:visible, .search-box:visible")).to_have_count(1)


@ON_PHONES
@pytest.mark.further
def test_tabs_that_do_not_fit_begin_with_the_one_that_is_open(page: Page) -> None:
    desk = a_desk()
    page.set_viewport_size({"width": 320, "height": 740})
    sign_in(page, desk.olga)
    page.goto(f"/tournaments/{desk.tournament.slug}/desk/")
    here = page.locator(".tabs [aria-current]").last
    expect(here).to_be_in_viewport(ratio=1)
    assert page.locator(".tabs").last.evaluate("tabs => tabs.scrollWidth > tabs.clientWidth")


TOO_WIDE = """() => [...document.querySelectorAll("body *")].filter(
  one => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1
    && !one.closest(".scroll-x, svg, thead") && one.checkVisibility()).map(one => one.outerHTML.slice(0, 160))"""
BROKEN_FIGURES = """() => [...document.querySelectorAll(".tile dd")].filter(one => {
  const words = one.firstChild.textContent.trim(), text = document.createRange();
  text.selectNodeContents(one.firstChild);
  return !words.includes(" ") && text.getClientRects().length > 1;
}).map(one => one.textContent)"""


@pytest.mark.widths("phone")
@pytest.mark.parametrize("width", family([195, 360, 390, 1366]))
def test_a_desk_and_a_file_of_a_rich_person_fit_a_phone_at_200_per_cent(page: Page, width: int) -> None:
    season = a_season()
    ada = hire(season, "Ada")
    for day in range(1, 3):
        played(
            season, f"g{day}", at(ada, 110), at(hire(season, f"Gwendolyn Watercooler {day}"), 20), day=day, target=100
        )
    review()
    Career.objects.filter(character=ada).update(cash=12_277_000, happiness=1204, fame=1177, games=45, wins=17)
    sign_in(page, owner_of(ada))
    page.set_viewport_size({"width": width, "height": 844})
    for address in ("/", ada.get_absolute_url()):
        page.goto(address)
        beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert beyond <= 0, (address, beyond, page.evaluate(TOO_WIDE))
        assert page.evaluate(BROKEN_FIGURES) == []


@ON_PHONES
def test_a_button_that_is_pressed_twice_sends_its_form_once(page: Page) -> None:
    season = a_season("spring")
    ada, bo = hire(season, "Ada"), hire(season, "Bo")
    game = played(season, "evening", at(ada, 120), at(bo, 40))
    sign_in(page, owner_of(ada))
    page.goto(game.game.get_absolute_url())
    page.get_by_text("Write a comment").click()
    page.get_by_label("Your comment").fill("Well played.")
    sent: list[Route] = []

    def leave_the_page_there(route: Route) -> None:
        sent.append(route)
        route.fulfill(status=204)

    page.route("**/comments/", leave_the_page_there)
    for _press in range(2):
        page.get_by_role("button", name="Post the comment").click()
    page.reload()
    assert len(sent) == 1
