"""A game that belongs to a table, decided through every door: the table owns its sheet."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from games.models import Decision, Sheet
from league.models import LedgerEntry, Result, Ruling, Table, TableReport
from league.notices.services.outbox import WRITERS
from league.results.services.games import (
    confirm_game,
    correct_game,
    dispute_game,
    report_game,
    resubmit_game,
    void_game,
)
from league.tasks import settle_tables
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.queries.table_state import reference_of
from league.tournaments.tables.services.acts import confirm_table, contradict_table, end_countdowns
from league.tournaments.tables.services.rulings import mark_absent, mark_present, rule_table
from tests.factories.compass_sheets import AGREED, OTHERWISE, cards_fields, with_name
from tests.factories.doors import Doors, same_everywhere, surfaces
from tests.factories.people import has_verified
from tests.factories.phones import a_phone, send_report
from tests.factories.reports import agrees, says
from tests.factories.tables import logged_kinds, now, seat, status, the_countdown_ends

pytestmark = pytest.mark.django_db
BO_WINS = (10, 19, 3, 1)


def resubmit(doors: Doors, by, held=BO_WINS, **more):
    return resubmit_game(
        season_game=doors.game,
        sheet=doors.sheet(held),
        source=Sheet.API,
        reason="typo",
        expected_version=None,
        by=by,
        **more,
    )


def waiting(table: Table) -> None:
    says(table, 1)
    agrees(table, 2)


# C-1: a new version of what the table waits for


def test_a_player_does_not_overturn_by_the_api_what_the_table_agreed_to(client, table, doors):
    waiting(table)
    client.force_login(doors.owner(2))
    body = {
        "played_at": (timezone.now() - timedelta(minutes=1)).isoformat(),
        "expected_version": 1,
        "reason": "typo",
        "seats": [
            {"seat": at, "character": seat(table, at).entry.character.slug, "score": {"cards": held}}
            for at, held in enumerate(BO_WINS, 1)
        ],
    }
    answer = client.post(f"/api/v1/games/{doors.game.game_id}/correct/", body, content_type="application/json")
    assert answer.status_code == 200
    assert now(table).table.confirm_by is None
    the_countdown_ends(table)
    end_countdowns()
    assert (status(table), Result.objects.count()) == (Sheet.SUBMITTED, 0)
    assert same_everywhere(table, 3) == "waiting"


def test_a_new_version_is_shown_on_every_phone_with_what_changed_and_by_whom(table, doors):
    waiting(table)
    cleo = a_phone(table, 3)
    before = cleo.get(table_path(table) + "state/")
    resubmit(doors, doors.owner(2))
    after = cleo.get(table_path(table) + "state/", headers={"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert "Seat 2 (Bo) changed the figures on the page of the game." in after.text
    assert "Ada&#x27;s cards: the new one says 10, the version before said 20." in after.text
    assert "What is reported" in after.text and "1 of 4 agree; 3 confirm it." in after.text
    assert "Silence does not confirm it." in after.text
    assert logged_kinds(table)[-1] == "result_reported"
    event = LedgerEntry.objects.latest("id")
    assert "Seat 2 (Bo) changed the figures" in event.text and event.by == doors.owner(2)


def test_a_new_version_needs_agreement_again_and_its_author_has_one_vote(table, doors):
    waiting(table)
    resubmit(doors, doors.owner(2))
    assert [one.seat for one in now(table).agreed] == [2]
    agrees(table, 1, key="again-1")
    assert status(table) == Sheet.SUBMITTED
    agrees(table, 3, key="again-3")
    assert status(table) == Sheet.CONFIRMED
    assert now(table).table.changed == ""


def test_silence_confirms_a_new_version_only_where_nobody_else_had_agreed(table, doors):
    says(table, 2)
    Table.objects.update(confirm_by=timezone.now() + timedelta(seconds=1))
    resubmit(doors, doors.owner(2))
    state = now(table)
    assert state.table.confirm_version == 2
    assert state.table.confirm_by - timezone.now() > timedelta(seconds=state.tournament.confirm_seconds - 10)
    the_countdown_ends(table)
    end_countdowns()
    assert status(table) == Sheet.CONFIRMED


def test_a_score_keeper_s_version_waits_for_the_table(table, doors):
    waiting(table)
    resubmit(doors, doors.sam)
    state = now(table)
    assert (state.phase, state.agreed, state.table.confirm_by) == ("waiting", [], None)
    assert state.table.changed.startswith("Somebody who has no seat here changed the figures")
    for number in (1, 2, 3):
        agrees(table, number, key=f"again-{number}")
    assert status(table) == Sheet.CONFIRMED


def test_the_countdown_confirms_only_the_version_that_it_was_for(table, doors):
    says(table, 1)
    resubmit(doors, doors.owner(1))
    Table.objects.update(confirm_version=1)
    the_countdown_ends(table)
    end_countdowns()
    assert (status(table), now(table).table.confirm_by) == (Sheet.SUBMITTED, None)


def test_a_worker_waits_for_the_end_of_the_countdown_that_ends_first(table):
    says(table, 1)
    running = now(table).table.confirm_by
    assert running is not None and settle_tables() == running
    the_countdown_ends(table)
    assert settle_tables() is True and settle_tables() is None


def test_the_countdown_confirms_nothing_that_no_report_says(table):
    says(table, 1)
    TableReport.objects.update(replaced_at=timezone.now())
    the_countdown_ends(table)
    end_countdowns()
    assert (status(table), now(table).table.confirm_by) == (Sheet.SUBMITTED, None)


def test_a_player_does_not_change_a_frozen_table_but_a_referee_may(table, doors):
    says(table, 1)
    says(table, 2, OTHERWISE)
    with pytest.raises(ValidationError, match="frozen: the referee decides") as refusal:
        resubmit(doors, doors.owner(2))
    assert refusal.value.code == "stale"
    resubmit(doors, doors.sam)
    assert now(table).phase == "frozen"
    assert len(now(table).reports) == 2


def test_a_new_version_is_of_those_who_sit_there(table, doors):
    says(table, 1)
    with pytest.raises(ValidationError, match="not for the characters at this table"):
        resubmit_game(
            season_game=doors.game,
            sheet=with_name(doors.sheet(), 2, "A stranger"),
            source=Sheet.WEB,
            reason="typo",
            expected_version=None,
            by=doors.owner(1),
        )
    assert Sheet.objects.count() == 1


# C-1b: a version that slips in between reading and confirming


def test_a_version_that_slips_in_is_not_confirmed_as_the_one_before(table, doors):
    waiting(table)
    state = now(table)
    resubmit(doors, doors.owner(2))
    with pytest.raises(ValidationError) as refusal:
        confirm_table(state, "3 of 4 seats agree", by=None)
    assert refusal.value.code == "stale"
    assert (status(table), now(table).phase) == (Sheet.SUBMITTED, "waiting")


# Dispute, confirm, correct and void through the doors


def test_a_dispute_on_the_page_of_the_game_freezes_the_table_and_calls_the_referee(client, table, doors):
    doors.sam.email, doors.sam.password = "sam@example.org", "x"
    doors.sam.save()
    has_verified(doors.sam)
    waiting(table)
    client.force_login(doors.owner(3))
    client.post(reverse("game_dispute", args=[doors.game.game_id]), {"reason": "I held four"})
    state = now(table)
    assert (state.phase, state.table.confirm_by) == ("frozen", None)
    assert state.table.frozen_because == "Seat 3 (Cleo) says that it is wrong: I held four"
    event = LedgerEntry.objects.get(kind="referee_called")
    assert [letter.user for letter in WRITERS[event.kind](event)] == [doors.sam.pk]
    assert doors.log == ["submitted", "agreed", "disputed"]


def test_an_organiser_confirms_a_frozen_table_on_the_page_of_the_game(table, doors):
    says(table, 1)
    says(table, 2, OTHERWISE)
    confirm_game(season_game=doors.game, by=doors.olga)
    state = now(table)
    assert (state.phase, state.table.frozen_at, state.table.confirm_by) == ("confirmed", None, None)
    assert logged_kinds(table)[-1] == "result_confirmed"
    assert doors.log == ["submitted", "contradicted", "confirmed"]


def test_a_void_and_a_correction_end_the_countdown_and_the_freeze(table, doors):
    says(table, 1)
    says(table, 2, OTHERWISE)
    void_game(season_game=doors.game, reason="A trial", by=doors.olga)
    state = now(table)
    assert (state.phase, state.table.frozen_at, state.table.confirm_by) == ("void", None, None)
    assert same_phase_but_for_the_referee(table) == "void"
    correct_game(
        season_game=doors.game, sheet=doors.sheet(OTHERWISE), reason="It was real", source=Sheet.WEB, by=doors.olga
    )
    assert now(table).phase == "confirmed"
    assert doors.log == ["submitted", "contradicted", "voided", "corrected"]


def same_phase_but_for_the_referee(table: Table) -> str:
    found = surfaces(table, 3)
    found.pop("referee")
    assert len(set(found.values())) == 1, found
    return found["desk"]


def test_what_was_set_aside_with_a_new_line_up_is_not_confirmed_by_another_door(table, doors):
    says(table, 1)
    says(table, 2, OTHERWISE)
    mark_absent(seat=seat(table, 4), reason="Left early", by=doors.sam)
    for late in (
        lambda: confirm_game(season_game=doors.game, by=doors.olga),
        lambda: dispute_game(season_game=doors.game, reason="x", by=doors.owner(1)),
        lambda: resubmit(doors, doors.owner(1), (20, 9, 4)),
    ):
        with pytest.raises(ValidationError):
            late()
    assert now(table).phase == "open"
    mark_present(seat=seat(table, 4), reason="Came back", by=doors.sam)
    assert now(table).phase == "open"


# C-2: one answer on every surface


def test_the_first_report_waits_everywhere(table):
    says(table, 1)
    assert same_everywhere(table, 3) == "waiting"


def test_a_new_version_on_the_page_of_the_game_waits_everywhere(table, doors):
    says(table, 1)
    resubmit(doors, doors.owner(2))
    assert same_everywhere(table, 3) == "waiting"


def test_a_dispute_on_the_page_of_the_game_is_with_the_referee_everywhere(table, doors):
    says(table, 1)
    resubmit(doors, doors.owner(2))
    dispute_game(season_game=doors.game, reason="Not so", by=doors.owner(3))
    assert same_everywhere(table, 3) == "frozen"


def test_a_disputed_sheet_without_reports_is_with_the_referee_everywhere(table, doors):
    made = report_game(
        season=doors.season, reference=reference_of(table), sheet=doors.sheet(), source=Sheet.WEB, by=doors.owner(1)
    )
    Table.objects.update(game=made.game)
    dispute_game(season_game=made, reason="Not so", by=doors.owner(2))
    assert same_everywhere(table, 3) == "frozen"


def test_a_disputed_sheet_of_before_there_were_owners_is_with_the_referee_everywhere(table, doors):
    says(table, 1)
    Sheet.objects.update(status=Sheet.DISPUTED, closed_reason="Not so", closed_at=timezone.now())
    assert same_everywhere(table, 3) == "frozen"


def test_a_frozen_table_that_goes_on_without_a_seat_is_open_everywhere(table, doors):
    says(table, 1)
    says(table, 2, OTHERWISE)
    mark_absent(seat=seat(table, 4), reason="Left early", by=doors.sam)
    assert same_everywhere(table, 3) == "open"


def test_a_claim_at_an_open_table_answers_that_it_is_open(table):
    answer = send_report(a_phone(table), table, {"seat": 2}, key="")
    assert (answer.status_code, answer.json()["phase"], answer.json()["revision"]) == (200, "open", 0)


# Revisions


def test_every_decision_at_a_table_raises_the_revision_once(table, doors):
    says(table, 1)
    agrees(table, 2)
    agrees(table, 3)
    contradict_table(seat=seat(table, 4), reason="Not so")
    rule_table(table=table, reason="It is so", by=doors.sam)
    void_game(season_game=doors.game, reason="Two tables", by=doors.olga)
    assert doors.log == ["submitted", "agreed", "agreed", "confirmed", "objected", "ruled", "voided"]
    revisions = Decision.objects.filter(game__table=table).values_list("revision", flat=True)
    assert list(revisions) == list(range(1, 8)) and doors.revision == 7


def test_a_phone_that_saw_an_older_revision_is_told_what_happened_meanwhile(table, doors):
    says(table, 1)
    bo, seen, shown = a_phone(table, 2), doors.revision, now(table).digest
    resubmit(doors, doors.owner(1), AGREED)
    for body in ({"confirm": shown}, {"wrong": "Not so"}, {"figures": cards_fields(OTHERWISE)}):
        answer = send_report(bo, table, {"seat": 2, "revision": seen} | body, key=f"late-{next(iter(body))}")
        assert answer.status_code == 409
        assert "version 2 was submitted by owner-of-ada (typo)" in answer.json()["errors"][0]
    assert now(table).phase == "waiting"
    assert send_report(bo, table, {"seat": 2, "confirm": shown}, key="from-an-old-outbox").status_code == 201


def test_that_others_agreed_meanwhile_keeps_nobody_from_agreeing(table, doors):
    says(table, 1)
    seen, shown = doors.revision, now(table).digest
    agrees(table, 2)
    answer = send_report(a_phone(table), table, {"seat": 3, "confirm": shown, "revision": seen}, key="c")
    assert (answer.status_code, answer.json()["phase"]) == (201, "confirmed")


def test_a_page_sends_back_the_revision_that_it_shows(table, doors):
    says(table, 1)
    bo = a_phone(table, 2)
    page = bo.get(table_path(table)).text
    assert f'name="revision" value="{doors.revision}"' in page and f'data-revision="{doors.revision}"' in page
    seen = doors.revision
    says(table, 1, OTHERWISE)
    answer = bo.post(table_path(table), {"go": "wrong", "reason": "Not so", "revision": seen})
    assert answer.status_code == 409
    assert now(table).phase == "waiting"


def test_a_referee_who_presses_twice_rules_once(client, table, doors):
    says(table, 1)
    says(table, 2, OTHERWISE)
    client.force_login(doors.sam)
    url = reverse("table_rule", args=[table.pk])
    page = client.get(url).text
    assert f'name="revision" value="{doors.revision}"' in page
    form = {"go": "stands", "reason": "Counted", "revision": doors.revision}
    assert [client.post(url, form).status_code for _ in range(3)] == [302, 409, 409]
    assert Ruling.objects.count() == 1


def test_a_program_that_rules_upon_an_old_sight_is_refused(client, table, doors):
    says(table, 1)
    says(table, 2, OTHERWISE)
    client.force_login(doors.sam)
    url = "/api/v1/tournaments/spring-open/rounds/1/1/tables/1/rule/"
    body = {"reason": "Counted", "expected_revision": doors.revision}
    answers = [client.post(url, body, content_type="application/json").status_code for _ in range(2)]
    assert answers == [200, 409]


# U-21: the countdown


def test_a_phone_that_sees_the_countdown_over_confirms_at_once(table):
    says(table, 1)
    bo = a_phone(table, 2)
    seen = bo.get(table_path(table) + "state/").headers["ETag"]
    assert bo.get(table_path(table) + "state/", headers={"If-None-Match": seen}).status_code == 304
    the_countdown_ends(table)
    answer = bo.get(table_path(table) + "state/", headers={"If-None-Match": seen})
    assert answer.status_code == 200 and 'data-phase="confirmed"' in answer.text
    assert status(table) == Sheet.CONFIRMED
    assert end_countdowns() == 0
    assert logged_kinds(table).count("result_confirmed") == 1
