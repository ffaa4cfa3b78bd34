"""All the doors to one table: its people, and where each of them reads how it stands."""

import re
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from games.models import Decision, Sheet
from games.rules.sheets import ScoreSheet
from league.models import LedgerEntry, Ruling, SeasonGame, Table, TableReport, Tournament
from league.models.organisation import Role
from league.tournaments.tables.queries.referee_desk import referee_desk
from league.tournaments.tables.queries.round_records import table_record
from league.tournaments.tables.queries.round_tables import progress_of, round_tables
from league.tournaments.tables.queries.table_state import table_path
from tests.factories.compass_sheets import AGREED, sheet_of_cards
from tests.factories.people import a_member, owner_of
from tests.factories.phones import a_phone, send_report
from tests.factories.tables import now, seat


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
    page = Client().get(table_path(table)).text
    referee = referee_desk(table.round.stage.tournament)
    lists = {"frozen": referee.frozen, "waiting": referee.waiting, "open": referee.silent}
    (progress,), (shown,) = progress_of(table.round), round_tables(table.round)
    told = table_record(table)["state"]
    return {
        "phone": re.search(r'data-phase="(\w+)"', page)[1],
        "answer to the phone": send_report(a_phone(table), table, {"seat": number}, key="").json()["phase"],
        "desk": progress.phase,
        "projector": shown.phase,
        "API": "waiting" if told == "reported" else told,
        "referee": next((phase for phase, states in lists.items() if table.pk in [one.table.pk for one in states]), ""),
    }


def same_everywhere(table: Table, number: int) -> str:
    """The one phase that every reader sees."""
    found = surfaces(table, number)
    assert len(set(found.values())) == 1, found
    return next(iter(found.values()))


def picture(table: Table) -> tuple[Any, ...]:
    """Everything that an act may change, to see that a refusal changed nothing."""
    fields = ("game", "confirm_by", "confirm_version", "changed", "frozen_at", "frozen_because")
    return (
        Table.objects.values_list(*fields).get(pk=table.pk),
        list(Sheet.objects.order_by("pk").values_list("version", "status")),
        list(TableReport.objects.order_by("pk").values_list("digest", "replaced_at")),
        Decision.objects.count(),
        LedgerEntry.objects.count(),
        Ruling.objects.count(),
    )
