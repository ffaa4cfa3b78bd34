"""The desk of a tournament in a real browser: check-in by keyboard and by tapping, registration on a phone."""

import time

import pytest
from playwright.sync_api import Page, expect

from league.models import Entry, Tournament
from league.tournaments.entries.services.check_in import check_in
from tests.factories.characters import a_character
from tests.factories.desk import Desk, a_desk
from tests.factories.people import owner_of
from tests.factories.tournaments import entered
from tests.factories.visitors import PASSWORD, serious, sign_in, with_password

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def desk(db) -> Desk:
    return a_desk(capacity=14)


PRESSED_WHILE_THE_PAGE_LOADS = """
new MutationObserver((_, observer) => {
    const button = document.querySelector("[data-confirm]")
    if (!button) return
    observer.disconnect()
    button.click()
}).observe(document, { childList: true, subtree: true })
"""


def test_the_keyboard_alone_checks_a_queue_in(page: Page, desk: Desk):
    entered(desk.tournament, 12, status=Entry.REGISTERED)
    sign_in(page, desk.kit)
    page.goto("/tournaments/spring-open/desk/check-in/")
    box = page.get_by_label("Name, owner or number")
    expect(box).to_be_focused()
    for typed, name in (("cle", "Cleo"), ("gw", "Gwen"), ("12", "Lena")):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_contain_text(f"{name} is here.")
    expect(page.locator("#counts")).to_contain_text("3 of 12 here")
    expect(box).to_have_value("")
    expect(box).to_be_focused()
    page.keyboard.type("zoe")
    expect(page.get_by_text("Nobody matches")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Nobody who is still to arrive matches “zoe”.")).to_be_visible()
    page.keyboard.type("ada")
    expect(page.locator(".check-in-list > li")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("#counts")).to_contain_text("4 of 12 here")
    here = Entry.objects.filter(status=Entry.CHECKED_IN).order_by("number")
    assert list(here.values_list("character__name", flat=True)) == ["Ada", "Cleo", "Gwen", "Lena"]


@pytest.mark.further
def test_one_person_with_a_keyboard_brings_in_24_walk_ins_within_three_minutes(page: Page, desk: Desk):
    """With nothing pressed but letters and Enter. What people need for typing (5 letters a second) is added to what
    the site needs, as if it could do nothing meanwhile."""
    Tournament.objects.update(capacity=None)
    sign_in(page, desk.kit)
    page.goto("/tournaments/spring-open/desk/check-in/")
    field = page.get_by_label("Not on the list?")
    field.focus()
    names = [f"Walker {number:02d}" for number in range(1, 25)]
    began = time.monotonic()
    for name in names:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(field).to_be_focused()
        expect(field).to_have_value("")
    expect(page.locator("#counts")).to_contain_text("24 of 24 here")
    assert time.monotonic() - began + sum(map(len, names)) / 5 < 180
    assert Entry.objects.filter(status=Entry.CHECKED_IN).count() == 24


def test_names_typed_faster_than_the_server_answers_all_arrive_in_their_order(page: Page, desk: Desk):
    sign_in(page, desk.kit)
    page.goto("/tournaments/spring-open/desk/check-in/")
    page.get_by_label("Not on the list?").focus()
    for name in ("Una", "Vic", "Wim", "Xan"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#counts")).to_contain_text("4 of 4 here")
    names = Entry.objects.order_by("number").values_list("character__name", flat=True)
    assert list(names) == ["Una", "Vic", "Wim", "Xan"]


def test_a_name_that_is_known_is_offered_and_a_press_seats_it(page: Page, desk: Desk):
    a_character(desk.season, "Zoe")
    sign_in(page, desk.kit)
    page.goto("/tournaments/spring-open/desk/check-in/")
    page.get_by_label("Not on the list?").focus()
    page.keyboard.type("zoe")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Enter Zoe").click()
    expect(page.locator("#said")).to_contain_text("Zoe is here as number 1")


@pytest.mark.further
def test_a_question_stays_until_it_is_answered_and_names_typed_meanwhile_wait(page: Page, desk: Desk):
    a_character(desk.season, "Zoe")
    sign_in(page, desk.kit)
    page.goto("/tournaments/spring-open/desk/check-in/")
    page.get_by_label("Not on the list?").focus()
    for name in ("Una", "zoe", "Vic", "Wim"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    waiting = page.get_by_text("Waiting until you have answered: Vic, Wim.")
    expect(waiting).to_be_visible()
    page.get_by_role("button", name="Una").click()
    expect(page.locator("#said")).to_contain_text("Una is not here after all.")
    expect(page.get_by_role("button", name="Enter Zoe")).to_be_visible()
    assert Entry.objects.count() == 1
    page.get_by_role("button", name="Enter Zoe").click()
    expect(page.locator("#counts")).to_contain_text("3 of 4 here")
    expect(waiting).to_be_hidden()
    names = Entry.objects.order_by("number").values_list("character__name", flat=True)
    assert list(names) == ["Una", "Zoe", "Vic", "Wim"]


@pytest.mark.further
def test_a_problem_of_a_walk_in_stays_until_it_was_read(page: Page, desk: Desk):
    sign_in(page, desk.kit)
    page.goto("/tournaments/spring-open/desk/check-in/")
    field = page.get_by_label("Not on the list?")
    field.focus()
    for name in ("Una\u202e", "Vic"):
        field.fill(name)
        page.keyboard.press("Enter")
    expect(page.get_by_text("Waiting until you have answered: Vic.")).to_be_visible()
    expect(page.locator("#said")).to_contain_text("can't be shown")
    page.get_by_role("button", name="All right").click()
    expect(page.locator("#counts")).to_contain_text("1 of 1 here")
    expect(field).to_be_focused()


def test_a_tap_checks_in_and_another_takes_it_back(page: Page, desk: Desk):
    entered(desk.tournament, 3, status=Entry.REGISTERED)
    sign_in(page, desk.kit)
    page.goto("/tournaments/spring-open/desk/check-in/")
    page.get_by_role("button", name="Bo no. 2").click()
    expect(page.locator("#counts")).to_contain_text("1 of 3 here")
    page.locator(".check-in-said").get_by_role("button", name="Undo").click()
    expect(page.locator("#counts")).to_contain_text("0 of 3 here")
    page.get_by_role("button", name="Check in everybody").click()
    page.get_by_role("button", name="Everybody is here").click()
    expect(page.get_by_text("3 characters are here.")).to_be_visible()


def test_a_player_signs_in_registers_and_withdraws(page: Page, desk: Desk):
    zoe = a_character(desk.season, "Zoe")
    name = with_password(owner_of(zoe))
    page.goto("/tournaments/spring-open/register/")
    page.get_by_label("Username").or_(page.get_by_label("Login")).first.fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_label("Club").fill("Cube")
    page.get_by_role("button", name="Register", exact=True).click()
    expect(page.get_by_text("Registered as number 1.", exact=False).last).to_be_visible()
    page.get_by_role("button", name="Withdraw").first.click()
    page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(page.get_by_text("Zoe has withdrawn.")).to_be_visible()


def test_a_tournament_is_announced_with_what_the_choice_needs(page: Page, desk: Desk):
    sign_in(page, desk.olga)
    page.goto("/seasons/spring/")
    page.locator(".tabs-row summary").click()
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name of the tournament").fill("Autumn Open")
    page.get_by_text("Starts when you say so").click()
    target = page.get_by_label("Target of the success formula")
    expect(target).to_be_visible()
    page.get_by_role("radio", name="Timed game").check()
    expect(target).to_be_hidden()
    page.get_by_label("Game", exact=True).select_option("career_compass")
    expect(page.get_by_role("radio", name="Timed game")).to_be_hidden()
    cut = page.get_by_label("How many play on after the cut")
    expect(cut).to_be_hidden()
    page.get_by_role("radio", name="Swiss and top cut").check()
    cut.fill("10")
    page.get_by_label("Characters at a table").fill("5")
    expect(page.get_by_text("Tables of 5: rounds by number")).to_be_visible()
    page.get_by_label("Characters at a table").fill("4")
    expect(page.get_by_text("Tables of 4: rounds by number")).to_be_visible()
    page.get_by_role("button", name="Announce the tournament").click()
    expect(page.get_by_text("Registration is open; nobody has entered yet.")).to_be_visible()
    assert [stage.cut for stage in Tournament.objects.get(name="Autumn Open").stages.all()] == [None, 10]


@pytest.mark.further
def test_no_page_of_the_desk_has_a_serious_finding(page: Page, desk: Desk):
    on_a_phone = page.viewport_size is not None and page.viewport_size["width"] < 500
    page.emulate_media(color_scheme="dark" if on_a_phone else "light")
    first, *_ = entered(desk.tournament, 12, status=Entry.REGISTERED)
    check_in(tournament=desk.tournament, entries=[first])
    sign_in(page, desk.olga)
    found = []
    for address in ("", "settings/", "cancel/", "check-in/", "entries/", "entries/add/", "entries/1/", "log/"):
        page.goto(f"/tournaments/spring-open/desk/{address}")
        found += serious(page)
    for address in ("/tournaments/spring-open/desk/entries/import/", "/tournaments/spring-open/register/"):
        page.goto(address)
        found += serious(page)
    page.goto("/seasons/spring/tournaments/new/")
    assert [*found, *serious(page)] == []


def test_what_asks_first_asks_whoever_is_faster_than_the_scripts(page: Page, desk: Desk):
    entered(desk.tournament, 3, status=Entry.REGISTERED)
    sign_in(page, desk.kit)
    page.add_init_script(PRESSED_WHILE_THE_PAGE_LOADS)
    page.goto("/tournaments/spring-open/desk/check-in/")
    page.get_by_role("button", name="Everybody is here").click()
    expect(page.get_by_text("3 characters are here.")).to_be_visible()
