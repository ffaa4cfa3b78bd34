"""Several doors at the same moment: exactly one wins, and the others are told what happened. Each act has a connection
of its own; on PostgreSQL they run side by side."""

import pytest
from django.core.exceptions import ValidationError

from games.models import Decision, Sheet
from league.models import LedgerEntry, Result, Ruling
from league.results.services.games import confirm_game, correct_game, dispute_game, resubmit_game, void_game
from league.tournaments.tables.services.acts import confirm_report, contradict_table, end_countdown, end_countdowns
from league.tournaments.tables.services.rulings import rule_table
from tests.factories.compass_sheets import OTHERWISE
from tests.factories.doors import Doors, same_everywhere
from tests.factories.races import at_once, refused
from tests.factories.reports import agrees, says
from tests.factories.tables import a_table, now, seat, status, the_countdown_ends

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def doors() -> Doors:
    found = Doors(a_table())
    _ = found.olga, found.sam
    return found


def gap_free(doors: Doors) -> bool:
    revisions = Decision.objects.filter(game__table=doors.table).values_list("revision", flat=True)
    return list(revisions) == list(range(1, doors.revision + 1))


def only_stale(outcomes: list) -> int:
    """How many were refused, all because somebody was faster."""
    errors = refused(outcomes)
    assert all(isinstance(error, ValidationError) and error.code == "stale" for error in errors), errors
    return len(errors)


def test_two_corrections_and_two_voids_upon_one_sight_have_one_winner(doors):
    table = doors.table
    for number in (1, 2, 3):
        says(table, number)
    for held in (OTHERWISE, (18, 11, 3, 1), OTHERWISE):
        seen, sheet, game = doors.revision, doors.sheet(held), doors.game
        correct = {"season_game": game, "sheet": sheet, "reason": "Right", "source": Sheet.API, "by": doors.olga}
        void = {"season_game": game, "reason": "Void", "by": doors.olga}
        acts = [lambda: correct_game(**correct, expected_revision=seen)] * 2  # noqa: B023
        acts += [lambda: void_game(**void, expected_revision=seen)] * 2  # noqa: B023
        assert only_stale(at_once(*acts)) == 3
        assert doors.revision == seen + 1 and gap_free(doors)


def test_three_referees_at_once_rule_once(doors):
    says(doors.table, 1)
    says(doors.table, 2, OTHERWISE)
    seen, sheets = doors.revision, [None, doors.sheet(OTHERWISE), doors.sheet((18, 11, 3, 1))]
    outcomes = at_once(
        *[
            lambda sheet=sheet: rule_table(
                table=doors.table, reason="Seen", by=doors.sam, sheet=sheet, expected_revision=seen
            )
            for sheet in sheets
        ]
    )
    assert only_stale(outcomes) == 2
    assert Ruling.objects.count() == 1 and gap_free(doors)
    assert Result.objects.count() == 4


def test_several_phones_that_agree_at_once_confirm_once(doors):
    table = doors.table
    says(table, 1)
    seen, shown = doors.revision, now(table).digest
    outcomes = at_once(
        *[
            lambda number=number: confirm_report(
                seat=seat(table, number), seen_digest=shown, key=f"k{number}", expected_revision=seen
            )
            for number in (2, 3)
        ]
    )
    assert refused(outcomes) == []
    assert doors.log == ["submitted", "agreed", "agreed", "confirmed"] and gap_free(doors)


def test_the_countdown_and_a_contradiction_at_once_leave_one_outcome(doors):
    table = doors.table
    says(table, 1)
    seen = doors.revision
    the_countdown_ends(table)
    tournament = table.round.stage.tournament_id
    outcomes = at_once(
        end_countdowns,
        lambda: end_countdown(table.pk, tournament),
        lambda: contradict_table(seat=seat(table, 2), reason="Not so", expected_revision=seen),
    )
    late = only_stale(outcomes)
    assert doors.log == (["submitted", "confirmed"] if late else ["submitted", "contradicted"])
    assert same_everywhere_but_confirmed(doors, late)


def same_everywhere_but_confirmed(doors: Doors, late: int) -> bool:
    if late:
        return now(doors.table).phase == "confirmed" and status(doors.table) == Sheet.CONFIRMED
    return same_everywhere(doors.table, 3) == "frozen"


def test_a_new_version_and_the_last_vote_at_once_confirm_what_was_agreed_or_wait(doors):
    table = doors.table
    says(table, 1)
    agrees(table, 2)
    seen, shown, game, sheet = doors.revision, now(table).digest, doors.game, doors.sheet((10, 19, 3, 1))
    bo = doors.owner(2)
    outcomes = at_once(
        lambda: confirm_report(seat=seat(table, 3), seen_digest=shown, key="k3", expected_revision=seen),
        lambda: resubmit_game(
            season_game=game,
            sheet=sheet,
            source=Sheet.WEB,
            reason="typo",
            expected_version=1,
            expected_revision=seen,
            by=bo,
        ),
    )
    assert only_stale(outcomes) == 1
    state = now(table)
    if state.phase == "confirmed":
        assert state.newest.version == 1
    else:
        assert (state.phase, state.newest.version, state.table.confirm_by) == ("waiting", 2, None)
    assert gap_free(doors)


def test_a_dispute_a_confirmation_and_a_ruling_at_once_are_one_after_the_other(doors):
    table = doors.table
    says(table, 1)
    seen, game = doors.revision, doors.game
    cleo = doors.owner(3)
    outcomes = at_once(
        lambda: dispute_game(season_game=game, reason="Not so", expected_revision=seen, by=cleo),
        lambda: confirm_game(season_game=game, expected_revision=seen, by=doors.olga),
        lambda: rule_table(table=table, reason="Seen", by=doors.sam, expected_revision=seen),
    )
    assert only_stale(outcomes) == 2
    assert doors.revision == seen + 1 and gap_free(doors)
    assert LedgerEntry.objects.filter(kind__in=("referee_called", "result_confirmed")).count() == 1
