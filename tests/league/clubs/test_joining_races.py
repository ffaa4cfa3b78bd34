"""Two people at the same moment at the door."""

import pytest
from django.core.exceptions import ValidationError

from characters.models import Character
from league.clubs.queries.joining import Door
from league.clubs.services.joining import decide_request, join, make_join_link
from league.models import CharacterOffer, ClaimLink, Entry, JoinLink, JoinRequest, Membership
from league.models.organisation import Joining
from league.people.services.guests import register_guest
from league.people.services.owners import claim_by_paper
from league.people.services.transfers import accept_character, end_offer, offer_character
from league.tournaments.entries.services.check_in import walk_in
from tests.factories.characters import hire
from tests.factories.desk import Desk, a_desk
from tests.factories.people import a_user
from tests.factories.races import at_once, refused

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(transactional_db) -> Desk:
    return a_desk()


def all_refusals(errors: list[Exception]) -> bool:
    return all(isinstance(error, ValidationError) for error in errors)


def test_a_link_for_three_lets_in_three_of_six(desk):
    link = make_join_link(league=desk.season.league, how=Joining.OPEN, days=7, most_uses=3, by=desk.olga)
    people = [a_user(f"person-{number}") for number in range(6)]
    errors = refused(at_once(*(lambda one=one: join(door=Door(link.league, None, link), user=one) for one in people)))
    assert len(errors) == 3 and all_refusals(errors)
    assert Membership.objects.filter(user__in=people).count() == JoinLink.objects.get().uses == 3


def test_two_desks_that_type_the_same_name_bring_in_one(desk):
    acts = [lambda by=by: walk_in(tournament=desk.tournament, name="Zoe", by=by) for by in (desk.olga, desk.kit)]
    errors = refused(at_once(*acts))
    assert len(errors) == 1 and all_refusals(errors)
    assert (Character.objects.count(), Entry.objects.count()) == (1, 1)


def test_a_paper_that_two_scan_at_once_has_one_owner(desk):
    guest = register_guest(league=desk.season.league, name="Zoe", edition_id="london")
    digest = ClaimLink.digest_of("paper")
    acts = [
        lambda who=who: claim_by_paper(character=guest, digest=digest, user=who) for who in (desk.stranger, desk.pia)
    ]
    errors = refused(at_once(*acts))
    assert len(errors) == 1 and all_refusals(errors)
    assert ClaimLink.objects.get().used_by == Character.objects.get().owner


def test_a_request_is_decided_by_one_of_two_organisers(desk):
    asked = join(door=Door(desk.season.league), user=desk.stranger).request
    acts = [
        lambda accept=accept: decide_request(request=asked, accept=accept, by=desk.olga) for accept in (True, False)
    ]
    errors = refused(at_once(*acts))
    assert len(errors) == 1 and all_refusals(errors)
    assert JoinRequest.objects.get().accepted == Membership.objects.filter(user=desk.stranger).exists()


def test_an_offer_is_accepted_or_taken_back(desk):
    ada = hire(desk.season, "Ada")
    offer = offer_character(character=ada, to="pia", by=ada.owner)
    errors = refused(
        at_once(lambda: accept_character(offer=offer, user=desk.pia), lambda: end_offer(offer=offer, by=offer.made_by))
    )
    assert len(errors) == 1 and all_refusals(errors)
    taken = CharacterOffer.objects.get().accepted_at is not None
    assert (Character.objects.get().owner == desk.pia) == taken


def test_two_links_made_at_once_leave_one(desk):
    make = lambda: make_join_link(league=desk.season.league, how=Joining.OPEN, days=7, by=desk.olga)  # noqa: E731
    assert all_refusals(refused(at_once(make, make)))
    assert JoinLink.objects.filter(ended_at=None).count() == 1
