"""A small tournament that is under way: what the tests of its pages look at."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from league.models import Bye, Draw, Entry, Round, Season, Stage, Tournament
from league.tournaments.stages.rules.seeds import link
from tests.factories.draws import SECRET
from tests.factories.tables import played_table
from tests.factories.tournaments import a_round, a_stage, a_tournament, entered


@dataclass(frozen=True, slots=True)
class Evening:
    tournament: Tournament
    stage: Stage
    entries: list[Entry]
    first: Round
    second: Round

    def owner(self, at: int) -> User:
        return self.entries[at].character.owner


def an_evening(season: Season | None = None) -> Evening:
    """Ada to Iris: round 1 played at two tables with a bye for Iris, round 2 published."""
    tournament = a_tournament(season, draw_secret=SECRET, draw_commitment=link(SECRET, 0), place="Guildhall")
    entries = entered(tournament, 9)
    stage = a_stage(tournament, entries)
    first = a_round(stage, entries[:4], entries[4:8], status=Round.ENDED)
    for table in first.tables.all():
        played_table(table)
    Bye.objects.create(round=first, entry=entries[8])
    second = a_round(stage, entries[8:5:-1] + entries[:1], entries[1:5], number=2)
    Bye.objects.create(round=second, entry=entries[5])
    for number, played in enumerate((first, second), start=1):
        a_draw(played, number)
    return Evening(tournament, stage, entries, first, second)


def a_draw(played: Round, number: int) -> Draw:
    """A draw whose seed is the right link; its source and outcome are not those of the tables."""
    cost = dict.fromkeys(
        ("bans", "repeats", "consecutive", "spread", "second_shorts", "groups", "seats", "neighbours"), 0
    )
    return Draw.objects.create(
        tournament=played.stage.tournament,
        round=played,
        number=number,
        method="swiss",
        seed=link(SECRET, number),
        source={"field": {}, "locked": [], "byes": []},
        outcome={"tables": [], "byes": []},
        cost=cost,
        digest="d" * 64,
    )
