"""Results from the table: one seat enters, the others confirm, silence confirms, a contradiction freezes."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.models import Game, Sheet
from league.models import Entry, LedgerEntry, Result, Round, TableReport
from league.tournaments.tables.services.acts import confirm_report, contradict_table, end_countdowns, report_table
from tests.factories.compass_sheets import OTHERWISE, sheet_of_cards
from tests.factories.reports import agrees, says
from tests.factories.seasons import set_house_rules
from tests.factories.tables import a_table, logged_kinds, now, seat, status, tables_of, the_countdown_ends
from tests.factories.tournaments import a_tournament, entered

pytestmark = pytest.mark.django_db


def test_the_first_report_makes_the_game_and_starts_the_countdown():
    table = a_table(confirm_seconds=90)
    says(table, 2)
    state = now(table)
    assert state.phase == "waiting"
    assert state.table.game is not None
    assert state.table.game.season_game.reference == "spring-open-s1r1t1"
    assert status(table) == Sheet.SUBMITTED
    assert [one.seat for one in state.agreed] == [2]
    assert timedelta(seconds=80) < state.table.confirm_by - timezone.now() <= timedelta(seconds=90)
    assert logged_kinds(table) == ["result_reported"]


def test_a_majority_of_the_seats_confirms_and_the_standings_have_it():
    table = a_table()
    says(table, 1)
    agrees(table, 2)
    assert status(table) == Sheet.SUBMITTED
    agrees(table, 4)
    assert status(table) == Sheet.CONFIRMED
    assert Result.objects.filter(game__table=table).count() == 4
    assert now(table).table.confirm_by is None
    assert logged_kinds(table) == ["result_reported", "result_confirmed"]


def test_a_second_report_of_the_same_figures_is_a_vote():
    table = a_table(3)
    says(table, 1, (20, 10, 3))
    says(table, 3, (20, 10, 3))
    assert status(table) == Sheet.CONFIRMED


@pytest.mark.parametrize(("players", "needed"), [(2, 2), (3, 2), (4, 3), (5, 3)])
def test_more_than_half_of_those_who_are_there_decide(players: int, needed: int):
    table = a_table(players, bots=5 - players)
    held = (19, 8, 3, 2, 1)
    for number in range(1, needed + 1):
        assert now(table).phase != "confirmed"
        says(table, number, held)
    assert now(table).phase == "confirmed"


def test_at_a_table_of_two_silence_confirms_what_one_of_them_says():
    table = a_table(2)
    says(table, 1, (20, 13))
    assert end_countdowns() == 0
    the_countdown_ends(table)
    assert end_countdowns() == 1
    assert status(table) == Sheet.CONFIRMED
    assert end_countdowns() == 0
    assert LedgerEntry.objects.filter(kind="result_confirmed").count() == 1


def test_a_report_that_is_sent_twice_arrives_once():
    table = a_table()
    first = says(table, 1, key="of-the-phone")
    again = says(table, 1, key="of-the-phone")
    assert again == first
    assert TableReport.objects.count() == Game.objects.count() == 1
    assert logged_kinds(table) == ["result_reported"]


def test_a_report_that_is_sent_again_after_the_round_has_the_same_answer():
    table = a_table()
    first = says(table, 1, key="of-the-phone")
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    assert says(table, 1, key="of-the-phone") == first


def test_a_key_is_for_one_report():
    table = a_table()
    says(table, 1, key="of-the-phone")
    with pytest.raises(ValidationError, match="used for another report"):
        says(table, 1, OTHERWISE, key="of-the-phone")
    with pytest.raises(ValidationError, match="Idempotency-Key of 1 to 100"):
        report_table(seat=seat(table, 1), sheet=sheet_of_cards(table), key="x" * 101)


def test_a_contradiction_freezes_the_table_alone_and_calls_the_referee():
    tournament = a_tournament(table_size=2)
    ada, bo, cleo, dev = entered(tournament, 4)
    table, other = tables_of(tournament, [ada, bo], [cleo, dev])
    says(table, 1, (20, 13))
    says(table, 2, (13, 20))
    says(other, 1, (20, 13))
    frozen = now(table)
    assert frozen.phase == "frozen"
    assert frozen.table.confirm_by is None
    assert frozen.table.frozen_because == "Ada's cards: seat 2 says 13, seat 1 said 20. 1 more figure differs."
    assert status(table) == Sheet.DISPUTED
    assert now(other).phase == "waiting"
    assert logged_kinds(table) == ["result_reported", "referee_called", "result_reported"]


def test_a_frozen_table_is_not_confirmed_by_silence():
    table = a_table()
    says(table, 1)
    says(table, 2, OTHERWISE)
    the_countdown_ends(table)
    end_countdowns()
    assert status(table) == Sheet.DISPUTED
    assert now(table).table.confirm_by is None


def test_at_a_frozen_table_every_seat_may_still_say_its_version_once():
    table = a_table()
    says(table, 1)
    says(table, 2, OTHERWISE)
    says(table, 3)
    assert len(now(table).reports) == 3
    assert now(table).phase == "frozen"
    with pytest.raises(ValidationError, match="with the referee"):
        says(table, 1, OTHERWISE, key="another")
    with pytest.raises(ValidationError, match="the referee decides"):
        agrees(table, 4)


def test_figures_that_cannot_have_happened_freeze_nothing():
    table = a_table()
    says(table, 1)
    with pytest.raises(ValidationError):
        says(table, 2, (40, 10, 3, 1))
    assert now(table).phase == "waiting"


def test_a_seat_may_mend_its_report_while_nobody_has_agreed():
    table = a_table()
    says(table, 1)
    says(table, 1, OTHERWISE)
    assert [sheet.status for sheet in Sheet.objects.order_by("version")] == [Sheet.SUPERSEDED, Sheet.SUBMITTED]
    assert now(table).newest.seats.get(seat=1).figures == {"cards": 19}
    agrees(table, 2)
    with pytest.raises(ValidationError, match="Others have agreed"):
        says(table, 1, (18, 11, 3, 1))


def test_whoever_agrees_agrees_with_what_was_shown():
    table = a_table()
    says(table, 1)
    shown = now(table).digest
    says(table, 1, OTHERWISE)
    with pytest.raises(ValidationError, match="have changed since you saw them") as refusal:
        agrees(table, 2, shown=shown)
    assert refusal.value.code == "stale"
    assert len(now(table).reports) == 1


def test_agreeing_twice_is_one_vote():
    table = a_table()
    says(table, 1)
    assert agrees(table, 2, key="one") == agrees(table, 2, key="one") == agrees(table, 2, key="two")
    assert status(table) == Sheet.SUBMITTED


def test_a_seat_can_say_that_it_is_wrong_without_figures():
    table = a_table()
    says(table, 1)
    contradict_table(seat=seat(table, 3), reason="Cleo held four cards")
    contradict_table(seat=seat(table, 3), reason="Cleo held four cards")
    assert now(table).table.frozen_because == "Seat 3 (Cleo) says that it is wrong: Cleo held four cards"
    assert logged_kinds(table).count("referee_called") == 1
    with pytest.raises(ValidationError):
        contradict_table(seat=seat(table, 3), reason=" ")


def test_other_figures_after_the_confirmation_call_the_referee_and_change_nothing():
    table = a_table(3)
    says(table, 1, (20, 10, 3))
    says(table, 2, (20, 10, 3))
    says(table, 3, (20, 9, 4))
    state = now(table)
    assert state.phase == "confirmed"
    assert state.table.frozen_because.startswith("Bo's cards: seat 3 says 9, seat 1 said 10.")
    assert Result.objects.count() == 3
    assert logged_kinds(table)[-1] == "referee_called"


def test_an_entry_that_agrees_and_arrives_after_the_confirmation_is_welcome():
    table = a_table(3)
    says(table, 1, (20, 10, 3))
    says(table, 2, (20, 10, 3))
    says(table, 3, (20, 10, 3))
    assert len(now(table).agreed) == 3
    assert now(table).table.frozen_at is None


def test_nothing_is_reported_after_the_round():
    table = a_table()
    says(table, 1)
    Round.objects.update(status=Round.ENDED, ended_at=timezone.now())
    for late in (
        lambda: says(table, 2),
        lambda: agrees(table, 2),
        lambda: contradict_table(seat=seat(table, 2), reason="no"),
    ):
        with pytest.raises(ValidationError, match="Round 1 is over") as refusal:
            late()
        assert refusal.value.code == "over"
    the_countdown_ends(table)
    end_countdowns()
    assert status(table) == Sheet.SUBMITTED
    assert now(table).table.confirm_by is None


def test_the_figures_are_of_those_who_sit_there():
    tournament = a_tournament(table_size=2)
    ada, bo, cleo, dev = entered(tournament, 4)
    table, other = tables_of(tournament, [ada, bo], [cleo, dev])
    with pytest.raises(ValidationError, match="not for the characters at this table"):
        report_table(seat=seat(table, 1), sheet=sheet_of_cards(other, (20, 13)), key="k")
    with pytest.raises(ValidationError, match="not for the characters at this table"):
        report_table(seat=seat(table, 1), sheet=replace(sheet_of_cards(table, (20, 13)), seats=()), key="k")
    assert not Game.objects.exists()


def test_who_dropped_speaks_no_more_and_is_not_waited_for():
    table = a_table(3)
    Entry.objects.filter(number=3).update(status=Entry.DROPPED)
    with pytest.raises(ValidationError, match="Cleo has dropped out"):
        says(table, 3, (20, 10, 3))
    says(table, 1, (20, 10, 3))
    assert now(table).needed == 2
    says(table, 2, (20, 10, 3))
    assert status(table) == Sheet.CONFIRMED


def test_what_the_house_rules_refuse_freezes_the_table_with_the_reason():
    table = a_table(2, bots=1)
    says(table, 1, (20, 10, 3))
    set_house_rules(table.round.stage.tournament.season, league_min_characters=3)
    confirm_report(seat=seat(table, 2), seen_digest=now(table).digest, key="k")
    state = now(table)
    assert state.phase == "frozen"
    assert "can't be confirmed: A league game needs at least 3 characters" in state.table.frozen_because
    assert not Result.objects.exists()


def test_a_report_costs_the_same_whoever_else_plays(django_assert_max_num_queries):
    table = a_table()
    with django_assert_max_num_queries(45):
        says(table, 1)
    agrees(table, 2)
    with django_assert_max_num_queries(65):
        agrees(table, 3)


def test_a_table_that_fails_keeps_no_other_one_waiting():
    tournament = a_tournament(table_size=2)
    ada, bo, cleo, dev = entered(tournament, 4)
    table, other = tables_of(tournament, [ada, bo], [cleo, dev])
    for one in (table, other):
        says(one, 1, (20, 13))
        the_countdown_ends(one)
    Sheet.objects.filter(game__table=table).delete()
    with pytest.raises(ExceptionGroup):
        end_countdowns()
    assert status(other) == Sheet.CONFIRMED
