"""A tournament as numbers: everybody has a skill, a game adds noise, and the best of a table wins it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from games.rules.points import UNIT
from league.standings.rules.tiebreaks import points_for
from league.tournaments.draws.rules.field import DrawnRound, Field, FieldPlayer
from league.tournaments.draws.rules.pairing import rank_and_cut
from league.tournaments.draws.rules.seating import after, cost_of
from league.tournaments.draws.rules.version_1 import swiss_round

DrawRound = Callable[[Field, str], DrawnRound]
Clock = Callable[[], Any]
NOISE = 1  # standard deviations of skill
BYE_AT_MOST = 48 * UNIT


class SimulatedTournament:
    """The history so far of players 1 to `players`."""

    def __init__(self, players: int, table_size: int, rounds: int, rng: Random) -> None:
        self.rng = rng
        self.skill = {who: rng.gauss(0, 1) for who in range(1, players + 1)}
        self.points = Counter[int]()
        people = tuple(FieldPlayer(who, who, 0, seats=(0,) * table_size) for who in self.skill)
        self.field = Field(people, table_size, rounds_left=rounds)

    def rank(self) -> Field:
        """Return the field in the order of the points so far, by lot among equals."""
        player_of = {player.id: player for player in self.field.players}
        order = sorted(self.skill, key=lambda who: (-self.points[who], self.rng.random()))
        ranked = (replace(player_of[who], position=at, points=self.points[who]) for at, who in enumerate(order, 1))
        self.field = replace(self.field, players=tuple(ranked))
        return self.field

    def play(self, drawn: DrawnRound, number: int) -> None:
        """Play the round for everybody; byes take the average of their games, at most 48 points."""
        for table in drawn.tables:
            form = {who: self.skill[who] + self.rng.gauss(0, NOISE) for who in table.players}
            for place, who in enumerate(sorted(form, key=lambda person: -form[person]), start=1):
                self.points[who] += points_for(place, 1, len(form))
        for who in drawn.byes:
            self.points[who] += min(self.points[who] // number, BYE_AT_MOST) if number else 36 * UNIT
        self.field = after(self.field, drawn)

    @property
    def repeats(self) -> int:
        return sum(times - 1 for times in self.field.meetings.values() if times > 1)

    @property
    def uneven(self) -> Fraction:
        players = self.field.players
        return Fraction(sum(max(player.seats) - min(player.seats) > 1 for player in players), len(players))


def simulate_tournament(
    players: int, table_size: int, rounds: int, games: int, rng_seed: int, clock: Clock
) -> dict[str, Any]:
    """Return means over `games` tournaments, drawn as here and, under `rank_and_cut`, by cutting the standings.

    `score_spread` is points between the first and the last of a table, per table. Raise ValueError for impossible
    numbers.
    """

    def means(draw: DrawRound) -> dict[str, Any]:
        rows = [_one(players, table_size, rounds, f"{rng_seed}:{game}", clock, draw) for game in range(games)]
        return {name: _rounded(sum(row[name] for row in rows), games) for name in rows[0]}

    return means(swiss_round) | {"rank_and_cut": means(rank_and_cut)}


def _rounded(total: Any, games: int) -> Any:
    return round((total.numerator / total.denominator if isinstance(total, Fraction) else total) / games, 4)


def _one(players: int, table_size: int, rounds: int, seed: str, clock: Clock, draw: DrawRound) -> dict[str, Any]:
    day = SimulatedTournament(players, table_size, rounds, Random(seed))
    slowest, spread, draws = 0, 0, []
    for number in range(rounds):
        field = day.rank()
        begun = clock()
        drawn = draw(field, f"{seed}:{number}")
        slowest = max(slowest, clock() - begun)
        spread += cost_of(field, drawn).spread
        draws.append(drawn)
        day.play(drawn, number)
    tables = [table for drawn in draws for table in drawn.tables]
    return {
        "repeats": day.repeats,
        "uneven_seats": day.uneven,
        "score_spread": Fraction(spread, UNIT * len(tables)),
        "byes": sum(len(drawn.byes) for drawn in draws),
        "small_tables": sum(table.is_short(table_size) for table in tables),
        "seconds_worst_round": slowest,
    }
