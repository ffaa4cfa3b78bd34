"""Play many games, with totals that do not depend on how the games were cut into chunks.

Game number i of a simulation is fixed only by the seed and i. Totals are sums of ints, so adding them up is exact in
any order: chunks may run in any number of processes, or as tasks on any number of machines, and a simulation that was
stopped resumes where it stopped.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from engine.core.actions import Move
from engine.core.bot_seats import GuestBot
from engine.core.bots import Bot, make_bot
from engine.core.errors import BadBot, BadOptions, BrokenOff
from engine.core.films import Film
from engine.core.game import Game
from engine.core.outcome import Outcome
from engine.core.records import Recorder
from engine.core.rng import Stream, derive
from engine.core.system import System, check_seats
from engine.core.telling import Event, Sentence

CHUNK = 250
_GAME, _BOT = 1, 2


@dataclass(slots=True)
class SimulationTotals:
    """Sums over games. `wins` and `points` are per seat, `reasons` counts how games ended, `figures` sums every int in
    the seats' scores per seat, except the seat's own number."""

    seats: int
    games: int = 0
    steps: int = 0
    turns: int = 0
    wins: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    figures: list[Counter[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wins = self.wins or [0] * self.seats
        self.points = self.points or [0] * self.seats
        self.figures = self.figures or [Counter() for _ in range(self.seats)]

    def add_game(self, game: Game, steps: int) -> None:
        """Count one finished game."""
        outcome = game.outcome()
        if outcome is None:
            raise BadOptions("Only a finished game can be counted.")
        self.add_outcome(outcome, steps)

    def add_outcome(self, outcome: Outcome, steps: int) -> None:
        self.games += 1
        self.steps += steps
        self.turns += outcome.turns
        self.reasons[outcome.reason] += 1
        for seat, score in enumerate(outcome.scores):
            self.wins[seat] += seat in outcome.winners
            self.points[seat] += score["points"]
            figures = self.figures[seat]
            for key, value in score.items():
                if type(value) is int and key != "seat":
                    figures[key] += value

    def merge(self, other: "SimulationTotals") -> None:
        """Add the totals of other games. Raise BadOptions when they had another number of seats."""
        if other.seats != self.seats:
            raise BadOptions(f"Totals for {other.seats} seats cannot be added to totals for {self.seats}.")
        self.games += other.games
        self.steps += other.steps
        self.turns += other.turns
        self.reasons.update(other.reasons)
        for seat in range(self.seats):
            self.wins[seat] += other.wins[seat]
            self.points[seat] += other.points[seat]
            self.figures[seat].update(other.figures[seat])

    def as_dict(self) -> dict[str, Any]:
        """Return the totals as JSON-able data, for a database row between two chunks; `from_dict` is the inverse."""
        return {
            "seats": self.seats, "games": self.games, "steps": self.steps, "turns": self.turns,
            "wins": self.wins, "points": self.points, "reasons": dict(sorted(self.reasons.items())),
            "figures": [dict(sorted(figures.items())) for figures in self.figures],
        }  # fmt: skip

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "SimulationTotals":
        """Return the totals that `as_dict` wrote."""
        totals = cls(data["seats"], data["games"], data["steps"], data["turns"])
        totals.wins, totals.points = list(data["wins"]), list(data["points"])
        totals.reasons = Counter(data["reasons"])
        totals.figures = [Counter(counts) for counts in data["figures"]]
        return totals

    def summary(self) -> dict[str, Any]:
        """Return what a report shows: games, and per seat the wins and the mean of every figure of the score sheet."""
        games = self.games or 1
        rows = [
            {"seat": seat + 1, "wins": self.wins[seat], "mean_points": round(self.points[seat] / games, 3),
             "mean_scores": {key: round(total / games, 3) for key, total in sorted(self.figures[seat].items())}}
            for seat in range(self.seats)
        ]  # fmt: skip
        return {"games": self.games, "reasons": dict(sorted(self.reasons.items())), "seats": rows}


class Players:
    """The bots at one table, each with its own stream of chance and, for strangers, everything its seat has been
    told."""

    def __init__(self, bots: Sequence[Bot], streams: Sequence[Stream]) -> None:
        self.bots, self.streams = bots, streams
        self.told: dict[int, list[Sentence]] = {seat: [] for seat, bot in enumerate(bots) if isinstance(bot, GuestBot)}
        self.choosers = [
            partial(bot.choose, history=self.told[seat]) if isinstance(bot, GuestBot) else bot.choose
            for seat, bot in enumerate(bots)
        ]

    def choose(self, game: Game, legal: Sequence[int]) -> int:
        """Return the choice of the bot in turn. Raise BadBot when it is not legal."""
        seat = game.actor
        choice = legal[0] if len(legal) == 1 else self.choosers[seat](game, legal, self.streams[seat])
        if choice not in legal:
            raise self.wrong(game, choice)
        return choice

    def wrong(self, game: Game, choice: object) -> BadBot:
        bot = self.bots[game.actor]
        name = f"'{bot.name}'" if isinstance(bot, GuestBot) else type(bot).__name__
        return BadBot(f"The bot {name} in seat {game.actor + 1} may not choose {choice!r} ({game.prompt}).")

    def hear(self, game: Game, events: Sequence[Event]) -> None:
        for seat, history in self.told.items():
            history += game.told(events, seat)


def play_out(
    game: Game, bots: Sequence[Bot], streams: Sequence[Stream], go_on: Callable[[], bool] | None = None
) -> int:
    """Play a game to its end, one bot and one stream per seat, and return the number of actions. `go_on` is called
    before every action. Raise BrokenOff once it returns False, and BadBot for a choice that is not legal."""
    steps = 0
    players = Players(bots, streams)
    apply, legal_actions, choosers = game.apply, game.legal_actions, players.choosers
    if players.told:
        apply = partial(_apply_aloud, game, players)
    while not game.over:
        if go_on is not None and not go_on():
            raise BrokenOff("The game was broken off before its end.")
        legal = legal_actions()
        if len(legal) == 1:
            apply(legal[0])
        else:  # what Players.choose does, written out: a call more costs up to 7 % of a game
            seat = game.actor
            choice = choosers[seat](game, legal, streams[seat])
            if choice not in legal:
                raise players.wrong(game, choice)
            apply(choice)
        steps += 1
    return steps


def _apply_aloud(game: Game, players: Players, action: int) -> None:
    game.events = events = list[Event]()
    game.apply(action)
    game.events = None
    players.hear(game, events)


def record_game(
    system: System,
    seats: int,
    bots: Sequence[str],
    rng_seed: int,
    options: Mapping[str, Any] | None = None,
    go_on: Callable[[], bool] = lambda: True,
    key: bytes | None = None,
) -> Recorder:
    """Record a game played to its end by bots: `.game.outcome()` is its result, `.text()` its record. Chance comes from
    `key`, or from a key that follows from the seed; the bots draw from the seed. `go_on` is called before every action;
    once it returns False, the game stays unfinished. Raise BadSeats, BadOptions or UnknownBot."""
    players = Players(seat_bots(system, seats, bots, go_on), bot_streams(rng_seed, 0, seats))
    recorder = Recorder(system, seats, rng_seed, options, key)
    game = recorder.game
    while not game.over and go_on():
        players.hear(game, recorder.play(players.choose(game, game.legal_actions())))
    recorder.stop()
    return recorder


def seed_of_game(rng_seed: int, number: int) -> int:
    """Return the seed of game `number` (from 0) of a simulation."""
    return derive(rng_seed, _GAME, number)


def bot_streams(rng_seed: int, number: int, seats: int) -> list[Stream]:
    """Return one stream per seat for game `number`, each independent of the game's own chance."""
    return [Stream(derive(rng_seed, _BOT, number, seat)) for seat in range(seats)]


