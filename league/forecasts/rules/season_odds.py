"""The chance of each place of a season, for every character in it: the season played on to its last day,
again and again, and put in order by its own rules.

A future game is one of the newest games drawn again: the same people sit down (so everybody keeps to their own pace,
and people who no longer come don't sit down), and they finish in a new order. The order is drawn from Plackett and
Luce's model, with a strength of each character drawn once a world from its rating's distribution, so that a character
with few games may be of any strength. The number of future games is drawn too: the rate of the newest ones is itself an
estimate (a gamma distribution, so the number is negative binomial). The rest of running tournaments is played as it is
planned, and their games so far say nothing of the pace; in a round that is not drawn yet anybody may meet anybody.

Probabilities are whole ten-thousandths. Source: docstrings of `league.standings.rules.ratings` and `.tiebreaks`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from league.forecasts.rules.season_chances import (
    MOST_GAMES,
    PLACES,
    Chances,
    Planned,
    PlayedGame,
    RoundsLeft,
    TakenSeat,
    ToCome,
    share,
)
from league.standings.rules.divisions import movers
from league.standings.rules.ratings import BETA_SQUARED, NEWCOMER, RatingEstimate
from league.standings.rules.tiebreaks import Counting, points_for

WORLDS, FEWEST_WORLDS, MOST_SEATS = 1_000, 200, 4_000_000
Numbers = np.ndarray[Any, Any]
NOBODY, BOT = -1, -2  # as an index into strengths: the last columns
SHARES = 1_000_000


class Flat(NamedTuple):
    """One entry for each seat; `who` by index."""

    who: Numbers
    points: Numbers
    won: Numbers
    share: Numbers

    @classmethod
    def of(cls, games: Sequence[PlayedGame], index: Mapping[int, int]) -> "Flat":
        rows = [(index[seat.character], seat.points, seat.won, seat.share) for game in games for seat in game.taken]
        return cls(*np.array(rows, dtype=np.int64).reshape(-1, 4).T)


class TableToCome(NamedTuple):
    """A table: who sits there, what its first, its second, ... take, and how many play at it."""

    system: str
    who: Sequence[int]
    worth: Sequence[tuple[int, int, int]]
    seats: int


class TablesToCome(NamedTuple):
    """One in each row, with seats beyond a table's held by NOBODY."""

    who: Numbers
    worth: Numbers
    system: Numbers
    spread: Numbers

    @classmethod
    def of(cls, rows: Sequence[TableToCome], systems: Sequence[str], size: int) -> "TablesToCome":
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
    def joined(cls, some: Sequence["TablesToCome"]) -> "TablesToCome":
        return some[0] if len(some) == 1 else cls(*map(np.concatenate, zip(*some, strict=True)))

    def at(self, rows: Numbers) -> "TablesToCome":
        return TablesToCome(*(column[rows] for column in self))

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
    tables: TablesToCome
    rounds: int

    def drawn(self, chance: np.random.Generator) -> TablesToCome:
        """Return the tables of future rounds, where everybody may sit down with anybody: real pairings depend on
        results that nobody knows."""
        laid = self.tables.who
        orders = [chance.permutation(self.entered)[laid] for _round in range(self.rounds)]
        seated = TablesToCome.joined([self.tables] * self.rounds)
        return seated._replace(who=np.where(seated.who >= 0, np.concatenate(orders), seated.who))


def played_rows(games: Iterable[PlayedGame], index: Mapping[int, int]) -> list[TableToCome]:
    """Return rows of the same people, with what the first, the second, ... of them took."""
    return [
        TableToCome(
            game.system,
            [index[seat.character] for seat in game.taken],
            _best_first(game.taken),
            max(len(game.taken), 1),
        )
        for game in games
    ]


def _best_first(taken: Sequence[TakenSeat]) -> list[tuple[int, int, int]]:
    ranked = sorted(taken, key=lambda seat: (-seat.points, -seat.won, -seat.share))
    return [(seat.points, int(seat.won), seat.share) for seat in ranked]


