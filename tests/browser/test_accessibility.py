"""axe on every page, and nothing wider than the screen, nor tall on a phone and without a list of what is on it. Each
page is loaded once, in the language with the longer words, and shown in LOOKS, with axe in one of them after the other;
with ALL_WIDTHS it is loaded in every language, with axe in all of them."""

import os
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from playwright.sync_api import Page

from characters.models import Character
from engine import SYSTEMS as ENGINE
from engine import record_game
from games.models import GameRecord, Play
from league.clubs.services.leagues import create_league, create_season, invite
from league.core.rules.signatures import public_key
from league.lab.services.lab import Setup, order_experiment
from league.lab.services.portions import work_on_orders
from league.lab.services.what_if import order_what_if
from league.models import (
    FileImport,
    Invitation,
    League,
    MailWish,
    Report,
    Round,
    Season,
    SeasonPlay,
    Stage,
    Tournament,
    Webhook,
)
from league.notices.services.webhooks import send_test
from league.people.services.owners import make_claim_link
from league.people.services.passport_bringing import offer_passport, trust_league
from league.people.services.registration import register_in_league
from league.play.rules.systems import PLAYED_HERE
from league.play.services.season_plays import begin, open_season_play, play_for_bots, seat_a_bot, sit_down
from league.standings.services.divisions import assign_by_standings, set_divisions
from league.talk.services import block_person, dismiss_report, hide_league, report_page
from tests.factories.evening import an_evening
from tests.factories.families import family
from tests.factories.forecasts import forecasts_before_games, forecasts_of_today, season_forecasts_between_games
from tests.factories.passports import ELSEWHERE, THERE, a_passport, as_file
from tests.factories.plays import a_running_play, plays_on
from tests.factories.tables import played_table
from tests.factories.thursday_club import a_thursday_club
from tests.factories.tournaments import a_round, a_stage, a_tournament
from tests.factories.visitors import serious, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.widths("phone"), pytest.mark.django_db(transaction=True)]


class Look(NamedTuple):
    width: int
    height: int
    scheme: Literal["dark", "light"]
    language: str


