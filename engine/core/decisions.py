"""Decisions and steps by number, so that a state can name what it waits for and stay a heap of ints.

A decision is a prompt: it lists its legal actions and resolves one of them. Every game numbers its own in a class of
constants 0, 1, 2, ...; saved games hold the numbers. The modules of its rules register what the numbers do.
"""

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

State = TypeVar("State")
# In every game the decision after the end; while an action takes effect, it says that nobody has to decide yet.
OVER = 0


def names_of(constants: type) -> tuple[str, ...]:
    """The lower-case names of a class of constants, each at its number."""
    return tuple(name.lower() for name in vars(constants) if name.isupper())


def not_registered(*_: Any) -> Any:
    """Stands wherever the rules have registered nothing."""
    raise LookupError("This decision or step is not registered.")


def unregistered(constants: type) -> list[Callable[..., None]]:
    """One place per constant, for the rules to fill."""
    return [not_registered for _ in names_of(constants)]


class Decisions(Generic[State]):
    """All decisions of a game. `names` are what a web page shows its forms by."""

    __slots__ = ("legal", "names", "resolve")

    def __init__(self, prompts: type) -> None:
        self.names = names_of(prompts)
        self.legal: list[Callable[[State], Sequence[int]]] = [not_registered for _ in self.names]
        self.resolve: list[Callable[[State, int], None]] = [not_registered for _ in self.names]
        self.legal[OVER] = lambda game: ()

    def register(
        self, prompt: int, legal: Callable[[State], Sequence[int]], resolve: Callable[[State, int], None]
    ) -> None:
        """What a prompt offers and what a choice does."""
        self.legal[prompt] = legal
        self.resolve[prompt] = resolve