def drawn_rows(system: str, tables: Iterable[Sequence[int | None]], index: Mapping[int, int]) -> list[TableToCome]:
    return [
        TableToCome(system, [BOT if who is None else index[who] for who in seats], worth_of(len(seats)), len(seats))
        for seats in tables
    ]


def laid_rows(system: str, left: RoundsLeft) -> list[TableToCome]:
    """Return the tables of one round by place among the entries."""
    rows, at = [], 0
    for characters, bots in left.sizes:
        seats = characters + bots
        rows.append(TableToCome(system, [*range(at, at + characters), *[BOT] * bots], worth_of(seats), seats))
        at += characters
    return rows


def worth_of(seats: int) -> list[tuple[int, int, int]]:
    """Return what each place is worth: table points, whether it is the first, and a share of the score that falls
    evenly."""
    whole = seats * (seats + 1) // 2
    return [(points_for(at, 1, seats), int(at == 1), SHARES * (seats + 1 - at) // whole) for at in range(1, seats + 1)]


def season_odds(
    games: Sequence[PlayedGame],
    newest: Sequence[PlayedGame],
    coming: ToCome,
    strengths: Mapping[tuple[str, int], RatingEstimate],
    counting: Counting,
    divisions: Sequence[Sequence[int]] = (),
    planned: Sequence[Planned] = (),
    *,
    seed: str,
    worlds: int | None = None,
) -> list[Chances]:
    """Return the odds of everybody with a game played or planned, in no order and without positions.

    `newest`: those of `games` that are drawn again; `strengths`: by system and character, newcomers may be missing;
    `divisions`: who is in which, from the top.
    """
    characters = sorted(
        {seat.character for game in games for seat in game.taken}.union(*(plan.characters for plan in planned))
    )
    index = {who: at for at, who in enumerate(characters)}
    chance = np.random.default_rng(list(seed.encode()))
    had, ahead = Flat.of(games, index), _Ahead.of(newest, planned, index, strengths)
    tables = max(round(coming.expected), 1) + sum(plan.games for plan in planned)
    number = worlds or max(FEWEST_WORLDS, min(WORLDS, MOST_SEATS // (tables * ahead.again.who.shape[1] + len(had.who))))
    positions = np.empty((number, len(characters)), dtype=np.int32)
    for world in range(number):
        more = ahead.lived(_games_to_come(coming, chance) if len(newest) else 0, chance)
        order = _order(had, more, len(characters), counting, chance)
        positions[world, order] = np.arange(1, len(characters) + 1, dtype=np.int32)
    return _chances(characters, positions, [_Members.of(division, index) for division in divisions])


def _games_to_come(coming: ToCome, chance: np.random.Generator) -> int:
    if not coming.games or not coming.left:
        return 0
    mean = chance.gamma(coming.games) * (coming.left / coming.span)
    return int(min(chance.poisson(min(mean, MOST_GAMES)), MOST_GAMES))


@dataclass(frozen=True, slots=True)
class _Ahead:
    """The future games: `again`, the games of which some are drawn again; `drawn`, tables that are known; `rounds`.
    `mu` and `sigma` by system and character, then that of a bot and a column for nobody."""

    again: TablesToCome
    drawn: TablesToCome
    rounds: tuple[Rounds, ...]
    mu: Numbers
    sigma: Numbers

    @classmethod
    def of(
        cls,
        newest: Sequence[PlayedGame],
        planned: Sequence[Planned],
        index: Mapping[int, int],
        strengths: Mapping[tuple[str, int], RatingEstimate],
    ) -> "_Ahead":
        systems = sorted({game.system for game in newest} | {plan.system for plan in planned})
        again = played_rows(newest, index)
        drawn = [row for plan in planned for row in drawn_rows(plan.system, plan.tables, index)]
        laid = [(plan.left, laid_rows(plan.system, plan.left)) for plan in planned if plan.left and plan.left.rounds]
        size = max(
            (len(row.who) for row in (*again, *drawn, *(row for _left, rows in laid for row in rows))), default=1
        )
        shape = len(systems), len(index) + 2
        estimates = [
            [*(strengths.get((system, who), NEWCOMER) for who in index), NEWCOMER, NEWCOMER] for system in systems
        ]
        return cls(
            again=TablesToCome.of(again, systems, size),
            drawn=TablesToCome.of(drawn, systems, size),
            rounds=tuple(
                Rounds(
                    np.array([index[who] for who in left.entered]), TablesToCome.of(rows, systems, size), left.rounds
                )
                for left, rows in laid
            ),
            mu=np.array([[estimate.mu for estimate in row] for row in estimates]).reshape(shape),
            sigma=np.array([[estimate.sigma for estimate in row] for row in estimates]).reshape(shape),
        )

    def lived(self, number: int, chance: np.random.Generator) -> Flat:
        """Return the season with that many games drawn again."""
        some = [self.again.at(chance.integers(0, max(len(self.again.who), 1), number))]
        if len(self.drawn.who):
            some.append(self.drawn)
        some += [rounds.drawn(chance) for rounds in self.rounds]
        return TablesToCome.joined(some).ended(self.mu, self.sigma, chance)


def _order(had: Flat, more: Flat, number: int, counting: Counting, chance: np.random.Generator) -> Numbers:
    """Return indexes from first to last, by the tie-breaks that depend only on each character, then by chance: the
    tie-breaks between opponents separate few."""
    who, points, won, share = (np.concatenate(pair) for pair in zip(had, more, strict=True))
    games = np.maximum(np.bincount(who, minlength=number), 1)
    counted = points * _among_the_best(who, points, counting.best_of) if counting.mode == "best" else points
    total: Numbers = np.bincount(who, counted, number)
    if counting.mode == "average":
        total = total / games
    return np.lexsort(
        (chance.random(number), -np.bincount(who, share, number) / games, -np.bincount(who, won, number), -total)
    )


def _among_the_best(who: Numbers, points: Numbers, best_of: int) -> Numbers:
    """Return whether each is among the best that many of its character."""
    order = np.lexsort((-points, who))
    ordered = who[order]
    first = np.searchsorted(ordered, ordered)
    counts = np.empty(len(who), dtype=bool)
    counts[order] = np.arange(len(who)) - first < best_of
    return counts


class _Members(NamedTuple):
    """The members with a game in a division of `size`, by index; the others come last in it."""

    playing: list[int]
    size: int

    @classmethod
    def of(cls, division: Sequence[int], index: Mapping[int, int]) -> "_Members":
        return cls([index[who] for who in division if who in index], len(division))


def _chances(characters: Sequence[int], positions: Numbers, divisions: Sequence[_Members]) -> list[Chances]:
    worlds = len(positions)
    places = [np.count_nonzero(positions == place, axis=0) for place in range(1, PLACES + 1)]
    ordered = np.sort(positions, axis=0)
    least, middle, most = (ordered[(worlds * tenths + 9) // 10 - 1] for tenths in (1, 5, 9))
    up, down = _moves(positions, divisions)
    return [
        Chances(
            character=who,
            position=0,
            places=tuple(share(int(place[at]), worlds) for place in places),
            least=int(least[at]),
            middle=int(middle[at]),
            most=int(most[at]),
            up=share(up[at], worlds) if at in up else None,
            down=share(down[at], worlds) if at in down else None,
        )
        for at, who in enumerate(characters)
    ]


def _moves(positions: Numbers, divisions: Sequence[_Members]) -> tuple[dict[int, int], dict[int, int]]:
    """Return in how many worlds each goes up, and down: nobody up from the top, nobody down from the bottom, nobody
    both."""
    up: dict[int, int] = {}
    down: dict[int, int] = {}
    for tier, (playing, size) in enumerate(divisions):
        many, top, bottom = movers(size), tier == 0, tier == len(divisions) - 1
        rank = np.argsort(np.argsort(positions[:, playing], axis=1), axis=1)
        rises = (rank < many) & (not top)
        falls = (rank >= size - many) & ~rises
        if not top:
            up |= _counted(playing, rises)
        if not bottom:
            down |= _counted(playing, falls)
    return up, down


def _counted(who: Sequence[int], holds: Numbers) -> dict[int, int]:
    return dict(zip(who, map(int, np.count_nonzero(holds, axis=0)), strict=True))
