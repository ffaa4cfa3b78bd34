"""Check data from strangers against shapes: which entries, how long, how large. Every problem is a sentence that names
its place."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

SHOWN = 60
_WORD = re.compile(r"[a-z0-9_]+")
# Invisible letters, and those that change the reading direction of the following text.
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_JOINERS = "\u200c\u200d"  # scripts need them


class Shape(Protocol):
    """Describe what a value may be."""

    def problems(self, value: Any, place: str) -> Iterator[str]:
        """Yield a sentence for everything in a value at this place that the shape does not allow."""
        ...


def _at(place: str) -> str:
    return place or "The file"


def _below(place: str, key: str) -> str:
    """Return a place such as `squares, entry 3, number` or `paths.agrivi.name`."""
    return f"{place}{', ' if ', entry ' in place else '.' if place else ''}{key[:SHOWN]}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of limited length; a `word` has only small letters, digits and underscores."""

    most: int
    word: bool = False

    def problems(self, value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield f"{_at(place)} must be text, not {_shown(value)}."
        elif not value.strip():
            yield f"{_at(place)} is empty."
        elif len(value) > self.most:
            yield f"{_at(place)} has {len(value):,} letters; {self.most} are allowed."
        elif self.word and not _WORD.fullmatch(value):
            yield f"{_at(place)} must be a word of a-z, 0-9 and _, not {_shown(value)}."
        elif any(unicodedata.category(letter) in _UNSEEN and letter not in _JOINERS for letter in value):
            yield f"{_at(place)} has a letter that can't be seen; write it as one plain line."


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most` in steps of `step`."""

    least: int
    most: int
    step: int = 1

    def problems(self, value: Any, place: str) -> Iterator[str]:
        if isinstance(value, bool) or not isinstance(value, int):
            yield f"{_at(place)} must be a whole number, not {_shown(value)}."
        elif not self.least <= value <= self.most:
            yield f"{_at(place)} is {value:,}; it must lie from {self.least:,} to {self.most:,}."
        elif value % self.step:
            yield f"{_at(place)} is {value:,}; it must be a multiple of {self.step:,}."


class Flag:
    """Yes or no."""

    def problems(self, value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, bool):
            yield f"{_at(place)} must be true or false, not {_shown(value)}."


@dataclass(frozen=True, slots=True)
class OneOfWords:
    """One of a few words."""

    options: tuple[str, ...]

    def problems(self, value: Any, place: str) -> Iterator[str]:
        if value not in self.options:
            yield f"{_at(place)} must be one of {', '.join(self.options)}, not {_shown(value)}."


class Same:
    """Any JSON value, for a caller that compares it with its own value."""

    def problems(self, value: Any, place: str) -> Iterator[str]:
        if isinstance(value, Mapping):
            for key, entry in value.items():
                yield from self.problems(entry, _below(place, str(key)))
        elif isinstance(value, list):
            for entry in value:
                yield from self.problems(entry, place)
        elif not isinstance(value, str | int | bool):
            yield f"{_at(place)} must be text or a whole number, not {_shown(value)}."


@dataclass(frozen=True, slots=True)
class Entries:
    """A list."""

    of: Shape
    most: int

    def problems(self, value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, Sequence) or isinstance(value, str):
            yield f"{_at(place)} must be a list, not {_shown(value)}."
        elif len(value) > self.most:
            yield f"{_at(place)} has {len(value):,} entries; {self.most} are allowed."
        else:
            for number, entry in enumerate(value):
                yield from self.of.problems(entry, f"{place}, entry {number}")


@dataclass(frozen=True, slots=True)
class Each:
    """A table whose keys are the writer's own, each a word."""

    of: Shape
    most: int

    def problems(self, value: Any, place: str) -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield f"{_at(place)} must be a table, not {_shown(value)}."
        elif len(value) > self.most:
            yield f"{_at(place)} has {len(value):,} entries; {self.most} are allowed."
        else:
            for key, entry in value.items():
                if len(str(key)) > 40 or not _WORD.fullmatch(str(key)):
                    yield f"{_at(place)}: a key must be a word of a-z, 0-9 and _, not {_shown(key)}."
                else:
                    yield from self.of.problems(entry, _below(place, str(key)))


@dataclass(frozen=True, slots=True)
class Keyed:
    """A table with known keys. `others`: the shape of any other key, if others are allowed."""

    of: Mapping[str, Shape]
    needed: tuple[str, ...] = ()
    others: Shape | None = None

    def problems(self, value: Any, place: str = "") -> Iterator[str]:
        if not isinstance(value, Mapping):
            yield f"{_at(place)} must be a table, not {_shown(value)}."
            return
        for key in self.needed:
            if key not in value:
                yield f"{_at(place)}: the entry '{key}' is missing."
        for key, entry in value.items():
            inner = self.of.get(key, self.others)
            if inner is None:
                yield f"{_at(place)}: there is no entry {_shown(key)}; there are {', '.join(self.of)}."
            else:
                yield from inner.problems(entry, _below(place, str(key)))
