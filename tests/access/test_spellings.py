"""However an address is written, it is answered as the plain one is, or not at all."""

import logging
from collections.abc import Iterator
from itertools import islice

import pytest
from django.utils import timezone

from league.core.queries.addresses import place_of
from league.models import League
from tests.access.addresses import of_a_league
from tests.access.matrix import Caller, address, patterns
from tests.access.people import OTHER_LINK, PEOPLE, Place, a_place
from tests.access.spellings import resolved, spellings

HIDDEN = {"hidden_at": timezone.now(), "hidden_why": "Insults"}
STATES = {"open": {}, "hidden": HIDDEN, "closed": {"closed_at": timezone.now(), "closed_why": "We moved."}}
MISSING = "404"
WORDS = "words/<str:language>/<str:digest>.js"  # there once the catalogues are compiled
WAYS = [("hidden", "GET"), ("hidden", "POST"), ("closed", "POST"), ("open", "GET")]


@pytest.fixture(scope="module")
def place(rows_of_module) -> Place:
    with rows_of_module.unblock():
        return a_place()


@pytest.fixture
def unlimited(db, monkeypatch) -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.django_db
def test_every_address_of_a_league_is_placed_there_and_every_other_one_nowhere(place):
    leagues = {pattern: _league_at(address(pattern, place)) for pattern in patterns() if pattern != WORDS}
    of_it = {pattern for pattern in leagues if pattern in of_a_league()}
    assert len(of_it) > 200
    assert {pattern for pattern in of_it if leagues[pattern] != place.club.league.pk} == set()
    assert {pattern: league for pattern, league in leagues.items() if pattern not in of_it and league} == {}


@pytest.mark.django_db
def test_no_spelling_of_an_address_is_placed_anywhere_else(place):
    tried, elsewhere = 0, []
    for pattern in of_a_league():
        for path in spellings(pattern, place):
            tried += 1
            if _league_at(path) not in (place.club.league.pk, None):
                elsewhere.append(path)
    assert elsewhere == [] and tried > 3_000


@pytest.mark.parametrize(("state", "column", "method"), [("hidden", "stranger", "GET"), ("closed", "player", "POST")])
def test_one_other_spelling_of_every_address_answers_no_more_than_the_plain_one(
    state, column, method, place, unlimited
):
    hold(state, column, method, place, of_a_league(), most=1)


@pytest.mark.further
@pytest.mark.parametrize(("state", "method"), WAYS)
@pytest.mark.parametrize("column", sorted({*PEOPLE} - {OTHER_LINK}))
def test_nobody_gets_another_answer_by_other_spellings_of_the_first_argument(column, state, method, place, unlimited):
    hold(state, column, method, place, of_a_league(), most=2)


@pytest.mark.further
@pytest.mark.parametrize(("state", "method"), WAYS)
def test_no_spelling_of_any_address_answers_a_player_more_than_the_plain_one(state, method, place, unlimited):
    hold(state, "stranger" if state == "hidden" else "player", method, place, patterns(), most=None)


def hold(state: str, column: str, method: str, place: Place, some: list[str], most: int | None) -> None:
    """Ask for the addresses in other spellings, of which the first has more zeros than a number of a row has digits."""
    other = League.objects.exclude(pk=place.club.league.pk)
    other.update(**HIDDEN)  # so that everywhere it is asked to which league an address belongs
    League.objects.filter(pk=place.club.league.pk).update(**STATES[state])
    caller, more, tried = Caller(column, place), {}, 0
    for pattern in some:
        others = list(islice(spellings(pattern, place), most))
        plain = caller.asks(pattern, method) if others else ""
        for path in others:
            tried += 1
            answer = caller.asks_at(path, pattern, method)
            if answer not in (plain, MISSING):
                more[path] = plain, answer
    assert more == {} and caller.seen == []
    assert tried > 250


def _league_at(path: str) -> int | None:
    """Return 0 for an address of no league, None for one that can't be placed."""
    place = place_of(resolved(path))
    return place.league if place else None
