"""Lots are drawn by numbers, and no row of a hall has the id that it has at home: both sites take the same numbers.

In the hall people and teams keep the ids that they have at home. A newcomer takes the number of the entry or team above
`IN_A_HALL`, which home knows without being told.
"""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db.models import F, Q
from django.utils.translation import gettext as _

from engine.translatable import said
from league.core.ledger.services import record
from league.models import Entry, Team, Tournament
from league.tournaments.entries.rules import IN_A_HALL
from league.tournaments.hall.queries import Content

Rows = list[Entry | Team]


def take_lots_of_home(*, tournament: Tournament, lots: Content) -> None:
    """In the hall, take the numbers of home. Raise ValidationError if they are not what a site writes."""
    entries, teams = [*tournament.entries.all()], [*Team.objects.filter(contest__tournament=tournament)]
    try:
        for rows, numbers in ((entries, dict(lots["entries"])), (teams, dict(lots["teams"]))):
            for row in rows:
                row.lot = int(numbers[row.number])
    except (KeyError, TypeError, ValueError) as error:
        raise ValidationError(_("The lots in the file can't be read.")) from error
    _write(entries, teams)
    text = said("{tournament} draws lots by the numbers of home.", tournament=tournament.name)
    record(kind="hall_read", text=text, season=tournament.season, rows=[*entries, *teams])


def number_newcomers(*, tournament: Tournament, characters: Collection[int], teams: Collection[int]) -> Rows:
    """At home, give everybody the number that they have in the hall, except these ids of before; return the rows that
    were written."""
    moved = (Q(lot=None) | Q(lot__gte=IN_A_HALL)) & ~Q(lot=F("number") + IN_A_HALL)
    newcomers = [*tournament.entries.filter(moved).exclude(lot=None, character__in=characters)]
    of_tournament = Team.objects.filter(contest__tournament=tournament)
    new_teams = [*of_tournament.filter(moved).exclude(lot=None, pk__in=teams)]
    for entry in newcomers:
        entry.lot = entry.number + IN_A_HALL
    for team in new_teams:
        team.lot = team.number + IN_A_HALL
    _write(newcomers, new_teams)
    return [*newcomers, *new_teams]


def _write(entries: list[Entry], teams: list[Team]) -> None:
    Entry.objects.bulk_update(entries, ["lot"])
    Team.objects.bulk_update(teams, ["lot"])
