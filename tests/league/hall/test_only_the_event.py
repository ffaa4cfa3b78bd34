"""A hall opens what the event needs, every link in it leads to a page that is open, and the rest is at home."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import URLResolver, get_resolver, resolve

from games.models import Play
from league.models import Entry, EntryFee, FeePayment, Table, Tournament
from league.tournaments.desk.services.rounds import start_round, start_stage
from league.tournaments.entries.services.days import note_payment, set_fee, take_payments_back
from league.tournaments.hall.rules.event import CLOSED, PAGES, ROUTES
from league.tournaments.hall.services.along import take_along
from league.tournaments.tables.services.played_here import play_here
from tests.factories.archives import a_day_of_play
from tests.factories.draws import published, to_draw
from tests.factories.hall_sites import HallSite, brought, rewritten
from tests.factories.halls import olga
from tests.factories.people import an_organiser

pytestmark = pytest.mark.django_db
LINK = re.compile(r'(?:href|action|src|hx-get|hx-post)="(/[^"#]*)')
TELLS_OF_THE_SITE = {"help_subject", "privacy"}  # prose about the site at home
NO_PAGE = ("/static/", "/media/")
LEFT_OUT = ("league.forecasts", "league.lab", "league.photo", "league.reports")  # `run.py hall` runs without them
Open = Callable[[Tournament], str]


@pytest.fixture
def opens(site: HallSite, settings) -> Open:
    """Return a function that takes a tournament along, opens its hall and returns the words."""

    def opened(day: Tournament) -> str:
        hall, words = take_along(tournament=day, by=an_organiser(day.season))
        site.open(bytes(hall.file), words)
        settings.HALL_HOSTS = ["testserver"]
        return words

    return opened


def routes(patterns: list[Any], before: str = "") -> Iterator[tuple[str, str]]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from routes(one.url_patterns, before + str(one.pattern))
        else:
            yield before + str(one.pattern), one.name or ""


def dead_links(client: Client) -> tuple[set[str], set[tuple[str, str]]]:
    """Follow the links from the front door, one page of each kind; return the kinds that are there, and each that is
    not with one that leads to it."""
    todo, there, dead = [("/", "")], set(), set()
    while todo:
        address, begins = todo.pop()
        match = resolve(address.partition("?")[0])
        name = match.view_name
        if name in there or match.func.__module__.startswith(LEFT_OUT):
            continue
        answer = client.get(address, follow=True)
        if answer.status_code == 404:
            dead.add((begins, name))
            continue
        there.add(name)
        if answer.status_code == 200 and name not in TELLS_OF_THE_SITE and "html" in answer.headers["Content-Type"]:
            found = LINK.findall(answer.content.decode().replace("&amp;", "&"))
            todo += [(link, name) for link in found if not link.startswith(NO_PAGE)]
    return there, dead


@pytest.mark.parametrize("signs_in", [True, False])
@pytest.mark.parametrize(
    "day", [lambda: to_draw(8), lambda: a_day_of_play(Tournament.RUNNING)], ids=["planned", "running"]
)
def test_every_link_in_a_hall_leads_to_a_page_that_is_open(site: HallSite, opens: Open, client, day, signs_in):
    opens(day())
    with site.here():
        if signs_in:
            client.force_login(User.objects.get(username=olga_or_nora()))
        there, dead = dead_links(client)
    assert dead == set()
    assert {"tournament_detail", "tournament_entries", "character_detail", "rule_book"} <= there
    assert signs_in == ("desk_check_in" in there)


def olga_or_nora() -> str:
    return User.objects.filter(memberships__role="organiser").earliest("pk").username


CLOSED_PAGES = [
    *("/accounts/signup/", "/accounts/password/reset/", "/admin/", "/leagues/", "/leagues/new/", "/enter/"),
    *("/characters/register/", "/play/new/", "/play/try/", "/search/?q=a", "/season/", "/api/v1/characters/"),
    *("/tournaments/spring-open/join/", "/tournaments/spring-open/register/", "/api/v1/token/", "/moderation/"),
]


def test_what_the_event_does_not_need_is_closed(site: HallSite, opens: Open, client):
    opens(to_draw(8))
    with site.here():
        client.force_login(User.objects.get())
        assert {(page, client.get(page).status_code) for page in CLOSED_PAGES} == {(page, 404) for page in CLOSED_PAGES}
        assert {client.post(page).status_code for page in CLOSED_PAGES} == {404}
        assert "Only the tournament runs here." in client.get("/enter/").content.decode()


def test_at_home_all_of_it_is_open(client):
    assert client.get("/accounts/signup/").status_code == 200


def test_what_the_lists_name_is_there():
    there = [*routes(get_resolver().url_patterns)]
    names = {name for _, name in there}
    assert {*PAGES, *CLOSED} <= names
    assert [route for route in ROUTES if not any(one.startswith(route) for one, _ in there)] == []


def test_a_hall_plays_at_its_boards(site: HallSite, opens: Open):
    opens(to_draw(8, played_here=True))
    with site.here():
        start_stage(tournament=Tournament.objects.get())
        start_round(round=published(Tournament.objects.get()), by=olga())
        with pytest.raises(ValidationError, match="every table plays at its board"):
            play_here(table=Table.objects.first(), by=olga())
        assert not Play.objects.exists()


def test_papers_lead_phones_to_the_network_of_the_hall_and_to_no_account(site: HallSite, opens: Open, client, settings):
    opens(to_draw(8))
    settings.HALL_HOSTS = ["192.168.1.17"]
    with site.here():
        start_stage(tournament=Tournament.objects.get())
        played = published(Tournament.objects.get())
        client.force_login(olga())
        page = f"/tournaments/spring-open/rounds/{played.stage.number}/1/print"
        sheets = client.get(f"{page}/sheets/", headers={"Host": "127.0.0.1:8000"}).context["sheets"]
        cards = client.get(f"{page}/cards/", headers={"Host": "127.0.0.1:8000"}).context["cards"]
    assert {sheet.link.rpartition("/t/")[0] for sheet, _, _ in sheets} == {"http://192.168.1.17:8000"}
    assert {claim for sheet, _, _ in sheets for claim in sheet.claims} | {card.claim for card, _ in cards} == {""}


def account_of(day: Tournament) -> list[tuple[int, int, str | None, bool]]:
    noted = FeePayment.objects.filter(entry__tournament=day).order_by("noted_at")
    rows = noted.values_list("entry__number", "hundredths", "noted_by__username", "taken_back_at")
    return [(number, paid, by, back is not None) for number, paid, by, back in rows]


def test_who_has_paid_is_known_on_both_sides(site: HallSite, opens: Open):
    day = to_draw(8)
    by = an_organiser(day.season)
    set_fee(tournament=day, hundredths=500, currency="EUR", how_to_pay="Cash", by=by)
    one, two, three, *_ = day.entries.order_by("number")
    for entry in (one, two):
        note_payment(entry=entry, by=by)
    opens(day)
    with site.here():
        there = Tournament.objects.get()
        assert account_of(there) == [(1, 500, "olga", False), (2, 500, "olga", False)]
        assert EntryFee.objects.values_list("hundredths", "currency", "how_to_pay").get() == (500, "EUR", "Cash")
        note_payment(entry=Entry.objects.get(number=three.number), by=olga())
        take_payments_back(entry=Entry.objects.get(number=one.number), by=olga())
        set_fee(tournament=there, hundredths=700, currency="EUR", how_to_pay="Cash", by=olga())
    for file in (site.file(), site.file(closed=True)):
        brought(day, file, by)
        assert account_of(day) == [(1, 500, "olga", True), (2, 500, "olga", False), (3, 500, "olga", False)]
    assert EntryFee.objects.get().hundredths == 700


@pytest.mark.parametrize(
    "lie",
    [
        lambda fees: fees["payments"].append({"entry": 99}),
        lambda fees: fees["payments"][0].update(noted_at="soon"),
        lambda fees: fees["payments"][0].update(noted_at="2026-01-01T10:00:00Z", hundredths=-1),
        lambda fees: fees["fee"].update(currency="Much too long"),
        lambda fees: fees["fee"].update(hundredths=10**30),
        lambda fees: fees.pop("payments"),
    ],
)
def test_fees_that_no_site_writes_are_refused_and_change_nothing(site: HallSite, opens: Open, lie):
    day = to_draw(8)
    by = an_organiser(day.season)
    set_fee(tournament=day, hundredths=500, currency="EUR", how_to_pay="", by=by)
    note_payment(entry=day.entries.get(number=1), by=by)
    opens(day)
    hall = day.halls.get()
    with site.here():
        secret = site.hall().secret
    upload = brought(day, rewritten(site.file(), hall, lambda content: lie(content["fees"]), secret=secret), by)
    assert upload.status == "refused"
    assert account_of(day) == [(1, 500, "olga", False)]
