"""Winners and outcome (rules 29 and 30). The columns of a score are those of the score sheet."""

from typing import TYPE_CHECKING, Any

from engine.core.outcome import Outcome
from engine.office_job.rules.ranks import criteria

if TYPE_CHECKING:
    from engine.office_job.state import OfficeJob

RANKS = ("entry", "manager", "c_suite")


def winners_of(g: "OfficeJob") -> tuple[int, ...]:
    """The highest rank, then the most points; equal ones share the victory."""
    places = list(zip(g.rank, g.points, strict=True))
    return tuple(seat for seat, place in enumerate(places) if place == max(places))


def outcome_of(g: "OfficeJob") -> Outcome | None:
    """None while the game runs."""
    if not g.over:
        return None
    scores: list[dict[str, Any]] = [
        {
            "won": seat in g.winners,
            "points": g.points[seat],
            "career_points": g.points[seat],
            "rank": RANKS[g.rank[seat] - 1],
            "rank_by_card": g.rank[seat] != criteria(g.points[seat], g.skilled >> seat & 1),
        }
        for seat in range(g.table.seats)
    ]
    return Outcome(winners=g.winners, reason=g.reason, turns=g.turn, scores=scores)
