"""Build the part of a view that all games have in common, and reuse parts that have not changed."""

from collections.abc import Callable
from typing import Any

from engine.core.game import Game, Memory
from engine.core.system import check_seat


def situation(game: Game, seat: int | None, memory: Memory | None = None) -> dict[str, Any]:
    """Return who decides what, and for the seat that decides its legal actions, unless the caller has a memory; `seat`
    is None for a spectator. Raise BadSeats."""
    if seat is not None:
        check_seat(game.seats, seat)
    decides = seat == game.actor
    shared: dict[str, Any] = {
        "over": game.over,
        "actor": game.actor,
        "prompt": game.prompt,
        "about": game.about() if decides else {},
    }
    if memory is None:
        texts = game.actions.texts
        shared["legal"] = [texts[action] for action in game.legal_actions()] if decides else []
    return shared


def recalled(memory: Memory | None, key: Any, facts: Any, make: Callable[..., Any], *details: Any) -> Any:
    """Return `make(*details)`: the very object of last time if the facts, all that it reads, are the same."""
    if memory is None:
        return make(*details)
    last = memory.get(key)
    if last is None or last[0] != facts:
        memory[key] = last = (facts, make(*details))
    return last[1]
