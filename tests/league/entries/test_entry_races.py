"""Two people at the same moment around a tournament: places are counted by one at a time."""

import pytest
from django.core.exceptions import ValidationError

from league.models import Entry, Tournament
from league.tournaments.entries.services.check_in import check_in
from league.tournaments.entries.services.entries import drop_entry, register_entry, withdraw_entry
from league.tournaments.stages.services import create_tournament, edit_tournament
from tests.factories.characters import many_characters
from tests.factories.races import at_once, refused
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db(transaction=True)


def registering(tournament, character):
    return lambda: register_entry(tournament=tournament, character=character)


def test_the_last_place_is_given_once(season):
    tournament = a_tournament(season, capacity=3)
    people = many_characters(season, 8)
    assert refused(at_once(*(registering(tournament, one) for one in people))) == []
    entries = Entry.objects.order_by("number")
    assert [entry.status for entry in entries] == ["registered"] * 3 + ["waiting"] * 5
    assert [entry.number for entry in entries] == list(range(1, 9))


def test_a_button_pressed_twice_enters_once(season):
    tournament = a_tournament(season)
    (ada,) = many_characters(season, 1)
    (error,) = refused(at_once(*[registering(tournament, ada)] * 2))
    assert isinstance(error, ValidationError) and error.code == "known"
    assert Entry.objects.count() == 1


def test_two_who_withdraw_make_room_for_two(season):
    tournament = a_tournament(season, capacity=2)
    entries = [register_entry(tournament=tournament, character=one) for one in many_characters(season, 5)]
    at_once(*[lambda entry=entry: withdraw_entry(entry=entry) for entry in entries[:2]])
    assert [one.status for one in Entry.objects.order_by("number")] == ["dropped"] * 2 + ["registered"] * 2 + [
        "waiting"
    ]


def test_more_places_and_a_registration_never_make_too_many(season):
    tournament = a_tournament(season, capacity=2)
    *first, last = many_characters(season, 4)
    for one in first:
        register_entry(tournament=tournament, character=one)
    grow = lambda: edit_tournament(tournament=tournament, capacity=3)  # noqa: E731
    assert refused(at_once(grow, registering(tournament, last))) == []
    assert sorted(Entry.objects.values_list("status", flat=True)) == ["registered"] * 3 + ["waiting"]
    assert Entry.objects.get(status="waiting").character == last


def test_two_organisers_drop_one_entry_and_one_is_told(season):
    (ada,) = entered(a_tournament(season), 1)
    (error,) = refused(at_once(*[lambda: drop_entry(entry=ada, reason="Gone")] * 2))
    assert "already dropped" in str(error)


def test_everybody_checked_in_at_two_desks_is_told_once(season):
    tournament = a_tournament(season)
    entries = entered(tournament, 6, status=Entry.REGISTERED)
    outcomes = at_once(*[lambda: check_in(tournament=tournament, entries=entries)] * 2)
    assert sorted(map(len, outcomes)) == [0, 6]
    assert tournament.events.filter(kind="checked_in").count() == 1


def test_two_tournaments_of_one_name_are_announced_at_once_or_one_is_told(season):
    act = lambda: create_tournament(  # noqa: E731
        season=season, name="Spring Open", system="career_compass", edition="london"
    )
    outcomes = at_once(act, act)
    assert all(isinstance(error, ValidationError) for error in refused(outcomes))
    assert Tournament.objects.count() == 2 - len(refused(outcomes))
