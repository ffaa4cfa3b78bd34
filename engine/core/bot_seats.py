"""Where the bot of a stranger sits: it knows what a person in its seat would know, and nothing else.

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
    """One choice of one seat. `number` from 0; `stream` is chance of the bot's own; `history` is all that was told to
    the seat so far."""

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
        """What the seat sees, see `Game.view`; `about` in it says what the decision is about."""
        return self._game.view(self.number)

    def worlds(self, count: int) -> list[Game]:
        """Games that agree with all that the seat knows, everything else dealt anew: play on in them as you like."""
        return [self._game.determinize(self.number, derive(self.stream.below(1 << 32))) for _ in range(count)]


class SeatedBot(Protocol):
    """What an entry point's factory makes."""

    def decide(self, seat: Seat) -> Decision:
        """One of `seat.legal`: the choice, its number or its text. Called only when there are at least two."""
        ...


class Seated:
    """A stranger's bot as the engine plays it. It listens to what is told to its seat."""

    def __init__(self, bot: SeatedBot, name: str) -> None:
        self.bot, self.name = bot, name
        self.effort = int(getattr(bot, "effort", 0))

    def choose(self, game: Game, legal: Sequence[int], stream: Stream, history: Sequence[Sentence] = ()) -> int:
        """Raises BadBot, naming the bot and the seat, for an answer that is no choice, and where it fails."""
        choices = tuple(Choice(action, game.describe(action)) for action in legal)
        try:
            decision = self.bot.decide(Seat(game.actor, choices, stream, history, game))
        except Exception as error:  # it is a stranger's, and may raise anything
            raise BadBot(f"The bot '{self.name}' in seat {game.actor + 1} failed: {error}") from error
        if isinstance(decision, Choice):
            return decision.action
        return next((c.action for c in choices if decision in (c.action, c.text)), -1)


def seated(made: Any, name: str, system: str, title: str) -> Seated:
    """The bot that an entry point made. Raises UnknownBot where it has no `decide`, or does not play the game."""
    if not callable(getattr(made, "decide", None)):
        raise UnknownBot(f"The bot '{name}' has no method decide(seat).")
    played: Collection[str] | None = getattr(made, "systems", None)
    if played is not None and system not in played:
        raise UnknownBot(f"The bot '{name}' does not play {title}; it plays {', '.join(sorted(played))}.")
    return Seated(made, name)
