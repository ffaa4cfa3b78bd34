"""Make bots, which choose in place of a person.

A bot is a name with parameters in text, `search:visits=80,depth=2`. The game's own bots come first, then entry points
of the group `corner_office.bots`, whose object is a factory, `factory(**parameters)`, of bots with a method
`decide(seat)`, see engine.core.bot_seats. They know what a person in that seat would know.

The game's own bots are handed the game itself, which is quicker, and look at nothing but what the seat may see and at
clones made by `game.determinize(seat, seed)`. A bot draws from the stream it is handed, never from the game's chance,
so the dice do not depend on the bots. It keeps nothing from one game to the next that could change a choice. A bot that
looks ahead has an attribute `effort`, the most rounds played out for one decision, and may have an attribute `go_on`,
called while it thinks: a deadline in seconds is the caller's, no bot has a clock.
"""

import re
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, cast

from engine.core.bot_seats import seated
from engine.core.errors import BadOptions, UnknownBot
from engine.core.game import Game
from engine.core.rng import Stream
from engine.core.system import System

GROUP = "corner_office.bots"
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class Bot(Protocol):
    """A bot: anything that can choose."""

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        """Return one of `legal`, for the seat `game.actor`. Called only when there are at least two."""
        ...


BotFactory = Callable[..., Bot]


def best_of(options: Sequence[int], worth: Callable[[int], Any], stream: Stream) -> int:
    """Return the option that is worth most. Chance decides between equals, so that no seat is favoured by its
    number."""
    return best_by(options, [worth(option) for option in options], stream)


def best_by(options: Sequence[int], worths: Sequence[Any], stream: Stream) -> int:
    """Return the option with the highest of these worths; chance decides between equals."""
    most = max(worths)
    if worths.count(most) == 1:
        return options[worths.index(most)]
    return stream.choice([option for option, value in zip(options, worths, strict=True) if value == most])


class RandomBot:
    """A bot to which every legal action is equally likely."""

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        return legal[stream.below(len(legal))]


class Casual:
    """A bot that plays as `careful` does, but leaves `slips` of a hundred decisions to `careless`."""

    def __init__(
        self, careful: Callable[[], Bot], careless: Callable[[], Bot] = RandomBot, /, *, slips: int = 50
    ) -> None:
        if not isinstance(slips, int) or not 0 <= slips <= 100:
            raise BadOptions("slips must be a whole number from 0 to 100")
        self.bots, self.slips = (careful(), careless()), slips

    def choose(self, game: Game, legal: Sequence[int], stream: Stream) -> int:
        careful, careless = self.bots
        bot = careless if stream.below(100) < self.slips else careful
        return bot.choose(game, legal, stream)


def parse_spec(spec: str) -> tuple[str, dict[str, int | str]]:
    """Split `name:key=value,...` into a name and parameters; whole numbers become ints. Raise UnknownBot."""
    name, _, rest = spec.strip().partition(":")
    parameters: dict[str, int | str] = {}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not key.isidentifier():
            raise UnknownBot(f"'{part}' in '{spec}' is not a parameter; write name:key=value.")
        parameters[key] = int(value) if _NUMBER.fullmatch(value) else value
    return name, parameters


def bot_specs(text: str) -> list[str]:
    """Split `greedy, search:visits=80,depth=2` into two bots: a bare `key=value` belongs to the bot before it."""
    specs: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if specs and "=" in part and ":" not in part:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs


def always() -> bool:
    """Return True: the `go_on` of a caller without a deadline."""
    return True


def make_bot(system: System, spec: str, go_on: Callable[[], bool] | None = None) -> Bot:
    """Return the bot that a text names. A bot with an attribute `go_on` calls it while it thinks, and answers at once
    when it returns False. Raise UnknownBot, also when the bot does not take the parameters."""
    name, parameters = parse_spec(spec)
    factory = _factory(system, name)
    try:
        bot = factory(**parameters)
    except Exception as error:  # a stranger's factory may raise anything
        raise UnknownBot(f"The bot '{name}' does not take the parameters of '{spec}': {error}.") from error
    if go_on is not None and hasattr(bot, "go_on"):
        bot.go_on = go_on
    return bot


def effort(bot: Bot) -> int:
    """Return the most rounds that a bot plays out for one decision, as its attribute `effort` says, or 0."""
    return int(getattr(bot, "effort", 0))


def bot_names(system: System) -> tuple[str, ...]:
    """Return the names of all available bots, sorted."""
    return tuple(sorted({*system.bots, *(point.name for point in entry_points(group=GROUP))}))


def _factory(system: System, name: str) -> BotFactory:
    own = system.bots
    if name in own:
        return cast(BotFactory, own[name])
    for point in entry_points(group=GROUP):
        if point.name == name:
            return _strangers(system, name, point)
    raise UnknownBot(f"There is no bot '{name}' for {system.title}; known are {', '.join(bot_names(system))}.")


def _strangers(system: System, name: str, point: EntryPoint) -> BotFactory:
    """Return the factory of an entry point. Raise UnknownBot if it can't be loaded."""
    try:
        factory = point.load()
    except Exception as error:  # importing runs a stranger's package
        raise UnknownBot(f"The bot '{name}' is installed, but can't be loaded: {error}.") from error
    return lambda **parameters: seated(factory(**parameters), name, system.key, system.title)
