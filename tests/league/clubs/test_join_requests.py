"""By approval: requests wait on the organiser's desk, and both are told."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from characters.models import Character
from league.clubs.queries.joining import Door
from league.clubs.services.joining import decide_request, join, withdraw_request
from league.core.services.quotas import QuotaError
from league.models import Entry, JoinRequest, League, LedgerEntry, MailNotice, Membership
from league.models.organisation import Joining
from tests.factories.characters import a_character
from tests.factories.pages import text
from tests.factories.people import a_user, with_verified_address

pytestmark = pytest.mark.django_db
RUDE = "visit evil.example now"


def ask(desk, user, name: str = "", tournament=None) -> JoinRequest:
    asked = join(door=Door(desk.season.league, tournament), user=user, name=name).request
    assert asked is not None
    return asked


def is_member(desk, user) -> bool:
    return Membership.objects.filter(league=desk.season.league, user=user).exists()


def test_a_request_waits_on_the_desk_and_the_asker_reads_that_it_does(stranger, client, desk, league):
    page = text(stranger.post(f"/leagues/{league.slug}/join/", {"name": "Zoe"}, follow=True))
    assert "You asked to join" in page and not is_member(desk, desk.stranger)
    assert "You asked to join" in text(stranger.get("/"))
    client.force_login(desk.olga)
    assert "They ask you" in text(client.get("/")) and "Zoe" in text(client.get("/"))
    client.force_login(desk.pia)
    assert "They ask you" not in text(client.get("/"))


def test_let_in_to_a_tournament_the_asker_is_entered_under_the_name(client, desk, league, tournament):
    asked = ask(desk, desk.stranger, "Zoe", tournament)
    client.force_login(desk.olga)
    page = text(client.post(f"/leagues/{league.slug}/joining/", {"accept": asked.pk}, follow=True))
    assert "Zoe is entered as number 1." in page and is_member(desk, desk.stranger)
    assert Entry.objects.get().character.owner == desk.stranger


def test_a_name_taken_meanwhile_does_not_keep_the_asker_out(desk, tournament):
    asked = ask(desk, desk.stranger, "Zoe", tournament)
    a_character(desk.season, "Zoe")
    done = decide_request(request=asked, accept=True, by=desk.olga)
    assert is_member(desk, desk.stranger) and "already a character called Zoe" in done.refusal
    assert Character.objects.count() == 1


def test_declined_the_asker_reads_it_and_cannot_ask_again_for_a_week(stranger, desk, league):
    asked = ask(desk, desk.stranger)
    decide_request(request=asked, accept=False, by=desk.olga)
    assert "declined your request" in text(stranger.get("/")) and not is_member(desk, desk.stranger)
    with pytest.raises(ValidationError, match="You can ask again from"):
        ask(desk, desk.stranger)
    JoinRequest.objects.update(decided_at=timezone.now() - timedelta(days=8))
    ask(desk, desk.stranger)


def test_a_request_is_decided_once(desk):
    asked = ask(desk, desk.stranger)
    decide_request(request=asked, accept=True, by=desk.olga)
    with pytest.raises(ValidationError, match="already decided"):
        decide_request(request=asked, accept=False, by=desk.olga)
    assert is_member(desk, desk.stranger)


def test_asking_twice_is_one_request_and_one_use_of_a_quota(desk):
    assert ask(desk, desk.stranger) == ask(desk, desk.stranger, "Zoe")
    assert JoinRequest.objects.count() == 1


def test_the_asker_takes_it_back_while_it_waits(stranger, desk, league):
    asked = ask(desk, desk.stranger)
    stranger.post(f"/leagues/{league.slug}/join/", {"withdraw": 1})
    assert not JoinRequest.objects.exists()
    with pytest.raises(ValidationError, match="already decided"):
        withdraw_request(request=asked, user=desk.stranger)


def test_whoever_gets_an_open_link_while_waiting_waits_no_longer(desk, open_league):
    JoinRequest.objects.create(league=open_league, user=desk.stranger)
    join(door=Door(open_league), user=desk.stranger)
    assert is_member(desk, desk.stranger) and not JoinRequest.objects.exists()


def test_both_are_told_by_letters_without_a_word_of_a_stranger(desk, league):
    with_verified_address(desk.olga)
    with_verified_address(desk.stranger)
    League.objects.update(name="Cheap pills at evil.example")
    asked = ask(desk, desk.stranger, RUDE)
    ask(desk, a_user("una"), RUDE + " too")
    told = MailNotice.objects.get(user=desk.olga)  # once a day
    decide_request(request=asked, accept=True, by=desk.olga)
    answer = MailNotice.objects.get(user=desk.stranger)
    assert answer.subject == "You are a member now" and f"/leagues/{league.slug}/joining/" in told.text
    for letter in (told, answer):
        assert "evil" not in letter.subject + letter.text and "pills" not in letter.subject + letter.text


def test_who_wants_no_letters_gets_none(desk):
    with_verified_address(desk.stranger)
    from league.models import MailWish

    MailWish.objects.create(user=desk.stranger, wanted=False)
    decide_request(request=ask(desk, desk.stranger), accept=False, by=desk.olga)
    assert not MailNotice.objects.exists()


def test_nobody_floods_leagues_with_requests(desk):
    for number in range(20):
        league = League.objects.create(name=f"League {number}", slug=f"league-{number}")
        join(door=Door(league), user=desk.stranger)
    with pytest.raises(QuotaError, match="requests to join"):
        ask(desk, desk.stranger)


def test_only_an_organiser_of_that_league_decides(client, desk, league):
    asked = ask(desk, desk.stranger)
    for user in (desk.kit, desk.pia, desk.stranger):
        client.force_login(user)
        assert client.post(f"/leagues/{league.slug}/joining/", {"accept": asked.pk}).status_code == 403
    elsewhere = League.objects.create(name="Elsewhere", slug="elsewhere")
    boss = a_user("boss")
    Membership.objects.create(league=elsewhere, user=boss, role="organiser")
    client.force_login(boss)
    assert client.post("/leagues/elsewhere/joining/", {"accept": asked.pk}).status_code == 404
    assert not is_member(desk, desk.stranger)


def test_the_ledger_has_every_step_and_no_names(desk, league):
    decide_request(request=ask(desk, desk.stranger, "Zoe"), accept=True, by=desk.olga)
    written = LedgerEntry.objects.filter(league=league).order_by("pk")
    assert list(written.values_list("kind", flat=True)) == ["join_asked", "join_decided", "member_joined"]
    assert not any("stranger" in row.text or "Zoe" in row.text for row in written)


def test_by_invitation_nobody_asks_and_everybody_finds_something_else_to_do(stranger, desk, league):
    League.objects.update(joining=Joining.INVITATION)
    page = text(stranger.get(f"/leagues/{league.slug}/join/"))
    assert "by invitation only" in page and 'href="/leagues/"' in page and 'href="/leagues/new/"' in page
    assert stranger.post(f"/leagues/{league.slug}/join/").status_code == 422
    assert not JoinRequest.objects.exists()
