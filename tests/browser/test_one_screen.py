"""A game under way is one screen: whatever may be chosen stands on it wholly, without scrolling, and nothing jumps."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from league.play.rules.systems import PLAYED_HERE
from tests.factories.families import family
from tests.factories.screens import BUTTONS, LOOK, begins, chooses, takes_any_turn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = ((360, 640), (390, 844))
TURNS = 12


def plays(page: Page, system: str, turns: int) -> None:
    chance, places = Random(system), set()
    begins(page, system)
    for _turn in range(turns):
        if not page.locator(".play-sheet").count():
            break
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            looked = page.evaluate(LOOK, BUTTONS)
            assert not looked["beyond"] and not looked["scrolls"], (system, width, looked)
            places.add((width, looked["sheet"]))
        takes_any_turn(page, chance)
    assert len(places) == len(SIZES), "the choices stand where they stood in the turn before"


@pytest.mark.parametrize("system", family(PLAYED_HERE, usual=2))
def test_every_choice_stands_wholly_on_the_screen_of_a_phone(system: str, page: Page):
    plays(page, system, TURNS)


@pytest.mark.further
@pytest.mark.parametrize("language", ["de", "fr", "es"])
@pytest.mark.parametrize("system", PLAYED_HERE)
def test_so_it_does_in_every_language_to_the_end_of_the_game(system: str, language: str, page: Page):
    page.goto("/")
    page.context.add_cookies([{"name": "django_language", "value": language, "url": page.url}])
    plays(page, system, 1000)


def test_the_end_comes_on_the_screen_by_itself(page: Page):
    begins(page, "career_compass")
    for _turn in range(200):
        number = page.locator("#table").get_attribute("data-number")
        page.locator(BUTTONS).last.click()
        expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)
        if page.locator(".play-end").count():
            break
    expect(page.locator(".play-status")).to_be_in_viewport()
    expect(page.get_by_role("button", name="Play again")).to_be_in_viewport(ratio=1)


@pytest.mark.widths("laptop")
def test_on_a_laptop_what_happened_stands_beside_the_game(page: Page):
    begins(page, "office_job")
    page.locator(BUTTONS).first.click()
    log, scene = page.locator(".play-log").bounding_box(), page.locator(".play-scene").bounding_box()
    assert scene["x"] + scene["width"] <= log["x"] and log["y"] < page.viewport_size["height"]
    assert not page.evaluate(LOOK, BUTTONS)["scrolls"]


def test_what_is_opened_beside_the_game_stays_open(page: Page):
    begins(page, "office_job")
    page.locator(".play-side > summary").click()
    expect(page.locator(".play-goal")).to_be_in_viewport()
    page.evaluate("document.querySelector('.play-sheet button').click()")
    expect(page.locator('#table[data-number="0"]')).to_have_count(0)
    expect(page.locator(".play-goal")).to_be_in_viewport()


def test_what_others_did_is_told_above_the_board_and_the_last_of_it_stays(page: Page):
    begins(page, "career_poker")
    page.evaluate("""() => {
        window.told = []
        new MutationObserver(() => window.told.push(document.querySelector(".play-told").textContent))
            .observe(document.querySelector("main"), { childList: true, subtree: true, characterData: true })
    }""")
    chooses(page, page.locator(BUTTONS).first)
    expect(page.locator('#table[data-number="0"]')).to_have_count(0)
    turns = page.locator(".play-log > ol > li").evaluate_all(
        "all => all.map(one => [...one.children].map(told => told.firstChild.data).join(' ')).reverse()"
    )
    expect(page.locator(".play-told")).to_have_text(turns[-1])
    told = page.evaluate("window.told")
    assert [turn for turn in turns if turn in told] == turns and len(turns) > 1


ENDS_IN_SIGHT = """() => {
    const turns = [...document.querySelectorAll(".play-log > ol > li")].sort((a, b) => a.value - b.value)
    const line = document.querySelector(".play-told"), node = line.lastChild, range = document.createRange()
    const last = turns.at(-1).lastElementChild.firstChild.data.trim(), at = node.data.indexOf(last)
    if (document.querySelector(".film") || at < 0) { return null }
    range.setStart(node, at)
    range.setEnd(node, at + last.split(" takes")[0].length)
    const seen = range.getBoundingClientRect().bottom <= line.getBoundingClientRect().bottom + 1
    return seen && { last, long: line.textContent.length }
}"""


def test_the_line_of_what_is_told_ends_with_what_came_of_the_turn(page: Page):
    begins(page, "career_compass")
    taken = 0
    for _move in range(12):
        number = page.locator("#table").get_attribute("data-number")
        chooses(page, page.locator(BUTTONS).first)
        expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)
        if page.get_by_role("button", name="Play again").count():
            break
        seen = page.wait_for_function(ENDS_IN_SIGHT, timeout=15_000).json_value()
        taken += "takes" in seen["last"] and seen["long"] > 120
    assert taken
