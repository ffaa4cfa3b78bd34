"""Ask the seat that has to decide next."""

from typing import Any

from engine.game_of_the_year.state import State


def ask(g: State, decision: int, actor: int, arg: tuple[Any, ...] = ()) -> None:
    """Make `actor` face a decision. `arg` is what the decision needs to know; see `State`."""
    g.decision = decision
    g.actor = actor
    g.arg = arg
