"""Say what may be done at a table, and by which of two authors. A seat's action is a small int from a table that is
interned once per game system; its text is for people. The host's is a value of its own type, so that no text or number
sent by a seat can ever mean one."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.core.errors import UnknownAction


class HostAction(NamedTuple):
    """Something that the host of a table does and no seat may, such as calling time. `text` names it."""

    text: str


# What was done, in words, by one author or the other.
Move = str | HostAction


class ActionTable:
    """All actions of a system: number to text and back. Numbers are positions, 0 to len - 1."""

    __slots__ = ("_numbers", "texts")

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)
        self._numbers = {text: number for number, text in enumerate(self.texts)}
        if len(self._numbers) != len(self.texts):
            raise ValueError("Two actions of the table have the same text.")

    def __len__(self) -> int:
        return len(self.texts)

    def text(self, number: int) -> str:
        """Return the text of an action. Raise UnknownAction when the table has no such number."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < len(self.texts):
            raise UnknownAction(f"There is no action number {number!r}; they run from 0 to {len(self.texts) - 1}.")
        return self.texts[number]

    def number(self, text: str) -> int:
        """Return the number of an action, however its text is spaced. Raise UnknownAction when there is no such
        action."""
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers.get(" ".join(text.split()))
        if number is None:
            raise UnknownAction(f"'{text}' is not an action of this game.")
        return number
