"""Teams of a season or of a tournament, and tournaments in which they meet."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from characters.models import Character
from characters.rules.names import name_key
from league.models import Season, Team, TeamContest, TeamMember, Tournament
from league.tournaments.desk.services.rounds import start_stage
from tests.factories.draws import to_draw


def a_contest(season: Season, tournament: Tournament | None = None, **fields: object) -> TeamContest:
    """A contest that is open for another week."""
    closes_at = timezone.now() + timedelta(days=7)
    return TeamContest.objects.create(season=season, tournament=tournament, **{"closes_at": closes_at, **fields})


def a_team(contest: TeamContest, name: str, *characters: Character, **fields: object) -> Team:
    """A team with these members from the first game on."""
    values = {"number": contest.teams.count() + 1, "name_key": name_key(name), **fields}
    team = Team.objects.create(contest=contest, name=name, **values)
    TeamMember.objects.bulk_create(TeamMember(contest=contest, team=team, character=one) for one in characters)
    return team


def names_of(team: Team) -> Sequence[str]:
    rows = TeamMember.objects.filter(team=team, until=None).order_by("id")
    return list(rows.values_list("character__name", flat=True))


def teams_meet(teams: int, members: int, *, line_up: int, rounds: int = 3, **fields: object) -> Tournament:
    """A tournament of that many teams, of entries in order of their numbers, that is about to start."""
    plan = {"line_up": line_up, "rounds": rounds, "format": fields.pop("format", "swiss")}
    tournament = to_draw(teams * members, plans=[plan], **fields)
    contest = a_contest(tournament.season, tournament, size=max(members, line_up, 2))
    people = [entry.character for entry in tournament.entries.select_related("character").order_by("number")]
    for at in range(teams):
        a_team(contest, f"Team {at + 1}", *people[at * members : (at + 1) * members])
    return tournament


def started(*args: int, **fields: object) -> Tournament:
    tournament = teams_meet(*args, **fields)
    start_stage(tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def team_of(tournament: Tournament) -> dict[str, int]:
    """The number of the team that each character plays for."""
    rows = TeamMember.objects.filter(contest__tournament=tournament, until=None)
    return dict(rows.values_list("character__name", "team__number"))
