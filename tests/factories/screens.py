"""The screen of a game under way in a browser: how it begins, and what can be chosen on it."""

from random import Random

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


# What stands on the screen at every turn, each with how many of it there are at a table of four (None: at least one).
EVERYWHERE = {".play-status > :first-child": 1, ".play-line > li": 4, ".play-told": 1}
SCENES = {
    "careers": EVERYWHERE | {".token": 4, ".careers-hand.held > li": None},
    "game_of_the_year": EVERYWHERE | {".year .board-token, .year-start .play-token": 4},
    "office_job": EVERYWHERE | {".office-ladder .play-token": 4},
    "career_poker": EVERYWHERE | {".play-trick": 1, ".poker-hand .hand-card": None},
    "career_compass": EVERYWHERE | {".compass-throw": 1, ".compass-aloud": None},
}
# What of it is missing, or not wholly on the screen: cut off by what it scrolls in, covered by another part of the
# page, or with a text that is longer than its box.
OUT_OF_SIGHT = """async (scene) => {
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
    const beyond = (inner, outer) => inner.left < outer.left - 1 || inner.top < outer.top - 1 ||
        inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1
    const cuts = node => {
        const box = node.getBoundingClientRect(), screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
        for (let up = node.parentElement; up; up = up.parentElement) {
            const style = getComputedStyle(up), clips = style.overflowX + style.overflowY !== "visiblevisible"
            if (clips && beyond(box, up.getBoundingClientRect())) { return `cut by ${up.getAttribute("class")}` }
        }
        return beyond(box, screen) && "beyond the screen"
    }
    const covers = node => {
        const box = node.getBoundingClientRect(), part = node.closest(".play-scene, .play-top, .play-held")
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        return top && !part.contains(top) && `covered by ${top.className}` ||
            top?.closest(".careers-offer") && "covered by the offer"
    }
    const ends = line => {
        const last = line.lastChild, range = document.createRange()
        if (!last) { return "" }
        range.setStart(last, last.data.trimEnd().length)
        return range.getBoundingClientRect().bottom > line.getBoundingClientRect().bottom + 1 && "ends below its box"
    }
    return Object.entries(scene).flatMap(([selector, many]) => {
        const all = [...document.querySelectorAll(selector)]
        const wrong = node => !node.checkVisibility() && "hidden" || cuts(node) || covers(node) ||
            node.matches(".careers-card") && node.scrollWidth > node.clientWidth && "text cut off" ||
            node.matches(".play-told") && ends(node)
        const found = all.map(node => [selector, node.textContent.trim(), wrong(node)]).filter(found => found[2])
        const missing = many && all.length !== many ? [`${all.length} of ${many} ${selector}`] : []
        return [...missing, ...found.map(found => found.join(": "))]
    })
}"""


def begins(page: Page, system: str, number: int = 0) -> None:
    """Begin a try-out that is the same in every run; each number is dealt its own."""
    page.goto("/play/try/")
    page.locator(f"form:has(input[value={system}]) button").first.click()
    expect(page.locator(".play-shell")).to_be_visible()
    secret = number.to_bytes(32)
    game = new_game(system, 4, key=secret)
    TryOut.objects.update(secret=secret, state=game.save(), actions=0, seat=game.actor, told=[])
    page.reload()


def chooses(page: Page, button: Locator) -> None:
    """A pile of cards that can be played in several ways opens, and what it says then is on the screen too."""
    button.click()
    if (ways := page.locator("details[open] > .pile-ways > .button")).count():
        assert not page.evaluate(LOOK, BUTTONS)["beyond"]
        ways.first.click()


def takes_any_turn(page: Page, chance: Random) -> None:
    """Take a choice on the screen, or something seldom done if there are only cards, and wait for the answer."""
    number = page.locator("#table").get_attribute("data-number")
    buttons = page.locator(BUTTONS).locator("visible=true")
    if buttons.count():
        chooses(page, buttons.nth(chance.randrange(buttons.count())))
    else:
        page.locator(".play-sheet details > summary").last.click()
        page.locator(".play-sheet button[name=action]").locator("visible=true").first.click()
    expect(page.locator(f'#table[data-number="{number}"]')).to_have_count(0)
