"""Two ways to play the same game against each other, over pairs of games with the same seeds; or only one way, whose
"pairs" are single games.

Pair number i is fixed only by the seed and i, and all sums are of ints: the totals are the same however the pairs were
cut and on whichever workers they were played. Luck that both games of a pair share falls out of their difference.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import Any, NamedTuple

from engine.core.bot_seats import GuestBot
from engine.core.bots import Bot
from engine.core.errors import BrokenOff
from engine.core.game import Game
from engine.core.outcome import Outcome
from engine.core.simulation import Players, bot_streams, play_out, seat_bots, seed_of_game
from engine.core.simulation import SimulationTotals as GameTotals
from engine.core.system import System
from league.lab.rules.lab_sources import Sources, add_sources, merge_sources

METHOD = "lab/1"
MOST_PAIRS = 1_000_000
FIRST_LOOK = 500
HEARD = 20  # sources are counted in every twentieth pair: listening makes a game slower, by up to a quarter
WHOLE = 10_000
MOST_SEATS = 11  # in a game of the lab; bigger tables are those of Career Compass, over after a trick or two
PART = 27_720  # a seat’s share in what several seats of a bot did: divisible by every number of seats up to MOST_SEATS
TURNS, WINS, POINTS = KINDS = ("turns", "wins", "points")
_STUDENT = (1_959_964, 2_372_271, 2_822_499, 2_555_850, 1_589_534)  # t of 95 %, in millionths, by powers of 1/degrees
_STUDENT_SQUARED = {1: 161_447_639, 2: 18_512_821, 3: 10_127_965, 4: 7_708_647}  # where the series is too short
_SMALLEST, _LARGEST, _PARTS = 50, 2_000, 4
GoOn = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Arm:
    """A way to play: the engine's words."""

    seats: int
    bots: tuple[str, ...]
    options: Mapping[str, Any]

    @property
    def dealt(self) -> tuple[str, ...]:
        """Return the bot of each seat."""
        return tuple(self.bots[seat % len(self.bots)] for seat in range(self.seats))


class Measure(NamedTuple):
    """A measure to compare: `kind` of KINDS; `who` a seat (from 1, as text), a bot of both arms, "" for turns."""

    kind: str
    who: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.who}" if self.who else self.kind

    @property
    def unit(self) -> int:
        """Return what one turn, win or point counts in the sums."""
        return PART if self.who else 1


def measure_of(key: str) -> Measure:
    kind, _, who = key.partition(":")
    return Measure(kind, who)


def measures_of(arms: Sequence[Arm]) -> list[Measure]:
    """Return what can be compared: turns, every seat that both have, and the bots that play in both arms and don't sit
    only in one and the same seat. Wins of a bot that has all seats say nothing, as it always wins."""
    if len(arms) == 1:
        return []
    a, b = arms
    seats = [str(seat) for seat in range(1, min(a.seats, b.seats) + 1)]
    measures = [Measure(TURNS), *(Measure(kind, seat) for kind in (WINS, POINTS) for seat in seats)]
    for bot in dict.fromkeys(bot_name for bot_name in a.dealt if bot_name in b.dealt):
        theirs = [_seats_of(bot, arm) for arm in arms]
        if theirs[0] == theirs[1] and len(theirs[0]) == 1:
            continue
        everywhere = all(len(held) == arm.seats for held, arm in zip(theirs, arms, strict=True))
        measures += [Measure(kind, bot) for kind in (WINS, POINTS) if kind == POINTS or not everywhere]
    return measures


def _seats_of(who: str, arm: Arm) -> tuple[int, ...]:
    if who.isdecimal():
        return (int(who) - 1,)
    return tuple(seat for seat, bot in enumerate(arm.dealt) if bot == who)


Plan = list[tuple[str, str, tuple[int, ...], tuple[int, ...]]]
A, B, AA, BB, DD = range(5)  # sums over pairs: of either arm's values, of their squares, and of squared differences


