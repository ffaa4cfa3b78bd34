"""Somebody who has played here without an account comes in by a link and says who they are; an organiser decides."""

import pytest
from django.core.exceptions import ValidationError

from characters.models import Character
from league.clubs.queries.joining import Door, shown_secret
from league.clubs.services.joining import decide_request, join, make_join_link
from league.clubs.services.leagues import close_league, join_league
from league.models import ClaimLink, Entry, JoinRequest, MailNotice, Membership, TwoPeople
from league.models.organisation import Joining
from league.people.services.guests import register_guest
from league.people.services.owners import claim_by_paper, undo_claim
from league.play.services.season_plays import open_season_play
from tests.factories.characters import hire
from tests.factories.pages import text
from tests.factories.people import a_user, with_verified_address
from tests.factories.seasons import a_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def otto(desk, league) -> Character:
    return register_guest(league=league, name="Otto", edition_id="london", by=desk.olga)


def asks(desk, otto: Character, how: str = Joining.OPEN, tournament=None) -> JoinRequest:
    link = make_join_link(league=desk.season.league, how=how, days=7, by=desk.olga, tournament=tournament)
    asked = join(door=Door(link.league, tournament, link), user=desk.stranger, guest=otto).request
    assert asked is not None
    return asked


def owner(character: Character) -> str | None:
    return Character.objects.values_list("owner__username", flat=True).get(pk=character.pk)


def is_member(desk) -> bool:
    return Membership.objects.filter(league=desk.season.league, user=desk.stranger).exists()


def test_who_joins_is_asked_and_is_a_member_at_once_and_the_guest_when_an_organiser_says_so(
    stranger, client, desk, league, otto
):
    link = make_join_link(league=league, how=Joining.OPEN, days=7, by=desk.olga)
    address = f"/j/{shown_secret(link)}/"
    page = text(stranger.get(address))
    assert "Do you already play here?" in page and '<option value="otto">Otto</option>' in page
    page = text(stranger.post(address, {"guest": "otto"}, follow=True))
    assert "Otto is yours as soon as an organiser confirms it." in page
    assert is_member(desk) and owner(otto) is None
    assert "that you are <bdi>Otto</bdi>; an organiser decides" in text(stranger.get("/"))
    assert "You said that you are" in text(stranger.get(address))
    asked = JoinRequest.objects.get()
    client.force_login(desk.olga)
    page = text(client.get("/"))
    assert "says: I am <strong><bdi>Otto</bdi></strong>" in page and "Let in" not in page
    page = text(client.post(f"/leagues/{league.slug}/joining/", {"confirm": asked.pk, "guest": otto.pk}, follow=True))
    assert "Otto is played by stranger from now on" in page
    assert owner(otto) == "stranger"


def test_by_approval_one_decision_lets_in_and_gives_the_character(desk, otto):
    asked = asks(desk, otto, Joining.APPROVAL)
    assert not is_member(desk)
    decide_request(request=asked, accept=True, guest=otto.pk, by=desk.olga)
    assert is_member(desk) and owner(otto) == "stranger"


def test_let_in_as_somebody_else_the_character_stays_nobodys(client, desk, league, otto):
    asked = asks(desk, otto, Joining.APPROVAL)
    client.force_login(desk.olga)
    assert "Let in as somebody else" in text(client.get(f"/leagues/{league.slug}/joining/"))
    client.post(f"/leagues/{league.slug}/joining/", {"accept": asked.pk, "guest": otto.pk})
    assert is_member(desk) and owner(otto) is None


@pytest.mark.parametrize(("accept", "subject"), [(True, "Your character is yours now"), (False, "was declined")])
def test_a_member_is_told_by_letter_what_became_of_the_claim(desk, otto, accept, subject):
    with_verified_address(desk.stranger)
    decide_request(request=asks(desk, otto), accept=accept, guest=otto.pk if accept else None, by=desk.olga)
    letter = MailNotice.objects.get(user=desk.stranger)
    assert subject in letter.subject and "who you are at the table" in letter.text and "Otto" not in letter.text


def test_nobody_claims_a_character_of_a_closed_league(desk, league, otto):
    join_league(league=league, user=desk.stranger)
    close_league(league=league, why="We have moved.", by=desk.olga)
    with pytest.raises(ValidationError, match="closed"):
        join(door=Door(league), user=desk.stranger, guest=otto)


def test_a_claim_that_was_confirmed_by_mistake_is_undone(desk, otto):
    decide_request(request=asks(desk, otto), accept=True, guest=otto.pk, by=desk.olga)
    link = ClaimLink.objects.get()
    assert (link.created_by, link.used_by) == (desk.olga, desk.stranger)
    undo_claim(link=link, by=desk.olga)
    assert owner(otto) is None


def test_declined_the_character_stays_and_nobody_asks_again_for_a_week(stranger, desk, otto):
    decide_request(request=asks(desk, otto), accept=False, by=desk.olga)
    assert owner(otto) is None
    assert "confirmed that you are <bdi>Otto</bdi>" in text(stranger.get("/"))
    with pytest.raises(ValidationError, match="You can ask again from"):
        join(door=Door(desk.season.league), user=desk.stranger, guest=otto)


