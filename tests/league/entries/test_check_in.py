"""Checking in: one, many, everybody, and taking it back."""

import pytest

from characters.models import Career
from league.models import Entry, StageEntry
from league.tournaments.entries.services.check_in import check_in, check_in_everybody, undo_check_in
from tests.factories.refusals import refusal
from tests.factories.seasons import a_season
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered


@pytest.fixture
def tournament(db):
    return a_tournament(a_season("spring"), capacity=4)


def names(entries) -> list[str]:
    return [entry.character.name for entry in entries]


def test_one_is_here_and_checking_in_twice_is_once(tournament):
    ada, _ = entered(tournament, 2, status=Entry.REGISTERED)
    assert names(check_in(tournament=tournament, entries=[ada])) == ["Ada"]
    assert names(check_in(tournament=tournament, entries=[ada])) == []
    ada.refresh_from_db()
    assert ada.status == "checked_in" and ada.checked_in_at is not None
    assert [event.text for event in tournament.events.all()] == ["Ada is here."]


def test_everybody_is_here_in_one_go(tournament):
    entered(tournament, 3, status=Entry.REGISTERED)
    assert names(check_in_everybody(tournament=tournament)) == ["Ada", "Bo", "Cleo"]
    assert check_in_everybody(tournament=tournament) == []
    assert tournament.events.get().text == "Ada, Bo and Cleo are here."


def test_who_retired_since_is_named_and_left_out_of_everybody(tournament):
    ada, _ = entered(tournament, 2, status=Entry.REGISTERED)
    Career.objects.filter(character__name="Ada").update(status="retired")
    assert "Ada has left by golden parachute" in refusal(check_in, tournament=tournament, entries=[ada])
    assert names(check_in_everybody(tournament=tournament)) == ["Bo"]


def test_somebody_who_waits_comes_in_while_a_place_is_free(tournament):
    *_, eve = entered(tournament, 5, status=Entry.REGISTERED)
    Entry.objects.filter(pk=eve.pk).update(status=Entry.WAITING)
    assert "all 4 places are taken" in refusal(check_in, tournament=tournament, entries=[eve])
    Entry.objects.filter(number=1).update(status=Entry.DROPPED)
    assert names(check_in(tournament=tournament, entries=[eve])) == ["Eve"]


def test_one_who_cannot_come_in_keeps_the_others_out_too(tournament):
    ada, bo = entries = entered(tournament, 2, status=Entry.REGISTERED)
    Entry.objects.filter(pk=bo.pk).update(status=Entry.DROPPED)
    assert "Reinstate" in refusal(check_in, tournament=tournament, entries=entries)
    ada.refresh_from_db()
    assert ada.status == "registered"


def test_entries_of_another_tournament_are_not_touched(tournament):
    other = a_tournament(a_season("autumn"), slug="other")
    (ada,) = entered(other, 1, status=Entry.REGISTERED)
    assert check_in(tournament=tournament, entries=[ada]) == []


def test_a_check_in_is_taken_back(tournament):
    (ada,) = entered(tournament, 1)
    assert names(undo_check_in(tournament=tournament, entries=[ada])) == ["Ada"]
    assert undo_check_in(tournament=tournament, entries=[ada]) == []
    assert tournament.events.get().text == "Ada is not here after all."


def test_who_sits_at_a_table_is_here(tournament):
    entries = entered(tournament, 4)
    a_round(a_stage(tournament, entries), entries)
    assert "Ada is already drawn" in refusal(undo_check_in, tournament=tournament, entries=entries)


def test_a_late_entry_plays_from_the_next_draw_on(tournament):
    *rest, dev = entered(tournament, 4)
    Entry.objects.filter(pk=dev.pk).update(status=Entry.REGISTERED)
    a_stage(tournament, rest)
    check_in(tournament=tournament, entries=[dev])
    assert tournament.events.get().text == "Dev is here, to play from the next draw on."


def test_who_is_not_here_before_the_first_draw_leaves_the_stage(tournament):
    entries = entered(tournament, 4)
    a_stage(tournament, entries)
    undo_check_in(tournament=tournament, entries=entries[:1])
    assert not StageEntry.objects.filter(entry=entries[0]).exists()


def test_nobody_checks_in_when_it_is_over(tournament):
    entries = entered(tournament, 1, status=Entry.REGISTERED)
    tournament.status = "finished"
    tournament.save()
    assert "is finished" in refusal(check_in, tournament=tournament, entries=entries)