@dataclass(slots=True)
class PairTotals:
    """`paired`: by the key of a measure its five sums. `heard`: pairs that were listened to for `sources`."""

    arms: list[GameTotals]
    paired: dict[str, list[int]]
    pairs: int = 0
    heard: int = 0
    sources: list[Sources] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sources = self.sources or [{} for _ in self.arms]

    @classmethod
    def none_yet(cls, arms: Sequence[Arm]) -> "PairTotals":
        return cls([GameTotals(arm.seats) for arm in arms], {measure.key: [0] * 5 for measure in measures_of(arms)})

    def merge(self, other: "PairTotals") -> None:
        self.pairs += other.pairs
        self.heard += other.heard
        for key, sums in other.paired.items():
            self.paired[key] = [mine + more for mine, more in zip(self.paired[key], sums, strict=True)]
        for arm in range(len(self.arms)):
            self.arms[arm].merge(other.arms[arm])
            merge_sources(self.sources[arm], other.sources[arm])

    def kept(self) -> dict[str, Any]:
        """Return the totals as JSON can hold them; `of` is the inverse."""
        return {
            "pairs": self.pairs,
            "heard": self.heard,
            "paired": self.paired,
            "arms": [arm.as_dict() for arm in self.arms],
            "sources": self.sources,
        }

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "PairTotals":
        arms = [GameTotals.from_dict(arm) for arm in stored["arms"]]
        totals = cls(
            arms, {key: list(sums) for key, sums in stored["paired"].items()}, stored["pairs"], stored["heard"]
        )
        for arm, sources in enumerate(stored["sources"]):
            merge_sources(totals.sources[arm], sources)
        return totals


class Pairs:
    """The pairs of an experiment, to be played by number. `go_on` is asked while bots think, and before every action
    if a bot looks ahead or is a stranger's: the others are done before anybody could ask twice.
    Raise BadSeats, BadOptions, UnknownBot."""

    def __init__(self, system: System, arms: Sequence[Arm], seed: int, go_on: GoOn) -> None:
        self.system, self.arms, self.seed, self.go_on = system, arms, seed, go_on
        self.bots = [seat_bots(system, arm.seats, arm.bots, go_on) for arm in self.arms]
        self.asked = [go_on if any(map(_takes_time, bots)) else None for bots in self.bots]
        self.plan: Plan = [
            (measure.key, measure.kind, _seats_of(measure.who, arms[0]), _seats_of(measure.who, arms[1]))
            for measure in measures_of(arms)
        ]

    def play(self, first: int, count: int, enough: GoOn) -> PairTotals:
        """Play pairs from `first` (from 0) on: `count` of them, or fewer once there is `enough`, which is asked after
        each. Raise BrokenOff once `go_on` says no, and BadBot."""
        totals = PairTotals.none_yet(self.arms)
        for number in range(first, first + count):
            heard = number % HEARD == 0
            self._add(totals.paired, [self._play(arm, number, totals, heard) for arm in range(len(self.arms))])
            totals.pairs += 1
            totals.heard += heard
            if enough():
                break
        return totals

    def _play(self, at: int, number: int, totals: PairTotals, heard: bool) -> Outcome:
        arm, bots = self.arms[at], self.bots[at]
        game = self.system.new_game(arm.seats, seed_of_game(self.seed, number), arm.options)
        streams = bot_streams(self.seed, number, arm.seats)
        if heard:
            steps = self._play_aloud(game, bots, streams, totals.sources[at])
        else:
            steps = play_out(game, bots, streams, self.asked[at])
        outcome = game.outcome()
        assert outcome is not None
        totals.arms[at].add_outcome(outcome, steps)
        return outcome

    def _play_aloud(self, game: Game, bots: list[Bot], streams: list[Any], sources: Sources) -> int:
        """Play the game as `_play` does, and count all that happened in it."""
        players, happened, steps = Players(bots, streams), list[Any](), 0
        while not game.over:
            if not self.go_on():
                raise BrokenOff("The game was broken off before its end.")
            choice = players.choose(game, game.legal_actions())
            game.events = events = list[Any]()
            game.apply(choice)
            game.events = None
            players.hear(game, events)
            happened += events
            steps += 1
        add_sources(sources, game, happened)
        return steps

    def _add(self, paired: dict[str, list[int]], outcomes: Sequence[Outcome]) -> None:
        for key, kind, seats_a, seats_b in self.plan:
            first, other = _value(kind, seats_a, outcomes[0]), _value(kind, seats_b, outcomes[1])
            sums = paired[key]
            sums[A] += first
            sums[B] += other
            sums[AA] += first * first
            sums[BB] += other * other
            sums[DD] += (other - first) * (other - first)


