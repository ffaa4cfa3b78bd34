"""The screen of a game under way in a browser: how it begins, and what can be chosen on it."""

from playwright.sync_api import Locator, Page, expect

from engine import new_game
from league.models import TryOut

BUTTONS = (
    ".play-sheet :is(.play-choices > .button, .main-choices:not(.trades) > .button, .amounts > .button, "
    "form > .button.primary, .compass-pack > button), .poker-hand :is(.pile:is(button, summary), .pile-ways > .button)"
)
LOOK = """(buttons) => {
    const sheet = document.querySelector(".play-sheet").getBoundingClientRect()
    const seen = [...document.querySelectorAll(buttons)]
        .filter(one => one.checkVisibility() && !one.closest("details:not([open])"))
    const wholly = ({left, top, right, bottom}, above) => left >= 0 && right <= innerWidth + 1 && top >= above - 1 &&
        bottom <= Math.min(innerHeight, sheet.bottom) + 1
    const above = one => one.closest(".poker-hand") ? 0 : sheet.top
    const beyond = seen.filter(one => !wholly(one.getBoundingClientRect(), above(one)))
    return {
        there: seen.length, beyond: beyond.map(one => one.innerText),
        sheet: Math.round(sheet.top), scrolls: document.documentElement.scrollHeight > innerHeight,
    }
}"""


def begins(page: Page, system: str) -> None:
    """A try-out that is the same in every run."""
    page.goto("/play/try/")
    page.locator(f"form:has(input[value={system}]) button").first.click()
    expect(page.locator(".play-shell")).to_be_visible()
    game = new_game(system, 4, key=bytes(32))
    TryOut.objects.update(secret=bytes(32), state=game.save(), actions=0, seat=game.actor, told=[])
    page.reload()


def chooses(page: Page, button: Locator) -> None:
    """A pile of cards that can be played in several ways opens, and what it says then is on the screen too."""
    button.click()
    if (ways := page.locator("details[open] > .pile-ways > .button")).count():
        assert not page.evaluate(LOOK, BUTTONS)["beyond"]
        ways.first.click()
