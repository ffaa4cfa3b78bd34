"""Compare bots over many games. The seats are dealt again for each game, so that no seat favours one bot; a bot that is
measured against a whole table of others sits there alone."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from engine.core.bots import make_bot
from engine.core.errors import BadOptions
from engine.core.rng import Stream, derive
from engine.core.simulation import bot_streams, play_out, seed_of_game
from engine.core.system import System, check_seats

_SEATING = 3
_Z = 1.96


@dataclass(frozen=True, slots=True)
class ArenaStanding:
    """A bot's result: `wins` of `games` seats taken, shared wins counted as fractions; `even` is the share of an
    average bot."""

    bot: str
    games: int
    wins: float
    even: float

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Return the bounds of the share at 95 % confidence (Wilson's interval)."""
        n, p = self.games, self.share
        if not n:
            return 0.0, 1.0
        middle, spread = p + _Z**2 / (2 * n), _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n * n))
        return (middle - spread) / (1 + _Z**2 / n), (middle + spread) / (1 + _Z**2 / n)


@dataclass(frozen=True, slots=True)
class Match:
    """One game: the bot in each seat, the seats that won, and the points of every seat."""

    bots: tuple[str, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...]


def matches(
    system: System, bots: Sequence[str], seats: int, games: range, rng_seed: int = 0, lone: bool = False
) -> Iterator[Match]:
    """Yield the arena's games with these numbers, one after the other.

    Bots are dealt to the seats by chance, each as often as the others to within one seat; with fewer bots than seats,
    some sit there twice. `lone`: the first bot has one seat in every game, each seat in turn, and the others share the
    rest. Raise UnknownBot, BadSeats, BadOptions or BadBot.
    """
    check_seats(system, seats)
    if len(set(bots)) != len(bots) or not bots:
        raise BadOptions("Name each bot once, and at least one.")
    if lone and len(bots) < 2:
        raise BadOptions("A bot that sits alone needs others to meet.")
    makers = {spec: make_bot(system, spec) for spec in bots}
    for number in games:
        seated = _seating(bots[lone:], seats - lone, derive(rng_seed, _SEATING, number))
        if lone:
            seated.insert(number % seats, bots[0])
        game = system.new_game(seats, seed_of_game(rng_seed, number))
        play_out(game, [makers[spec] for spec in seated], bot_streams(rng_seed, number, seats))
        outcome = game.outcome()
        assert outcome is not None
        yield Match(tuple(seated), outcome.winners, tuple(score["points"] for score in outcome.scores))


def standings(bots: Sequence[str], played: Iterable[Match], seats: int) -> list[ArenaStanding]:
    """Return the bots by share of wins, best first."""
    taken, wins = dict.fromkeys(bots, 0), dict.fromkeys(bots, 0.0)
    for match in played:
        for seat, spec in enumerate(match.bots):
            taken[spec] += 1
            wins[spec] += (seat in match.winners) / max(1, len(match.winners))
    rows = [ArenaStanding(spec, taken[spec], wins[spec], 1 / seats) for spec in bots]
    return sorted(rows, key=lambda row: row.share, reverse=True)


def arena(
    system: System, bots: Sequence[str], seats: int, games: int, rng_seed: int = 0, lone: bool = False
) -> list[ArenaStanding]:
    """Return the standings after `games` games; see `matches`."""
    return standings(bots, matches(system, bots, seats, range(games), rng_seed, lone), seats)


def _seating(bots: Sequence[str], seats: int, seed: int) -> list[str]:
    """Return enough rounds of all bots to fill the seats, each round in its own order."""
    stream, seated = Stream(seed), list[str]()
    while len(seated) < seats:
        order = list(bots)
        stream.shuffle(order)
        seated += order
    stream.shuffle(chosen := seated[:seats])
    return chosen