ALL = bool(os.environ.get("ALL_WIDTHS"))
LOOKS = (Look(360, 780, "dark", "de"), Look(1280, 800, "light", "en"))
SHORT: dict[str, Any] = {"career_poker": {"settings": {"deals": 1}}, "careers": {"mode": "timed", "minutes": 2}}
SCREENS = 6  # of a phone; a page that is taller lists what is on it
PUBLIC = (  # but for what an organiser sees more of
    "/",
    "/help/",
    "/play/",
    "/play/try/",
    "/seasons/",
    "/seasons/spring-2026/",
    "/seasons/spring-2026/games/",
    "/seasons/spring-2026/why/yardley-cubicle/",
    "/seasons/spring-2026/house-rules/",
    "/characters/",
    "/characters/yardley-cubicle/",
    "/characters/yardley-cubicle/career/",
    "/characters/yardley-cubicle/numbers/",
    "/characters/yardley-cubicle/passport/",
    "/characters/yardley-cubicle/against/gristle-briefcase/",
    "/characters/yardley-cubicle/plan/",
    "/leagues/the-corner-office-league/forecasts/",
    "/leagues/the-corner-office-league/records/",
    "/seasons/spring-2026/race/",
    "/seasons/spring-2026/companies/",
    "/seasons/spring-2026/odds/",
    "/seasons/spring-2026/report/",
    "/rules/careers/R54/",
    "/games/{game}/replay/?at=100",
    "/play/{play}/replay/?at=2",
    "/play/{play}/proof/",
    "/verify/",
    "/companies/london/rolls_royce/",
    "/games/{game}/story/",
    "/how-to-play/careers/",
    "/rules/",
    "/rules/careers/",
    "/play/career_poker/sheet/8/",
    "/lab/{experiment}/",
    "/tournaments/",
    "/tournaments/spring-open/",
    "/tournaments/spring-open/why/1/ada/",
    "/tournaments/spring-open/entries/",
    "/tournaments/spring-open/rounds/1/1/",
    "/tournaments/spring-open/draws/",
    "/tournaments/spring-open/last-round/",
    "/tournaments/spring-open/screen/",
    "/tournaments/spring-open/evening/",
    "/tournaments/spring-open/presenter/",
    "/seasons/spring-2026/divisions/",
    "/privacy/",
    "/accounts/login/",
    "/accounts/signup/",
    "/notices/off/{wish}/",
    "/nowhere/",
)
OF_KINDS_ABOVE = (
    "/rules/careers/?q=nobody",
    "/tournaments/spring-open/?q=nobody",
    "/lab/{experiment}/replay/?game=2&at=30&seat=1",
    "/how-to-play/career_compass/",
    "/how-to-play/game_of_the_year/",
    "/tournaments/summer-cup/",
    "/seasons/spring-2026/report/yardley-cubicle/",
    "/characters/?q=nobody",
    "/help/standings/",
    "/accounts/password/reset/",
    "/rules/careers/R54/replay/",
    "/tournaments/spring-open/screen/?show=standings",
    "/tournaments/spring-open/screen/?show=report",
    "/tournaments/spring-open/evening/?at=1",
    "/tournaments/winter-cup/evening/",
    "/companies/",
    "/tournaments/winter-cup/",
    "/leagues/the-corner-office-league/ratings/",
    "/characters/yardley-cubicle/memos/",
    "/tournaments/spring-open/rounds/1/2/",
)
OF_ORGANISERS = (
    "/",
    "/leagues/the-corner-office-league/what-if/",
    "/leagues/the-corner-office-league/what-if/{what_if}/",
    "/play/new/",
    "/enter/",
    "/games/{game}/",
    "/games/{game}/correct/",
    "/games/{game}/void/",
    "/characters/register/",
    "/leagues/the-corner-office-league/",
    "/leagues/the-corner-office-league/members/",
    "/leagues/the-corner-office-league/imports/",
    "/imports/{upload}/",
    "/leagues/the-corner-office-league/passports/",
    "/passports/{offer}/",
    "/leagues/the-corner-office-league/webhooks/",
    "/leagues/the-corner-office-league/webhooks/{webhook}/",
    "/leagues/the-corner-office-league/ledger/",
    "/notices/",
    "/accounts/tokens/",
    "/accounts/sessions/",
    "/accounts/2fa/",
    "/accounts/2fa/totp/activate/",
    "/accounts/my-data/",
    "/accounts/delete/",
    "/lab/",
    "/lab/new/?game=careers",
    "/seasons/spring-2026/play/",
    "/seasons/spring-2026/house-rules/edit/",
    "/join/{token}/",
    "/claim/{claim}/",
    "/report/?page=/characters/yardley-cubicle/",
    "/moderation/",
    "/tournaments/spring-open/rounds/1/2/print/sheets/",
    "/tournaments/spring-open/stages/1/standings/print/",
    "/seasons/spring-2026/divisions/edit/",
    "/seasons/spring-2026/divisions/carry/?to=autumn&newcomers=yes",
)
MORE_OF_ORGANISERS = (
    "/games/{game}/name/",
    "/characters/yardley-cubicle/merge/",
    "/characters/yardley-cubicle/edit/",
    "/leagues/new/",
    "/leagues/the-corner-office-league/seasons/new/",
    "/leagues/the-corner-office-league/passports/keys/",
    "/heads/",
    "/ledger/",
    "/accounts/sessions/end-all/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/reauthenticate/",
    "/seasons/spring-2026/edit/",
    "/tournaments/spring-open/rounds/1/2/print/names/",
    "/accounts/logout/",
    "/characters/{unowned}/claims/",
)


