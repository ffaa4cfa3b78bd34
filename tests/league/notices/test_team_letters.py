"""Owners hear when somebody else puts their character in a team, or takes it out."""

import pytest
from django.utils import timezone

from league.models import MailNotice, Notice, Team, Tournament
from league.notices.services.outbox import tell_events
from league.tournaments.entries.services.entries import register_entry
from league.tournaments.teams.services import add_member, change_team, enter_team, withdraw_member, withdraw_team
from tests.factories.people import a_member, an_organiser, owner_of, with_verified_address
from tests.factories.teams import a_contest, a_team
from tests.factories.tournaments import a_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def captain(season):
    return a_member(season, "captain")


@pytest.fixture
def owners(cast):
    for character in (cast.ada, cast.bo):
        with_verified_address(owner_of(character))
    return [owner_of(character) for character in (cast.ada, cast.bo)]


def heard(kind: str = "team") -> dict[str, str]:
    """Tell what waits; the text of each new notice of this kind, by its reader."""
    Notice.objects.all().delete()
    tell_events()
    notices = Notice.objects.filter(kind=kind)
    told = {notice.user.username: " ".join(f"{notice.subject} {notice.text}".split()) for notice in notices}
    assert len(told) == len(notices)
    return told


def enter(season, captain, *names: str, **about: object) -> Team:
    contest = a_contest(season, **about)
    return enter_team(contest=contest, name="Red", members=names, by=captain, captain=captain)


def test_owners_hear_of_the_team_that_somebody_else_enters(season, captain, owners):
    red = enter(season, captain, "Ada", "Bo")
    told = heard()
    assert set(told) == {owner.username for owner in owners}
    assert f"captain has put Ada in a team of {season.name}: Red." in told[owners[0].username]
    assert MailNotice.objects.filter(user=owners[0], text__contains=red.get_absolute_url()).count() == 1
    assert heard() == {}


def test_nobody_is_told_what_they_did_themselves(season, owners):
    ada, bo = owners
    red = enter(season, ada, "Ada", "Bo")
    assert set(heard()) == {bo.username}
    withdraw_member(member=red.members.get(character__owner=bo), by=bo)
    assert heard() == {}


def test_owners_hear_who_took_their_character_out(season, captain, owners):
    red = enter(season, captain, "Ada", "Bo")
    heard()
    change_team(team=red, name="Crimson", captain=captain, by=captain)
    assert heard() == {}
    withdraw_member(member=red.members.get(character__name="Bo"), by=captain)
    assert heard() == {
        owners[1].username: f"No longer in a team of {season.name}: Bo "
        f"captain has taken Bo out of a team of {season.name}: Crimson."
    }
    withdraw_team(team=red, by=captain)
    told = heard()
    assert set(told) == {owners[0].username}
    assert f"captain has withdrawn a team of {season.name} with Ada in it: Crimson." in told[owners[0].username]


def test_the_letter_about_an_entry_names_the_team_and_is_the_only_one(season, captain, owners, cast):
    cup = a_tournament(season, registration_open=True, self_registration=True)
    cleo = owner_of(cast.cleo)
    register_entry(tournament=cup, character=cast.cleo, by=cleo)
    red = enter(season, captain, "Ada", "Cleo", tournament=cup, closes_at=None)
    told, entries = heard(), dict(Notice.objects.filter(kind="entry").values_list("user__username", "text"))
    assert set(told) == {cleo.username}
    assert "Ada is in a team there: Red." in entries[owners[0].username]
    withdraw_team(team=red, by=captain)
    told = heard()
    assert f"Ada is no longer entered in {cup.name} either." in told[owners[0].username]
    assert "no longer entered" not in told[cleo.username]


def test_who_comes_back_into_a_team_of_a_tournament_under_way_hears_of_it(season, captain, owners):
    cup, olga = a_tournament(season, registration_open=True, self_registration=True), an_organiser(season)
    red = enter(season, captain, "Ada", "Bo", tournament=cup, closes_at=None)
    Tournament.objects.filter(pk=cup.pk).update(status=Tournament.RUNNING)
    withdraw_member(member=red.members.get(character__name="Ada"), by=olga)
    heard()
    add_member(team=red, name="Ada", by=olga)
    assert set(heard()) == {owners[0].username}


def test_a_letter_repeats_no_name_that_the_staff_has_hidden(season, owners):
    rude = a_team(a_contest(season), "Rude", hidden_at=timezone.now(), hidden_why="rude")
    add_member(team=rude, name="Ada", by=an_organiser(season))
    (told,) = heard().values()
    assert "Team 1" in told and "Rude" not in told
