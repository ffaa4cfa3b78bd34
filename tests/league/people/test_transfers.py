"""A character is passed on: both agree, and everything on file goes along."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError

from characters.models import Character
from league.accounts.services.farewell import forget_person
from league.models import CharacterOffer, LedgerEntry, Membership, Season
from league.people.services.transfers import accept_character, end_offer, offer_character
from tests.factories.careers import life
from tests.factories.characters import hire
from tests.factories.games import played, review
from tests.factories.pages import text
from tests.factories.people import a_member, a_user
from tests.factories.seasons import a_season
from tests.factories.sheets import at

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return a_season()


@pytest.fixture
def ada(season) -> Character:
    return hire(season, "Ada")


@pytest.fixture
def una(season) -> User:
    return a_member(season, "una")


def owner(ada: Character) -> User | None:
    return Character.objects.get(pk=ada.pk).owner


def test_one_offers_and_the_other_takes_over_with_the_career_as_it_was(client, season, ada, una):
    played(season, "g1", at(ada, 110), at(hire(season, "Bo"), 10))
    review()
    before = life(ada)
    client.force_login(ada.owner)
    assert "Pass on" in text(client.get("/characters/ada/"))
    client.post("/characters/ada/transfer/", {"to": "UNA"})
    assert str(owner(ada)) == "ada"
    client.force_login(una)
    assert "offers you the character" in text(client.get("/"))
    client.post("/characters/ada/transfer/", {"accept": 1})
    assert owner(ada) == una and life(ada) == before
    assert "offers you the character" not in text(client.get("/"))
    kinds = LedgerEntry.objects.filter(kind__startswith="owner_").order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["owner_offered", "owner_changed"]


@pytest.mark.parametrize("who", ["made_by", "made_to"])
def test_either_ends_an_offer_and_it_is_over(ada, una, who):
    offer = offer_character(character=ada, to="una", by=ada.owner)
    end_offer(offer=offer, by=getattr(offer, who))
    with pytest.raises(ValidationError, match="no longer valid"):
        accept_character(offer=offer, user=una)
    with pytest.raises(ValidationError, match="no longer valid"):
        end_offer(offer=offer, by=una)
    assert str(owner(ada)) == "ada"


@pytest.mark.parametrize(("to", "why"), [("nobody", "has that user name"), ("ada", "already yours"), ("", "")])
def test_an_offer_to_nobody_is_refused_in_a_sentence(client, ada, to, why):
    a_user("nobody")
    client.force_login(ada.owner)
    page = client.post("/characters/ada/transfer/", {"to": to})
    assert page.status_code == 422 and why in text(page) and not CharacterOffer.objects.exists()


def test_nobody_offers_what_is_not_theirs_and_nobody_else_takes_it(client, season, ada, una):
    with pytest.raises(PermissionDenied):
        offer_character(character=ada, to="una", by=a_member(season, "mallory"))
    offer = offer_character(character=ada, to="una", by=ada.owner)
    mallory = a_member(season, "mallory")
    client.force_login(mallory)
    assert client.post("/characters/ada/transfer/", {"accept": 1}).status_code == 403
    with pytest.raises(ValidationError):
        accept_character(offer=offer, user=mallory)
    with pytest.raises(PermissionDenied):
        end_offer(offer=offer, by=mallory)
    assert str(owner(ada)) == "ada"


@pytest.mark.rule("careers R101")
def test_who_has_a_character_already_cannot_take_another(season, ada, una):
    hire(season, "Mine", owner=una)
    offer = offer_character(character=ada, to="una", by=ada.owner)
    with pytest.raises(ValidationError, match="R101"):
        accept_character(offer=offer, user=una)
    assert str(owner(ada)) == "ada"


def test_one_offer_at_a_time(ada, season, una):
    offer = offer_character(character=ada, to="una", by=ada.owner)
    with pytest.raises(ValidationError, match="already offered to somebody"):
        offer_character(character=ada, to="una", by=ada.owner)
    with pytest.raises(IntegrityError):
        CharacterOffer.objects.create(character=ada, made_by=offer.made_by, made_to=offer.made_to)


def test_an_offer_of_an_earlier_owner_does_not_hold(ada, season, una):
    offer = offer_character(character=ada, to="una", by=ada.owner)
    vic = a_member(season, "vic")
    Character.objects.filter(pk=ada.pk).update(owner=vic)
    with pytest.raises(ValidationError, match="no longer valid"):
        accept_character(offer=offer, user=una)
    offer_character(character=ada, to="una", by=vic)
    assert CharacterOffer.objects.filter(ended_at=None).count() == 1


def test_who_has_left_the_league_joins_again_first(ada, una):
    offer = offer_character(character=ada, to="una", by=ada.owner)
    Membership.objects.filter(user=una).delete()
    with pytest.raises(ValidationError, match="Join again first"):
        accept_character(offer=offer, user=una)


def test_open_offers_go_with_the_person(ada, una):
    offer_character(character=ada, to="una", by=ada.owner)
    forget_person(user=una, label="former-member-una")
    assert not CharacterOffer.objects.exists()
