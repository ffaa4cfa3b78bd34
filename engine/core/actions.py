"""Number actions with small ints from a table that is interned once per game system; their text is for people."""

from collections.abc import Iterable

from engine.core.errors import UnknownAction


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
            raise UnknownAction(f"'{text}' is no action of this game.")
        return number
