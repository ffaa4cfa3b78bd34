"""Build the part of a view that all games have in common."""

from typing import Any

from engine.core.game import Game
from engine.core.system import check_seat


def situation(game: Game, seat: int | None) -> dict[str, Any]:
    """Return who decides what, and for the seat that decides its legal actions; `seat` is None for a spectator. Raise
    BadSeats."""
    if seat is not None:
        check_seat(game.seats, seat)
    texts = game.actions.texts
    return {
        "over": game.over,
        "actor": game.actor,
        "prompt": game.prompt,
        "about": game.about() if seat == game.actor else {},
        "legal": [texts[action] for action in game.legal_actions()] if seat == game.actor else [],
    }
