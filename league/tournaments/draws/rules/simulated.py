"""A tournament as numbers: everybody has a skill, a game adds noise, and the best of a table wins it."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

from games.rules.points import UNIT
from league.standings.rules.tiebreaks import points_for
from league.tournaments.draws.rules.field import DrawnRound, Field, FieldPlayer, Pair, pair
from league.tournaments.draws.rules.pairing import rank_and_cut
from league.tournaments.draws.rules.seating import cost_of, side_by_side
from league.tournaments.draws.rules.version_1 import swiss_round

DrawRound = Callable[[Field, str], DrawnRound]
Clock = Callable[[], Any]
NOISE = 1  # standard deviations of skill
BYE_AT_MOST = 48 * UNIT


@dataclass
class SimulatedTournament:
    """The history so far of players 1 to `players`."""

    players: int
    table_size: int
    skill: dict[int, Any]
    points: Counter[int] = field(default_factory=Counter)
    shorts: Counter[int] = field(default_factory=Counter)
    seats: dict[int, list[int]] = field(default_factory=dict)
    meetings: Counter[Pair] = field(default_factory=Counter)
    neighbours: Counter[Pair] = field(default_factory=Counter)
    last_met: frozenset[Pair] = frozenset()
    byes: int = 0
    small_tables: int = 0
    spread: int = 0

    def field(self, rounds_left: int, rng: Random) -> Field:
        order = sorted(range(1, self.players + 1), key=lambda who: (-self.points[who], rng.random()))
        people = tuple(
            FieldPlayer(who, place, self.points[who], seats=tuple(self.seats[who]), shorts=self.shorts[who])
            for place, who in enumerate(order, start=1)
        )
        return Field(people, self.table_size, meetings=self.meetings, last_met=self.last_met, rounds_left=rounds_left)

    def play(self, drawn: DrawnRound, number: int, rng: Random) -> None:
        """Play the round for everybody; byes take the average of their games, at most 48 points."""
        met = []
        for table in drawn.tables:
            people = table.players
            met += [pair(who, other) for who, other in combinations(people, 2)]
            self.neighbours.update(pair(who, other) for who, other in side_by_side(table.seats))
            if table.is_short(self.table_size):
                self.small_tables += 1
                self.shorts.update(people)
            for seat, who in enumerate(table.seats):
                if who is not None:
                    self.seats[who][seat] += 1
            form = {who: self.skill[who] + rng.gauss(0, NOISE) for who in people}
            for place, who in enumerate(sorted(people, key=lambda person: -form[person]), start=1):
                self.points[who] += points_for(place, 1, len(people))
        for who in drawn.byes:
            self.points[who] += min(self.points[who] // number, BYE_AT_MOST) if number else 36 * UNIT
        self.shorts.update(drawn.byes)
        self.byes += len(drawn.byes)
        self.meetings.update(met)
        self.last_met = frozenset(met)

    @property
    def repeats(self) -> int:
        return sum(times - 1 for times in self.meetings.values() if times > 1)

    @property
    def uneven(self) -> Fraction:
        return Fraction(sum(max(seats) - min(seats) > 1 for seats in self.seats.values()), self.players)


def simulate_tournament(
    players: int, table_size: int, rounds: int, games: int, rng_seed: int, clock: Clock
) -> dict[str, Any]:
    """Return means over `games` tournaments, drawn as here and, under `rank_and_cut`, by cutting the standings.

    `score_spread` is points between the first and the last of a table, per table. Raise ValueError for impossible
    numbers.
    """
    means = _means(players, table_size, rounds, games, rng_seed, clock, swiss_round)
    return means | {"rank_and_cut": _means(players, table_size, rounds, games, rng_seed, clock, rank_and_cut)}


def _means(
    players: int, table_size: int, rounds: int, games: int, rng_seed: int, clock: Clock, draw: DrawRound
) -> dict[str, Any]:
    rows = [_one(players, table_size, rounds, f"{rng_seed}:{game}", clock, draw) for game in range(games)]
    return {name: _rounded(sum(row[name] for row in rows), games) for name in rows[0]}


def _rounded(total: Any, games: int) -> Any:
    return round((total.numerator / total.denominator if isinstance(total, Fraction) else total) / games, 4)


def _one(players: int, table_size: int, rounds: int, seed: str, clock: Clock, draw: DrawRound) -> dict[str, Any]:
    rng = Random(seed)
    everybody = range(1, players + 1)
    skill = {who: rng.gauss(0, 1) for who in everybody}
    day = SimulatedTournament(players, table_size, skill, seats={who: [0] * table_size for who in everybody})
    slowest, tables = 0, 0
    for number in range(rounds):
        state = day.field(rounds - number, rng)
        begun = clock()
        drawn = draw(state, f"{seed}:{number}")
        slowest = max(slowest, clock() - begun)
        day.spread += cost_of(state, drawn).spread
        tables += len(drawn.tables)
        day.play(drawn, number, rng)
    return {
        "repeats": day.repeats,
        "uneven_seats": day.uneven,
        "score_spread": Fraction(day.spread, UNIT * tables),
        "byes": day.byes,
        "small_tables": day.small_tables,
        "seconds_worst_round": slowest,
    }


def rounds_of(players: int, table_size: int, rounds: int, seed: str) -> Iterator[DrawnRound]:
    """Yield the draws of one simulated tournament, round by round."""
    rng = Random(seed)
    everybody = range(1, players + 1)
    skill = {who: rng.gauss(0, 1) for who in everybody}
    day = SimulatedTournament(players, table_size, skill, seats={who: [0] * table_size for who in everybody})
    for number in range(rounds):
        drawn = swiss_round(day.field(rounds - number, rng), f"{seed}:{number}")
        yield drawn
        day.play(drawn, number, rng)
