"""The standings of the teams of a season or of a tournament."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from characters.queries.people import people
from league.core.api import lookup
from league.core.api.parts import TablePart, in_parts
from league.core.api.schema import example, examples_beside
from league.core.api.views import ApiView, read
from league.core.rules.records import VERSION
from league.models import Season, TeamContest, Tournament
from league.people.api.seasons import PointsField, TiebreakRow
from league.tournaments.teams.queries import TeamTable, contest_in, name_of

EXAMPLES = examples_beside(__file__)
DESCRIPTION = (
    "Added up from the results of the members when asked: a part of the rows by `limit` and `offset`, and the address "
    "of the `next` one. 404 where no teams compete."
)


class TeamMemberRow(serializers.Serializer[Any]):
    name = serializers.CharField()
    slug = serializers.CharField()


class TeamStandingRow(serializers.Serializer[Any]):
    position = serializers.IntegerField(source="standing.position")
    position_before_draw = serializers.IntegerField(
        source="standing.position_before_draw", help_text="Shared by those that only the draw separates."
    )
    number = serializers.IntegerField(source="team.number", help_text="Its number among these teams.")
    name = serializers.CharField(help_text="`Team 3`, by its number, where the staff has hidden the name.")
    withdrawn = serializers.BooleanField(help_text="It no longer takes part; what it scored stays.")
    members = TeamMemberRow(many=True, help_text="Of today. Results of those who have left stay with the team.")
    games = serializers.IntegerField(source="standing.tally.games", help_text="Results of members.")
    wins = serializers.IntegerField(source="standing.tally.wins", help_text="First places of members.")
    points = PointsField(source="standing", help_text="Points with two decimals, penalties taken off.")
    decided_by = serializers.CharField(
        source="standing.decided_by", help_text="What keeps the row below the one above; empty for the first."
    )
    tiebreaks = TiebreakRow(source="standing.tiebreaks", many=True, help_text="In the order in which they decide.")


@example(EXAMPLES["TeamStandings"])
class TeamStandings(serializers.Serializer[Any]):
    season = serializers.CharField(source="contest.season.slug")
    tournament = serializers.CharField(
        allow_null=True, help_text="Slug of the tournament; null for the teams of the season."
    )
    count = serializers.IntegerField(help_text="Rows in the whole table.")
    version = serializers.CharField(help_text=VERSION)
    next = serializers.CharField(allow_null=True, help_text="Address of the rows that follow; null at the end.")
    counting = serializers.ChoiceField(
        TeamContest.COUNTINGS,
        source="contest.counting",
        help_text="What counts of each game day or round: all results, the best ones, or the place among the teams.",
    )
    best_of = serializers.IntegerField(allow_null=True, help_text="How many results of each; null if not `best`.")
    results = TeamStandingRow(many=True)


def team_standings(contest: TeamContest, *, offset: int, limit: int) -> dict[str, Any]:
    """Return `limit` rows from `offset` on. `next` is left to the caller, who knows the address."""
    table = TeamTable(contest)
    shown = list(table.standings)[offset : offset + limit]
    staff = {
        pk: [member.character_id for member in table.teams[pk].members.all() if member.until is None] for pk in shown
    }
    persons = people(who for members in staff.values() for who in members)
    body = {
        "contest": contest,
        "tournament": contest.tournament.slug if contest.tournament else None,
        "count": len(table.standings),
        "version": table.standings.version,
        "next": None,
        "best_of": contest.best_of if contest.counting == TeamContest.BEST else None,
        "results": [
            {
                "standing": row,
                "team": team,
                "name": name_of(team),
                "withdrawn": team.withdrawn_at is not None,
                "members": [persons[who] for who in staff[team.pk]],
            }
            for row in table.explained(table.standings.rows(shown))
            for team in (table.teams[row.character],)
        ],
    }
    return TeamStandings(body).data


def _answer(request: Request, season: Season, tournament: Tournament | None = None) -> Response:
    part, contest = read(TablePart(data=request.query_params)), contest_in(season, tournament)
    if contest is None:
        raise Http404
    return in_parts(request, team_standings(contest, **part), part)


class SeasonTeamsView(ApiView):
    @extend_schema(
        tags=["seasons"],
        summary="Read the standings of teams",
        description=DESCRIPTION,
        parameters=[TablePart],
        responses=TeamStandings,
    )
    def get(self, request: Request, slug: str) -> Response:
        return _answer(request, lookup.season(slug))


class TournamentTeamsView(ApiView):
    @extend_schema(
        tags=lookup.TAGS,
        summary="Read the standings of teams",
        description=DESCRIPTION,
        parameters=[TablePart],
        responses=TeamStandings,
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = lookup.tournament(slug)
        return _answer(request, tournament.season, tournament)
