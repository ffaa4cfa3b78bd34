"""Report the outcome of a match as score sheets."""

from typing import Any

from engine.career_poker.rules.points import points_of, positions_of
from engine.career_poker.state import State
from engine.core.outcome import Outcome


def outcome_of(g: State) -> Outcome | None:
    """Return the outcome, or None while the match runs. A score's `positions` are those of the score sheet."""
    if not g.over:
        return None
    scores: list[dict[str, Any]] = [
        {"won": seat in g.winners, "points": points_of(g, seat), "positions": positions_of(g, seat)}
        for seat in range(g.table.seats)
    ]
    return Outcome(winners=g.winners, reason=g.reason, turns=g.turn, scores=scores)
