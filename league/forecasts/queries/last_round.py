"""The last round of a stage as its tables stand: who is through, who is out, which place is enough, and the
same in words."""

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from datetime import datetime
from hashlib import sha256
from itertools import chain
from typing import TypeVar

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from characters.queries.people import Person, people
from games.rules.points import in_points
from league.core.queries.figures import likely
from league.core.rules.grouping import grouped
from league.forecasts.models import RoundForecast
from league.forecasts.rules.last_round import (
    LARGEST,
    LAST_ROUND_METHOD,
    OPEN,
    OUT,
    THROUGH,
    CharacterOdds,
    Runner,
    Verdict,
    verdicts,
)
from league.models import Bye, Entry, Round, Stage, StageEntry, TableSeat, Tournament
from league.tournaments.formats import format_of
from league.tournaments.stages.queries.stage_standings import StageTable, stage_results, stage_table

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class LastRoundRow:
    """A character in the last round. `table`: the number of the open table where it sits, None if it sits at no open
    one; `odds`: None if nothing is left open for it, and before a worker has drawn them."""

    person: Person
    points: str
    table: int | None
    verdict: Verdict
    odds: CharacterOdds | None

    @property
    def chance(self) -> str:
        """Return the chance in words, with that after a win only if a win is not enough in every case."""
        odds = self.odds
        if odds is None:
            return ""
        if odds.with_win is None or self.verdict.enough:
            return likely(odds.chance)
        return _("{chance}; with a win {more}").format(chance=likely(odds.chance), more=likely(odds.with_win))


@dataclass(frozen=True, slots=True)
class LastRound:
    """The last round of a stage. `cut`: how many come through, 1 if the stage is the last one and `next` is None;
    `rows` by the standings. `drawn_at`: when the odds were; they may be of a moment before the newest result."""

    stage: Stage
    next: Stage | None
    cut: int
    open_tables: int
    rows: list[LastRoundRow]
    drawn_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenRound:
    """The last round of a stage as it is now. `here`: by character everybody who may come among the first `cut`;
    `tables`: by number the seats of open tables, None for anybody not `here`."""

    round: Round
    table: StageTable
    next: Stage | None
    here: dict[int, Runner]
    tables: dict[int, list[int | None]]
    cut: int

    @property
    def waiting(self) -> list[int]:
        seated = {who for seats in self.tables.values() for who in seats if who is not None}
        return [who for who in self.here if who not in seated]

    def by_character(self, seated: Sequence[Sequence[T | None]], others: Sequence[T]) -> dict[int, T]:
        """Return what was worked out for the seats of the `tables` and for players who are `waiting`."""
        values = zip((*chain(*self.tables.values()), *self.waiting), (*chain(*seated), *others), strict=True)
        return {who: value for who, value in values if who is not None and value is not None}

    @property
    def order(self) -> list[int]:
        return sorted(self.here, key=self.table.standings.index)

    @property
    def state(self) -> str:
        """Return a digest of everything that decides, except the ratings."""
        runners = {str(who): astuple(runner) for who, runner in self.here.items()}
        tables = {str(number): seats for number, seats in self.tables.items()}
        return sha256(json.dumps([self.cut, runners, tables], sort_keys=True).encode()).hexdigest()


def open_rounds() -> QuerySet[Round]:
    """Return rounds that are published or run, of stages that run."""
    return Round.objects.filter(
        stage__status=Stage.RUNNING, status__in=(Round.PUBLISHED, Round.RUNNING)
    ).select_related("stage__tournament__season__league")


def open_last_round(last: Round) -> OpenRound | None:
    """Return what is open in a last round; None if table points don't decide, no number of rounds is planned, this
    is not the last of them, or a table is too large for every order to be tried."""
    stage, form = last.stage, format_of(last.stage)
    if not (form.counted and form.order == "points" and last.number == stage.rounds):
        return None
    following = next_stage(stage)
    table = stage_table(stage)
    here = _runners(stage, table, last, following)
    tables = _open_tables(stage, last, here)
    if any(len(seats) > LARGEST for seats in tables.values()):
        return None
    return OpenRound(last, table, following, here, tables, (following.cut if following else 1) or len(here))


