"""Careers at a table, by clicks alone and by keys alone."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Play
from games.services.plays import game_of
from league.models import SeasonPlay
from league.play.services.season_plays import play_for_bots
from tests.factories.plays import a_running_play, fresh
from tests.factories.thursday_club import a_thursday_club
from tests.factories.visitors import a_choice, serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOVES = 3
STRAY_KEYS = """() => Array.from(document.querySelectorAll(".play-key")).filter((key) => {
    const small = key.getBoundingClientRect(), button = key.parentElement.getBoundingClientRect();
    return small.width && (small.left < button.left || small.top < button.top || small.bottom > button.bottom);
}).map((key) => key.parentElement.textContent.trim())"""


@pytest.fixture
def table(page: Page) -> SeasonPlay:
    """Ada sits at Careers with a bot, and looks at the board."""
    club = a_thursday_club()
    season_play = a_running_play(club, "ada", bots=1, system="careers")
    the_bot_decides()
    sign_in(page, "ada")
    page.goto(f"/play/{season_play.pk}/")
    page.evaluate("document.querySelector('.board').dataset.kept = 'yes'")
    return season_play


def the_bot_decides() -> None:
    while play_for_bots():
        pass


def at_number(page: Page, season_play: SeasonPlay, above: int) -> Play:
    """The page shows a later turn, and it is Ada's."""
    expect(page.locator(f'#table[data-number="{above}"]')).to_have_count(0)
    the_bot_decides()
    play = fresh(season_play).play
    expect(page.locator(f'#table[data-number="{play.number}"]')).to_be_visible()
    return play


def still_the_same_board(page: Page) -> None:
    assert page.evaluate("document.querySelector('.board').dataset.kept") == "yes"
    expect(page.locator(".pieces .token")).to_have_count(2)


@pytest.mark.further
def test_a_game_goes_on_by_clicks_alone(page: Page, table: SeasonPlay):
    play = fresh(table).play
    for part in (40, 30):
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_label("Slide to an amount").fill(str(part))
        page.get_by_role("button", name="That much").click()
        play = at_number(page, table, play.number)
    assert game_of(play).formulas[0] == (40, 30, 30)
    for _move in range(MOVES):
        if play.status == Play.OVER:
            break
        a_choice(page).click()
        play = at_number(page, table, play.number)
    still_the_same_board(page)
    assert serious(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('.of-table [data-at="0"]').click(force=True)
    expect(page.locator("#square-told")).to_contain_text("Payday")


def test_a_game_goes_on_by_keys_alone(page: Page, table: SeasonPlay):
    play = fresh(table).play
    page.locator("body").press("Tab")
    for part in ("25", "35"):
        for _step in range(40):
            if page.evaluate("document.activeElement.name") == "amount":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Control+a")
        page.keyboard.type(part)
        page.keyboard.press("Enter")
        play = at_number(page, table, play.number)
    assert game_of(play).formulas[0] == (25, 35, 40)
    for _move in range(MOVES):
        assert page.evaluate(STRAY_KEYS) == []
        to_press = a_choice(page)
        if to_press.get_attribute("name") == "action":  # "1" may be an offer, which opens its dialog instead
            is_main = to_press.get_attribute("data-main") is not None
            page.keyboard.press("r" if is_main else to_press.get_attribute("aria-keyshortcuts"))
        else:  # an amount, which has a field of its own
            to_press.press("Enter")
        play = at_number(page, table, play.number)
    still_the_same_board(page)
    page.keyboard.press("l")
    assert page.evaluate("document.activeElement.className") == "play-log"


def test_arrow_keys_lead_over_the_board_from_where_one_stands(page: Page, table: SeasonPlay):
    board, told = page.locator(".of-table"), page.locator("#square-told")
    board.focus()
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("Payday")
    page.keyboard.press("ArrowLeft")
    expect(told).not_to_contain_text("Payday")
    page.keyboard.press("ArrowDown")
    expect(told).to_contain_text("Payday")
    assert serious(page) == []


def test_an_offer_is_one_dialog(page: Page, table: SeasonPlay):
    play = fresh(table).play
    for _part in range(2):
        page.get_by_role("button", name="That much").click()
        play = at_number(page, table, play.number)
    before = play.number
    page.get_by_role("button", name="Trade with").click()
    dialog = page.get_by_role("dialog", name="Make an offer")
    dialog.get_by_role("button", name="Offer it").click()
    expect(dialog.get_by_role("alert")).to_have_text("Give something, or ask for something.")
    dialog.get_by_label("You give").select_option("Cash")
    dialog.get_by_label("How much, in hundreds").first.fill("300")
    dialog.get_by_role("button", name="Offer it").click()
    expect(page.locator(f'#table[data-number="{before + 4}"]')).to_be_visible()
    game = game_of(fresh(table).play)
    assert (game.prompt, game.actor) == ("answer", 1) and game.view(None)["offer"]["gives"] == "cash 300"
    expect(page.locator(".careers-offer")).to_contain_text("Cash: £300")


@pytest.mark.further
def test_an_offer_of_hundreds_of_thousands_is_one_dialog_too(page: Page, table: SeasonPlay):
    play = fresh(table).play
    for _part in range(2):
        page.get_by_role("button", name="That much").click()
        play = at_number(page, table, play.number)
    game = game_of(play)
    game.cash = [1_234_500, 700_000]
    Play.objects.filter(pk=play.pk).update(state=game.save())
    page.reload()
    page.get_by_role("button", name="Trade with").click()
    dialog = page.get_by_role("dialog", name="Make an offer")
    dialog.get_by_label("You give").select_option("Cash")
    dialog.get_by_label("How much, in hundreds").first.fill("1234500")
    dialog.get_by_label("You ask for").select_option("Cash")
    dialog.get_by_label("How much, in hundreds").last.fill("200300")
    dialog.get_by_role("button", name="Offer it").click()
    expect(page.locator(".careers-offer")).to_contain_text("Cash: £200,300")
    assert game_of(fresh(table).play).view(None)["offer"] == {
        "from": 0,
        "to": 1,
        "gives": "cash 1234500",
        "takes": "cash 200300",
    }
