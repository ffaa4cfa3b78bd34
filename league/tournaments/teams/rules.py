"""The standings of teams, counted by the standings of people.

A team takes the place of a character: its tally adds up what its members scored, and at a table it has the points of
all its members there. A unit is a game day of a season, a round of a tournament, or if teams meet a match.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, groupby
from operator import attrgetter
from typing import Literal, NamedTuple

from engine.translatable import Translatable, said
from games.rules.points import in_points
from league.core.rules.grouping import grouped
from league.standings.rules.standings import Standing
from league.standings.rules.tiebreaks import DRAW, POINTS, Counting, TableSeatLine, Tally, Tiebreak, draw, points_for
from league.tournaments.stages.rules.stage_points import points_explanation

MOST_TEAMS = 200
SIZES = BESTS = range(1, 21)
NAME_LENGTH = 60

CHOICES: Mapping[str, Translatable] = {
    "sum": said("Every result of every member adds its points"),
    "best": said("Only the best results of each game day or round add their points"),
    "places": said("Each game day, round or match counts like a table: 60 points for the best team, 12 for the last"),
}
_COUNTED: Mapping[str, Literal["all", "days", "places"]] = {"sum": "all", "best": "days", "places": "places"}


def counting_of(mode: str, best_of: int) -> Counting:
    return Counting(_COUNTED[mode], best_of)


Unit = tuple[int, ...]  # the ordinal of a game day; the numbers of a stage, of its round, and of a match


def round_unit(stage: int, number: int, line_up: int | None, table: int) -> Unit:
    """Return the unit of a table: its round, or if teams meet its match."""
    return (stage, number) if line_up is None else (stage, number, (table - 1) // line_up + 1)


class MemberLine(NamedTuple):
    """One result of a member, as `Result` has it. `game` 0 is a bye, which has no opponents."""

    team: int
    character: int
    unit: Unit
    game: int
    points: int
    place: int
    share: int


@dataclass(frozen=True, slots=True)
class Spell:
    """A time that a character spends in a team, open if `since` or `until` is None."""

    team: int
    character: int
    since: datetime | None
    until: datetime | None

    def covers(self, moment: datetime) -> bool:
        return (self.since is None or self.since <= moment) and (self.until is None or moment < self.until)


def team_at(spells: Iterable[Spell], moment: datetime) -> int | None:
    """Return the team of one character, whose `spells` these are, at that moment."""
    return next((spell.team for spell in spells if spell.covers(moment)), None)


def counted_lines(lines: Iterable[MemberLine], mode: str, best_of: int) -> list[MemberLine]:
    """Return the lines that add their points to their team: all, or the best of each unit. The earlier of equal ones
    counts."""
    if mode != "best":
        return list(lines)
    each = grouped(((line.team, line.unit), line) for line in lines)
    best = (sorted(of_unit, key=lambda line: -line.points)[:best_of] for of_unit in each.values())
    return list(chain.from_iterable(best))


def unit_points(lines: Iterable[MemberLine], mode: str, best_of: int) -> dict[tuple[int, Unit], int]:
    """Return the units of 1/840 point that each unit is worth to each team, by team and unit."""
    sums: dict[tuple[int, Unit], int] = {}
    for line in counted_lines(lines, mode, best_of):
        sums[line.team, line.unit] = sums.get((line.team, line.unit), 0) + line.points
    if mode != "places":
        return sums
    return {
        (team, unit): worth
        for unit, of_unit in grouped((unit, (points, team)) for (team, unit), points in sums.items()).items()
        for team, worth in _worth_of_places(of_unit)
    }


def _worth_of_places(teams: Sequence[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """Yield each team with what its place is worth among these, each with its points first."""
    place = 1
    for _points, level in groupby(sorted(teams, reverse=True), key=lambda one: one[0]):
        tied = [team for _, team in level]
        yield from ((team, points_for(place, len(tied), len(teams))) for team in tied)
        place += len(tied)


def team_tallies(
    teams: Collection[int], lines: Collection[MemberLine], mode: str, best_of: int, penalties: Mapping[int, int]
) -> list[Tally]:
    """Return a tally for each team, in the place of a character's. `penalties`: units taken from a team."""
    points = dict.fromkeys(teams, 0)
    for (team, _unit), worth in unit_points(lines, mode, best_of).items():
        points[team] += worth
    games = grouped((line.team, line) for line in lines if line.game)
    return [
        Tally(
            team,
            len(games[team]),
            sum(line.place == 1 for line in games[team]),
            max(points[team] - penalties.get(team, 0), 0),
            sum(map(attrgetter("share"), games[team])),
        )
        for team in teams
    ]


def team_seats(lines: Iterable[MemberLine]) -> list[TableSeatLine]:
    """Return one line for each team at each table, with the points of all its members there."""
    sums: dict[tuple[int, int], int] = {}
    for line in lines:
        if line.game:
            sums[line.game, line.team] = sums.get((line.game, line.team), 0) + line.points
    return [TableSeatLine(game, team, points) for (game, team), points in sums.items()]


def explained(row: Standing, lines: Collection[MemberLine], mode: str, penalty: int, seed: str, lot: int) -> Standing:
    """Return the row of a team with the working of its points and of its lot. `lines` are the ones that add points."""
    byes = [line.points for line in lines if not line.game]
    played = sum(line.points for line in lines if line.game)

    def working(tiebreak: Tiebreak) -> str:
        if tiebreak.name == DRAW:
            return said(
                "SHA-256 of '{seed}{number}' (the published seed, the number of the team) is {digest}; lower wins.",
                seed=seed,
                number=lot,
                digest=draw(seed, lot),
            )
        if tiebreak.name != POINTS:
            return tiebreak.explanation
        if mode == "sum":
            return points_explanation(row.tally.games, played, sum(byes), len(byes), penalty)
        if penalty:
            return said(
                "{working} {points} points were taken by penalties.",
                working=tiebreak.explanation,
                points=in_points(penalty),
            )
        return tiebreak.explanation

    return replace(row, tiebreaks=tuple(replace(one, explanation=working(one)) for one in row.tiebreaks))
