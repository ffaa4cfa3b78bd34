"""People in a real browser: how they sign in and sit down, and what they would trip over."""

import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from league.models import Table
from league.tournaments.tables.queries.links import table_path

PASSWORD = "a view of the car park"
WIDTHS = {"phone": (390, 844), "laptop": (1280, 800)}
LIKED_AT_CAREERS = {"enter": 0, "opportunity": 1, "roll": 2, "sell": 4, "declare": 5}
AXE = Axe().axe_script
# Debian's headless shell draws the same pages for a third of the work: it has no window, profile or extensions.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium_path() -> str:
    """Return the browser that is there; skips the test if there is none."""
    if found := next(filter(None, map(shutil.which, CHROMIUM)), None):
        return found
    pytest.skip("no Chromium on the PATH (Debian: apt install --no-install-recommends chromium-headless-shell)")


def with_password(user: User) -> str:
    """The name of somebody who can sign in from now on."""
    user.set_password(PASSWORD)
    user.save()
    return user.get_username()


def sign_in(page: Page, who: User | str) -> None:
    """Give the browser a session of this person, without the pages that lead to one."""
    client = Client()
    client.force_login(who if isinstance(who, User) else User.objects.get(username=who))
    session = client.cookies[settings.SESSION_COOKIE_NAME]
    page.context.add_cookies([{"name": session.key, "value": session.value, "domain": "localhost", "path": "/"}])


def sign_in_by_form(page: Page, name: str, password: str = PASSWORD) -> None:
    """As a person does it; ends on the page that follows."""
    page.goto("/accounts/login/")
    page.get_by_label("Username").or_(page.get_by_label("Login")).first.fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator(".site-tools .who")).to_be_visible()


def a_choice(page: Page) -> Locator:
    """What somebody at Careers would press who likes to move on: the best that is to be seen, or how much."""
    seen = page.locator("#table button[name=action]:not([data-trade])").locator("visible=true")
    words = seen.evaluate_all("all => all.map(one => one.value.split(' ')[0])")
    if not words:
        closed = page.locator(".careers-choices details:not([open]) > summary").locator("visible=true")
        if closed.count():  # a card that can be played in several ways, and nothing else
            closed.first.press("Enter")
            return a_choice(page)
        return page.locator(".careers-choices button[type=submit]").locator("visible=true").first
    return seen.nth(min(range(len(words)), key=lambda at: LIKED_AT_CAREERS.get(words[at], 3)))


def choices(page: Page) -> Locator:
    """Return the buttons at a table of the other games: all visible ones, or else the ways to play the first pile."""
    seen = page.locator("#table button[name=action]").locator("visible=true")
    if not seen.count():
        page.locator(".poker-hand summary").first.press("Enter")
    return seen


# Contrast takes most of axe's time, and of all texts that look alike the first three tell. Alike are those of the same
# colours, letters and classes on the same grounds; a single letter, and what can't be seen, stands for nobody.
ALIKE = """() => {
    const LOOKS = ['color', 'fontSize', 'fontWeight', 'textShadow', 'opacity']
    const GROUNDS = [
        'backgroundColor', 'backgroundImage', 'opacity', 'filter', 'position', 'zIndex', 'clip', 'clipPath',
    ]
    const told = (style, names) => names.map(name => style[name]).join()
    const often = new Map()
    const walk = (one, grounds) => {
        one.removeAttribute('data-contrast')
        if (!one.checkVisibility()) return
        const style = getComputedStyle(one)
        const ground = told(style, GROUNDS)
        const under = ground === grounds.at(-1) ? grounds : [...grounds, ground]
        const words = [...one.childNodes].filter(node => node.nodeType === 3).map(node => node.data.trim()).join('')
        if (style.visibility === 'visible' && (words || 'value' in one)) {
            const kind = [one.tagName, one.className, one.matches(':disabled'), words.length > 1]
            const key = [...kind, told(style, LOOKS), ...under].join('|')
            often.set(key, (often.get(key) || 0) + 1)
            if (often.get(key) <= 3) one.setAttribute('data-contrast', '')
        }
        for (const child of one.children) walk(child, under)
    }
    walk(document.documentElement, [])
}"""
ONLY_THOSE = "axe.configure({rules: [{id: 'color-contrast', selector: '[data-contrast]'}]})"
# Rules whose findings would be left out below take a fifth of the time.
NONE_OF_LITTLE_WEIGHT = """axe.configure({rules: axe._audit.rules
    .filter(rule => ['minor', 'moderate'].includes(rule.impact)).map(rule => ({id: rule.id, enabled: false}))})"""


def serious(page: Page) -> list[str]:
    if page.evaluate("!window.axe"):
        for script in (AXE, ONLY_THOSE, NONE_OF_LITTLE_WEIGHT):
            page.evaluate(script)
    page.evaluate(ALIKE)
    found = page.evaluate("axe.run({resultTypes: ['violations'], preload: false})")["violations"]
    return [
        f"{page.url} ({page.viewport_size}): {one['id']} ({one['impact']}): {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def sits_down(phone: Page, table: Table, name: str) -> None:
    phone.goto(table_path(table))
    phone.get_by_role("button", name=name).click()
    expect(phone.get_by_text(f"You are {name}")).to_be_visible()


def enters(phone: Page, *cards: int) -> None:
    for seat, held in enumerate(cards, 1):
        phone.locator(f"#seat-{seat}-cards").fill(str(held))
    phone.get_by_role("button", name="Next: check").click()
    expect(phone.get_by_role("heading", name="Send this?")).to_be_visible()
    phone.get_by_role("button", name="Send", exact=True).click()


def looks_again(phone: Page) -> None:
    """A phone in reach again asks at once what the others did, and not when its next turn to ask comes."""
    phone.evaluate("window.dispatchEvent(new Event('online'))")


def is_kept(page: Page, path: str) -> None:
    """Wait until the worker has kept the page at this address. `wait_for_function` takes a promise for a yes."""
    looks = "async path => { while (!(await caches.match(path))) { await new Promise(go => setTimeout(go, 50)); } }"
    page.evaluate(looks, path)
