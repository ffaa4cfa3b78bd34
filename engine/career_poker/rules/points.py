"""Count points, and name the winner of a match (rule 28; B12, B13)."""

from engine.career_poker.state import State


def positions_of(g: State, seat: int) -> list[int]:
    """Return the finishing position in each deal, 1 for the boss."""
    return [result.index(seat) + 1 for result in g.history]


def points_of(g: State, seat: int) -> int:
    """Return the points of the deals that count."""
    settings, places = g.table.settings, positions_of(g, seat)
    if settings.scoring == "last_deal":
        places = places[-1:]
    elif not settings.score_first_deal and not settings.start_positions:
        places = places[1:]
    return sum(g.table.points[place - 1] for place in places)


def winner_of(g: State) -> int:
    """Return the seat with the most points; equal sums go to the better position in the last deal."""
    last = g.history[-1]
    return max(range(g.table.seats), key=lambda seat: (points_of(g, seat), -last.index(seat)))
