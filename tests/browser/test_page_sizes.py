"""Measure what a page asks of its reader: its height on a phone, its links, fields and words, and its targets that are
too small for a thumb (under 44 px, but for links within a sentence). On the sample league, as an organiser;
`run.py pages` prints it as a table. And on the smallest phone nothing is wider than the screen."""

from statistics import median

import pytest
from django.core.management import call_command
from playwright.sync_api import Page

from league.models import League, Tournament
from tests.factories.visitors import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TALL = 5  # screens
PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1366, "height": 768}
SCREENS = "document.documentElement.scrollHeight / innerHeight"
MEASURE = """() => {
    const main = document.querySelector("main");
    const seen = (element) => element.checkVisibility({visibilityProperty: true});
    const count = (selector) => [...main.querySelectorAll(selector)].filter(seen);
    const targets = count("a[href], button, select, input:not([type=hidden], [type=radio], [type=checkbox]), summary");
    const words = (link) => [...link.parentElement.childNodes].filter((node) => node.nodeType === 3)
        .map((node) => node.textContent.replace(/[\\s·,.:()–-]/g, "")).join("");
    const inSentence = (target) => target.matches("a") && words(target).length > 3;
    return {
        height: document.documentElement.scrollHeight / innerHeight,
        links: count("a[href]").length,
        buttons: count("button").length,
        fields: count("input:not([type=hidden]), select, textarea").length,
        words: main.innerText.split(/\\s+/).filter(Boolean).length,
        small: targets.filter((target) => !inSentence(target) && target.getBoundingClientRect().height < 43.5).length,
    };
}"""


def kinds_of_pages() -> dict[str, str]:
    """One address of each kind of page, by what a person would call it."""
    league = League.objects.get()
    season = league.seasons.get(slug="spring-2026")
    game = season.season_games.get(reference="spring-2026-0011").game_id
    tournaments = {tournament.status: tournament.slug for tournament in Tournament.objects.order_by("pk")}
    of_league, of_season, who = f"/leagues/{league.slug}", f"/seasons/{season.slug}", "/characters/yardley-cubicle"
    running, over = (f"/tournaments/{tournaments[status]}" for status in (Tournament.RUNNING, Tournament.FINISHED))
    return {
        "desk": "/",
        "league": f"{of_league}/",
        "run": f"{of_league}/run/",
        "workshop": f"{of_league}/workshop/",
        "members": f"{of_league}/members/",
        "who may join": f"{of_league}/joining/",
        "league records": f"{of_league}/records/",
        "ratings": f"{of_league}/ratings/",
        "boards": f"{of_league}/boards/",
        "ledger": f"{of_league}/ledger/",
        "what if": f"{of_league}/what-if/",
        "forecasts": f"{of_league}/forecasts/",
        "standings": f"{of_season}/",
        "race": f"{of_season}/race/",
        "companies of a season": f"{of_season}/companies/",
        "games of a season": f"{of_season}/games/",
        "house rules": f"{of_season}/house-rules/",
        "change house rules": f"{of_season}/house-rules/edit/",
        "annual report": f"{of_season}/report/",
        "bots play it out": f"{of_season}/play/",
        "season odds": f"{of_season}/odds/",
        "standings of another season": "/seasons/thursday-evenings/",
        "game": f"/games/{game}/",
        "game story": f"/games/{game}/story/",
        "correct a game": f"/games/{game}/correct/",
        "characters": "/characters/",
        "character": f"{who}/",
        "career": f"{who}/career/",
        "memos": f"{who}/memos/",
        "numbers": f"{who}/numbers/",
        "what the next game must bring": f"{who}/plan/",
        "head to head": f"{who}/against/gristle-briefcase/",
        "passport": f"{who}/passport/",
        "register a character": "/characters/register/",
        "companies": "/companies/",
        "enter a result": "/enter/",
        "play": "/play/",
        "new table": "/play/new/",
        "against bots": "/play/try/",
        "lab": "/lab/",
        "tournaments": "/tournaments/",
        "new tournament": f"{of_season}/tournaments/new/",
        "tournament running": f"{running}/",
        "tournament desk": f"{running}/desk/",
        "check-in": f"{running}/desk/check-in/",
        "tournament settings": f"{running}/desk/settings/",
        "tournament over": f"{over}/",
        "live": f"{running}/evening/",
        "memory of an evening": f"{over}/evening/",
        "rules": "/rules/",
        "rule book": "/rules/careers/",
        "how to play Careers": "/how-to-play/careers/",
        "how to play Compass": "/how-to-play/career_compass/",
        "help": "/help/",
        "help on levels": "/help/levels/",
        "help on tournaments": "/help/tournaments/",
        "inbox": "/inbox/",
        "notices": "/notices/",
        "hours of play": "/play/hours/",
        "privacy": "/privacy/",
        "my data": "/accounts/my-data/",
        "account": "/accounts/email/",
        "second step": "/accounts/2fa/",
        "search": "/search/?q=yardley",
        "imports": f"{of_league}/imports/",
    }


@pytest.mark.benchmark
@pytest.mark.widths("phone")
def test_how_much_each_page_asks_of_its_reader(page: Page, allow_console_errors: None) -> None:
    call_command("load_sample", verbosity=0)
    front_door = measures(page, "/")
    sign_in(page, "organiser")
    sizes = {words: measures(page, address) for words, address in kinds_of_pages().items()}
    heights = [size["height"] for size in sizes.values()]
    print(f"\n{'':32}{'screens':>8}{'links':>7}{'buttons':>9}{'fields':>8}{'words':>7}{'small':>7}{'laptop':>8}")
    for words, size in {**sizes, "front door": front_door}.items():
        print(
            f"{words:32}{size['height']:8.1f}{size['links']:7}{size['buttons']:9}{size['fields']:8}"
            f"{size['words']:7}{size['small']:7}{size['laptop']:8.1f}"
        )
    print(f"median {median(heights):.1f} screens; {sum(height > TALL for height in heights)} longer than {TALL}")


@pytest.mark.further
@pytest.mark.widths("phone")
@pytest.mark.parametrize("language", ["en", "de", "fr", "es"])
def test_nothing_is_wider_than_the_smallest_phone_once_all_is_unfolded(
    page: Page, allow_console_errors: None, language: str
) -> None:
    call_command("load_sample", verbosity=0)
    page.set_viewport_size({"width": 320, "height": 640})
    page.set_extra_http_headers({"Accept-Language": language})
    sign_in(page, "organiser")
    for words, address in kinds_of_pages().items():
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, words
        assert page.locator("html").get_attribute("lang").startswith(language)


def measures(page: Page, address: str) -> dict[str, float]:
    page.set_viewport_size(PHONE)
    answer = page.goto(address)
    assert answer and answer.ok, address
    size = page.evaluate(MEASURE)
    page.set_viewport_size(LAPTOP)
    return {**size, "laptop": page.evaluate(SCREENS)}
