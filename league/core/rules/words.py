"""How figures and names are written for people."""

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(names: Sequence[str], most: int | None = None) -> str:
    """Such as "Ada, Bo and Cleo", with more names than `most` "Ada, Bo and 7 more"; empty without names."""
    if most is not None and len(names) > most:
        names = [*names[:most], f"{len(names) - most:,} more"]
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
