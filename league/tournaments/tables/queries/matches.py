"""The matches of a round in which teams meet: who plays for which team, and how each match stands."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.points import in_points
from league.models import Result, Round, TableSeat, Team
from league.tournaments.draws.rules.field import DrawnRound
from league.tournaments.draws.rules.matches import team_of
from league.tournaments.teams.queries import name_of


@dataclass(frozen=True, slots=True)
class MatchSide:
    """A team in a match; `points` are those of its members at the tables that have a result, "" before the first."""

    team: int
    name: str
    points: str
    leads: bool


@dataclass(frozen=True, slots=True)
class Match:
    """A match at the tables from `first` to `last`."""

    number: int
    first: int
    last: int
    sides: Sequence[MatchSide]


class RoundTeams(NamedTuple):
    """The name of the team that each character of a round plays for, and the matches."""

    of: Mapping[int, str]
    matches: Sequence[Match]


def round_teams(played: Round) -> RoundTeams:
    """Return the teams of a round, nothing if everybody plays for themselves. Four queries."""
    draw = played.draws.order_by("number").last() if played.stage.line_up else None
    if draw is None:
        return RoundTeams({}, [])
    line_up, teams = draw.source["line_up"], team_of(draw.source)
    here = {team.number: team for team in Team.objects.filter(contest__tournament=played.stage.tournament_id)}
    names = {number: name_of(team) for number, team in here.items()}
    seats = TableSeat.objects.filter(round=played, entry__number__in=teams).order_by()
    of = {who: teams[number or 0] for number, who in seats.values_list("entry__number", "entry__character")}
    points: Counter[int] = Counter()
    for who, units in Result.objects.filter(game__table__round=played).values_list("character", "table_points"):
        if who in of:
            points[of[who]] += units
    matches = []
    for at, table in enumerate(DrawnRound.from_json(draw.outcome).tables):
        most = max((points[team] for team in table.players), default=0)
        sides = [
            MatchSide(
                team=here[team].pk,
                name=names[team],
                points=in_points(points[team]) if most else "",
                leads=bool(most) and points[team] == most,
            )
            for team in table.players
            if team in here
        ]
        matches.append(Match(at + 1, at * line_up + 1, (at + 1) * line_up, sides))
    return RoundTeams({who or 0: names.get(team, "") for who, team in of.items()}, matches)
