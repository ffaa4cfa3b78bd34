"""Two people at one table, each in a browser of their own: what one does the other sees, without a reload."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from playwright.sync_api import Browser, Page, Route, expect

from games.models import Play, PlaySeat
from games.services.plays import game_of
from league.models import SeasonPlay
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import play_for_bots, take_own_turn
from tests.factories.evening import an_evening
from tests.factories.events import EventsProcess, events_process
from tests.factories.plays import a_running_play, decider, fresh
from tests.factories.processes import eventually
from tests.factories.tables import played_table
from tests.factories.thursday_club import ThursdayClub, a_thursday_club
from tests.factories.visitors import WIDTHS, a_choice, choices, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.together, pytest.mark.django_db(transaction=True)]
TAPS = 40
KEPT = "window.kept === true"  # goes with a reload


@pytest.fixture
def process(settings) -> Iterator[EventsProcess]:
    with events_process() as made:
        settings.EVENTS_URL = made.address
        yield made


@pytest.fixture
def club(db) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def browsers(chromium: Browser, live_server, club) -> Iterator[dict[str, Page]]:
    """Of Ada, on a phone, and Bo, at a laptop; signed in."""
    pages = {}
    for name, size in (("ada", "phone"), ("bo", "laptop")):
        width, height = WIDTHS[size]
        context = chromium.new_context(base_url=live_server.url, viewport={"width": width, "height": height})
        pages[name] = context.new_page()
        sign_in(pages[name], name)
    yield pages
    for page in pages.values():
        page.context.close()


def hears(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-news", "heard")


def seated(browsers: dict[str, Page], club: ThursdayClub) -> tuple[Play, Page, Page]:
    """A running play, the page of who decides, and that of who waits."""
    play = a_running_play(club, "ada", "bo", bots=0).play
    first = decider(play).username
    for page in browsers.values():
        page.goto(f"/play/{play.pk}/")
        page.evaluate("window.kept = true")
    [second] = browsers.keys() - {first}
    return play, browsers[first], browsers[second]


def until_the_other_decides(play: Play, mover: Page) -> None:
    first = decider(play)
    while decider(now := Play.objects.get(pk=play.pk)) == first:
        mover.locator("#table button[name=action]").first.click()
        expect(mover.locator(f'#table[data-number="{now.number}"]')).to_have_count(0)


def test_a_move_in_one_browser_shows_in_the_other_by_the_events_process(browsers, club, process):
    play, mover, waiting = seated(browsers, club)
    expect(mover).to_have_title("(1) Your move: The Ecologist's Career Compass · Corner Office")
    expect(mover.locator("link[rel=icon]")).to_have_attribute("href", "/static/league/favicon-turn.svg")
    expect(waiting).to_have_title("The Ecologist's Career Compass · Corner Office")
    hears(waiting)
    until_the_other_decides(play, mover)
    expect(waiting.locator(".play-status")).to_contain_text("Your move")
    expect(waiting).to_have_title("(1) Your move: The Ecologist's Career Compass · Corner Office")
    expect(waiting.locator("link[rel=icon]")).to_have_attribute("href", "/static/league/favicon-turn.svg")
    assert waiting.evaluate(KEPT)
    hears(waiting)


def test_with_the_events_process_away_the_page_changes_all_the_same(browsers, club, process):
    play, mover, waiting = seated(browsers, club)
    hears(waiting)
    process.kill()
    expect(waiting.locator("html")).to_have_attribute("data-news", "asked for")
    until_the_other_decides(play, mover)
    expect(waiting.locator(".play-status")).to_contain_text("Your move")
    assert waiting.evaluate(KEPT)
    process.start()
    hears(waiting)


def test_who_looks_is_here_and_who_does_not_is_away(browsers, club, process):
    play = a_running_play(club, "ada", "bo", bots=0).play
    ada = browsers["ada"]
    ada.goto(f"/play/{play.pk}/")
    people = ada.locator(".play-line > li")
    expect(people.nth(0)).to_contain_text("here Ada")
    expect(people.nth(1)).to_contain_text("away Bo")
    browsers["bo"].goto(f"/play/{play.pk}/")
    ada.reload()
    expect(people.nth(1)).to_contain_text("here Bo")
    assert PlaySeat.objects.filter(play=play).exclude(seen_at=None).count() == 2


def test_the_projector_shows_a_result_that_it_heard_of(process, page: Page):
    evening = an_evening()
    page.clock.install()  # stands still for the script unless it is told otherwise
    page.goto("/tournaments/spring-open/screen/")
    page.clock.run_for(2_000)
    hears(page)
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    with transaction.atomic():  # heard of together: what comes between question and answer waits for the clock
        for table in evening.second.tables.all():
            played_table(table)
    expect(page.locator("[data-slide=tables-1]").get_by_text("✓ done")).to_have_count(2)


NOTES_CHANGES = """() => {
    const noted = window.noted = {}
    document.addEventListener("click", () => { noted.tap = Date.now() }, { capture: true })
    new MutationObserver(() => {
        const { number } = document.getElementById("table").dataset
        noted[number] ??= Date.now()
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
}"""

CHANGED_AT = "before => Math.min(...Object.keys(noted).filter(number => number > before).map(number => noted[number]))"


@pytest.mark.benchmark
@pytest.mark.parametrize("system", PLAYED_HERE)
def test_how_long_a_tap_takes_to_the_other_phone(browsers, club, process, system):
    """Print milliseconds from the tap to the new table on one's own page and on the other's, half of them and 95 %."""
    play = a_running_play(club, "ada", "bo", system=system, bots=2).play
    for page in browsers.values():
        page.goto(f"/play/{play.pk}/")
        hears(page)
        page.evaluate(NOTES_CHANGES)
    taken: dict[str, list[int]] = {"own": [], "other": []}
    for _tap in range(TAPS):
        while play_for_bots():
            pass
        play = fresh(play.season_play).play
        if play.status != Play.RUNNING:
            break
        mover = browsers[decider(play).username]
        [other] = [page for page in browsers.values() if page is not mover]
        for page in (mover, other):
            expect(page.locator(f'#table[data-number="{play.number}"]')).to_be_visible()
        (a_choice(mover) if system == "careers" else choices(mover).first).click()
        tapped = mover.evaluate("noted.tap")
        for whose, page in (("own", mover), ("other", other)):
            expect(page.locator(f'#table[data-number="{play.number}"]')).to_have_count(0)
            taken[whose].append(page.evaluate(CHANGED_AT, play.number) - tapped)
    print(f"\n{system}: {len(taken['own'])} taps")
    for whose, times in taken.items():
        half, most = (sorted(times)[len(times) * percent // 100] for percent in (50, 95))
        print(f"  {whose} page: p50 {half} ms, p95 {most} ms")


@pytest.mark.further
def test_a_page_that_watches_leaves_what_is_typed_alone(browsers, club):
    """And what is pressed: it asks again as soon as it may."""
    play, mover, waiting = seated(browsers, club)
    waiting.evaluate("""
        var field = document.createElement("textarea");
        document.getElementById("table").append(field);
        field.value = "A long sentence";
        field.focus();
    """)
    until_the_other_decides(play, mover)
    waiting.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert waiting.locator("textarea").input_value() == "A long sentence"
    waiting.locator("textarea").blur()
    expect(waiting.locator(".play-status")).to_contain_text("Your move")
    assert fresh(play.season_play).play.number > 0


@pytest.mark.further
def test_what_comes_while_an_answer_is_on_its_way_is_asked_for_again(browsers, club):
    play, _mover, page = seated(browsers, club)
    held: list[Route] = []
    page.route(f"**/play/{play.pk}/", lambda route: held.append(route) if not held else route.continue_())
    looks = "document.dispatchEvent(new Event('visibilitychange'))"
    moved(play)
    page.evaluate(looks)
    eventually(lambda: page.evaluate("1") and held)
    answer = held[0].fetch()
    newest = moved(play)
    page.evaluate(looks)
    held[0].fulfill(response=answer, body=answer.text().replace('data-every="5000"', 'data-every="600000"'))
    expect(page.locator(f'#table[data-number="{newest}"]')).to_be_visible()


def test_an_answer_to_a_move_that_others_overtake_takes_nothing_from_the_page(browsers, club):
    """The board comes once and stays: an answer must not carry it off to a place that is gone."""
    season_play = a_running_play(club, "ada", "bo", system="careers", bots=0)
    page, held = browsers[decider(season_play.play).username], list[Route]()
    page.goto(f"/play/{season_play.pk}/")
    page.route("**/turns/", lambda route: held.append(route) if not held else route.continue_())
    page.get_by_role("button", name="That much").click()
    eventually(lambda: page.evaluate("1") and held)
    answer = held[0].fetch()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for _other in range(2):
        page.evaluate("fetch(location.href).then(answer => answer.text()).then(() => 1)")
    held[0].fulfill(response=answer)
    number = fresh(season_play).play.number
    expect(page.locator(f'#table[data-number="{number}"]')).to_be_visible()
    expect(page.locator("#table .of-table")).to_be_visible()


def moved(play: Play) -> int:
    """Whoever decides does, and says at which turn the play is now."""
    season_play = SeasonPlay.objects.get(pk=play.pk)
    now = fresh(season_play).play
    action = game_of(now).legal[-1].text
    take_own_turn(season_play=season_play, number=now.number, action=action, key="", by=decider(now))
    return fresh(season_play).play.number
