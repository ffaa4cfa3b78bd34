"""Points, winner and outcome of a match (rule 28; B12, B13)."""

from typing import TYPE_CHECKING, Any

from engine.core.outcome import Outcome

if TYPE_CHECKING:
    from engine.career_poker.state import CareerPoker


def positions_of(g: "CareerPoker", seat: int) -> list[int]:
    """The finishing position in each deal, 1 for the boss."""
    return [result.index(seat) + 1 for result in g.history]


def points_of(g: "CareerPoker", seat: int) -> int:
    """Points of the deals that count."""
    settings, places = g.table.settings, positions_of(g, seat)
    if settings.scoring == "last_deal":
        places = places[-1:]
    elif not settings.score_first_deal and not settings.start_positions:
        places = places[1:]
    return sum(g.table.points[place - 1] for place in places)


def winner_of(g: "CareerPoker") -> int:
    """Most points; equal sums go to the better position in the last deal."""
    last = g.history[-1]
    return max(range(g.table.seats), key=lambda seat: (points_of(g, seat), -last.index(seat)))


def outcome_of(g: "CareerPoker") -> Outcome | None:
    """None while the match runs. A score's `positions` are those of the score sheet."""
    if not g.over:
        return None
    scores: list[dict[str, Any]] = [
        {"won": seat in g.winners, "points": points_of(g, seat), "positions": positions_of(g, seat)}
        for seat in range(g.table.seats)
    ]
    return Outcome(winners=g.winners, reason=g.reason, turns=g.turn, scores=scores)
