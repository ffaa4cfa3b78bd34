"""How figures and names are written for people."""

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(names: Sequence[str]) -> str:
    """Such as "Ada, Bo and Cleo"; empty without names."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
