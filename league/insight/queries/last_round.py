"""The last round of a stage as its tables stand: who is through, who is out, which place is enough."""

from collections import defaultdict
from dataclasses import dataclass

from characters.queries.people import Person, people
from games.rules.points import in_points
from league.insight.rules.last_round import LARGEST, Runner, Verdict, verdicts
from league.models import Bye, Entry, Round, Stage, StageEntry, TableSeat, Tournament
from league.tournaments.formats import format_of
from league.tournaments.stages.queries.stage_standings import StageTable, stage_results, stage_table


@dataclass(frozen=True, slots=True)
class LastRoundRow:
    """`table`: the number of the open one at which they sit, None where they have none."""

    person: Person
    points: str
    table: int | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class LastRound:
    """`next`: the stage that the first `cut` reach; None where first place is the whole of it."""

    stage: Stage
    next: Stage | None
    cut: int
    open_tables: int
    rows: list[LastRoundRow]


def last_round_of(tournament: Tournament) -> LastRound | None:
    """None while no such round is published or running, in stages that table points don't decide or that plan no
    number of rounds, and where a table is too large for every order to be tried."""
    played = Round.objects.filter(
        stage__tournament=tournament, stage__status=Stage.RUNNING, status__in=(Round.PUBLISHED, Round.RUNNING)
    )
    last = played.select_related("stage__tournament").first()
    if last is None or not _decides(last):
        return None
    stage = last.stage
    following = tournament.stages.filter(number=stage.number + 1).first()
    table = stage_table(stage)
    here = _runners(stage, table, last, all_of_them=following is None)
    tables = _open_tables(stage, last, here)
    if any(len(seats) > LARGEST for seats in tables.values()):
        return None
    cut = (following.cut if following else 1) or len(here)
    seated_who = {who for seats in tables.values() for who in seats if who is not None}
    waiting = [who for who in here if who not in seated_who]
    seated, others = verdicts(
        [[None if who is None else here[who] for who in seats] for seats in tables.values()],
        [here[who] for who in waiting],
        cut,
    )
    found: dict[int, tuple[Verdict, int | None]] = {
        who: (verdict, None) for who, verdict in zip(waiting, others, strict=True)
    }
    for (number, seats), told in zip(tables.items(), seated, strict=True):
        found |= {who: (one, number) for who, one in zip(seats, told, strict=True) if who is not None and one}
    known, tallies = people(here), table.standings.tallies
    order = sorted(here, key=table.standings.index)
    rows = [LastRoundRow(known[who], in_points(tallies[who].points), found[who][1], found[who][0]) for who in order]
    return LastRound(stage, following, cut, len(tables), rows)


def _decides(last: Round) -> bool:
    found = format_of(last.stage)
    return found.counted and found.order == "points" and last.number == last.stage.rounds


def _runners(stage: Stage, table: StageTable, last: Round, *, all_of_them: bool) -> dict[int, Runner]:
    """By character. Who dropped reaches no further stage; what they have counts where the stage is the last one."""
    entries = StageEntry.objects.filter(stage=stage)
    if not all_of_them:
        entries = entries.filter(entry__status=Entry.CHECKED_IN)
    sits_out = set(Bye.objects.filter(round=last, through=False).values_list("entry__character", flat=True))
    return {
        who: Runner(
            played=table.played.get(who, 0),
            games=table.standings.tallies[who].games,
            times_out=table.times_out.get(who, 0) + (who in sits_out),
            penalty=table.penalties.get(who, 0),
        )
        for who in entries.values_list("entry__character", flat=True)
    }


def _open_tables(stage: Stage, last: Round, here: dict[int, Runner]) -> dict[int, list[int | None]]:
    """By number who sits at the tables that have brought nothing yet; None for a bot or somebody who dropped."""
    done = stage_results(stage).filter(game__table__round=last).values("game__table")
    seats = TableSeat.objects.filter(round=last, absent=False).exclude(table__in=done).order_by("table__number", "seat")
    found: dict[int, list[int | None]] = defaultdict(list)
    for number, who in seats.values_list("table__number", "entry__character"):
        found[number].append(who if who in here else None)
    return dict(found)
