"""Anybody who is signed in reports a page; the staff hides leagues and blocks people, and takes it back."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from league.accounts.services.tokens import create_token
from league.clubs.services.leagues import create_league
from league.core.rules.quotas import quotas
from league.models import Block, LedgerEntry, MailNotice, Report
from league.talk.services import block_person, hide_league, report_page, show_league, unblock_person
from tests.factories.friday_club import FridayClub, friday_game
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db
STAFF = "/moderation/"


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def root() -> User:
    return User.objects.create(username="root", is_staff=True)


@pytest.fixture
def staff(root) -> Client:
    client = Client()
    client.force_login(root)
    return client


@pytest.fixture
def hidden(club: FridayClub, root, django_capture_on_commit_callbacks) -> FridayClub:
    friday_game(club)
    a_tournament(club.season, name="Secret Cup", slug="secret-cup")
    with django_capture_on_commit_callbacks(execute=True):
        hide_league(league=club.league, why="Insults", by=root)
    return club


def test_a_signed_in_person_reports_the_page_they_look_at(client: Client, club: FridayClub):
    assert client.get("/report/").status_code == 302
    client.force_login(club.dev)
    assert "/report/?page=%2Fcharacters%2Fada-overtime%2F" in client.get("/characters/ada-overtime/").content.decode()
    form = client.get("/report/?page=/characters/ada-overtime/").content.decode()
    assert 'value="/characters/ada-overtime/"' in form
    sent = client.post("/report/", {"page": "/characters/ada-overtime/", "why": "A rude name"}, follow=True)
    assert "The staff of this site will look at it." in sent.content.decode()
    report = Report.objects.get()
    assert (report.league, report.person, report.made_by) == (club.league, club.ada, club.dev)


@pytest.mark.parametrize(
    ("page", "why", "sentence"),
    [
        ("https://evil.example/", "Bad", "Name a page of this site"),
        ("//evil.example/", "Bad", "Name a page of this site"),
        ("/help/", "   ", "This field is required."),
    ],
)
def test_a_report_without_a_page_or_a_reason_is_refused(client: Client, club: FridayClub, page, why, sentence):
    client.force_login(club.dev)
    refused = client.post("/report/", {"page": page, "why": why})
    assert refused.status_code == 422 and sentence in refused.content.decode()
    assert not Report.objects.exists()


def test_the_same_page_is_reported_once_and_twenty_a_day_are_enough(club: FridayClub):
    report_page(page="/help/", why="Bad", by=club.dev)
    with pytest.raises(ValidationError, match="already reported this page"):
        report_page(page="/help/", why="Bad", by=club.dev)
    for number in range(quotas()["reports"].most - 1):
        report_page(page=f"/seasons/{number}/", why="Bad", by=club.dev)
    with pytest.raises(ValidationError, match="No more than 20 reports"):
        report_page(page="/one-more/", why="Bad", by=club.dev)


def test_the_page_of_the_staff_is_for_the_staff(client: Client, club: FridayClub, staff: Client):
    assert client.get(STAFF).status_code == 302
    client.force_login(club.cleo)
    assert client.get(STAFF).status_code == 403
    assert client.post(STAFF, {"hide": club.league.slug, "why": "x"}).status_code == 403
    page = staff.get(STAFF).content.decode()
    assert "No reports are waiting" in page and f'href="{reverse("installation_ledger")}"' in page


def test_a_report_is_dismissed_and_who_sent_it_is_told(staff: Client, club: FridayClub):
    report = report_page(page="/help/", why="Bad", by=club.dev)
    said = staff.post(STAFF, {"report": report.pk, "dismiss": "yes", "why": "It is fine."}, follow=True)
    assert "The report is dismissed." in said.content.decode()
    assert Report.objects.get().decision == "dismissed"
    assert "left it as it is. It is fine." in MailNotice.objects.get(user=club.dev).text
    again = staff.post(STAFF, {"report": report.pk, "dismiss": "yes"}, follow=True)
    assert "Somebody else has already decided this report." in again.content.decode()
    assert LedgerEntry.objects.filter(kind="moderated").count() == 1


def test_a_league_is_hidden_by_its_report_and_its_organisers_are_told(
    staff: Client, club: FridayClub, django_capture_on_commit_callbacks
):
    report = report_page(page=f"/seasons/{club.season.slug}/", why="Insults", by=club.dev)
    with django_capture_on_commit_callbacks(execute=True):
        staff.post(STAFF, {"report": report.pk, "hide": club.league.slug, "why": "Insults"})
    club.league.refresh_from_db()
    assert club.league.hidden_at is not None and Report.objects.get().decision == "hidden"
    assert "The reason: Insults" in MailNotice.objects.get(user=club.cleo).text
    assert LedgerEntry.objects.get(kind="moderated").text == "Friday Club was hidden: Insults"
    without = staff.post(STAFF, {"hide": club.league.slug, "why": "Again"}, follow=True)
    assert "Friday Club is already hidden." in without.content.decode()


PAGES = (
    "/leagues/friday-club/",
    "/leagues/friday-club/ratings/",
    "/seasons/spring-2026/",
    "/seasons/spring-2026/games/",
    "/characters/ada-overtime/",
    "/tournaments/secret-cup/",
    "/tournaments/secret-cup/calendar.ics",
    "/api/v1/characters/ada-overtime/",
    "/api/v1/seasons/spring-2026/standings/",
    "/api/v1/tournaments/secret-cup/",
)


def test_a_hidden_league_is_nowhere_for_strangers_and_all_there_for_members(client: Client, hidden: FridayClub, staff):
    stranger, member = Client(), Client()
    stranger.force_login(hidden.dev)
    member.force_login(hidden.ada)
    game = hidden.season.season_games.get().game_id
    for page in (*PAGES, f"/games/{game}/", f"/api/v1/games/{game}/"):
        assert client.get(page).status_code == stranger.get(page).status_code == 404, page
        assert member.get(page).status_code == staff.get(page).status_code == 200, page
    assert "The reason: <bdi>Insults</bdi>" in member.get("/leagues/friday-club/").content.decode()


def test_a_token_of_a_member_reads_a_hidden_league(client: Client, hidden: FridayClub):
    for user, status in ((hidden.ada, 200), (hidden.dev, 404)):
        token = create_token(user=user, name="mine")
        answer = client.get("/api/v1/characters/ada-overtime/", headers={"authorization": f"Token {token}"})
        assert answer.status_code == status


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("/", "Friday Club"),
        ("/seasons/", "Friday Club"),
        ("/tournaments/", "Secret Cup"),
        ("/characters/", "Ada Overtime"),
        ("/characters/?q=overtime", "Ada Overtime"),
        ("/companies/london/lister_bacon/", "Ada Overtime"),
        ("/api/v1/characters/", "Ada Overtime"),
        ("/api/v1/seasons/", "spring-2026"),
        ("/api/v1/tournaments/", "secret-cup"),
        ("/api/v1/games/", "spring-2026"),
    ],
)
def test_no_list_and_no_search_names_a_hidden_league(
    client: Client, hidden: FridayClub, page, words, root, django_capture_on_commit_callbacks
):
    create_league(name="Another Club")
    assert words not in client.get(page).content.decode()
    client.force_login(hidden.ada)
    assert words in client.get(page).content.decode()
    client.logout()
    with django_capture_on_commit_callbacks(execute=True):
        show_league(league=hidden.league, by=root)
    if page != "/":  # strangers are shown the first league, and it is this one again
        assert words in client.get(page).content.decode()


def test_somebody_who_is_blocked_is_out_at_once_and_comes_back(client: Client, club: FridayClub, root, staff: Client):
    club.ada.set_password("a long pass phrase")
    club.ada.save()
    client.login(username="ada", password="a long pass phrase")
    token = create_token(user=club.ada, name="mine")
    page = staff.post(STAFF, {"block": "yes", "username": "ada", "why": "Insults"}, follow=True)
    assert "ada is blocked and told so." in page.content.decode()
    assert client.get("/notices/").status_code == 302
    assert client.get("/api/v1/token/", headers={"authorization": f"Token {token}"}).status_code in (401, 405)
    assert client.get("/api/v1/characters/", headers={"authorization": f"Token {token}"}).status_code == 401
    sent = client.post("/accounts/login/", {"login": "ada", "password": "a long pass phrase"}, follow=True)
    assert not sent.context["user"].is_authenticated
    assert "The reason: Insults" in MailNotice.objects.get(user=club.ada).text
    unblock_person(block=Block.objects.get(), by=root)
    assert client.login(username="ada", password="a long pass phrase")
    entries = LedgerEntry.objects.filter(kind="moderated")
    assert sorted(entries.values_list("text", flat=True)) == ["A block was lifted.", "An account was blocked: Insults"]


@pytest.mark.parametrize(
    ("username", "why", "sentence"),
    [
        ("nobody", "Insults", "Nobody here has the user name nobody."),
        ("root", "Insults", "root belongs to the staff."),
        ("ada", " ", "Give a reason"),
    ],
)
def test_who_cannot_be_blocked_is_said(club: FridayClub, root, username, why, sentence):
    with pytest.raises(ValidationError, match=sentence):
        block_person(username=username, why=why, by=root)
    assert not Block.objects.exists() and User.objects.get(username="ada").is_active


def test_where_nothing_is_hidden_nobody_asks_for_it_twice(client: Client, club: FridayClub, queries):
    client.get("/help/")
    first = queries(client, "/leagues/friday-club/")
    assert queries(client, "/leagues/friday-club/") == first
