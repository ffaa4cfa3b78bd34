"""Cards are played by a tap on them, and what others did is shown as a film that changes nothing."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.factories.families import family
from tests.factories.screens import begins, chooses

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PILES = ".poker-hand :is(button, summary).pile"
SEEN = """() => [
    ...[...document.querySelectorAll(".play-line, .play-told, .play-scene")].map(one => one.innerText),
    ...[...document.querySelectorAll(".token")].map(one => {
        const token = one.getBoundingClientRect(), board = one.ownerSVGElement.getBoundingClientRect()
        return [Math.round(token.x - board.x), Math.round(token.y - board.y)].join()
    }),
]"""


def is_taken(page: Page, number: str = "0") -> None:
    expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)


def test_a_tapped_card_is_played_and_lies_no_more_in_the_hand(page: Page):
    begins(page, "career_poker")
    hand = page.locator(".poker-hand").inner_text()
    chooses(page, page.locator(PILES).first)
    is_taken(page)
    assert page.locator(".poker-hand").inner_text() != hand


def test_without_scripts_a_tapped_card_is_played_too(chromium: Browser, page: Page):
    begins(page, "career_poker")
    context = chromium.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(page.url)
    chooses(plain, plain.locator(PILES).first)
    is_taken(plain)
    context.close()


@pytest.mark.parametrize("system", family(["career_compass", "career_poker", "careers"]))
def test_a_film_ends_where_a_reload_would(system: str, page: Page):
    begins(page, system)
    page.evaluate("""localStorage.setItem("told", '"slow"')""")
    for _choice in range(3 if system == "careers" else 1):  # a formula is written before a piece walks
        number = page.locator("#table").get_attribute("data-number")
        chooses(page, page.locator(f"{PILES}, .play-sheet .button.primary").locator("visible=true").first)
        is_taken(page, number)
        expect(page.locator(".film")).to_have_count(1)
        page.locator(".play-status").dispatch_event("pointerdown")
        expect(page.locator(".film")).to_have_count(0)
    seen = page.evaluate(SEEN)
    assert not page.evaluate("document.getAnimations().filter(one => !(one instanceof CSSAnimation)).length")
    page.reload()
    assert page.evaluate(SEEN) == seen


def test_who_wants_less_motion_has_no_film(page: Page):
    page.emulate_media(reduced_motion="reduce")
    begins(page, "career_compass")
    page.evaluate("""() => {
        window.films = 0
        new MutationObserver(() => { window.films += document.querySelectorAll(".film").length })
            .observe(document.querySelector("main"), { childList: true, subtree: true })
    }""")
    page.locator(".play-sheet .button.primary").click()
    is_taken(page)
    assert page.evaluate("window.films") == 0


def test_sounds_are_off_until_somebody_turns_them_on(page: Page):
    page.add_init_script("""
        window.tones = 0
        const start = OscillatorNode.prototype.start
        OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when) }
    """)
    begins(page, "career_compass")
    page.locator(".play-sheet .button.primary").click()
    is_taken(page)
    assert page.evaluate("window.tones") == 0
    page.locator(".play-side > summary").click()
    page.get_by_label("Sounds").check()
    assert page.evaluate("window.tones") == 1
