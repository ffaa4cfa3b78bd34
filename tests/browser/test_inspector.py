"""Each page fits the screen, has something to do on its first screen, and leaves the console empty."""

import os

import pytest
from django.test import Client
from playwright.sync_api import ConsoleMessage, Page

from tests.access.people import PEOPLE
from tests.factories.families import family
from tests.factories.visitors import sign_in
from tests.inspector.visits import Reader, Visitor
from tests.inspector.walk import FILES, FRONT_DOOR, every_address, walk
from tests.inspector.world import ROLES, a_world

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EVERYTHING = bool(os.environ.get("ALL_WIDTHS"))
EVERY = 1 if EVERYTHING else 10  # so many pages are seen of the pages that there are
SIGNS_OUT = "/accounts/confirm-email/"  # the link of another account
OF_A_STREAM = "overlay=yes"  # as wide as the picture that it is laid over
LOOK = """() => {
    const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth
    const main = document.querySelector("main") || document.body
    const todo = [...main.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
        .filter(one => one.checkVisibility({visibilityProperty: true}) && one.getBoundingClientRect().height > 1)
    const tops = todo.map(one => one.getBoundingClientRect().top)
    return {wider, first: tops.length ? Math.min(...tops) : 0, high: innerHeight}
}"""


@pytest.mark.parametrize("role", family(["player", *(role for role in ROLES if role != "player")]))
def test_pages_fit_begin_with_something_to_do_and_are_quiet(role: str, page: Page):
    world = a_world(games=40)
    client = Client(raise_request_exception=False)
    if name := PEOPLE[role]:
        client.force_login(world.users[name])
        sign_in(page, world.users[name])
    starts = [("/", FRONT_DOOR), *every_address(world.place)]
    visits = walk(Visitor(Reader(role), client), of_each_kind=1, starts=starts, left_out=FILES)
    shown = [visit.path for visit in visits if visit.page and visit.status == 200]
    paths = [path for path in shown if not path.startswith(SIGNS_OUT) and OF_A_STREAM not in path][::EVERY]
    console: list[str] = []

    def read(message: ConsoleMessage) -> None:
        console.append(f"{page.url}: {message.type}: {message.text}")

    page.on("console", read)
    page.on("pageerror", lambda error: console.append(f"{page.url}: {error}"))
    wrong = list[str]()
    for path in paths:
        page.goto(path)
        seen = page.evaluate(LOOK)
        if seen["wider"] > 0:
            wrong.append(f"{path} is {seen['wider']} px wider than the screen")
        if seen["first"] > seen["high"]:
            wrong.append(f"{path} has nothing to do above {seen['first']:.0f} px")
    print(f"{role}: {len(paths)} pages in a browser")
    assert len(paths) > 10
    assert wrong + console == []


WIDE, FAR = (
    "<main style='width: 900px'><a href='/'>On</a></main>",
    "<main><p style='height: 2000px'></p><a href='/'>On</a>",
)


@pytest.mark.parametrize(("body", "wider", "far"), [("<main><a href='/'>On</a>", 0, 0), (WIDE, 1, 0), (FAR, 0, 1)])
def test_what_is_wider_or_below_is_seen(body: str, wider: int, far: int, page: Page):
    page.goto("/healthz")
    page.set_content(body)
    seen = page.evaluate(LOOK)
    assert (seen["wider"] > 0, seen["first"] > seen["high"]) == (bool(wider), bool(far))
