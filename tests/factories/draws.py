"""Tournaments that are drawn and played through the services."""

from collections.abc import Sequence
from typing import Any

from league.models import Entry, Round, Stage, Tournament
from league.tournaments.desk.services.rounds import end_round, start_round, start_stage
from league.tournaments.draws.queries.draw_lines import draw_records
from league.tournaments.draws.rules.proof import check_draws
from league.tournaments.draws.services.draws import draw_next_round, publish_round
from league.tournaments.stages.rules import seeds
from tests.factories.tables import played_table
from tests.factories.tournaments import a_tournament, entered

SECRET = "5" * 64


def to_draw(number: int, *, plans: Sequence[dict[str, Any]] = ({},), **fields: Any) -> Tournament:
    """A tournament with a chain of seeds, that many entries checked in, and its stages planned: Swiss in three
    rounds."""
    chained = {"draw_secret": SECRET, "draw_commitment": seeds.link(SECRET, 0)}
    tournament = a_tournament(**(chained | fields))
    entered(tournament, number)
    for at, plan in enumerate(plans, start=1):
        values: dict[str, Any] = {"name": "Swiss", "format": Stage.SWISS, "rounds": 3}
        Stage.objects.create(tournament=tournament, number=at, **(values | plan))
    return tournament


def begun(number: int, **plan: Any) -> Tournament:
    """The same with one stage, which has started."""
    tournament = to_draw(number, plans=[plan])
    start_stage(tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def published(tournament: Tournament) -> Round:
    """The next round, drawn and for all to see."""
    return publish_round(round=draw_next_round(tournament=tournament))


def play_round(played: Round) -> Round:
    """Every table of a published round plays, seat 1 best; then the round ends."""
    if played.started_at is None:
        start_round(round=played)
    for table in played.tables.select_related("round__stage__tournament__season__league"):
        if table.game_id is None:
            played_table(table)
    return end_round(round=played)


def seating(played: Round) -> dict[int, list[str]]:
    """Names by table in order of seats, "Bot" for a bot."""
    return {
        table.number: [
            seat.entry.character.name if seat.entry else "Bot"
            for seat in table.seats.select_related("entry__character").order_by("seat")
        ]
        for table in played.tables.order_by("number")
    }


def named(tournament: Tournament, name: str) -> Entry:
    return tournament.entries.select_related("character").get(character__name=name)


def assert_proved(tournament: Tournament) -> None:
    """Every draw, as anybody may check it."""
    found = check_draws(tournament.draw_commitment, draw_records(tournament))
    assert found == {number: [] for number in range(1, tournament.draws.count() + 1)}
