"""Claim links: a character of nobody becomes somebody's, once, and back."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from characters.models import Character
from league.models import CharacterOffer, ClaimLink, League, Membership
from league.people.services.guests import register_guest
from league.people.services.merging import ask_merge
from league.people.services.owners import claim_by_paper, claim_character, make_claim_link, undo_claim
from league.people.services.registration import import_characters
from league.people.services.transfers import accept_character
from tests.factories.characters import hire
from tests.factories.files import CHARACTERS, character_row, csv_file
from tests.factories.people import a_member, a_user, an_organiser

pytestmark = pytest.mark.django_db
FILE = csv_file(CHARACTERS, [character_row("Ada", owner="Ada (Tuesdays)")])


@pytest.fixture
def league(season) -> League:
    return season.league


@pytest.fixture
def olga(season) -> User:
    return an_organiser(season)


@pytest.fixture
def ada(league) -> Character:
    import_characters(league=league, data=FILE)
    return Character.objects.get(name="Ada")


def a_link(ada: Character, olga: User) -> ClaimLink:
    make_claim_link(character=ada, by=olga)
    return ClaimLink.objects.latest("pk")


def owner(ada: Character) -> User | None:
    return Character.objects.get(pk=ada.pk).owner


def test_an_organiser_sees_the_link_once_and_only_its_digest_is_kept(client: Client, ada, olga):
    client.force_login(olga)
    page = client.post("/characters/ada/claims/")
    assert "/claim/" in page.content.decode() and "no-store" in page["Cache-Control"]
    assert "/claim/" not in client.get("/characters/ada/claims/").content.decode()
    assert len(ClaimLink.objects.get().digest) == 64


def test_a_player_makes_no_claim_links(client: Client, ada, season):
    client.force_login(a_member(season, "bo"))
    assert client.post("/characters/ada/claims/").status_code == 403
    assert not ClaimLink.objects.exists()


def test_whoever_follows_the_link_takes_the_character_and_joins_the_league(client: Client, ada, olga, league):
    address = f"/claim/{make_claim_link(character=ada, by=olga)}/"
    page = client.get(address).content.decode()
    assert "Ada" in page and "Sign up" in page and "This is me" not in page
    client.post(address)
    assert owner(ada) is None
    client.force_login(a_user("lovelace"))
    assert "This is me, lovelace" in client.get(address).content.decode()
    client.post(address)
    assert str(owner(ada)) == "lovelace"
    assert Membership.objects.get(league=league, user__username="lovelace").role == "player"
    assert "lovelace" in client.get("/characters/ada/").content.decode()
    client.force_login(a_user("mallory"))
    assert client.post(address).status_code == 410
    assert str(owner(ada)) == "lovelace"


def test_a_file_with_the_old_label_still_means_the_claimed_character(ada, olga, league):
    claim_character(link=a_link(ada, olga), user=a_user("lovelace"))
    assert import_characters(league=league, data=FILE).skipped == 1
    assert str(owner(ada)) == "lovelace"


def test_an_organiser_undoes_a_claim_and_both_stay_on_record(client: Client, ada, olga):
    link = a_link(ada, olga)
    claim_character(link=link, user=a_user("mallory"))
    client.force_login(olga)
    client.post("/characters/ada/claims/", {"undo": link.pk})
    assert owner(ada) is None and Character.objects.get().owner_name == "Ada (Tuesdays)"
    link.refresh_from_db()
    assert (str(link.used_by), link.undone_by) == ("mallory", olga)
    page = client.get("/characters/ada/claims/").content.decode()
    assert "used by <bdi>mallory</bdi>" in page and "undone by <bdi>olga</bdi>" in page
    with pytest.raises(ValidationError, match="no longer valid"):
        undo_claim(link=link, by=olga)


def test_a_link_is_too_old_after_two_weeks_and_when_there_is_a_newer_one(ada, olga):
    first = a_link(ada, olga)
    second = a_link(ada, olga)
    with pytest.raises(ValidationError, match="too old"):
        claim_character(link=first, user=a_user("lovelace"))
    ClaimLink.objects.filter(pk=second.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(ValidationError, match="too old"):
        claim_character(link=second, user=a_user("lovelace"))


@pytest.mark.rule("careers R101")
def test_a_claim_counts_as_a_character_of_the_person(ada, olga, season):
    bo = hire(season, "Bo")
    with pytest.raises(ValidationError, match=r"bo already has Bo.*R101"):
        claim_character(link=a_link(ada, olga), user=bo.owner)
    assert owner(ada) is None


def test_a_character_with_an_owner_has_no_claim_links(olga, season):
    with pytest.raises(ValidationError, match="has an owner: bo"):
        make_claim_link(character=hire(season, "Bo"), by=olga)


def test_a_character_that_was_merged_meanwhile_is_not_claimed(ada, olga, league):
    """Its link, its paper and its offer were looked at before the merge."""
    link, kept = a_link(ada, olga), register_guest(league=league, name="Augusta", edition_id="london")
    ask_merge(target=kept, merged=ada, by=olga)
    offer = CharacterOffer.objects.create(character=ada, made_by=olga, made_to=a_user("lovelace"))
    acts = (
        lambda: claim_character(link=link, user=a_user("lovelace")),
        lambda: claim_by_paper(character=ada, digest="of a paper", user=a_user("lovelace")),
        lambda: accept_character(offer=offer, user=a_user("lovelace")),
    )
    for act in acts:
        with pytest.raises(ValidationError, match="merged into another"):
            act()
    assert owner(ada) is None
