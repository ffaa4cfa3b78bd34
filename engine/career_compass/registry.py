"""Decisions by number, so that a state can name what it waits for. The rules register theirs."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.career_compass.state import CareerCompass


class Prompt:
    """Every decision of the game; the lower-case name is what a web page shows its form by."""

    OVER = 0
    THROW = 1
    READ = 2
    GIVE = 3


Legal = Callable[["CareerCompass"], Sequence[int]]
Resolve = Callable[["CareerCompass", int], None]
NAMES: tuple[str, ...] = tuple(name.lower() for name in vars(Prompt) if name.isupper())


def _not_registered(*_: Any) -> Any:
    raise LookupError("This decision is not registered.")


LEGAL: list[Legal] = [_not_registered for _ in NAMES]
RESOLVE: list[Resolve] = [_not_registered for _ in NAMES]


def decision(prompt: int, legal: Legal, resolve: Resolve) -> None:
    """Registers what a prompt offers and what a choice does."""
    LEGAL[prompt] = legal
    RESOLVE[prompt] = resolve


decision(Prompt.OVER, lambda g: (), _not_registered)
