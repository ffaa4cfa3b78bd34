"""A tournament with people behind its desk: Olga organises, Kit keeps scores, Pia plays, and a stranger."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from league.models import Season, Tournament
from league.models.organisation import Role
from tests.factories.people import a_member, an_organiser
from tests.factories.seasons import a_season
from tests.factories.tournaments import a_stage, a_tournament


@dataclass
class Desk:
    season: Season
    tournament: Tournament
    olga: User
    kit: User
    pia: User
    stranger: User


def a_desk(**fields: object) -> Desk:
    """Planned, with a Swiss stage unless told otherwise."""
    season = a_season("spring")
    tournament = a_tournament(season, **fields)
    a_stage(tournament, [], status="planned", rounds=None)
    Tournament.objects.update(status=fields.get("status", "planned"))
    tournament.refresh_from_db()
    return Desk(
        season=season,
        tournament=tournament,
        olga=an_organiser(season),
        kit=a_member(season, "kit", Role.SCORE_KEEPER),
        pia=a_member(season, "pia"),
        stranger=User.objects.create(username="stranger"),
    )
