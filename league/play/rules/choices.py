"""A choice in words and cards, whatever the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Label:
    """A choice as its button says it. `cards`: what is on the cards played; `quiet`: the modest choice; `seat`: the
    player picked, from 0; `main`: the one thing to do next, such as a throw; `card`: the card of the hand that is
    played."""

    text: str
    cards: tuple[str, ...] = ()
    detail: str = ""
    quiet: bool = False
    seat: int | None = None
    main: bool = False
    card: str = ""
