"""What scripts work out by themselves, called in a browser as their pages call it."""

from typing import Any

import pytest
from playwright.sync_api import Error, Page, Route

from engine.core.rng import seeded
from league.core.rules.signatures import canonical

pytestmark = [pytest.mark.browser, pytest.mark.widths("laptop"), pytest.mark.django_db(transaction=True)]
CALLED = "async ([path, name, values]) => (await import(`/static/league/${path}`))[name](...values)"
SEEDED = """async (seeds) => {
    const { seeded } = await import("/static/league/chance.js");
    return seeds.map((seed) => seeded(BigInt(seed)).toString());
}"""


def called(page: Page, path: str, name: str, *values: object) -> Any:
    return page.evaluate(CALLED, [path, name, list(values)])


FRENCH = """window.WORDS = {
    catalog: { "Copied": "Copié", "%s card": ["%s carte", "%s cartes"] }, plural: (count) => Number(count > 1),
};"""


def test_scripts_speak_the_language_of_the_page_and_english_where_it_has_no_words(page: Page):
    page.add_init_script(FRENCH)
    page.goto("/help/")
    assert called(page, "lib.js", "gettext", "Copied") == "Copié"
    assert called(page, "lib.js", "gettext", "Send") == "Send"
    forms = [called(page, "lib.js", "ngettext", "%s card", "%s cards", count) for count in (0, 1, 2)]
    assert forms == ["%s carte", "%s carte", "%s cartes"]
    plain = [called(page, "lib.js", "ngettext", "%s seat", "%s seats", count) for count in (0, 1, 2)]
    assert plain == ["%s seats", "%s seat", "%s seats"]
    assert called(page, "lib.js", "interpolate", "%s of %s", ["%s", 2]) == "%s of 2"
    assert called(page, "lib.js", "interpolate", "%(n)s of %(all)s", {"n": 1, "all": "%(n)s"}, True) == "1 of %(n)s"


def test_a_browser_draws_the_same_chance_as_the_site(page: Page):
    stuck = 2**64 - 0x9E3779B97F4A7C15  # its mix is 0, in which the generator would stand still
    seeds = [0, 1, 2**63, 2**64 - 1, stuck, *(pow(7, number, 2**64) for number in range(1, 200))]
    page.goto("/help/")
    assert page.evaluate(SEEDED, [str(seed) for seed in seeds]) == [str(seeded(seed)) for seed in seeds]


def test_a_browser_writes_what_is_signed_as_the_site_does(page: Page):
    page.goto("/help/")
    nested = {"b": [1, None, True, "ä"], "a": {"z": -7, "": '\u2028 " \\ \n \x01'}}
    by_code_points = {"\U0001f600": 1, "\uff5e": 2, "a": 3, "aa": 4, "Z": 5}  # not by halves of surrogate pairs
    for content in (nested, by_code_points, [], {}):
        assert called(page, "canonical.js", "canonical", content) == canonical(content).decode()
    for rounded in (1.5, 2**53):
        with pytest.raises(Error, match="not a whole number, or is too large"):
            called(page, "canonical.js", "canonical", {"wins": [rounded]})


def test_a_photo_is_taken_once_the_picture_was_still_and_sharp_for_a_second(page: Page):
    page.goto("/help/")
    camera = "behaviours/camera.js"
    printed, blurred = [0, 255] * 128, [*range(256)]
    sharp, soft = (called(page, camera, "sharpness", picture) for picture in (printed, blurred))
    assert sharp == 1 and soft < 0.01 and called(page, camera, "sharpness", [7, 7, 7]) == 0
    assert called(page, camera, "difference", [0, 100], [10, 80]) == 15
    assert called(page, camera, "heldSince", None, 0, sharp, 500) == 500
    assert called(page, camera, "heldSince", 500, 0, sharp, 900) == 500
    assert called(page, camera, "heldSince", 500, 15, sharp, 900) is None
    assert called(page, camera, "heldSince", 500, 0, soft, 900) is None
    held = [called(page, camera, "isHeld", since, 1500) for since in (None, 501, 500)]
    assert held == [False, False, True]


def test_a_clock_says_the_second_that_is_not_over(page: Page):
    page.goto("/help/")
    clocks = {0: "0:00", 1: "0:01", 59_001: "1:00", 61_000: "1:01", 3_599_000: "59:59", 3_601_000: "1:00:01"}
    assert {left: called(page, "clock.js", "written", left) for left in clocks} == clocks


def test_a_piece_walks_over_the_squares_between(page: Page):
    page.goto("/help/")
    ways = {
        (3, 6): [4, 5],
        (40, 1): [41, 0],  # over the corner where a round begins
        (0, 12): list(range(1, 12)),
        (0, 13): [],  # no dice go as far: a card has carried it
        (7, 7): [],
        (43, 46): [44, 45],  # within an occupation
        (46, 43): [],
        (5, 43): [],
    }
    assert {way: called(page, "play_film.js", "squaresBetween", *way) for way in ways} == ways


def test_an_amount_is_said_in_the_figures_that_the_game_asks_for(page: Page):
    page.goto("/help/")
    amounts = {
        (1_200, 5_000): ["amount 12"],
        (0, 0): ["amount 0"],
        (100_000, 100_000): ["amount 1000"],
        (123_400, 150_000): ["amount 1", "amount 234"],
        (200_000, 200_000): ["amount 2"],  # nothing is left to ask for
        (300, 200_000): ["amount 0", "amount 3"],
        (200_000_100, 200_000_100): ["amount 2", "amount 1"],  # no thousands are left
    }
    assert {of: called(page, "play_board.js", "amounts", *of) for of in amounts} == amounts


OUTBOX = """async (numbers) => {
    await import("/static/league/outbox.js");
    const { outbox } = self;
    for (const number of [...numbers].reverse()) {
        await outbox.keep({ key: `key-${number}`, url: `/said/${number}/`, made: number, body: "{}" });
    }
    const waiting = await outbox.sendAll();
    return { waiting, left: (await outbox.all()).map((entry) => [entry.made, entry.refused?.status ?? null]) };
}"""


@pytest.mark.parametrize(
    ("answers", "asked", "waiting", "left"),
    [
        ([201, 200, 201], [1, 2, 3], False, []),
        ([422, 201, 409], [1, 2, 3], False, [[1, 422], [3, 409]]),
        ([201, 503, 201], [1, 2], True, [[2, None], [3, None]]),  # what follows keeps its turn
        ([None, 201], [1], True, [[1, None], [2, None]]),
    ],
)
def test_what_waits_on_a_phone_is_sent_in_order_and_stays_until_it_was_taken(
    page: Page, allow_console_errors, answers: list[int | None], asked: list[int], waiting: bool, left: list[list[int]]
):
    sent: list[int] = []

    def answer(route: Route) -> None:
        number = int(route.request.url.split("/")[-2])
        sent.append(number)
        status = answers[number - 1]
        assert route.request.headers["idempotency-key"] == f"key-{number}"
        if status is None:
            route.abort()
        else:
            route.fulfill(status=status, json={})

    page.route("**/said/*/", answer)
    page.goto("/help/")
    assert page.evaluate(OUTBOX, list(range(1, len(answers) + 1))) == {"waiting": waiting, "left": left}
    assert sent == asked
