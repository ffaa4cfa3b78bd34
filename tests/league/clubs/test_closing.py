"""An organiser closes a league: everything is read, nothing changes, and it goes on where it was when it is opened."""

import json
import logging
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client

from league.clubs.services.leagues import close_league, create_league, create_season, open_league
from league.core.ledger.rules.kinds import KINDS, WHEN_CLOSED
from league.core.ledger.services import record
from league.core.rules.roles import CLOSED
from league.models import LedgerEntry, Tournament
from tests.access.addresses import of_a_league, ours
from tests.access.matrix import BODIES, address
from tests.access.people import Place, a_place
from tests.factories.families import family
from tests.factories.thursday_club import ThursdayClub, a_report, a_tournament_of

pytestmark = pytest.mark.django_db
PAGE = "/leagues/thursday-club/closing/"
WELL = {"why": "We moved to another site.", "sure": "on"}


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    cache.clear()


@pytest.fixture
def otto(thursday: ThursdayClub) -> Client:
    client = Client()
    client.force_login(thursday.users["otto"])
    return client


@pytest.fixture
def closed(thursday: ThursdayClub) -> ThursdayClub:
    close_league(league=thursday.league, why="We moved.", by=thursday.users["otto"])
    thursday.league.refresh_from_db()
    cache.clear()
    return thursday


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_nobody_sends_an_organiser_of_a_closed_league_to_an_organiser(otto: Client, closed: ThursdayClub):
    answer = otto.post("/leagues/thursday-club/seasons/new/", {"name": "Next"})
    assert answer.status_code == 403
    assert "An organiser of the league can give you the role" not in text_of(answer)


def test_a_closed_league_shows_no_form_for_a_season(otto: Client, closed: ThursdayClub):
    for path in ("/leagues/thursday-club/seasons/new/", f"/seasons/{closed.season.slug}/edit/"):
        answer = otto.get(path)
        assert answer.status_code == 403
        assert "This league is closed" in text_of(answer)


def test_an_organiser_closes_a_league_and_opens_it_again(otto: Client, thursday: ThursdayClub, client: Client):
    assert "Close the league" in text_of(otto.get(PAGE))
    said = text_of(otto.post(PAGE, WELL, follow=True))
    assert "Thursday Club is closed. Everything in it stays and can be read." in said
    assert "The reason: <bdi>We moved to another site.</bdi>" in text_of(client.get("/leagues/thursday-club/"))
    cache.clear()  # a test commits nothing, so nobody was told to forget
    assert "Thursday Club is open again." in text_of(otto.post(PAGE, {"open": "yes"}, follow=True))
    cache.clear()
    create_season(league=thursday.league, name="Next", by=thursday.users["otto"])
    told = LedgerEntry.objects.filter(kind__in=("league_closed", "league_opened")).order_by("pk")
    assert [(one.text, one.by) for one in told] == [
        ("Thursday Club was closed: We moved to another site.", thursday.users["otto"]),
        ("Thursday Club was opened again.", thursday.users["otto"]),
    ]


@pytest.mark.parametrize(
    ("sent", "sentence"), [({"why": "We moved."}, "This field is required"), ({"sure": "on", "why": " "}, "required")]
)
def test_without_a_reason_or_a_yes_it_stays_open(otto: Client, thursday: ThursdayClub, sent, sentence):
    answer = otto.post(PAGE, sent)
    assert answer.status_code == 422 and sentence in text_of(answer)
    thursday.league.refresh_from_db()
    assert thursday.league.closed_at is None


@pytest.mark.parametrize("name", ["ada", "sam", "xenia"])
def test_nobody_but_an_organiser_closes_or_opens_it(closed: ThursdayClub, name):
    client = Client()
    client.force_login(closed.users[name])
    assert client.get(PAGE).status_code == client.post(PAGE, {"open": "yes"}).status_code == 403
    closed.league.refresh_from_db()
    assert closed.league.closed_at is not None


def test_a_league_with_a_running_tournament_is_not_closed(otto: Client, thursday: ThursdayClub):
    a_tournament_of(thursday)
    assert "Spring Open is running. Finish or cancel it first." in text_of(otto.get(PAGE))
    answer = otto.post(PAGE, WELL)
    assert answer.status_code == 422 and "Spring Open is running." in text_of(answer)


