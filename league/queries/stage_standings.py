"""Standings of a stage: those of a season over the games of its tables, with byes and penalties. Everybody in the stage
has a row, with or without a game."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet, Sum

from league.models import Bye, Result, Round, Ruling, Stage, StageEntry
from league.queries.standings import lines_reader, tallies
from league.rules.byes import bye_units
from league.rules.standings import Standings
from league.rules.tiebreaks import Counting, Tally

ALL_GAMES = Counting("all")


@dataclass(frozen=True, slots=True)
class StageTable:
    """`standings` over characters; `byes` and `penalties` (units of 1/840) are in its points already, `played` are the
    units from games alone. `entries` is the id of each character's entry, `times_out` the number of its byes."""

    standings: Standings
    entries: Mapping[int, int]
    byes: Mapping[int, int]
    penalties: Mapping[int, int]
    played: Mapping[int, int]
    times_out: Mapping[int, int]


def stage_table(stage: Stage, *, until: int | None = None) -> StageTable:
    """The stage as it stands, or as it stood after round `until`. Six queries and one more for late tie-breaks."""
    results = stage_results(stage, until=until)
    entries = dict(
        StageEntry.objects.filter(stage=stage).order_by("seeding").values_list("entry__character", "entry_id")
    )
    played = {tally.character: tally for tally in tallies(results, ALL_GAMES)}
    times_out = _times_out(stage, until)
    byes = {who: times * _bye(played.get(who)) for who, times in times_out.items()}
    penalties = _penalties(stage, until)
    rows = {who: Tally(who, 0, 0, 0, 0) for who in entries} | played
    for who in rows.keys() & (byes.keys() | penalties.keys()):
        points = rows[who].points + byes.get(who, 0) - penalties.get(who, 0)
        rows[who] = rows[who]._replace(points=max(points, 0))
    lot = stage.tournament.draw_commitment
    from_games = {who: tally.points for who, tally in played.items()}
    standings = Standings(rows.values(), ALL_GAMES, lot, lines_reader(results))
    return StageTable(standings, entries, byes, penalties, from_games, times_out)


def stage_results(stage: Stage, *, until: int | None = None) -> QuerySet[Result]:
    """The results of the stage's tables, in no order."""
    results = Result.objects.filter(game__table__round__stage=stage).order_by()
    return results if until is None else results.filter(game__table__round__number__lte=until)


def _times_out(stage: Stage, until: int | None) -> Counter[int]:
    """By character, byes of rounds that have ended."""
    rows = Bye.objects.filter(round__stage=stage, round__status=Round.ENDED, through=False).order_by()
    if until is not None:
        rows = rows.filter(round__number__lte=until)
    return Counter(rows.values_list("entry__character", flat=True))


def _bye(tally: Tally | None) -> int:
    return bye_units(tally.points if tally else 0, tally.games if tally else 0)


def _penalties(stage: Stage, until: int | None) -> dict[int, int]:
    rows = Ruling.objects.filter(round__stage=stage, rescinded_at=None, units__gt=0)
    if until is not None:
        rows = rows.filter(round__number__lte=until)
    found = rows.values("entry__character").annotate(taken=Sum("units")).values_list("entry__character", "taken")
    return {who: taken for who, taken in found.order_by() if who is not None}
