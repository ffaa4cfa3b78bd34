"""The tournament's table of a play, and the clock of its round, for programs."""

from typing import Annotated, TypedDict

from characters.rules.moments import stamp
from league.core.rules.records import Moment
from league.play.queries.table_plays import Place


class PlayTableRow(TypedDict):
    tournament: Annotated[str, "Slug."]
    stage: int
    round: int
    table: int
    ends_at: Annotated[Moment | None, "When the time of the round is out; null while its clock stands."]
    called: Annotated[bool, "Its time is out: the referee says how this game ends."]
    is_over: Annotated[bool, "The round has ended: the game becomes no result by itself any more."]


def table_row(place: Place | None) -> PlayTableRow | None:
    if place is None:
        return None
    return {
        "tournament": place.slug,
        "stage": place.stage,
        "round": place.round,
        "table": place.table,
        "ends_at": stamp(place.clock.ends_at) if place.clock and place.clock.ends_at else None,
        "called": place.called,
        "is_over": place.is_over,
    }
