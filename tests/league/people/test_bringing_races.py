"""Two people at the same moment: a career counts once, and is the first fact of its character or none."""

import pytest
from django.core.exceptions import ValidationError

from characters.models import Character, Fact
from characters.rules.facts import EARNED_ELSEWHERE, decode
from league.core.rules.signatures import public_key
from league.people.services.passport_bringing import accept_passport, offer_passport, trust_league
from tests.factories.careers import differences
from tests.factories.friday_club import FridayClub, a_friday_club, friday_game
from tests.factories.games import review
from tests.factories.passports import ELSEWHERE, THERE, a_passport, as_file
from tests.factories.people import a_member
from tests.factories.races import at_once, refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def trusting() -> FridayClub:
    club = a_friday_club()
    trust_league(league=club.league, name="Thursday Club", key=public_key(ELSEWHERE), league_there=THERE, by=club.cleo)
    return club


def test_of_two_who_bring_the_same_career_one_does(trusting):
    people = [a_member(trusting.season, name, "organiser") for name in ("olga", "oscar")]
    offers = [offer_passport(league=trusting.league, data=as_file(a_passport()), by=one) for one in people]

    def accepting(number: int):
        return lambda: accept_passport(offer=offers[number], by=people[number], name=f"Ada {number}")

    (error,) = refused(at_once(accepting(0), accepting(1)))
    assert isinstance(error, ValidationError) and "counts once" in str(error)
    assert Fact.objects.count() == 1 and Character.objects.count() == 3


def test_a_button_pressed_twice_accepts_once(trusting):
    offer = offer_passport(league=trusting.league, data=as_file(a_passport()), by=trusting.cleo)
    first, second = at_once(*[lambda: accept_passport(offer=offer, by=trusting.cleo)] * 2)
    assert first == second and Fact.objects.count() == 1


def test_a_first_game_at_that_moment_comes_before_or_after_but_never_between(trusting):
    offer = offer_passport(league=trusting.league, data=as_file(a_passport()), by=trusting.cleo)
    at_once(
        lambda: accept_passport(offer=offer, by=trusting.cleo, character=trusting.overtime),
        lambda: friday_game(trusting),
    )
    review()
    facts = [decode(fact.content).kind for fact in trusting.overtime.facts.order_by("number")]
    assert facts in (["result"], [EARNED_ELSEWHERE, "result"]) and not differences()
