"""Announce what happens below and may be acted upon above: the one way from a lower room into an upper one."""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Signal(Generic[P, R]):
    """A signal with its listeners. They are connected once, when Django is ready (`league.wiring`), and called in that
    order, in the sender's transaction; an exception of one of them is the sender's."""

    def __init__(self) -> None:
        self._listeners: list[Callable[P, R]] = []

    def connect(self, listener: Callable[P, R]) -> None:
        self._listeners.append(listener)

    def answer(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return the answer of the only listener."""
        (answer,) = self.send(*args, **kwargs)
        return answer

    def send(self, *args: P.args, **kwargs: P.kwargs) -> list[R]:
        """Return the answers of the listeners."""
        return [listener(*args, **kwargs) for listener in self._listeners]


# A play asks somebody, or nobody any more: its id, and the number of the turn that it waits for.
turn_asked: Signal[[int, int], None] = Signal()
# A proposal to go back is answered: the id of the play, the number of its turn, and the person who agrees, or nobody
# where the game stays.
rewind_answered: Signal[[int, int, int | None], None] = Signal()
# A play has changed: its id, and the persons who are at turn there now.
play_changed: Signal[[int, tuple[int | None, ...]], None] = Signal()