def simulate_chunk(
    system: System,
    seats: int,
    bots: Sequence[str],
    rng_seed: int,
    first_game: int,
    count: int,
    options: Mapping[str, Any] | None = None,
    go_on: Callable[[], bool] | None = None,
) -> SimulationTotals:
    """Return the totals of games first_game to first_game + count - 1 of a simulation, a pure function of its
    arguments. `bots` are names, dealt to the seats in turn when there are fewer than seats. `go_on` is called before
    every action. Raise BadSeats, BadOptions, UnknownBot, and BrokenOff once `go_on` returns False."""
    players = seat_bots(system, seats, bots, go_on)
    totals = SimulationTotals(seats)
    for number in range(first_game, first_game + count):
        game = system.new_game(seats, seed_of_game(rng_seed, number), options)
        steps = play_out(game, players, bot_streams(rng_seed, number, seats), go_on)
        totals.add_game(game, steps)
    return totals


def seat_bots(system: System, seats: int, specs: Sequence[str], go_on: Callable[[], bool] | None = None) -> list[Bot]:
    """Return one bot per seat from names; bots that look ahead call `go_on` while they think. Raise BadSeats,
    BadOptions or UnknownBot."""
    check_seats(system, seats)
    if not specs or len(specs) > seats:
        raise BadOptions(f"Name 1 to {seats} bots, not {len(specs)}.")
    return [make_bot(system, specs[seat % len(specs)], go_on) for seat in range(seats)]