@pytest.fixture
def addresses() -> dict[str, object]:
    """The sample season, and the parts of addresses that depend on it."""
    call_command("load_sample", verbosity=0)
    league = League.objects.get()
    organiser = league.memberships.get(role="organiser").user
    invitation: Invitation = invite(league=league, role="organiser", by=organiser)
    upload = FileImport.objects.create(
        league=league,
        kind="results",
        name="last year.csv",
        content=b"-",
        status=FileImport.REFUSED,
        summary="1 problem; nothing was changed.",
        problems=[{"line": 17, "column": "cash", "message": "Seat 1 (Ada): cash is missing."}],
        uploaded_by=organiser,
    )
    assert forecasts_before_games(league) and forecasts_of_today(league)
    season = league.seasons.get(slug="spring-2026")
    assert season_forecasts_between_games(season, 4)
    game = season.season_games.get(reference="spring-2026-0011").game_id
    some_tournaments(season)
    experiment = order_experiment(system="careers", a=Setup(4, ("greedy",)), most=3, seed=1)
    what_if = order_what_if(
        league=league, values={"promotion_points": "cumulative"}, begins="entry", games=10, by=organiser
    )
    assert work_on_orders()
    webhook = Webhook.objects.create(league=league, url="https://hooks.example/1", kinds=["finished"])
    send_test(webhook=webhook, by=organiser)
    nobodys = register_in_league(
        league=league,
        owner=None,
        name="Nobody Yet",
        edition_id="london",
        specialty="law",
        side_interest="journalism",
        title="Counsel",
    )
    recorded = record_game("careers", 4, ["greedy"], 7)
    GameRecord.objects.create(game_id=game, text=recorded.text(), rules_version=recorded.game.version)
    report_page(page="/characters/yardley-cubicle/", why="A rude name", by=organiser)
    report_page(page="/help/", why="Nothing", by=organiser)
    dismiss_report(report=Report.objects.get(page="/help/"), note="Fine.", by=organiser)
    hide_league(league=create_league(name="Hidden Club"), why="Insults", by=organiser)
    block_person(username=User.objects.create(username="rude").username, why="Insults", by=organiser)
    trust_league(league=league, name="Thursday Club", key=public_key(ELSEWHERE), league_there=THERE, by=organiser)
    offer = offer_passport(league=league, data=as_file(a_passport()), by=organiser)
    return {
        "unowned": nobodys.slug,
        "claim": make_claim_link(character=nobodys, by=organiser),
        "game": game,
        "offer": offer.pk,
        "play": a_play_that_is_over(season).pk,
        "upload": upload.pk,
        "token": invitation.token,
        "experiment": experiment.pk,
        "what_if": what_if.pk,
        "webhook": webhook.pk,
        "wish": MailWish.objects.get_or_create(user=organiser)[0].token,
    }


def a_play_that_is_over(season: Season) -> Play:
    """Play a game of somebody of the league against a bot to its end."""
    who = Character.objects.filter(owner__isnull=False, enrolment__league=season.league).earliest("pk")
    play = open_season_play(
        season=season, system="career_compass", seats=2, counts=False, visibility=Play.EVERYBODY, by=who.owner
    )
    season_play = SeasonPlay.objects.get(pk=play.pk)
    sit_down(season_play=season_play, seat=1, character=who, by=who.owner)
    seat_a_bot(season_play=season_play, seat=2, bot="greedy", by=who.owner)
    begin(season_play=season_play, by=who.owner)
    return plays_on(season_play)


def some_tournaments(season: Season) -> None:
    """One that runs, one to come and one that is over, in a season with divisions and another one after it."""
    evening = an_evening(season)
    Stage.objects.filter(tournament__slug="spring-open").update(rounds=2)  # the one that runs is the last
    a_tournament(season, name="Summer Cup", slug="summer-cup", capacity=16)
    past = a_tournament(season, name="Winter Cup", slug="winter-cup")
    entries = [past.entries.create(character=one.character, number=one.number) for one in evening.entries[:4]]
    stage = a_stage(past, entries, status=Stage.ENDED)
    played_table(a_round(stage, entries, status=Round.ENDED).tables.get())
    Tournament.objects.filter(pk=past.pk).update(status=Tournament.FINISHED)
    set_divisions(season=season, names=["First", "Second"])
    assign_by_standings(season=season)
    create_season(league=season.league, name="Autumn")


