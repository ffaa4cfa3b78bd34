"""Figures and names as people write them."""

from collections.abc import Sequence
from functools import reduce

from engine.translatable import Translatable, said, said_of


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(names: Sequence[str], most: int | None = None) -> str:
    """Return a list such as "Ada, Bo and Cleo", with more names than `most` "Ada, Bo and 7 more"; empty without
    names."""
    if most is not None and len(names) > most:
        more = len(names) - most
        names = [*names[:most], said_of(more, "{count:,} more", "{count:,} more")]
    if len(names) < 2:
        return names[0] if names else ""
    return said("{names} and {last}", names=_in_a_row(names[:-1]), last=names[-1])


def _in_a_row(names: Sequence[str]) -> str:
    if not any(isinstance(name, Translatable) for name in names):
        return ", ".join(names)
    return reduce(lambda row, name: said("{names}, {name}", names=row, name=name), names)
