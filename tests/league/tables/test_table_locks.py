"""Who waits for whom: reports of different tables for nobody, a draw and the end of a round for all of them.

Two connections, and the second one waits for no lock at all: what it can't have at once is refused.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import OperationalError, connection, transaction

from games.models import Sheet
from league.clubs.services.leagues import set_house_rules
from league.models import Entry, LedgerEntry, Result, Round, Table
from league.tournaments.desk.services.rounds import end_round, extend_round
from league.tournaments.draws.services.draws import draw_next_round
from league.tournaments.entries.services.entries import drop_entry
from league.tournaments.tables.services.acts import contradict_table
from league.tournaments.tables.services.rulings import mark_absent, rule_table
from league.tournaments.tables.services.seats import claim_seat, free_seat
from tests.factories.people import a_user
from tests.factories.races import at_once, refused
from tests.factories.reports import agrees, confirmed, says
from tests.factories.tables import seat, status, tables_of
from tests.factories.tournaments import a_tournament, entered

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
Deed = Callable[[Table, Table], object]


@pytest.fixture
def tables() -> list[Table]:
    entries = entered(a_tournament(), 12)
    return tables_of(entries[0].tournament, entries[:4], entries[4:8], entries[8:])


@contextmanager
def under_way(deed: Callable[[], object]) -> Iterator[None]:
    """`deed` is done and its transaction is open."""
    with transaction.atomic():
        deed()
        yield


def at_the_same_time(deed: Callable[[], object]) -> Any:
    """What `deed` gives or raises on another connection that waits for nobody."""
    found: list[Any] = []

    def run() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '200ms'")
            found.append(deed())
        except Exception as error:
            found.append(error)
        finally:
            connection.close()

    thread = Thread(target=run)
    thread.start()
    thread.join(60)
    return found[0]


AT_A_TABLE: dict[str, Callable[[Table], object]] = {
    "a report": lambda table: says(table, 1),
    "a whole result": confirmed,
    "a claim": lambda table: claim_seat(seat=seat(table, 1), device="phone"),
    "a freed seat": lambda table: free_seat(seat=seat(table, 1), by=None),
    "a no-show": lambda table: mark_absent(
        seat=seat(table, 4), reason="Did not show up", by=a_user(f"r{table.number}")
    ),
}
IN_THE_TOURNAMENT: dict[str, Callable[[Table], object]] = {
    "the end of the round": lambda table: end_round(round=table.round, force=True, reason="It is late"),
    "a longer clock": lambda table: extend_round(round=table.round, minutes=5),
    "a drop": lambda table: drop_entry(entry=Entry.objects.latest("pk"), reason="Gone home"),
    "a draw": lambda table: draw_next_round(tournament=table.round.stage.tournament),
    "a no-show that drops out": lambda table: mark_absent(
        seat=seat(table, 4), reason="Gone home", by=a_user("referee"), drop=True
    ),
}


@pytest.mark.parametrize("first", AT_A_TABLE.values(), ids=AT_A_TABLE)
@pytest.mark.parametrize("second", AT_A_TABLE.values(), ids=AT_A_TABLE)
def test_different_tables_do_not_wait_for_each_other(tables, first, second):
    with under_way(lambda: first(tables[0])):
        outcome = at_the_same_time(lambda: second(tables[1]))
    assert not isinstance(outcome, Exception), outcome


@pytest.mark.parametrize("deed", AT_A_TABLE.values(), ids=AT_A_TABLE)
def test_one_table_does_one_thing_after_the_other(tables, deed):
    with under_way(lambda: deed(tables[0])):
        outcome = at_the_same_time(lambda: says(tables[0], 2))
    assert isinstance(outcome, OperationalError)


@pytest.mark.parametrize("deed", IN_THE_TOURNAMENT.values(), ids=IN_THE_TOURNAMENT)
def test_what_concerns_the_tournament_waits_for_every_report(tables, deed):
    with under_way(lambda: says(tables[0], 1)):
        assert isinstance(at_the_same_time(lambda: deed(tables[1])), OperationalError)
    outcome = at_the_same_time(lambda: deed(tables[1]))
    assert not isinstance(outcome, OperationalError)


@pytest.mark.parametrize("name", [name for name in IN_THE_TOURNAMENT if name != "a draw"])
def test_a_report_waits_for_what_concerns_the_tournament(tables, name):
    with under_way(lambda: IN_THE_TOURNAMENT[name](tables[1])):
        assert isinstance(at_the_same_time(lambda: says(tables[0], 1)), OperationalError)


def test_a_report_that_waited_for_the_end_of_the_round_is_told_so(tables):
    outcomes = at_once(
        lambda: end_round(round=tables[0].round, force=True, reason="It is late"), *[lambda: says(tables[1], 1)] * 2
    )
    late = [one for one in outcomes[1:] if isinstance(one, Exception)]
    assert all(isinstance(one, ValidationError) and "is over" in one.messages[0] for one in late)
    assert Round.objects.get().status == Round.ENDED


def test_house_rules_do_not_change_under_a_confirmation(tables):
    says(tables[0], 1)
    agrees(tables[0], 2)
    season = tables[0].round.stage.tournament.season
    with under_way(lambda: agrees(tables[0], 3)):
        assert isinstance(at_the_same_time(lambda: set_house_rules(season=season, values={})), OperationalError)


def test_everything_at_once_ends_without_a_deadlock_and_with_each_result_once(tables):
    def evening(table: Table) -> list[Callable[[], object]]:
        return [lambda number=number: says(table, number, key=f"phone-{number}") for number in (1, 2, 3)]

    acts = [act for table in tables for act in evening(table)]
    acts += [
        lambda: extend_round(round=tables[0].round, minutes=5),
        lambda: drop_entry(entry=Entry.objects.latest("pk"), reason="Gone home"),
        lambda: rule_table(table=tables[1], reason="As it stands", by=a_user("referee")),
        lambda: contradict_table(seat=seat(tables[2], 4), reason="I had ten"),
    ]
    outcomes = at_once(*acts)
    assert [one for one in refused(outcomes) if not isinstance(one, ValidationError)] == []
    decided = [table for table in tables if table_is_confirmed(table)]
    assert Result.objects.count() == 4 * len(decided)
    told = LedgerEntry.objects.filter(kind="result_confirmed").values_list("about__table", flat=True)
    assert sorted(told) == sorted(table.number for table in decided)


def table_is_confirmed(table: Table) -> bool:
    return status(table) == Sheet.CONFIRMED
