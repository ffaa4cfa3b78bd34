"""A choice in words and cards, whatever the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, TypeVar

MANY = 12  # choices; more stand together by the number of their cards


@dataclass(frozen=True, slots=True)
class Label:
    """A choice as its button says it. `cards`: what stands on the cards that it plays; `quiet`: the modest choice;
    `seat`: the player, from 0, that it picks; `main`: the one thing to do next, such as a throw."""

    text: str
    cards: tuple[str, ...] = ()
    detail: str = ""
    quiet: bool = False
    seat: int | None = None
    main: bool = False


class Labelled(Protocol):
    @property
    def label(self) -> Label: ...


Choice = TypeVar("Choice", bound=Labelled)


def grouped(choices: Sequence[Choice]) -> list[tuple[int, list[Choice]]]:
    """Return choices in groups, those of few cards first, each with how many cards its choices play; few choices are
    one group with 0."""
    if len(choices) <= MANY:
        return [(0, list(choices))]

    def size(choice: Choice) -> int:
        return len(choice.label.cards)

    return [(cards, list(group)) for cards, group in groupby(sorted(choices, key=size), key=size)]
