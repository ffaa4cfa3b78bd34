"""The text that somebody typed into the search box."""

import re
from dataclasses import dataclass

from characters.rules.names import name_key

SHORTEST, LONGEST, MOST_WORDS = 2, 100, 6
LARGEST_KEY = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Sought:
    """`text` as it was typed, `key` as names are compared, `words` of the key: all of them have to be found."""

    text: str
    key: str
    words: tuple[str, ...]

    @property
    def is_enough(self) -> bool:
        """Return whether there is enough to search for: a single letter would find everything; a single figure is the
        number of a game."""
        return len(self.key) >= SHORTEST or self.number is not None

    @property
    def number(self) -> int | None:
        """Return the number of a game, with or without a sign before it."""
        match = re.fullmatch("(?:no|nr|#)?[. ]*([0-9]{1,19})", self.key)
        number = int(match[1]) if match else None
        return number if number is not None and number <= LARGEST_KEY else None

    def is_in(self, *texts: str) -> bool:
        text = name_key(" ".join(texts))
        return all(word in text for word in self.words)


def sought(typed: str) -> Sought:
    text = typed.strip()[:LONGEST].strip()
    key = name_key(text)
    return Sought(text, key, tuple(key.split()[:MOST_WORDS]))
