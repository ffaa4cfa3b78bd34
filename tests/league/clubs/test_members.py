"""Who is in a league and as what."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from league.clubs.services.leagues import accept_invitation, change_role, create_league, invite, remove_member
from league.core.queries.access import may, require
from league.core.rules.roles import refusal
from league.models import Invitation, Membership
from tests.factories.cast import a_staffed_season
from tests.factories.people import a_member, a_user

pytestmark = pytest.mark.django_db
ACTS = ("administer", "confirm", "correct", "void", "import", "submit", "edit", "dispute", "register")
AT_ANY_TABLE = {
    "organiser": ACTS,
    "score_keeper": ("submit", "edit", "dispute", "register"),
    "player": ("register",),
    "spectator": (),
}


@pytest.fixture
def league():
    return create_league(name="Tuesday Club", by=a_user("ada"))


def test_an_invitation_makes_whoever_opens_it_a_member_with_its_role(league):
    invitation = invite(league=league, role="score_keeper", by=a_user("ada"))
    assert accept_invitation(invitation=invitation, user=a_user("bo")).role == "score_keeper"
    invitation.refresh_from_db()
    assert invitation.used_by == a_user("bo") and len(invitation.token) > 30
    with pytest.raises(ValidationError, match="already been used"):
        accept_invitation(invitation=invitation, user=a_user("cleo"))


def test_an_invitation_is_good_for_two_weeks(league):
    invitation = invite(league=league, role="player", by=a_user("ada"))
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(ValidationError, match="too old"):
        accept_invitation(invitation=invitation, user=a_user("bo"))


@pytest.mark.parametrize(
    ("has", "offered", "then"),
    [
        ("player", "organiser", "organiser"),
        ("score_keeper", "spectator", "score_keeper"),
        ("spectator", "player", "player"),
    ],
)
def test_an_invitation_widens_a_role_and_never_narrows_it(league, has, offered, then):
    bo = a_user("bo")
    Membership.objects.create(league=league, user=bo, role=has)
    assert accept_invitation(invitation=invite(league=league, role=offered, by=a_user("ada")), user=bo).role == then


def test_there_are_no_other_roles(league):
    with pytest.raises(ValidationError, match="Choose a role"):
        invite(league=league, role="emperor", by=a_user("ada"))
    with pytest.raises(ValidationError, match="Choose a role"):
        change_role(member=league.memberships.get(), role="emperor")


def test_a_league_keeps_an_organiser(league):
    ada = league.memberships.get()
    for act in (lambda: change_role(member=ada, role="player"), lambda: remove_member(member=ada)):
        with pytest.raises(ValidationError, match="at least one organiser"):
            act()
    Membership.objects.create(league=league, user=a_user("bo"), role="organiser")
    assert change_role(member=ada, role="player").role == "player"
    remove_member(member=ada)
    assert league.memberships.get().user == a_user("bo")


@pytest.mark.parametrize("role", AT_ANY_TABLE)
def test_a_role_may_what_its_row_says_and_is_told_whom_to_ask(role):
    season = a_staffed_season()[0]
    person = a_member(season, "person", role)
    assert tuple(act for act in ACTS if may(person, act, season.league)) == AT_ANY_TABLE[role]
    for act in set(ACTS) - set(AT_ANY_TABLE[role]):
        with pytest.raises(PermissionDenied) as refused:
            require(person, act, season.league)
        assert str(refused.value) == refusal(act)


def test_a_stranger_may_nothing():
    season, ada, *_ = a_staffed_season()
    assert not any(may(a_user("stranger"), act, season.league, characters=[ada.pk]) for act in ACTS)


def test_a_player_reports_edits_and_disputes_at_the_own_table_only():
    season, ada, bo, *_ = a_staffed_season()
    for act in ("submit", "edit", "dispute"):
        assert may(ada.owner, act, season.league, characters=[ada.pk, bo.pk])
        assert not may(ada.owner, act, season.league, characters=[bo.pk])
    for act in ("confirm", "correct", "void", "import", "administer"):
        assert not may(ada.owner, act, season.league, characters=[ada.pk, bo.pk])


def test_an_owner_who_left_the_league_is_a_stranger_at_the_own_table():
    season, ada, *_ = a_staffed_season()
    Membership.objects.filter(user=ada.owner).delete()
    assert not may(ada.owner, "dispute", season.league, characters=[ada.pk])