def _takes_time(bot: Bot) -> bool:
    return isinstance(bot, GuestBot) or bool(getattr(bot, "effort", 0))


def _value(kind: str, seats: tuple[int, ...], outcome: Outcome) -> int:
    if kind == TURNS:
        return outcome.turns
    if kind == WINS:
        won = sum(seat in outcome.winners for seat in seats)
    else:
        won = sum(outcome.scores[seat]["points"] for seat in seats)
    return won * PART // len(seats)


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference in ten-thousandths of a turn, a win (a percent is 100 of them) or a point: the means of both arms,
    that of B - A, and how far the true one may lie from it with 95 % confidence. `spared`: how many pairs without
    common seeds would say as much, in percent of these; None if all differences are the same."""

    pairs: int
    a: int
    b: int
    mean: int
    half: int
    spared: int | None

    @property
    def is_clear(self) -> bool:
        return abs(self.mean) > self.half


def difference(totals: PairTotals, measure: Measure) -> Difference:
    """Return the difference in a measure. Raise KeyError for a measure that these arms don't have in common."""
    sums, n, unit = totals.paired[measure.key], totals.pairs, measure.unit
    gap = sums[B] - sums[A]
    spread = n * sums[DD] - gap * gap  # n² times the variance
    apart = n * sums[AA] - sums[A] ** 2 + n * sums[BB] - sums[B] ** 2
    return Difference(
        n,
        _rounded(sums[A] * WHOLE, n * unit),
        _rounded(sums[B] * WHOLE, n * unit),
        _rounded(gap * WHOLE, n * unit),
        _half(spread, n, unit, measure.kind),
        _rounded(100 * apart, spread) if spread else None,
    )


def _half(spread: int, n: int, unit: int, kind: str) -> int:
    """Return half of the interval, rounded up. If no pair differed it is known only that it is rare (the rule of
    three)."""
    if n < 2:
        return 10**9
    if not spread:
        return -(-3 * WHOLE // n) if kind == WINS else 0
    square = student_squared(n - 1) * WHOLE * WHOLE * spread // (10**6 * n * n * (n - 1) * unit * unit)
    return isqrt(square) + 1


def student_squared(degrees: int) -> int:
    """Return the square of Student's t that holds in 95 of 100 cases, in millionths (Cornish and Fisher's series)."""
    if degrees in _STUDENT_SQUARED:
        return _STUDENT_SQUARED[degrees]
    t = 0
    for term in reversed(_STUDENT):
        t = term + t // degrees
    return t * t // 10**6


def _rounded(over: int, under: int) -> int:
    """Round to the nearest, halves away from zero."""
    return (2 * abs(over) + under) // (2 * under) * (1 if over >= 0 else -1) if under else 0


def next_look(done: int, most: int) -> int:
    """Return after how many pairs the difference is looked at next: 500, 1,000, 2,000 ... and in the end."""
    look = FIRST_LOOK
    while look <= done:
        look *= 2
    return min(look, most)


def is_enough(totals: PairTotals, measure: Measure, width: int | None) -> bool:
    """Return whether the difference is known to `width`, half of a 95 % interval in ten-thousandths; never without a
    width."""
    return width is not None and difference(totals, measure).half <= width


def chunks(first: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield pairs from `first` to `end` - 1 as chunks for several workers: where each begins, and how many it has."""
    size = min(max(-(-(end - first) // _PARTS), _SMALLEST), _LARGEST)
    return ((start, min(size, end - start)) for start in range(first, end, size))
