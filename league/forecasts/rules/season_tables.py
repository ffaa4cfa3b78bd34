"""Tables of a season that are still to be played, in numpy's columns: games that are drawn again, tables that are drawn
already, and rounds of which only the size of the tables is known. Who sits where is an index; so is how they finish.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from league.forecasts.rules.season_chances import PlayedGame, RoundsLeft, Taken
from league.standings.rules.ratings import BETA_SQUARED
from league.standings.rules.tiebreaks import points_for

Numbers = np.ndarray[Any, Any]
NOBODY, BOT = -1, -2  # as an index into strengths: the last columns
SHARES = 1_000_000


@dataclass(frozen=True, slots=True)
class Flat:
    """One entry for each seat; `who` by index."""

    who: Numbers
    points: Numbers
    won: Numbers
    share: Numbers

    @classmethod
    def of(cls, games: Sequence[PlayedGame], index: Mapping[int, int]) -> "Flat":
        rows = [(index[one.character], one.points, one.won, one.share) for game in games for one in game.taken]
        return cls(*np.array(rows, dtype=np.int64).reshape(-1, 4).T)


class Row(NamedTuple):
    """A table: who sits there, what its first, its second, ... take, and how many play at it."""

    system: str
    who: Sequence[int]
    worth: Sequence[tuple[int, int, int]]
    seats: int


@dataclass(frozen=True, slots=True)
class Tables:
    """One in each row, with seats beyond a table's held by NOBODY."""

    who: Numbers
    worth: Numbers
    system: Numbers
    spread: Numbers

    @classmethod
    def of(cls, rows: Sequence[Row], systems: Sequence[str], size: int) -> "Tables":
        who = np.full((len(rows), size), NOBODY, dtype=np.int64)
        worth = np.zeros((len(rows), size, 3), dtype=np.int64)
        for at, row in enumerate(rows):
            who[at, : len(row.who)] = row.who
            worth[at, : len(row.worth)] = np.array(row.worth, dtype=np.int64).reshape(-1, 3)
        return cls(
            who=who,
            worth=worth,
            system=np.array([systems.index(row.system) for row in rows], dtype=np.int64),
            spread=np.sqrt(np.array([row.seats for row in rows], dtype=np.float64) * BETA_SQUARED),
        )

    @classmethod
    def joined(cls, some: Sequence["Tables"]) -> "Tables":
        if len(some) == 1:
            return some[0]
        return cls(*(np.concatenate([getattr(one, field.name) for one in some]) for field in fields(cls)))

    def at(self, rows: Numbers) -> "Tables":
        return Tables(self.who[rows], self.worth[rows], self.system[rows], self.spread[rows])

    def ended(self, mu: Numbers, sigma: Numbers, chance: np.random.Generator) -> Flat:
        """Return the tables, each ended in a new order. The largest of strength plus Gumbel noise is Plackett and
        Luce's first, the next its second. A bot holds a place and takes nothing away."""
        strength = chance.normal(mu, sigma) if len(self.who) else mu
        form = strength[self.system[:, None], self.who] + chance.gumbel(size=self.who.shape) * self.spread[:, None]
        form[self.who == NOBODY] = -np.inf
        ranked = np.take_along_axis(self.who, np.argsort(-form, axis=1), axis=1)
        sits = ranked >= 0
        worth = self.worth[sits]
        return Flat(ranked[sits], worth[:, 0], worth[:, 1], worth[:, 2])


@dataclass(frozen=True, slots=True)
class Rounds:
    """`tables` of one round, by place among the `entered` in the order of a draw, and how many `rounds` of it."""

    entered: Numbers
    tables: Tables
    rounds: int

    def drawn(self, chance: np.random.Generator) -> Tables:
        """Return the tables of the rounds to come, where everybody may sit down with anybody: real pairings depend on
        results that nobody knows."""
        laid = self.tables.who
        orders = [chance.permutation(self.entered)[laid] for _round in range(self.rounds)]
        seated = Tables.joined([self.tables] * self.rounds)
        return Tables(
            np.where(seated.who >= 0, np.concatenate(orders), seated.who), seated.worth, seated.system, seated.spread
        )


def played_rows(games: Iterable[PlayedGame], index: Mapping[int, int]) -> list[Row]:
    """Return rows of the same people, with what the first, the second, ... of them took."""
    return [
        Row(game.system, [index[one.character] for one in game.taken], _best_first(game.taken), max(len(game.taken), 1))
        for game in games
    ]


def _best_first(taken: Sequence[Taken]) -> list[tuple[int, int, int]]:
    found = sorted(taken, key=lambda one: (-one.points, -one.won, -one.share))
    return [(one.points, int(one.won), one.share) for one in found]


def drawn_rows(system: str, tables: Iterable[Sequence[int | None]], index: Mapping[int, int]) -> list[Row]:
    return [
        Row(system, [BOT if who is None else index[who] for who in seats], worth_of(len(seats)), len(seats))
        for seats in tables
    ]


def laid_rows(system: str, left: RoundsLeft) -> list[Row]:
    """Return the tables of one round by place among those who are entered."""
    rows, at = [], 0
    for characters, bots in left.sizes:
        seats = characters + bots
        rows.append(Row(system, [*range(at, at + characters), *[BOT] * bots], worth_of(seats), seats))
        at += characters
    return rows


def worth_of(seats: int) -> list[tuple[int, int, int]]:
    """Return what each place is worth: table points, whether it is the first, and a share of the score that falls
    evenly."""
    whole = seats * (seats + 1) // 2
    return [(points_for(at, 1, seats), int(at == 1), SHARES * (seats + 1 - at) // whole) for at in range(1, seats + 1)]