def test_a_closed_league_without_a_season_does_not_offer_to_start_one(otto: Client, thursday: ThursdayClub):
    league = create_league(name="Trial", by=thursday.users["otto"])
    assert "Start the first season" in otto.get("/leagues/trial/").content.decode()
    close_league(league=league, why="It was a trial.", by=thursday.users["otto"])
    assert "Start the first season" not in otto.get("/leagues/trial/").content.decode()


def test_twice_is_refused(closed: ThursdayClub):
    with pytest.raises(ValidationError, match="already closed"):
        close_league(league=closed.league, why="Again", by=closed.users["otto"])
    open_league(league=closed.league, by=closed.users["otto"])
    with pytest.raises(ValidationError, match="is not closed"):
        open_league(league=closed.league, by=closed.users["otto"])


@pytest.mark.parametrize("kind", sorted(KINDS - WHEN_CLOSED))
def test_no_decision_is_written_into_a_closed_league(closed: ThursdayClub, kind):
    with pytest.raises(ValidationError, match="This league is closed"):
        record(kind=kind, text="Decided.", season=closed.season)


def test_a_program_and_a_command_are_refused_with_the_sentence(closed: ThursdayClub):
    answer = closed.client("otto").post("/api/v1/games/", a_report(), format="json")
    assert answer.status_code == 403 and CLOSED in answer.content.decode()
    with pytest.raises(ValidationError, match="This league is closed"):
        create_season(league=closed.league, name="Next")


def test_other_leagues_go_on(closed: ThursdayClub):
    create_season(league=apps.get_model("league", "League").objects.create(name="Other", slug="other"), name="Next")


@pytest.mark.parametrize("word", ["closing", "hide"])
def test_a_thing_that_is_called_like_the_page_that_opens_a_league_stays_closed(
    closed: ThursdayClub, otto: Client, word
):
    for path in (f"/leagues/thursday-club/boards/{word}/", f"/leagues/thursday-club/ratings/careers/{word}/"):
        answer = otto.post(path)
        assert answer.status_code == 403 and CLOSED in text_of(answer), path


@pytest.fixture(scope="module")
def place(rows_of_module) -> Iterator[Place]:
    with rows_of_module.unblock():
        place = a_place()
        Tournament.objects.update(status=Tournament.PLANNED)
        place.club.league.imports.all().delete()
        close_league(league=place.club.league, why="We moved.", by=place.club.users["otto"])
        yield place


KEPT_OF_PEOPLE = {"sessions.session", "auth.user", "league.quotause", "usersessions.usersession"}


def stored() -> dict[str, list[object]]:
    models = [model for model in apps.get_models() if model._meta.label_lower not in KEPT_OF_PEOPLE]
    return {model._meta.label_lower: list(model._default_manager.order_by("pk").values_list()) for model in models}


@pytest.mark.parametrize("methods", family(["POST DELETE", "PUT PATCH"]))
def test_no_address_changes_anything_in_a_closed_league_and_all_pages_stay(place, monkeypatch, methods):
    logging.disable(logging.CRITICAL)
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    client = Client(raise_request_exception=False)
    client.force_login(place.club.users["otto"])
    before, sent = stored(), 0
    for pattern in of_a_league():
        path = address(pattern, place)
        if path == PAGE or pattern.startswith("imports/"):
            continue
        assert client.get(path).status_code in (200, 302, 401, 403, 404, 405), path
        for method in methods.split():
            body = json.dumps(BODIES.get(pattern, {"reason": "Why not", "expected_revision": 0}))
            answer = client.generic(method, path, body, "application/json")
            assert answer.status_code == 403 and "This league is closed" in answer.content.decode(), (method, path)
            sent += 1
    logging.disable(logging.NOTSET)
    after = stored()
    assert {name for name in before if before[name] != after[name]} <= {"league.ledgerentry"}
    assert set(LedgerEntry.objects.values_list("kind", flat=True).order_by("-pk")[:1]) <= {"exported", "league_closed"}
    assert sent > 200 and len(ours()) > 100
