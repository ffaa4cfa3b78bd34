"""The source of a round in which teams meet: the field of teams, and the line-ups of players who are here.

Ids are numbers of teams. A team has met those at whose table it had somebody. Members who are kept apart from each
other keep their teams apart, and a club or household that two teams have in common is one of both.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.translatable import said, said_of
from league.core.rules.grouping import grouped
from league.core.rules.words import listed
from league.models import Draw, Entry, Stage, TableSeat, TeamContest
from league.tournaments.draws.rules.field import DrawnRound, Pair, pair
from league.tournaments.draws.rules.matches import team_of
from league.tournaments.formats import format_of
from league.tournaments.teams.queries import TeamTable, contest_in, in_line_up, players_of

NAMED = 5
Company = Sequence[tuple[int, int | None]]


class TeamsHere(NamedTuple):
    """The line-ups of a round by number of the team, their first place first, and who is here `without` a team. There
    is no `contest` before the teams are set up."""

    contest: TeamContest | None
    by_team: Mapping[int, Sequence[Entry]]
    without: Sequence[Entry]

    @property
    def numbers(self) -> list[list[Any]]:
        """Return the line-ups as a source has them."""
        return [[team, [entry.number for entry in members]] for team, members in sorted(self.by_team.items())]


def teams_here(stage: Stage, entries: Iterable[Entry]) -> TeamsHere:
    """Return the line-ups that the teams of the stage's tournament have among these entries. Four queries."""
    here = {entry.character_id: entry for entry in entries}
    contest = contest_in(stage.tournament.season, stage.tournament)
    if contest is None:
        return TeamsHere(None, {}, [*here.values()])
    playing = {who: member for who, member in players_of(contest).items() if who in here}
    order = in_line_up(playing, contest)
    line_ups = {team: [here[who] for who in members[: stage.line_up]] for team, members in order.items()}
    return TeamsHere(contest, line_ups, [entry for who, entry in here.items() if who not in playing])


def teams_problem(stage: Stage, here: TeamsHere) -> str:
    """Return why these teams can't play a round, as a sentence; "" if they can."""
    size, teams = stage.tournament.table_size, len(here.by_team)
    if here.contest is None:
        return said("{stage} is played by teams. Set the teams up first.", stage=stage.name)
    if (stage.line_up or 0) > here.contest.size:
        return said(
            "{number} of each team play, but a team has at most {most} members. Change one of the two.",
            number=stage.line_up,
            most=here.contest.size,
        )
    if here.without:
        names = [entry.character.name for entry in here.without]
        return said_of(
            len(names),
            "{names} plays for no team. Choose a team, or take the entry out.",
            "{names} play for no team. Choose teams, or take the entries out.",
            names=listed(names, NAMED),
        )
    if teams < size:
        return said_of(
            teams,
            "{count:,} team is here, and a match needs {size}.",
            "{count:,} teams are here, and a match needs {size}.",
            size=size,
        )
    return ""


def team_places(stage: Stage, number: int, line_ups: Mapping[int, Sequence[Entry]]) -> list[tuple[int, int, int]]:
    """Return number, position and points of each team that is here, best first: by the stage's standings of teams
    before round `number`, or by seeding if standings decide nothing."""
    if format_of(stage).ordered_by_seeding:
        first = sorted(line_ups, key=lambda team: min(entry.number for entry in line_ups[team]))
        return [(team, position, 0) for position, team in enumerate(first, start=1)]
    contest = contest_in(stage.tournament.season, stage.tournament)
    if contest is None:
        return []
    table = TeamTable(contest, stage, number - 1)
    rows = [
        (position, table.teams[pk].number, table.standings.tallies[pk].points)
        for position, pk in enumerate(table.standings, start=1)
    ]
    return [(team, position, points) for position, team, points in rows if team in line_ups]


def team_points(stage: Stage, number: int) -> list[tuple[int, list[int]]]:
    """Return the points of each team before round `number`, with the characters that have been its members."""
    contest = contest_in(stage.tournament.season, stage.tournament)
    if contest is None:
        return []
    table = TeamTable(contest, stage, number - 1)
    members = {pk: [member.character_id for member in team.members.all()] for pk, team in table.teams.items()}
    return [(tally.points, members[pk]) for pk, tally in table.standings.tallies.items()]


class RoundBefore(NamedTuple):
    """A drawn round of teams: seat and team of everybody with a match, and who had none."""

    number: int
    matches: list[Company]
    byes: tuple[int, ...]


def rounds_before(stage: Stage, number: int) -> list[RoundBefore]:
    """Return the rounds of teams before this one. Two queries."""
    rows = TableSeat.objects.filter(round__stage=stage, round__number__lt=number, absent=False).exclude(entry=None)
    came = grouped(rows.order_by().values_list("round__number", "entry__number"))
    draws = Draw.objects.filter(round__stage=stage, round__number__lt=number).order_by("round__number", "number")
    newest = {draw.round_id: draw for draw in draws.select_related("round")}
    return [_before(draw, came[draw.round.number]) for draw in newest.values()]


def _before(draw: Draw, came: Sequence[int | None]) -> RoundBefore:
    drawn, teams = DrawnRound.from_json(draw.outcome), team_of(draw.source)
    there = {None, *(teams[who] for who in came if who in teams)}
    matches: list[Company] = [
        [(seat, team) for seat, team in enumerate(one.seats, 1) if team in there] for one in drawn.tables
    ]
    return RoundBefore(draw.round.number, matches, drawn.byes)


def between_teams(pairs: Collection[Pair], line_ups: Mapping[int, Sequence[Entry]]) -> frozenset[Pair]:
    """Return the pairs of teams that pairs of entries keep apart."""
    team = {entry.number: number for number, members in line_ups.items() for entry in members}
    teams = {(team[one], team[other]) for one, other in pairs if one in team and other in team}
    return frozenset(pair(one, other) for one, other in teams if one != other)


def groups_of_teams(
    groups: Mapping[int, frozenset[str]], line_ups: Mapping[int, Sequence[Entry]]
) -> dict[int, frozenset[str]]:
    """Return what members of different teams have in common, by team."""
    each = {
        team: {name for entry in members for name in groups.get(entry.number, ())} for team, members in line_ups.items()
    }
    return {
        team: frozenset(
            name for name in names if any(name in theirs for other, theirs in each.items() if other != team)
        )
        for team, names in each.items()
    }
