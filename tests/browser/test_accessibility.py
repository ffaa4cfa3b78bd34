"""axe on every page: a phone in the dark, a laptop in the light."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command
from playwright.sync_api import Page

from games.services.simulations import run_waiting_chunk, start_simulation
from league.models import FileImport, Invitation, League, MailWish, Webhook
from league.services.members import invite
from league.services.webhooks import send_test
from tests.browser.conftest import sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PUBLIC = (
    "/",
    "/help/",
    "/seasons/",
    "/seasons/spring-2026/",
    "/seasons/spring-2026/games/",
    "/seasons/spring-2026/why/yardley-cubicle/",
    "/seasons/spring-2026/house-rules/",
    "/leagues/the-corner-office-league/",
    "/characters/",
    "/characters/?q=nobody",
    "/characters/yardley-cubicle/",
    "/companies/",
    "/companies/london/rolls_royce/",
    "/games/{game}/",
    "/how-to-play/career_compass/",
    "/how-to-play/game_of_the_year/",
    "/play/career_poker/sheet/8/",
    "/simulations/{simulation}/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/notices/off/{wish}/",
    "/nowhere/",
)
OF_ORGANISERS = (
    "/",
    "/enter/",
    "/games/{game}/",
    "/games/{game}/correct/",
    "/games/{game}/void/",
    "/characters/register/",
    "/characters/yardley-cubicle/edit/",
    "/leagues/new/",
    "/leagues/the-corner-office-league/",
    "/leagues/the-corner-office-league/members/",
    "/leagues/the-corner-office-league/seasons/new/",
    "/leagues/the-corner-office-league/imports/",
    "/imports/{upload}/",
    "/leagues/the-corner-office-league/webhooks/",
    "/leagues/the-corner-office-league/webhooks/{webhook}/",
    "/notices/",
    "/simulations/",
    "/seasons/spring-2026/play/",
    "/seasons/spring-2026/edit/",
    "/seasons/spring-2026/house-rules/edit/",
    "/join/{token}/",
    "/accounts/logout/",
)


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url}: {one['id']} ({one['impact']}): {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


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
    game = league.seasons.get().season_games.get(reference="spring-2026-0011").game_id
    simulation = start_simulation(system="careers", seats=4, games=3, bots=["greedy"], rng_seed=1, chunk=2)
    run_waiting_chunk(seconds=60)
    webhook = Webhook.objects.create(league=league, url="https://hooks.example/1", kinds=["finished"])
    send_test(webhook=webhook, by=organiser)
    return {
        "game": game,
        "upload": upload.pk,
        "token": invitation.token,
        "simulation": simulation.pk,
        "webhook": webhook.pk,
        "wish": MailWish.objects.create(user=organiser).token,
    }


def test_no_page_has_a_serious_finding(page: Page, addresses, allow_console_errors):
    on_a_phone = page.viewport_size is not None and page.viewport_size["width"] < 500
    page.emulate_media(color_scheme="dark" if on_a_phone else "light")
    found: list[str] = []
    for address in PUBLIC:
        page.goto(address.format(**addresses))
        found += serious(page)
    sign_in(page, "organiser")
    for address in OF_ORGANISERS:
        page.goto(address.format(**addresses))
        found += serious(page)
    assert not found, "\n".join(found)
