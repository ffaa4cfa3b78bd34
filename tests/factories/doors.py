"""All the doors to one table: its people, and where each of them reads how it stands."""

import re
from functools import cached_property
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from characters.models import Fact
from games.models import Decision, Game, Sheet, SheetSeat
from games.rules.sheets import ScoreSheet
from league.models import LedgerEntry, Result, Ruling, SeasonGame, Table, TableReport, TableSeat, Tournament
from league.models.organisation import Role
from league.tournaments.tables.queries.links import table_path
from league.tournaments.tables.queries.referee_desk import referee_desk
from league.tournaments.tables.queries.round_tables import progress_of, round_tables, table_rows
from tests.factories.compass_sheets import AGREED, sheet_of_cards
from tests.factories.people import a_member, owner_of
from tests.factories.phones import a_network_address, send_report
from tests.factories.tables import now, seat

CHANGED = (Table, TableSeat, Game, Sheet, TableReport, Ruling)
ADDED = (Decision, LedgerEntry, SheetSeat, Result, Fact)
DECISIONS = (
    "SELECT revision, kind, version, text, by_id FROM games_decision "
    "WHERE game_id = (SELECT game_id FROM league_table WHERE id = %s)"
)


class Doors:
    """A table of four and everybody who may decide about its game."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tournament: Tournament = table.round.stage.tournament
        self.season = self.tournament.season

    @cached_property
    def olga(self) -> User:
        return a_member(self.season, "olga", Role.ORGANISER)

    @cached_property
    def sam(self) -> User:
        return a_member(self.season, "sam", Role.SCORE_KEEPER)

    @cached_property
    def seats(self) -> dict[int, TableSeat]:
        """As they were when the table was first looked at: nobody has a right to more than their ids."""
        return {number: seat(self.table, number) for number in (1, 2, 3, 4)}

    def owner(self, number: int) -> User:
        return owner_of(seat(self.table, number).entry.character)

    @property
    def game(self) -> SeasonGame:
        return SeasonGame.objects.select_related("season__league", "game").get(game__table=self.table)

    @property
    def revision(self) -> int:
        return now(self.table).revision

    @property
    def log(self) -> list[str]:
        return list(Decision.objects.filter(game__table=self.table).values_list("kind", flat=True))

    def sheet(self, held: Any = AGREED) -> ScoreSheet:
        return sheet_of_cards(self.table, held)

    def signed_in(self, user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client


def surfaces(table: Table, number: int) -> dict[str, str]:
    """Where the table stands for each reader; `number` is a seat that nobody speaks for."""
    table = Table.objects.select_related("round__stage__tournament__season__league").get(pk=table.pk)
    phone = Client(REMOTE_ADDR=a_network_address())
    page = phone.get(table_path(table)).text
    referee = referee_desk(table.round.stage.tournament, 0)
    lists = {"frozen": referee.frozen, "waiting": referee.waiting, "open": referee.silent}
    (progress,), (shown,) = progress_of(table.round), round_tables(table.round)
    [record] = table_rows(table.round.tables.filter(pk=table.pk))
    return {
        "phone": re.search(r'data-phase="(\w+)"', page)[1],
        "answer to the phone": send_report(phone, table, {"seat": number}, key="").json()["phase"],
        "desk": progress.phase,
        "projector": shown.phase,
        "API": "waiting" if record["state"] == "reported" else record["state"],
        "referee": next((phase for phase, states in lists.items() if table.pk in [one.table.pk for one in states]), ""),
    }


def same_everywhere(table: Table, number: int) -> str:
    """The one phase that every reader sees."""
    found = surfaces(table, number)
    assert len(set(found.values())) == 1, found
    return next(iter(found.values()))


class DecisionRow(NamedTuple):
    revision: int
    kind: str
    version: int
    text: str
    by_id: int | None


class Picture(NamedTuple):
    """Everything that an act may change, to see that a refusal changed nothing."""

    decisions: list[DecisionRow]
    rows: list[list[Any]]


def picture(table: Table) -> Picture:
    with connection.cursor() as cursor:

        def read(sql: str, *params: object) -> list[Any]:
            cursor.execute(sql, params)
            return cursor.fetchall()

        decisions = [DecisionRow(*row) for row in read(f"{DECISIONS} ORDER BY revision", table.pk)]
        rows = [read(f"SELECT * FROM {one._meta.db_table} ORDER BY id") for one in CHANGED]
        counts = read("SELECT " + ", ".join(f"(SELECT COUNT(*) FROM {one._meta.db_table})" for one in ADDED))
        return Picture(decisions, [*rows, counts])
