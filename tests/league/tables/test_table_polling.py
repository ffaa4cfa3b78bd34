"""A phone that asks whether anything is new: every write that its page shows is in the next answer, and it costs one
question where nothing is."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import RequestFactory

from characters.services.registration import rename_character
from games.models import Sheet
from league.clubs.queries import season_game_of
from league.models import Entry, Round, Table, TableSeat
from league.results.services.games import correct_game, dispute_game, void_game
from league.talk.services import hide_league
from league.tournaments.desk.services.rounds import end_round, extend_round, start_round
from league.tournaments.draws.services.draws import publish_round
from league.tournaments.entries.services.entries import drop_entry, reinstate_entry
from league.tournaments.stages.services import cancel_tournament, edit_tournament
from league.tournaments.tables.queries import table_version as versions
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.services.acts import contradict_table, end_countdowns
from league.tournaments.tables.services.rulings import mark_absent, mark_present, rule_table
from league.tournaments.tables.services.seats import free_seat
from league.tournaments.tables.views.phone_reports import answer_polls
from tests.factories.compass_sheets import OTHERWISE, sheet_of_cards
from tests.factories.people import a_user
from tests.factories.phones import a_phone, look
from tests.factories.reports import agrees, confirmed, frozen, says
from tests.factories.tables import seat, stage_of, the_countdown_ends
from tests.factories.tournaments import a_round

pytestmark = pytest.mark.django_db
MINE = 4
Deed = Callable[[Table], object]


@dataclass(frozen=True)
class Evening:
    """What happens at a table of four, one after the other: `before` the phone looks, and `then`."""

    before: tuple[Deed, ...]
    then: Deed


def reported(number: int, held=None) -> Deed:
    return lambda table: says(table, number, held or (20, 9, 3, 1), key=f"{number}-{held}")


def game_of(table: Table):
    return season_game_of(Table.objects.get(pk=table.pk).game_id)


def silence(table: Table) -> None:
    the_countdown_ends(table)
    end_countdowns()


def ended(table: Table) -> None:
    end_round(round=table.round, force=True, reason="It is late")


def the_next_round(table: Table) -> Round:
    entries = list(Entry.objects.filter(tournament=stage_of(table).tournament_id).order_by("number"))
    return a_round(stage_of(table), entries, number=2, status=Round.DRAFT)


def publish_next(table: Table) -> None:
    publish_round(round=Round.objects.get(stage=stage_of(table), number=2))


def absent(number: int) -> Deed:
    return lambda table: mark_absent(seat=seat(table, number), reason="Did not show up", by=a_user(f"referee-{number}"))


def entry(table: Table, number: int) -> Entry:
    found = seat(table, number).entry
    assert found is not None
    return found


def corrected(table: Table) -> None:
    correct_game(
        season_game=game_of(table), sheet=sheet_of_cards(table, OTHERWISE), reason="Counted again", source=Sheet.WEB
    )


NEWS = {
    "the first report": Evening((), reported(1)),
    "figures entered again": Evening((reported(1),), reported(1, OTHERWISE)),
    "somebody agrees": Evening((reported(1),), lambda table: agrees(table, 2)),
    "the vote that confirms": Evening((reported(1), reported(2)), reported(3)),
    "silence that confirms": Evening((reported(1),), silence),
    "other figures": Evening((reported(1),), reported(2, OTHERWISE)),
    "a third opinion behind a freeze": Evening((frozen,), reported(3, (18, 11, 3, 1))),
    "a call for the referee": Evening(
        (reported(1),), lambda table: contradict_table(seat=seat(table, 2), reason="I had ten")
    ),
    "an objection after the confirmation": Evening(
        (confirmed,), lambda table: contradict_table(seat=seat(table, 2), reason="I had ten")
    ),
    "a ruling": Evening((frozen,), lambda table: rule_table(table=table, reason="Counted", by=a_user("referee"))),
    "a ruling with other figures": Evening(
        (reported(1),),
        lambda table: rule_table(
            table=table, reason="Counted", by=a_user("referee"), sheet=sheet_of_cards(table, OTHERWISE)
        ),
    ),
    "somebody does not come": Evening((reported(1),), absent(2)),
    "another one does not come": Evening((absent(3), reported(1, (20, 9, 4))), absent(2)),
    "somebody comes after all": Evening(
        (absent(2), reported(1, (20, 9, 4))),
        lambda table: mark_present(seat=seat(table, 2), reason="Was late", by=a_user("referee")),
    ),
    "my seat is freed": Evening((), lambda table: free_seat(seat=seat(table, MINE), by=a_user("referee"))),
    "somebody drops out": Evening(
        (reported(1),), lambda table: drop_entry(entry=entry(table, 2), reason="Gone home", by=a_user("referee"))
    ),
    "somebody is back": Evening(
        (reported(1), lambda table: drop_entry(entry=entry(table, 2), reason="Gone home")),
        lambda table: reinstate_entry(entry=entry(table, 2)),
    ),
    "a new name": Evening(
        (reported(1),), lambda table: rename_character(character=entry(table, 2).character, name="Beatrix")
    ),
    "a correction": Evening((confirmed,), corrected),
    "a void": Evening((confirmed,), lambda table: void_game(season_game=game_of(table), reason="A test")),
    "a void taken back": Evening(
        (confirmed, lambda table: void_game(season_game=game_of(table), reason="A test")), corrected
    ),
    "a dispute on the page of the game": Evening(
        (reported(1),), lambda table: dispute_game(season_game=game_of(table), reason="I had ten")
    ),
    "the end of the round": Evening((reported(1),), ended),
    "my next table": Evening((ended, the_next_round), publish_next),
    "a tournament that is called off": Evening(
        (reported(1),), lambda table: cancel_tournament(tournament=stage_of(table).tournament, reason="Fire")
    ),
}


@pytest.mark.parametrize("news", NEWS.values(), ids=NEWS)
def test_whatever_changes_the_page_is_in_the_next_answer(table, news):
    phone = a_phone(table, MINE)
    for deed in news.before:
        deed(table)
    before, tag, _ = look(phone, table)
    assert look(phone, table, tag)[2] == 304
    news.then(table)
    after, _, status = look(phone, table, tag)
    assert status == 200
    assert after != before


@pytest.mark.services
@pytest.mark.parametrize("news", NEWS.values(), ids=NEWS)
def test_a_cache_that_was_emptied_hides_nothing(table, news):
    phone = a_phone(table, MINE)
    for deed in news.before:
        deed(table)
    _, tag, _ = look(phone, table)
    cache.clear()
    assert look(phone, table, tag)[2] == 304
    news.then(table)
    cache.clear()
    assert look(phone, table, tag)[2] == 200


def test_the_clock_of_the_round_is_no_news_for_a_phone(table):
    phone = a_phone(table, MINE)
    Round.objects.update(status=Round.PUBLISHED, started_at=None)
    played = start_round(round=Round.objects.get())
    _, tag, _ = look(phone, table)
    extend_round(round=played, minutes=5)
    assert look(phone, table, tag)[2] == 304


def test_a_new_name_of_the_tournament_is_no_reason_to_miss_a_report(table):
    phone = a_phone(table, MINE)
    _, tag, _ = look(phone, table)
    edit_tournament(tournament=stage_of(table).tournament, name="Autumn open")
    says(table, 1)
    assert look(phone, table, tag)[2] == 200


def test_an_answer_without_news_is_one_statement_and_neither_session_nor_view(table, django_assert_num_queries):
    phone = a_phone(table, MINE)
    _, tag, _ = look(phone, table)

    def never(request) -> HttpResponse:
        raise AssertionError("nothing behind the poll is asked")

    request = RequestFactory().get(table_path(table) + "state/", headers={"If-None-Match": f'"other", W/{tag}'})
    request.COOKIES = {name: morsel.value for name, morsel in phone.cookies.items()}
    with django_assert_num_queries(1):
        answer = answer_polls(never)(request)
    assert answer.status_code == 304
    assert answer.headers["ETag"] == tag
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert not hasattr(request, "session")


def test_a_phone_is_told_nothing_of_a_league_that_is_hidden(table):
    phone = a_phone(table, MINE)
    _, tag, _ = look(phone, table)
    hide_league(league=stage_of(table).tournament.season.league, why="Reported", by=a_user("staff"))
    cache.clear()  # as the commit does
    assert look(phone, table, tag)[2] == 404


def test_a_phone_that_speaks_for_no_seat_is_always_answered_in_full(table):
    nobody = a_phone(table)
    _, tag, status = look(nobody, table)
    assert (tag, status) == ("", 200)


def test_every_phone_and_every_reader_has_a_version_of_its_own(table):
    phone, other = a_phone(table, MINE), a_phone(table, 1)
    tags = [look(phone, table)[1], look(other, table)[1]]
    phone.cookies["zone"] = "Europe%2FParis"
    tags.append(look(phone, table)[1])
    phone.cookies["language"] = "de"
    tags.append(look(phone, table)[1])
    phone.force_login(a_user("dev"))
    tags.append(look(phone, table)[1])
    assert len(set(tags)) == 5


def test_a_forged_cookie_and_a_forged_link_are_left_to_the_view(table):
    phone = a_phone(table, MINE)
    _, tag, _ = look(phone, table)
    phone.cookies["device"] = "made-up"
    assert look(phone, table, tag)[2] == 200
    unknown = phone.get(f"/t/{10**17}-{'x' * 20}/state/", headers={"If-None-Match": tag})
    assert unknown.status_code == 404


def test_what_the_database_cannot_tell_is_left_to_the_view(table, monkeypatch):
    phone = a_phone(table, MINE)
    _, tag, _ = look(phone, table)

    def away(*_: object) -> str:
        raise DatabaseError

    monkeypatch.setattr("league.tournaments.tables.views.phone_reports.table_version", away)
    text, tag, status = look(phone, table, tag)
    assert (tag, status) == ("", 200)
    assert "data-phase" in text


@pytest.mark.services
def test_the_prepared_statement_and_the_logged_one_say_the_same(table):
    a_phone(table, MINE)
    device = TableSeat.objects.get(table=table, seat=MINE).device
    says(table, 1)
    assert connection.vendor == "postgresql"
    quick = versions.table_version(table.pk, device)
    connection.force_debug_cursor = True
    try:
        assert versions.table_version(table.pk, device) == quick != ""
    finally:
        connection.force_debug_cursor = False
