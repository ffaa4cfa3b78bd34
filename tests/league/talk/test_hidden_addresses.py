"""Every address of a hidden league, for strangers: none answers, and nothing that the site shows names it."""

import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.talk.services import hide_league
from tests.access.addresses import of_a_league, ours
from tests.access.matrix import BODIES, address
from tests.access.people import Place, a_place
from tests.factories.families import family

pytestmark = pytest.mark.django_db

# To others: nothing of a hidden league.
HANDED_OUT = re.compile(r"(card\.png|/share/(report/)?|/embed/|/memos/<int:pk>/)$")
NAMES = re.compile(r"thursday[ -]club|spring[ -]2026|spring[ -]open|\bcleo\b|\"ada\"", re.IGNORECASE)


@pytest.fixture(scope="module")
def place(rows_of_module) -> Iterator[Place]:
    with rows_of_module.unblock():
        place = a_place()
        hide_league(league=place.club.league, why="Insults", by=place.club.users["root"])
        yield place


@pytest.fixture(autouse=True)
def quiet(monkeypatch) -> Iterator[None]:
    """Nobody is throttled, hundreds of refusals are not logged, and what is hidden is asked of the database."""
    cache.clear()
    logging.disable(logging.CRITICAL)
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    yield
    logging.disable(logging.NOTSET)


def signed_in(place: Place, name: str) -> Client:
    client = Client(raise_request_exception=False)
    if name:
        client.force_login(place.club.users[name])
    return client


def text_of(answer: Any) -> str:
    return (b"".join(answer) if answer.streaming else answer.content).decode(errors="replace")


def statuses(place: Place, name: str, method: str) -> dict[str, int]:
    client, found = signed_in(place, name), {}
    for pattern in of_a_league():
        cache.clear()
        found[pattern] = client.generic(method, address(pattern, place)).status_code
    return found


@pytest.mark.parametrize("method", family(["GET", "POST"]))
def test_no_address_of_a_hidden_league_answers_a_stranger(place, method):
    assert {key: code for key, code in statuses(place, "xenia", method).items() if code != 404} == {}


@pytest.mark.parametrize("method", family(["POST", "GET"]))
def test_somebody_who_is_not_signed_in_learns_at_most_that_the_api_wants_to_know_them(place, method):
    found = {key: code for key, code in statuses(place, "", method).items() if code != 404}
    assert {key for key in found if not key.startswith("api/")} == set()
    assert set(found.values()) <= {401}


@pytest.mark.further
@pytest.mark.parametrize("name", ["ada", "root"])
def test_members_and_the_staff_see_what_they_saw(place, name):
    hidden = statuses(place, name, "GET")
    place.club.league.hidden_at, place.club.league.hidden_why = None, ""
    place.club.league.save()
    shown = statuses(place, name, "GET")
    handed_out = {key for key in hidden if HANDED_OUT.search(key)}
    assert {key: shown[key] for key in shown if key not in handed_out} == {
        key: hidden[key] for key in hidden if key not in handed_out
    }
    assert handed_out and {hidden[key] for key in handed_out} == {404}
    assert sum(code == 200 for code in hidden.values()) > 40


@pytest.mark.parametrize("name", family(["xenia", ""]))
def test_nothing_that_the_site_shows_names_what_is_in_a_hidden_league(place, name):
    client, told = signed_in(place, name), []
    for pattern in ours():
        cache.clear()
        path = address(pattern, place)
        answer = client.get(path)
        if answer.status_code != 404:  # such a page names the address itself
            told += [(path, NAMES.findall(text_of(answer)))]
    assert [(path, words) for path, words in told if words] == []


@pytest.mark.parametrize(
    "path",
    [
        "/how-to-play/careers/?season=spring-2026",
        "/enter/?season=spring-2026",
        "/characters/register/?league=thursday-club",
        "/characters/?league=thursday-club",
        "/api/v1/ratings/?league=thursday-club",
        "/api/v1/games/?season=spring-2026",
    ],
)
def test_a_question_about_a_hidden_league_is_answered_like_one_about_none(place, path):
    client = signed_in(place, "xenia")
    slug = path.partition("=")[2]
    real, made_up = client.get(path), client.get(path.replace(slug, "nowhere"))
    assert real.status_code == made_up.status_code
    assert not NAMES.search(text_of(real).replace(slug, ""))


@pytest.mark.parametrize("pattern", ["api/v1/games/", "api/v1/characters/", "api/v1/tournaments/", "api/v1/claims/"])
def test_what_is_sent_to_a_hidden_league_is_refused_like_for_one_that_is_not_there(place, pattern):
    known = {"season": "spring-2026", "league": "thursday-club", "secret": place.gaps["claim secret"]}
    body = BODIES.get(pattern, known)
    client, path = signed_in(place, "xenia"), address(pattern, place)
    made_up = {key: "nowhere" if key in known else value for key, value in body.items()}
    real, other = (client.post(path, one, content_type="application/json") for one in (body, made_up))
    said = re.sub("|".join(known.values()), "nowhere", text_of(real))
    assert (real.status_code, said) == (other.status_code, text_of(other))
