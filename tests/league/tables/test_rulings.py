"""What a referee decides."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from games.models import Sheet
from games.rules.points import UNIT
from league.models import Entry, LedgerEntry, Ruling, TableSeat
from league.results.services.games import correct_game
from league.tournaments.stages.queries.stage_standings import stage_table
from league.tournaments.tables.services.rulings import (
    give_penalty,
    give_warning,
    mark_absent,
    mark_present,
    rescind_ruling,
    rule_table,
    too_few,
)
from tests.factories.compass_sheets import OTHERWISE, compass_sheet, sheet_of_cards
from tests.factories.people import a_user
from tests.factories.reports import agrees, frozen, says
from tests.factories.tables import now, seat, stage_of, status

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return a_user("olga")


def points(table, number: int) -> int:
    return stage_table(stage_of(table)).standings.tallies[seat(table, number).entry.character_id].points


def test_the_referee_takes_what_one_seat_reported(table, olga):
    report = frozen(table)
    ruling = rule_table(table=table, sheet=report, reason="Counted the cards", by=olga)
    assert (ruling.kind, ruling.table, ruling.by) == (Ruling.RULING, table, olga)
    state = now(table)
    assert (state.phase, state.table.frozen_at, state.table.frozen_because) == ("confirmed", None, "")
    assert state.newest.seats.get(seat=1).figures == {"cards": 19}
    assert list(LedgerEntry.objects.order_by("id").values_list("kind", flat=True))[-2:] == ["ruled", "result_confirmed"]


def test_the_referee_takes_the_sheet_as_it_stands(table, olga):
    frozen(table)
    rule_table(table=table, reason="Seat 1 was right", by=olga)
    assert now(table).newest.seats.get(seat=1).figures == {"cards": 20}
    assert Sheet.objects.count() == 1


def test_the_referee_enters_the_figures_of_a_table_that_said_nothing(table, olga):
    rule_table(table=table, sheet=sheet_of_cards(table, (12, 11, 6, 4)), reason="Their phones were empty", by=olga)
    assert status(table) == Sheet.CONFIRMED


def test_a_decision_needs_a_reason_and_a_sheet(table, olga):
    with pytest.raises(ValidationError, match="Nothing is reported"):
        rule_table(table=table, reason="Because", by=olga)
    frozen(table)
    with pytest.raises(ValidationError, match="Say why"):
        rule_table(table=table, reason=" ", by=olga)
    assert now(table).phase == "frozen"


def test_a_decision_is_not_argued_with(table, olga):
    frozen(table)
    rule_table(table=table, reason="Seat 1 was right", by=olga)
    with pytest.raises(ValidationError, match="The referee has decided"):
        says(table, 3, (18, 11, 3, 1))
    says(table, 4)
    assert now(table).phase == "confirmed"


def test_a_confirmed_table_changes_by_correction_alone(table, olga):
    for number in (1, 2, 3):
        says(table, number)
    with pytest.raises(ValidationError, match="An organiser can correct its game"):
        rule_table(table=table, sheet=sheet_of_cards(table, OTHERWISE), reason="Miscounted", by=olga)
    says(table, 4, OTHERWISE)
    correct_game(
        season_game=now(table).table.game.season_game,
        sheet=sheet_of_cards(table, OTHERWISE),
        reason="Miscounted",
        source=Sheet.WEB,
        by=olga,
    )
    rule_table(table=table, reason="Corrected", by=olga)
    assert now(table).table.frozen_at is None


def test_a_penalty_takes_points_at_once_and_gives_them_back_when_rescinded(table, olga):
    for number in (1, 2, 3):
        says(table, number)
    ada = seat(table, 1).entry
    ruling = give_penalty(
        entry=ada, round=table.round, points=Fraction("1.5"), reason="Late twice", by=olga, table=table
    )
    assert points(table, 1) == 60 * UNIT - 1260
    assert "Ada loses 1.50 points: Late twice" in LedgerEntry.objects.latest("id").text
    rescind_ruling(ruling=ruling, reason="The clock was wrong", by=olga)
    assert points(table, 1) == 60 * UNIT
    with pytest.raises(ValidationError, match="already rescinded"):
        rescind_ruling(ruling=ruling, reason="Again", by=olga)


@pytest.mark.parametrize("wanted", ["0", "-1", "0.0001", "1/11", "20000"])
def test_a_penalty_is_a_number_of_points_that_the_scale_knows(table, olga, wanted: str):
    with pytest.raises(ValidationError):
        give_penalty(entry=seat(table, 1).entry, round=table.round, points=Fraction(wanted), reason="x", by=olga)
    assert not Ruling.objects.exists()


def test_a_warning_costs_nothing(table, olga):
    for number in (1, 2, 3):
        says(table, number)
    give_warning(entry=seat(table, 1).entry, round=table.round, reason="Slow play", by=olga)
    assert points(table, 1) == 60 * UNIT


def test_a_no_show_is_left_out_of_the_sheet_and_gets_nothing(table, olga):
    mark_absent(seat=seat(table, 2), reason="Did not show up", by=olga)
    with pytest.raises(ValidationError, match="marked as absent"):
        says(table, 2, (20, 9, 4))
    says(table, 1, (20, 9, 4))
    says(table, 4, (20, 9, 4))
    assert status(table) == Sheet.CONFIRMED
    assert points(table, 2) == 0
    assert [line.name for line in now(table).sheet.seats] == ["Ada", "Cleo", "Dev"]


def test_a_no_show_after_the_first_report_starts_the_table_again(table, olga):
    before = compass_sheet(table, (20, 9, 3, 1))
    frozen(table)
    mark_absent(seat=seat(table, 4), reason="Left before the end", by=olga)
    assert now(table).phase == "open"
    with pytest.raises(ValidationError, match="not for the characters"):
        rule_table(table=table, sheet=before, reason="x", by=olga)
    says(table, 1, (20, 9, 4))
    assert [sheet.status for sheet in Sheet.objects.order_by("version")] == [Sheet.SUPERSEDED, Sheet.SUBMITTED]
    agrees(table, 2)
    assert status(table) == Sheet.CONFIRMED
    with pytest.raises(ValidationError, match="Correct its game"):
        mark_absent(seat=seat(table, 3), reason="Too late", by=olga)


def test_a_no_show_may_drop_out_of_the_tournament_too(table, olga):
    mark_absent(seat=seat(table, 2), reason="Gone home", by=olga, drop=True)
    assert seat(table, 2).entry.status == Entry.DROPPED
    assert LedgerEntry.objects.get(kind="dropped").text == "Bo dropped: Gone home"


def test_somebody_who_comes_late_is_present_again(table, olga):
    ruling = mark_absent(seat=seat(table, 2), reason="Did not show up", by=olga)
    with pytest.raises(ValidationError, match="already absent"):
        mark_absent(seat=seat(table, 2), reason="Did not show up", by=olga)
    mark_present(seat=seat(table, 2), reason="The train was late", by=olga)
    ruling.refresh_from_db()
    assert ruling.rescinded_because == "The train was late"
    with pytest.raises(ValidationError, match="already present"):
        mark_present(seat=seat(table, 2), reason="x", by=olga)


def test_rescinding_a_no_show_brings_the_seat_back(table, olga):
    ruling = mark_absent(seat=seat(table, 2), reason="Did not show up", by=olga)
    rescind_ruling(ruling=ruling, reason="Was at the wrong table", by=olga)
    assert not TableSeat.objects.filter(absent=True).exists()


def test_a_decided_table_is_not_rescinded_but_corrected(table, olga):
    frozen(table)
    ruling = rule_table(table=table, reason="Seat 1 was right", by=olga)
    with pytest.raises(ValidationError, match="Correct its game"):
        rescind_ruling(ruling=ruling, reason="x", by=olga)


def test_when_too_few_are_left_the_referee_reads_what_to_do(table, olga):
    assert too_few(now(table)) == ""
    for number in (1, 2, 3):
        mark_absent(seat=seat(table, number), reason="The bus broke down", by=olga)
    assert "Career Compass needs 2 at a table, and only 1 is left here" in too_few(now(table))
