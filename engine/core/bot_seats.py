"""Seat a stranger's bot, which knows what a person in its seat would know, and nothing else.

class Cautious:
    systems = ("careers",)          # the games that it plays; leave it out for all of them

    def decide(self, seat: Seat) -> Choice:
        return seat.legal[0]
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from engine.core.errors import BadBot, UnknownBot
from engine.core.game import Choice, Game
from engine.core.rng import Stream, derive
from engine.core.telling import Sentence

Decision = Choice | int | str


@dataclass
class Seat:
    """One choice of one seat. `number` counts from 0; `stream` is the bot's own chance; `history` is everything that
    the seat has been told so far."""

    number: int
    legal: tuple[Choice, ...]
    stream: Stream
    history: Sequence[Sentence]
    _game: Game = field(repr=False)

    @property
    def system(self) -> str:
        return self._game.system

    @property
    def seats(self) -> int:
        return self._game.seats

    @cached_property
    def view(self) -> dict[str, Any]:
        """Return what the seat sees, see `Game.view`; its `about` describes the decision."""
        return self._game.view(self.number)

    def worlds(self, count: int) -> list[Game]:
        """Return `count` games that agree with everything the seat knows, with the rest dealt again. Play on in them as
        you like."""
        return [self._game.determinize(self.number, derive(self.stream.below(1 << 32))) for _ in range(count)]


class SeatedBot(Protocol):
    """The object that an entry point's factory makes."""

    def decide(self, seat: Seat) -> Decision:
        """Return one of `seat.legal`: the choice, its number or its text. Called only when there are at least two."""
        ...


class GuestBot:
    """A stranger's bot as the engine plays it. It listens to what its seat is told."""

    def __init__(self, bot: SeatedBot, name: str) -> None:
        self.bot, self.name = bot, name
        self.effort = int(getattr(bot, "effort", 0))

    def choose(self, game: Game, legal: Sequence[int], stream: Stream, history: Sequence[Sentence] = ()) -> int:
        """Return the bot's choice. Raise BadBot, naming the bot and the seat, when the bot fails or its answer is not a
        choice."""
        choices = tuple(Choice(action, game.describe(action)) for action in legal)
        try:
            decision = self.bot.decide(Seat(game.actor, choices, stream, history, game))
        except Exception as error:  # it is a stranger's, and may raise anything
            raise BadBot(f"The bot '{self.name}' in seat {game.actor + 1} failed: {error}") from error
        if isinstance(decision, Choice):
            return decision.action
        return next((c.action for c in choices if decision in (c.action, c.text)), -1)


def seated(bot: Any, name: str, system: str, title: str) -> GuestBot:
    """Return the bot that an entry point made. Raise UnknownBot when it has no `decide` or does not play the game."""
    if not callable(getattr(bot, "decide", None)):
        raise UnknownBot(f"The bot '{name}' has no method decide(seat).")
    played: Collection[str] | None = getattr(bot, "systems", None)
    if played is not None and system not in played:
        raise UnknownBot(f"The bot '{name}' does not play {title}; it plays {', '.join(sorted(played))}.")
    return GuestBot(bot, name)
