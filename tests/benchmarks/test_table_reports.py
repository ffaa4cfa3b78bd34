"""A round of 1,000 players whose tables all report: 20 results a second, whether or not the site keeps up, and the
standings are read after every confirmed one. A result is read in both ways: the whole of it, three phones within the
second, and the one request that confirms it, the other phones having spoken before."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games.models import Game, Sheet, SheetSeat
from league.core.views.devices import COOKIE, remember
from league.models import LedgerEntry, Result, SeasonGame, Table, TableReport, TableSeat
from league.tournaments.stages.queries.stage_standings import stage_table
from league.tournaments.tables.queries.links import device_digest, table_path
from league.tournaments.tables.views.phone_reports import PATH
from tests.benchmarks.measures import measured, percentile
from tests.factories.big_rounds import EARLIER, HELD, PER_SECOND, PLAYERS, a_big_round
from tests.factories.crowds import copies

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db(transaction=True)]
SITE = Client()
WHOLE = 125  # tables whose results come whole; the others' are confirmed by one request


def open_loop(acts: Sequence[Callable[[], Any]], per_second: float) -> list[float]:
    """Seconds from when each act was due until it was done: who waits in the queue waits."""
    start = time.perf_counter()
    taken = []
    for number, act in enumerate(acts):
        due = start + number / per_second
        while time.perf_counter() < due:
            time.sleep(max(0.0, due - time.perf_counter()))
        act()
        taken.append(time.perf_counter() - due)
    return taken


def bare_insert(number: int) -> float:
    """Milliseconds for the rows of one more confirmed table, inserted without any question; the median of many."""
    game = SeasonGame.objects.filter(game__sheets__isnull=False).earliest("id")
    sheet = Sheet.objects.get(game=game.game)
    rows = [list(found) for found in (SheetSeat.objects.filter(sheet=sheet), Result.objects.filter(game=game.game))]
    reports = list(TableReport.objects.filter(table__game=game.game))
    event = LedgerEntry.objects.earliest("id")
    taken = []
    for turn in range(number):
        start = time.perf_counter()
        with transaction.atomic():
            new = Game.objects.create(system="career_compass", edition="london")
            (row,) = copies([sheet], game_id=new.pk)
            row.save(force_insert=True)
            more = [copies(rows[0], sheet_id=row.pk), copies(rows[1], game_id=new.pk)]
            more += [copies([game], game_id=new.pk, reference=f"bare-{turn}"), copies([event])]
            for one in (one for part in more for one in part):
                one.save(force_insert=True)
            for old in reports:
                (one,) = copies([old], key=f"bare-{turn}-{old.pk}", replaced_at=row.submitted_at)
                one.save(force_insert=True)
        taken.append(time.perf_counter() - start)
    return percentile(taken, 50)


def a_phone(table: Table, seat: int) -> Client:
    """A phone that has said who it is, on the one site there is."""
    device = f"{table.pk} {seat}"
    TableSeat.objects.filter(table=table, seat=seat).update(device=device_digest(device))
    phone = Client(REMOTE_ADDR=f"10.0.0.{seat}")
    phone.handler = SITE.handler
    answer = HttpResponse()
    remember(answer, device, PATH)
    phone.cookies[COOKIE] = answer.cookies[COOKIE].value
    return phone


class Phones:
    """The phones of the first three seats at every table, and how long each thing took them."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self.stage = tables[0].round.stage
        self.spent: dict[str, list[float]] = {}
        self._phones = {(table.pk, seat): a_phone(table, seat) for table in tables for seat in (1, 2, 3)}

    def report(self, table: Table) -> str:
        return str(self._post(table, 1, {"figures": HELD}, "report")["digest"])

    def agree(self, table: Table, digest: str) -> None:
        assert self._post(table, 2, {"confirm": digest}, "agree")["phase"] == "waiting"

    def confirm(self, table: Table, digest: str) -> None:
        """The third of four agrees, and the standings have the result at once."""
        assert self._post(table, 3, {"confirm": digest}, "agree and confirm")["phase"] == "confirmed"
        start = time.perf_counter()
        assert stage_table(self.stage).standings.tallies
        self._took("standings", start)

    def whole(self, table: Table) -> None:
        digest = self.report(table)
        self.agree(table, digest)
        self.confirm(table, digest)

    def _post(self, table: Table, seat: int, body: dict[str, Any], what: str) -> dict[str, Any]:
        start = time.perf_counter()
        answer = self._phones[table.pk, seat].post(
            table_path(table) + "report/",
            json.dumps({"seat": seat, **body}),
            content_type="application/json",
            headers={"Idempotency-Key": f"{seat}"},
        )
        self._took(what, start)
        assert answer.status_code == 201, answer.content
        found: dict[str, Any] = answer.json()
        return found

    def _took(self, what: str, start: float) -> None:
        self.spent.setdefault(what, []).append(time.perf_counter() - start)


def told(what: str, acts: Sequence[Callable[[], Any]]) -> str:
    """How long these results took from when they were due, and how busy one processor was with them."""
    processor = time.process_time()
    taken = open_loop(acts, PER_SECOND)
    each = (time.process_time() - processor) / len(taken) * 1000
    return (
        f"{what} p50 {percentile(taken, 50):.0f} ms, p95 {percentile(taken, 95):.0f} ms, of which {each:.0f} ms are "
        f"computed: {each * PER_SECOND / 10:.0f} % of one processor"
    )


def test_twenty_results_a_second_in_a_round_of_a_thousand():
    tables = a_big_round()
    phones = Phones(tables)
    phones.whole(tables[0])  # the first request finds everything cold
    waiting = [(table, phones.report(table)) for table in tables[WHOLE:]]
    for table, digest in waiting:
        phones.agree(table, digest)
    phones.spent.clear()
    one = told(
        "a result by its last phone, and the standings after it",
        [lambda table=table, digest=digest: phones.confirm(table, digest) for table, digest in waiting],
    )
    whole = told(
        "a whole result by its three phones, and the standings after it",
        [lambda table=table: phones.whole(table) for table in tables[1:WHOLE]],
    )
    bare = bare_insert(100)
    measured(
        f"{PLAYERS:,} players, {EARLIER} rounds before, {PER_SECOND} results a second handled by one process",
        one,
        whole,
        *(
            f"{what} p50 {percentile(took, 50):.1f} ms, p95 {percentile(took, 95):.1f} ms"
            for what, took in phones.spent.items()
        ),
        f"its rows inserted without a question {bare:.1f} ms",
        f"{sum(percentile(took, 50) for took in phones.spent.values()) / bare:.0f} times that",
    )
    assert Result.objects.filter(game__table__round=tables[0].round).count() == PLAYERS
