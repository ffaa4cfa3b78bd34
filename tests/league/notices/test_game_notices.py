"""What happens to the result of a game is told to those who sat in it, and to those who decide; once, and to nobody who
did it."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Sheet
from league.models import LedgerEntry, MailNotice, Notice
from league.notices.services.outbox import tell_events
from league.results.services.games import confirm_game, correct_game, dispute_game, void_game
from league.tournaments.entries.services.tournament_log import log_event
from tests.factories.cast import a_staffed_season
from tests.factories.games import played
from tests.factories.people import an_organiser
from tests.factories.sheets import a_sheet, at
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> SimpleNamespace:
    season, ada, bo, cleo, dev = a_staffed_season()
    return SimpleNamespace(season=season, ada=ada, bo=bo, cleo=cleo, dev=dev, olga=an_organiser(season))


def a_game(office, *, by: User | None, confirm: bool = False):
    return played(office.season, "g1", at(office.ada, 100, won=True), at(office.bo, 50), by=by, confirm=confirm)


def told() -> list[tuple[str, str]]:
    tell_events()
    return sorted(Notice.objects.values_list("user__username", "kind"))


def test_a_player_hears_of_a_result_that_somebody_else_entered(office):
    a_game(office, by=office.ada.owner)
    assert told() == [("bo", "result"), ("olga", "confirm")]
    notice = Notice.objects.get(kind="result")
    assert notice.subject == "Bo: a result was entered, Careers, Thursday 1 January"
    assert notice.text.startswith("ada entered the result of Careers, Thursday 1 January (Spring), in which Bo sat.")
    assert "as soon as an organiser confirms it" in notice.text
    assert notice.link == f"/games/{office.season.season_games.get().game_id}/"


def test_a_letter_has_the_figures_and_a_correction_those_before(office):
    game = a_game(office, by=office.ada.owner, confirm=True)
    told()
    text = Notice.objects.get(kind="result").text
    assert text.endswith("1. Ada, 100 points\n2. Bo, 50 points")
    correct_game(
        season_game=game,
        sheet=a_sheet(at(office.ada, 100, won=True), at(office.bo, 1)),
        reason="One",
        source=Sheet.WEB,
        by=office.ada.owner,
    )
    told()
    text = Notice.objects.get(kind="correction").text
    assert text.endswith("1. Ada, 100 points\n2. Bo, 1 point\n\nIt was:\n1. Ada, 100 points\n2. Bo, 50 points")


def test_results_and_requests_fill_no_letter_box(office):
    a_game(office, by=office.ada.owner)
    told()
    assert not MailNotice.objects.exists()


def test_who_heard_that_it_was_entered_does_not_hear_that_it_counts(office):
    game = a_game(office, by=office.ada.owner)
    told()
    confirm_game(season_game=game, by=office.olga)
    assert told() == [("ada", "result"), ("bo", "result"), ("olga", "confirm")]
    notice = Notice.objects.get(user=office.ada.owner)
    assert notice.subject == "Ada: a result was confirmed, Careers, Thursday 1 January"
    assert notice.text.startswith("olga confirmed the result of Careers, Thursday 1 January (Spring)")


def test_who_enters_and_confirms_at_once_has_entered_it(office):
    a_game(office, by=office.olga, confirm=True)
    assert told() == [("ada", "result"), ("bo", "result")]
    assert all(one.text.startswith("olga entered the result") for one in Notice.objects.all())


def test_a_confirmation_settles_what_asked_for_it(office):
    game = a_game(office, by=office.ada.owner)
    told()
    assert Notice.objects.get(kind="confirm").read_at is None
    confirm_game(season_game=game, by=office.olga)
    told()
    assert Notice.objects.get(kind="confirm").read_at is not None
    assert Notice.objects.filter(user=office.bo.owner, read_at=None).exists()


def test_a_correction_is_told_with_its_reason_also_to_who_is_off_the_sheet_now(office):
    game = a_game(office, by=office.olga, confirm=True)
    tell_events()
    Notice.objects.all().delete()
    sheet = a_sheet(at(office.ada, 100, won=True), at(office.cleo, 50))
    correct_game(season_game=game, sheet=sheet, reason="Cleo sat there", source=Sheet.WEB, by=office.olga)
    assert told() == [("ada", "correction"), ("bo", "correction"), ("cleo", "correction")]
    notice = Notice.objects.get(user=office.bo.owner)
    assert notice.subject == "Careers, Thursday 1 January was corrected: Bo"
    assert "The reason: “Cleo sat there”" in notice.text


def test_a_void_is_told_with_its_reason(office):
    game = a_game(office, by=office.olga, confirm=True)
    tell_events()
    void_game(season_game=game, reason="It never happened, see http://evil.example", by=office.olga)
    assert ("ada", "correction") in told()
    notice = Notice.objects.filter(kind="correction").first()
    assert notice.subject.startswith("Careers, Thursday 1 January was voided")
    assert "://" not in notice.text and "It no longer counts" in notice.text


def test_a_dispute_reaches_the_table_and_the_organisers_each_once(office):
    game = a_game(office, by=office.olga)
    tell_events()
    Notice.objects.all().delete()
    dispute_game(season_game=game, reason="Bo had 60", by=office.bo.owner)
    assert told() == [("ada", "correction"), ("olga", "correction")]


def test_told_again_by_accident_nothing_is_there_twice(office):
    a_game(office, by=office.ada.owner)
    before = told()
    LedgerEntry.objects.update(told_at=None)
    assert told() == before


def test_at_a_table_those_who_agreed_on_their_phones_are_not_told():
    entries = entered(a_tournament(), 3)
    league = entries[0].tournament.season.league
    for entry in entries:
        league.memberships.create(user=entry.character.owner)
    table = a_round(a_stage(entries[0].tournament, entries), entries).tables.get()
    played_table(table)
    LedgerEntry.objects.update(told_at=timezone.now())
    table.refresh_from_db()
    seat = table.seats.order_by("seat").first()
    seat.reports.create(table=table, by=seat.entry.character.owner, key="k", digest="d", sheet={})
    log_event(tournament=entries[0].tournament, kind="result_confirmed", text="Confirmed.", stage=1, round=1, table=1)
    assert [kind for _, kind in told()] == ["result", "result"]


def test_the_queries_do_not_grow_with_the_seats(office):
    def queries(*seats) -> int:
        Notice.objects.all().delete()
        played(office.season, f"g{len(seats)}", *seats, by=office.olga)
        with CaptureQueriesContext(connection) as captured:
            assert tell_events() == 1
        return len(captured)

    ada, bo, cleo, dev = (at(one, 100) for one in (office.ada, office.bo, office.cleo, office.dev))
    assert queries(ada, bo) == queries(ada, bo, cleo, dev)
