"""Teams of a season or of a tournament."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from characters.models import Character
from characters.rules.names import name_key
from league.models import Season, Team, TeamContest, TeamMember, Tournament


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