@pytest.mark.parametrize(
    ("name", "pages"),
    [("", PUBLIC + OF_KINDS_ABOVE * ALL), ("organiser", OF_ORGANISERS + MORE_OF_ORGANISERS * ALL)],
    ids=["public", "organiser"],
)
def test_no_page_has_a_serious_finding(name: str, pages: Sequence[str], page: Page, addresses, allow_console_errors):
    if name:
        sign_in(page, name)
    found: list[str] = []
    for number, address in enumerate(pages):
        for at, look in enumerate(LOOKS):
            show(page, look)
            if at == 0 or ALL:
                answer = page.goto(address.format(**addresses))
                assert answer is not None and (answer.ok or address == "/nowhere/"), address
            found += [*findings(page, number + at), *too_wide(page), *too_tall(page)]
    assert not found, "\n".join(found)


def test_no_table_of_a_play_has_a_serious_finding(page: Page):
    """Every game as it runs, to who decides, and when it is over."""
    club = a_thursday_club()
    tables = []
    for system in PLAYED_HERE:
        seats = {"system": system, "bots": ENGINE[system].seats[0] - 1, **SHORT.get(system, {})}
        running, over = a_running_play(club, "ada", **seats), a_running_play(club, "ada", **seats)
        while play_for_bots():
            pass
        plays_on(over)
        tables += [running, over]
    sign_in(page, "ada")
    found: list[str] = []
    for number, table in enumerate(tables):
        for at, look in enumerate(LOOKS):
            show(page, look)
            if at == 0 or ALL:
                page.goto(f"/play/{table.pk}/")
            found += [*findings(page, number // 2 + number + at), *too_wide(page)]
    assert not found, "\n".join(found)


def findings(page: Page, turn: int) -> list[str]:
    """What axe finds, when it is the turn of the page in this look."""
    return serious(page) if ALL or turn % len(LOOKS) == 0 else []


def show(page: Page, look: Look) -> None:
    """Without motion, so that no colour is met on its way to another."""
    page.set_viewport_size({"width": look.width, "height": look.height})
    page.emulate_media(color_scheme=look.scheme, reduced_motion="reduce")
    page.set_extra_http_headers({"Accept-Language": look.language})


def too_wide(page: Page) -> list[str]:
    """What a reader would have to push the page sideways for."""
    beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{page.url} ({page.viewport_size}): {beyond} px too wide"] if beyond > 0 else []


def too_tall(page: Page) -> list[str]:
    """What is more than SCREENS on a phone, and has no list of links to what is on it."""
    screens = page.evaluate("document.documentElement.scrollHeight / innerHeight")
    tall = screens > SCREENS and page.evaluate("innerWidth < 640")
    listed = tall and page.locator("main nav a[href^='#']").count()
    return [f"{page.url} ({page.viewport_size}): {screens:.1f} screens"] if tall and not listed else []


def test_a_tall_page_is_found_unless_it_lists_what_is_on_it(page: Page):
    show(page, LOOKS[0])
    listed = "<nav><a href='#end'>The end</a></nav>"
    tall = f"<div style='height: {SCREENS * LOOKS[0].height + 100}px'></div><h2 id=end>The end</h2>"
    page.set_content(f"<main>{tall}</main>")
    assert ["screens" in one for one in too_tall(page)] == [True]
    page.set_content(f"<main>{listed}{tall}</main>")
    assert too_tall(page) == []
    page.set_content("<main>A sentence.</main>")
    assert too_tall(page) == []


@pytest.mark.parametrize(
    "harm", family(["color: #888", "background: #777", "opacity: .4", "font-size: 40px; color: #aaa"])
)
def test_one_text_of_too_little_contrast_is_found_among_many_alike(harm, page: Page):
    rows = ["<li><a href='#'>A row</a>"] * 30
    page.set_content(f"<html lang=en><title>Rows</title><main><ul style='background: #fff'>{''.join(rows)}</ul></main>")
    assert serious(page) == []
    page.locator("a").nth(20).evaluate("(row, harm) => { row.style.cssText = harm }", harm)
    assert ["color-contrast" in one for one in serious(page)] == [True]
