"""Who leaves the league or the site gives up places in tournaments."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.accounts.services.farewell import forget_person
from league.clubs.services.leagues import remove_member
from league.models import Entry, LedgerEntry, Membership, Notice, Stage, Tournament
from league.notices.services.outbox import tell_events
from league.tournaments.entries.queries import present_entries
from league.tournaments.entries.services.entries import drop_entry
from tests.factories.pages import text
from tests.factories.people import an_organiser
from tests.factories.tournaments import a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def places() -> list[Entry]:
    """Four places, the second of which is Bea's, and a fifth entry that waits."""
    tournament = a_tournament(capacity=4)
    entries = entered(tournament, 5)
    Entry.objects.filter(pk=entries[4].pk).update(status=Entry.WAITING)
    bea = User.objects.create_user("bea")
    entries[1].character.owner = bea
    entries[1].character.save()
    Membership.objects.create(league=tournament.season.league, user=bea, role="player")
    return entries


def leave_the_league(bea: User) -> None:
    remove_member(member=Membership.objects.get(user=bea))


def delete_the_account(bea: User) -> None:
    forget_person(user=bea, label="former member")


@pytest.mark.parametrize("leave", [leave_the_league, delete_the_account])
def test_the_next_one_gets_the_place_and_the_log_of_the_desk_says_why(places: list[Entry], leave):
    leave(User.objects.get(username="bea"))
    assert [entry.status for entry in Entry.objects.order_by("number")][1::3] == [Entry.DROPPED, Entry.REGISTERED]
    said = list(LedgerEntry.objects.filter(tournament=places[0].tournament).values_list("kind", "text"))
    assert ("dropped", f"{places[1].character.name} dropped: the player has left") in said
    assert "moved_up" in dict(said)


@pytest.mark.parametrize("leave", [leave_the_league, delete_the_account])
def test_the_organisers_are_told_and_nobody_else_is(places: list[Entry], leave):
    olga = an_organiser(places[0].tournament.season)
    leave(User.objects.get(username="bea"))
    tell_events()
    [notice] = Notice.objects.filter(kind="left")
    assert notice.user == olga and f"{places[1].character.name} dropped: the player has left" in notice.text
    assert notice.link == f"/tournaments/{places[0].tournament.slug}/desk/"


def test_who_is_dropped_at_the_desk_is_no_news_for_the_desk(places: list[Entry]):
    drop_entry(entry=places[1], reason="Went home", by=an_organiser(places[0].tournament.season))
    tell_events()
    assert not Notice.objects.filter(kind="left").exists()


@pytest.mark.parametrize("leave", [leave_the_league, delete_the_account])
def test_in_a_running_tournament_they_are_in_no_draw_to_come(places: list[Entry], leave):
    stage = a_stage(places[0].tournament, places[:4], status=Stage.RUNNING)
    Tournament.objects.filter(pk=places[0].tournament.pk).update(status=Tournament.RUNNING)
    leave(User.objects.get(username="bea"))
    assert places[1] not in present_entries(stage)
    assert Entry.objects.get(pk=places[4].pk).status == Entry.WAITING


def test_a_tournament_that_is_over_keeps_its_entries(places: list[Entry]):
    Tournament.objects.filter(pk=places[0].tournament.pk).update(status=Tournament.FINISHED)
    delete_the_account(User.objects.get(username="bea"))
    assert Entry.objects.get(pk=places[1].pk).status != Entry.DROPPED


def test_the_page_on_which_the_account_is_deleted_names_the_places(places: list[Entry]):
    client = Client()
    client.force_login(User.objects.get(username="bea"))
    assert places[0].tournament.name in text(client.get("/accounts/delete/"))
