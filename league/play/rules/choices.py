"""A choice in words and cards, whatever the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Label:
    """A choice as its button says it. `cards`: what is on the cards that it plays; `quiet`: the modest choice;
    `seat`: the player, from 0, that it picks; `main`: the one thing to do next, such as a throw; `card`: that of the
    hand which it plays."""

    text: str
    cards: tuple[str, ...] = ()
    detail: str = ""
    quiet: bool = False
    seat: int | None = None
    main: bool = False
    card: str = ""
