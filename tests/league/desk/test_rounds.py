"""The clock of a round, and its end."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from league.core.rules.round_clock import time_left
from league.models import LedgerEntry, Round
from league.results.services.games import void_game
from league.tournaments.desk.services.rounds import end_round, extend_round, pause_round, resume_round, start_round
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.tables.queries.round_tables import progress_of
from tests.factories.draws import begun, play_round, published
from tests.factories.people import a_user
from tests.factories.races import at_once, refused
from tests.factories.tables import played_table, table_at

pytestmark = pytest.mark.django_db


def fresh(played: Round) -> Round:
    return Round.objects.select_related("stage").get(pk=played.pk)


def refusal(act, **kwargs) -> ValidationError:
    with pytest.raises(ValidationError) as caught:
        act(**kwargs)
    return caught.value


def test_a_draft_is_published_before_its_clock_starts():
    played = draw_next_round(tournament=begun(8, rounds=1))
    assert "Publish round 1 first" in refusal(start_round, round=played).message
    assert "is a draft that nobody has seen" in refusal(end_round, round=played).message
    publish_round(round=played)
    assert start_round(round=played).status == Round.RUNNING
    assert refusal(start_round, round=played).code == "stale"


def test_a_clock_that_is_put_back_during_a_pause_stops_no_round():
    played = start_round(round=published(begun(8, rounds=1)))
    pause_round(round=played)
    Round.objects.update(paused_at=timezone.now() + timedelta(hours=1))
    resume_round(round=played)
    assert (fresh(played).paused_seconds, fresh(played).paused_at) == (0, None)


def test_a_pause_does_not_count():
    played = published(begun(8, rounds=1))
    assert "has not been started" in refusal(pause_round, round=played).message
    start_round(round=played)
    pause_round(round=played)
    assert refusal(pause_round, round=played).code == "stale"
    now = timezone.now()
    Round.objects.update(started_at=now - timedelta(minutes=30), paused_at=now - timedelta(minutes=10))
    assert time_left(fresh(played), now) == timedelta(minutes=40)
    resume_round(round=played)
    again = fresh(played)
    assert (again.paused_seconds, again.paused_at) == (600, None)
    assert refusal(resume_round, round=played).code == "stale"


def test_a_round_lasts_longer_when_the_organiser_says_so():
    played = published(begun(8, rounds=1))
    assert extend_round(round=played, minutes=5).minutes == 65
    assert "from one minute to a day" in refusal(extend_round, round=played, minutes=-65).message
    kinds = LedgerEntry.objects.filter(kind="clock_changed")
    assert [event.text for event in kinds] == ["Round 1 of Swiss lasts 65 minutes now."]


def test_a_round_does_not_end_while_tables_are_missing():
    played = published(begun(12, rounds=1))
    start_round(round=played)
    played_table(table_at(played, 2))
    table_at(played, 3).seats.update(absent=True)
    error = refusal(end_round, round=played)
    assert error.code == "unconfirmed"
    assert error.message == (
        "Round 1 still waits for table 1 (nothing reported). "
        "Wait for them, let the referee rule, or end the round without them and say why."
    )
    assert [state.phase for state in progress_of(played)] == ["open", "confirmed", "empty"]
    assert fresh(played).status == Round.RUNNING


def test_a_round_ends_without_a_table_when_there_is_a_reason():
    played = published(begun(8, rounds=1))
    played_table(table_at(played, 1))
    table_at(played, 2)
    played.tables.filter(number=2).update(confirm_by=timezone.now())
    assert "Say why" in refusal(end_round, round=played, force=True).messages[0]
    ended = end_round(round=played, force=True, reason="The hall closes")
    assert ended.status == Round.ENDED
    assert table_at(played, 2).confirm_by is None
    event = LedgerEntry.objects.get(kind="round_ended")
    assert event.text == "Round 1 of Swiss has ended without table 2: The hall closes"
    assert event.about["without"] == [2]


def test_a_voided_table_is_not_waited_for():
    played = published(begun(4))
    game = played_table(table_at(played, 1))
    void_game(season_game=game, reason="Nobody knows the rules")
    assert [state.phase for state in progress_of(played)] == ["void"]
    assert end_round(round=played).status == Round.ENDED


def test_whoever_ends_a_round_that_has_ended_is_told_who_was_faster():
    played = published(begun(8, rounds=1))
    for table in played.tables.all():
        played_table(table_at(played, table.number))
    bo = a_user("bo")
    end_round(round=played, by=bo)
    error = refusal(end_round, round=played, by=a_user("cleo"))
    assert (error.code, error.message) == ("stale", "Round 1 has already ended. bo ended it.")
    assert LedgerEntry.objects.filter(kind="round_ended").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_organisers_end_the_round_at_once_and_one_is_told():
    tournament = begun(8, rounds=1)
    played = published(tournament)
    for table in played.tables.all():
        played_table(table_at(played, table.number))
    people = [a_user("bo"), a_user("cleo")]
    outcomes = at_once(*[lambda one=one: end_round(round=fresh(played), by=one) for one in people])
    (error,) = refused(outcomes)
    (ended,) = [outcome for outcome in outcomes if isinstance(outcome, Round)]
    assert isinstance(error, ValidationError)
    assert (error.code, error.message) == ("stale", f"Round 1 has already ended. {ended.ended_by} ended it.")
    assert LedgerEntry.objects.filter(kind="round_ended").count() == 1
    assert fresh(played).ended_by == ended.ended_by


@pytest.mark.django_db(transaction=True)
def test_two_organisers_draw_at_once_and_there_is_one_draw():
    tournament = begun(16)
    play_round(published(tournament))
    outcomes = at_once(*[lambda: draw_next_round(tournament=tournament)] * 2)
    (error,) = refused(outcomes)
    assert isinstance(error, ValidationError)
    assert error.code == "stale"
    assert tournament.draws.count() == 2
