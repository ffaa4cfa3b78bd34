"""Report the outcome as score sheets. The columns of a score are those of the score sheet."""

from typing import Any

from engine.core.outcome import Outcome
from engine.office_job.rules.ranks import RANKS, criteria
from engine.office_job.state import State


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the game runs."""
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