def simulate(
    system: System,
    seats: int = 4,
    games: int = 1000,
    rng_seed: int = 0,
    bots: Sequence[str] = ("greedy",),
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> SimulationTotals:
    """Play `games` games and add them up; the totals are the same for every `jobs`. `progress(done, games)` is called
    after every chunk. Raise BadSeats, BadOptions or UnknownBot."""
    for name, value, least in (("games", games, 0), ("jobs", jobs, 1)):
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise BadOptions(f"'{name}' must be a whole number of at least {least}, not {value!r}.")
    seat_bots(system, seats, bots)
    system.new_game(seats, 0, options)
    totals = SimulationTotals(seats)
    for part in _parts(system, seats, games, rng_seed, bots, jobs, options):
        totals.merge(part)
        if progress is not None:
            progress(totals.games, games)
    return totals


def _parts(
    system: System, seats: int, games: int, rng_seed: int, bots: Sequence[str], jobs: int,
    options: Mapping[str, Any] | None,
) -> Iterator[SimulationTotals]:  # fmt: skip
    size = min(CHUNK, max(1, -(-games // jobs)))
    chunks = [(first, min(size, games - first)) for first in range(0, games, size)]
    if jobs == 1 or len(chunks) < 2:
        for first, count in chunks:
            yield simulate_chunk(system, seats, bots, rng_seed, first, count, options)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        waiting = [
            pool.submit(simulate_chunk, system, seats, bots, rng_seed, first, count, options) for first, count in chunks
        ]
        for part in waiting:
            yield part.result()


def film_of_game(
    system: System,
    seats: int,
    bots: Sequence[str],
    rng_seed: int,
    number: int,
    options: Mapping[str, Any] | None = None,
    go_on: Callable[[], bool] = lambda: True,
) -> Film:
    """Return game `number` (from 0) of a simulation as a film. Raise what `simulate_chunk` raises."""
    players = Players(seat_bots(system, seats, bots, go_on), bot_streams(rng_seed, number, seats))
    opened = system.new_game(seats, seed_of_game(rng_seed, number), options)
    game, actions = opened.clone(), list[Move]()
    while not game.over:
        if not go_on():
            raise BrokenOff("The game was broken off before its end.")
        action = players.choose(game, game.legal_actions())
        actions.append(game.describe(action))
        players.hear(game, game.play_aloud(action))
    return Film(opened, tuple(actions), None)