def next_stage(stage: Stage) -> Stage | None:
    return Stage.objects.filter(tournament=stage.tournament_id, number=stage.number + 1).first()


def eligible(stage: Stage, following: Stage | None) -> QuerySet[StageEntry]:
    """Return the entries that may go on. Players who dropped reach no further stage; what they have counts if the
    stage is the last one."""
    entries = StageEntry.objects.filter(stage=stage)
    return entries if following is None else entries.filter(entry__status=Entry.CHECKED_IN)


def verdicts_in(open_round: OpenRound) -> dict[int, Verdict]:
    """Return the verdicts by character."""
    here = open_round.here
    tables = [[None if who is None else here[who] for who in seats] for seats in open_round.tables.values()]
    return open_round.by_character(*verdicts(tables, [here[who] for who in open_round.waiting], open_round.cut))


def last_round_of(tournament: Tournament) -> LastRound | None:
    """Return the last round of a tournament; None while no such round is published or running."""
    last = open_rounds().filter(stage__tournament=tournament).first()
    open_round = open_last_round(last) if last is not None else None
    if open_round is None:
        return None
    verdicts, persons, tallies = verdicts_in(open_round), people(open_round.here), open_round.table.standings.tallies
    forecast = RoundForecast.objects.filter(round=open_round.round, method=LAST_ROUND_METHOD).order_by("id").last()
    odds = {row.character: row for row in forecast.rows} if forecast else {}
    table_of = {who: number for number, seats in open_round.tables.items() for who in seats}
    rows = [
        LastRoundRow(
            persons[who],
            in_points(tallies[who].points),
            table_of.get(who),
            verdicts[who],
            odds.get(who) if verdicts[who].claim == OPEN else None,
        )
        for who in open_round.order
    ]
    drawn_at = forecast.made_at if forecast and any(row.odds for row in rows) else None
    return LastRound(open_round.round.stage, open_round.next, open_round.cut, len(open_round.tables), rows, drawn_at)


def _runners(stage: Stage, table: StageTable, last: Round, following: Stage | None) -> dict[int, Runner]:
    sits_out = set(Bye.objects.filter(round=last, through=False).values_list("entry__character", flat=True))
    return {
        who: Runner(
            played=table.played.get(who, 0),
            games=table.standings.tallies[who].games,
            times_out=table.times_out.get(who, 0) + (who in sits_out),
            penalty=table.penalties.get(who, 0),
        )
        for who in eligible(stage, following).values_list("entry__character", flat=True)
    }


def _open_tables(stage: Stage, last: Round, here: dict[int, Runner]) -> dict[int, list[int | None]]:
    """Return who sits at the tables without a result, by number; None for a bot or a dropped player."""
    done = stage_results(stage).filter(game__table__round=last).values("game__table")
    seats = TableSeat.objects.filter(round=last, absent=False).exclude(table__in=done).order_by("table__number", "seat")
    seated = seats.values_list("table__number", "entry__character")
    return grouped((number, who if who in here else None) for number, who in seated)


def verdict_words(last: LastRound, row: LastRoundRow) -> str:
    verdict = row.verdict
    if verdict.claim == THROUGH:
        return _("Through, whatever happens") if last.next else _("First, whatever happens")
    if verdict.claim == OUT:
        return _("Out, whatever happens") if last.next else _("Can no longer come first")
    if row.table is None:
        return _("Has played; the other tables decide.")
    if verdict.enough == verdict.least == 1:
        return _("A win is enough, and nothing less.")
    if verdict.enough == verdict.least:
        return _("Place {place} is enough, and nothing less.").format(place=verdict.least)
    least = _("Only a win will do.") if verdict.least == 1 else _("Place {place} at least.").format(place=verdict.least)
    return f"{_enough(verdict.enough)} {least}"


def _enough(place: int | None) -> str:
    if place is None:
        return _("No place is enough on its own.")
    return _("A win is enough.") if place == 1 else _("Place {place} is enough.").format(place=place)
