"""Moves at a table: no page is loaded by them, and a move without an answer is kept and taken once."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from games.models import Play, Turn
from games.services.plays import game_of
from league.models import Remark, SeasonPlay, TryOut
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.families import family
from tests.factories.plays import a_running_play, fresh
from tests.factories.thursday_club import ThursdayClub, a_thursday_club
from tests.factories.visitors import a_choice, choices, serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOVES = 3
KEPT = "Your move is kept and will be sent."
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def ada(page: Page, club: ThursdayClub) -> Page:
    sign_in(page, "ada")
    return page


def the_bots_decide() -> None:
    while play_for_bots():
        pass


def at_table(page: Page, club: ThursdayClub, system: str) -> SeasonPlay:
    """Ada is at turn, and the page would not know it if it were loaded again."""
    season_play = a_running_play(club, "ada", system=system, bots=3)
    the_bots_decide()
    page.goto(f"/play/{season_play.pk}/")
    page.evaluate("window.stays = true")
    return season_play


def a_move(page: Page) -> Locator:
    return a_choice(page) if page.locator(".careers-choices").count() else choices(page).last


def shows(page: Page, number: int) -> None:
    expect(page.locator(f'#table[data-number="{number}"]')).to_be_visible()


def own_turns(season_play: SeasonPlay) -> int:
    return Turn.objects.filter(play=season_play.pk, by__username="ada").count()


def test_no_page_is_loaded_by_a_move(ada: Page, club: ThursdayClub):
    for system in PLAYED_HERE:
        season_play = at_table(ada, club, system)
        for _move in range(MOVES):
            play = fresh(season_play).play
            if play.status == Play.OVER:
                break
            shows(ada, play.number)
            a_move(ada).click()
            expect(ada.locator(f'#table[data-number="{play.number}"]')).to_have_count(0)
            the_bots_decide()
            ada.evaluate(LOOK)
            shows(ada, fresh(season_play).play.number)
        assert own_turns(season_play) >= MOVES or fresh(season_play).play.status == Play.OVER
        assert ada.evaluate("window.stays"), system


@pytest.mark.widths("phone")
def test_a_look_that_a_move_overtakes_leaves_no_line_in_the_console(ada: Page, club: ThursdayClub):
    season_play = at_table(ada, club, "career_compass")
    number = fresh(season_play).play.number
    lines: list[str] = []
    looking: list[Route] = []
    ada.on("console", lambda message: lines.append(message.text))
    ada.route(f"**/play/{season_play.pk}/", lambda route: looking.append(route))  # never answered
    ada.evaluate("window.htmx.trigger('#table', 'live')")
    shows(ada, number)
    a_move(ada).click()
    expect(ada.locator(f'#table[data-number="{number}"]')).to_have_count(0)
    assert looking and lines == []


@pytest.mark.widths("phone")
def test_what_else_is_done_at_a_table_loads_no_page_either(ada: Page, club: ThursdayClub):
    at_table(ada, club, "office_job")
    ada.locator(".play-side > summary").click()
    ada.get_by_text("Pause, holiday, letters, giving up").click()
    ada.get_by_label("Tell me when it is my turn").select_option("never")
    ada.get_by_role("button", name="Keep", exact=True).click()
    expect(ada.locator("#table .messages")).to_contain_text("That is how you will be told.")
    ada.get_by_label("Say something").fill("Good luck!")
    ada.get_by_role("button", name="Say it").click()
    expect(ada.locator(".play-talk")).to_contain_text("Good luck!")
    expect(ada.get_by_label("Say something")).to_have_value("")
    ada.get_by_label("Say something").fill("   ")
    ada.get_by_role("button", name="Say it").click()
    expect(ada.locator("#table .messages .warning")).to_be_visible()
    ada.get_by_text("Pause, holiday, letters, giving up").click()
    ada.get_by_role("button", name="Give up").click()
    expect(ada.locator("#table .messages")).to_contain_text("You gave up.")
    assert ada.evaluate("window.stays") and Remark.objects.count() == 1


@pytest.mark.widths("phone")
def test_a_move_that_is_refused_says_why_where_nothing_changed(ada: Page, club: ThursdayClub):
    season_play = at_table(ada, club, "career_poker")
    number = fresh(season_play).play.number
    a_move(ada).evaluate("one => { one.value = 'no such choice' }")
    a_move(ada).click()
    expect(ada.locator("#table .messages .warning")).to_be_in_viewport()
    assert (fresh(season_play).play.number, ada.evaluate("window.stays")) == (number, True)


@pytest.mark.widths("phone")
@pytest.mark.parametrize("system", family(["career_compass", "careers"]))
def test_a_tap_without_network_is_kept_said_and_sent_once(
    system: str, ada: Page, club: ThursdayClub, allow_console_errors
):
    season_play = at_table(ada, club, system)
    number = fresh(season_play).play.number
    taps = ada.get_by_role("button", name="That much") if system == "careers" else a_move(ada)
    ada.context.set_offline(True)
    taps.click()
    expect(ada.locator("#move-told")).to_contain_text(KEPT)
    expect(ada.locator("#connection")).to_be_hidden()
    taps.click()  # what is decided is decided
    shows(ada, number)
    assert serious(ada) == []
    ada.context.set_offline(False)
    expect(ada.locator(f'#table[data-number="{number}"]')).to_have_count(0)
    expect(ada.locator("#move-told")).not_to_contain_text(KEPT)
    assert ada.evaluate("window.stays") and own_turns(season_play) == 1


@pytest.mark.widths("phone")
def test_who_was_slower_because_of_the_network_is_told(ada: Page, club: ThursdayClub, allow_console_errors):
    season_play = at_table(ada, club, "office_job")
    play = fresh(season_play).play
    ada.context.set_offline(True)
    a_move(ada).click()
    expect(ada.locator("#move-told")).to_contain_text(KEPT)
    action = game_of(play).legal[0].text  # on another device
    take_own_turn(season_play=season_play, number=play.number, action=action, key="", by=club.users["ada"])
    ada.context.set_offline(False)
    expect(ada.locator("#table .messages")).to_contain_text("Somebody was faster.")
    expect(ada.locator("#move-told")).not_to_contain_text(KEPT)
    assert own_turns(season_play) == 1


class Line:
    """Does with the first moves what it is told to, one word for each, and lets the others pass."""

    def __init__(self, page: Page, *deeds: str):
        self.deeds = list(deeds)
        page.route("**/turns/", self.meets)

    def meets(self, route: Route) -> None:
        match self.deeds.pop(0) if self.deeds else "":
            case "":
                route.continue_()
            case "answer lost":
                route.fetch(max_redirects=0)
                route.abort()
            case "lost":
                route.abort()
            case status:
                route.fulfill(status=int(status), body="")


@pytest.mark.widths("phone")
@pytest.mark.parametrize("deed", family(["answer lost", "503", "lost"]))
def test_a_move_without_an_answer_is_sent_until_there_is_one(
    deed: str, ada: Page, club: ThursdayClub, allow_console_errors
):
    season_play = at_table(ada, club, "office_job")
    number = fresh(season_play).play.number
    Line(ada, deed)
    a_move(ada).click()
    expect(ada.locator("#move-told")).to_contain_text(KEPT)
    if deed == "lost":
        ada.reload()
    expect(ada.locator(f'#table[data-number="{number}"]')).to_have_count(0)
    expect(ada.locator("#move-told")).not_to_contain_text(KEPT)
    assert own_turns(season_play) == 1
    assert ada.locator("#table .messages").count() == 0


@pytest.mark.widths("phone")
@pytest.mark.further
def test_an_offer_of_several_turns_goes_on_where_the_network_broke(ada: Page, club: ThursdayClub, allow_console_errors):
    season_play = at_table(ada, club, "careers")
    for _part in range(2):
        number = fresh(season_play).play.number
        ada.get_by_role("button", name="That much").click()
        expect(ada.locator(f'#table[data-number="{number}"]')).to_have_count(0)
        the_bots_decide()
        ada.evaluate(LOOK)
        shows(ada, fresh(season_play).play.number)
    number, turns = fresh(season_play).play.number, own_turns(season_play)
    Line(ada, "", "answer lost", "lost")
    ada.get_by_role("button", name="Trade with").first.click()
    dialog = ada.get_by_role("dialog", name="Make an offer")
    dialog.get_by_label("You give").select_option("Cash")
    dialog.get_by_role("button", name="Offer it").click()
    shows(ada, number + 4)
    assert own_turns(season_play) == turns + 4


@pytest.mark.widths("phone")
@pytest.mark.further
def test_a_try_out_keeps_a_tap_too(page: Page, allow_console_errors):
    page.goto("/play/try/")
    page.get_by_role("button", name="Play it now").first.click()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state()  # its scripts must be there before the network goes
    page.evaluate("window.stays = true")
    number = TryOut.objects.get().actions
    page.context.set_offline(True)
    a_move(page).click()
    expect(page.locator("#move-told")).to_contain_text(KEPT)
    page.context.set_offline(False)
    expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)
    number = TryOut.objects.get().actions
    Line(page, "answer lost")
    a_move(page).click()
    expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)
    assert page.evaluate("window.stays") and page.locator("#table .messages").count() == 0