def test_an_organiser_confirms_the_character_that_was_asked_for_and_no_other(desk, league, otto):
    asked = asks(desk, otto)
    anna = register_guest(league=league, name="Anna", edition_id="london", by=desk.olga)
    with pytest.raises(ValidationError, match="Otto is no longer a guest of this league"):
        decide_request(request=asked, accept=True, guest=anna.pk, by=desk.olga)
    claim_by_paper(character=otto, digest=ClaimLink.digest_of("paper"), user=a_user("una"))
    with pytest.raises(ValidationError, match="Otto is no longer a guest of this league"):
        decide_request(request=asked, accept=True, guest=otto.pk, by=desk.olga)
    assert (owner(anna), owner(otto)) == (None, "una")
    assert JoinRequest.objects.get().decided_at is None


def test_nobody_confirms_their_own_claim(stranger, desk, league, otto):
    asked = asks(desk, otto)
    answer = stranger.post(f"/leagues/{league.slug}/joining/", {"confirm": asked.pk, "guest": otto.pk})
    assert answer.status_code == 403 and owner(otto) is None


@pytest.mark.parametrize("whose", ["of another league", "somebody's"])
def test_only_a_guest_of_this_league_can_be_claimed(stranger, desk, league, whose):
    if whose == "of another league":
        wanted = register_guest(league=a_season("autumn").league, name="Otto", edition_id="london")
    else:
        wanted = hire(desk.season, "Otto")
    with pytest.raises(ValidationError):
        asks(desk, wanted)
    assert stranger.post(f"/leagues/{league.slug}/join/", {"guest": wanted.slug}).status_code in (302, 422)
    assert not JoinRequest.objects.filter(name="Otto").exists()


@pytest.mark.rule("careers R101")
def test_who_has_a_character_is_not_asked_and_claims_no_second_one(client, desk, league, otto):
    bo = hire(desk.season, "Bo").owner
    assert bo is not None
    client.force_login(bo)
    assert "Do you already play here?" not in text(client.get(f"/leagues/{league.slug}/join/"))
    with pytest.raises(ValidationError, match="R101"):
        join(door=Door(league), user=bo, guest=otto)


def test_a_claim_at_the_door_of_a_tournament_enters_the_character_once_it_is_confirmed(desk, tournament, otto):
    asked = asks(desk, otto, tournament=tournament)
    assert not Entry.objects.exists()
    decide_request(request=asked, accept=True, guest=otto.pk, by=desk.olga)
    assert Entry.objects.get().character == otto


def test_who_enters_a_tournament_under_nearly_the_name_of_a_guest_is_asked_once(stranger, open_league, tournament):
    register_guest(league=open_league, name="Lena Krol", edition_id="london")
    door = f"/tournaments/{tournament.slug}/join/"
    asked = text(stranger.post(door, {"guest": "", "name": "Lena Kral"}))
    assert f'href="{door}?guest=lena-krol"' in asked and 'value="Lena Kral"' in asked and not Entry.objects.exists()
    assert '<option value="lena-krol" selected>' in text(stranger.get(f"{door}?guest=lena-krol"))
    stranger.post(door, {"guest": "", "name": "Lena Kral", "another": "1"})
    assert Entry.objects.get().character.name == "Lena Kral"
    assert TwoPeople.objects.values_list("first__name", "second__name").get() == ("Lena Krol", "Lena Kral")


def test_a_member_who_registers_the_name_of_a_guest_is_led_to_the_claim(client, desk, league, otto):
    client.force_login(desk.pia)
    page = text(client.get("/characters/register/"))
    assert f'href="/leagues/{league.slug}/join/">Say who you are' in page
    papers = {"league": league.slug, "name": "otto", "edition": "london", "title": "Counsel"}
    page = client.post("/characters/register/", papers | {"specialty": "law", "side_interest": "journalism"})
    claim = f"/leagues/{league.slug}/join/?guest=otto"
    assert page.status_code == 422 and f'href="{claim}"' in text(page)
    assert '<option value="otto" selected>Otto</option>' in text(client.get(claim))
    client.post(claim, {"guest": "otto"})
    assert JoinRequest.objects.get().user == desk.pia


def test_who_waits_to_be_confirmed_is_nowhere_offered_another_character(stranger, desk, league, tournament, otto):
    asks(desk, otto)
    opened = open_season_play(season=desk.season, system="career_compass", seats=3, counts=False, by=desk.olga)
    waits = "you are <bdi>Otto</bdi>; an organiser decides"
    for address in (
        "/",
        f"/leagues/{league.slug}/",
        f"/tournaments/{tournament.slug}/register/",
        f"/play/{opened.pk}/",
    ):
        page = text(stranger.get(address))
        assert page.count(waits) == 1 and "/characters/register/" not in page, address
    assert waits in text(stranger.get("/characters/register/"))
    decide_request(request=JoinRequest.objects.get(), accept=False, by=desk.olga)
    assert waits not in text(stranger.get("/")) and "/characters/register/" in text(stranger.get("/"))
