"""How likely each place of a season is, for every character that stands in it: the season played on to its last day,
again and again, and put in order by its own rules.

A game to come is one of the newest games drawn again: the same people sit down (so everybody keeps to their own pace,
and who no longer comes sits down nowhere), and they finish in a new order. Who comes before whom is drawn from
Plackett and Luce's model, with a strength of each character drawn once a world from its rating's distribution, so that
who is little known may be anything. How many games are to come is drawn too: the rate of the newest ones is itself an
estimate (a gamma distribution, so the number is negative binomial).

Probabilities are whole ten-thousandths. Source: docstrings of `league.standings.rules.ratings` and `.tiebreaks`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from league.insight.rules.season_chances import MOST_GAMES, PLACES, WHOLE, Chances, PlayedGame, ToCome
from league.standings.rules.divisions import movers
from league.standings.rules.ratings import BETA_SQUARED, NEWCOMER, Estimate
from league.standings.rules.tiebreaks import Counting

WORLDS, FEWEST_WORLDS, MOST_SEATS = 1_000, 200, 4_000_000

Numbers = np.ndarray[Any, Any]


def season_odds(
    games: Sequence[PlayedGame],
    newest: Sequence[PlayedGame],
    coming: ToCome,
    strengths: Mapping[tuple[str, int], Estimate],
    counting: Counting,
    divisions: Sequence[Sequence[int]] = (),
    *,
    seed: str,
    worlds: int | None = None,
) -> list[Chances]:
    """Of everybody with a game, in no order. `newest`: those of `games` that are drawn again; `strengths`: by system
    and character, newcomers may be missing; `divisions`: who is in which, from the top."""
    characters = sorted({one.character for game in games for one in game.taken})
    index = {who: at for at, who in enumerate(characters)}
    chance = np.random.default_rng(list(seed.encode()))
    had, again = _Flat.of(games, index), _Again.of(newest, index, strengths)
    seats = max(round(coming.expected), 1) * (again.who.shape[1] if len(newest) else 1) + len(had.who)
    number = worlds or max(FEWEST_WORLDS, min(WORLDS, MOST_SEATS // seats))
    positions = np.empty((number, len(characters)), dtype=np.int32)
    for world in range(number):
        more = again.drawn(_games_to_come(coming, chance) if len(newest) else 0, chance)
        order = _order(had, more, len(characters), counting, chance)
        positions[world, order] = np.arange(1, len(characters) + 1, dtype=np.int32)
    return _chances(characters, positions, [_Members.of(one, index) for one in divisions])


def _games_to_come(coming: ToCome, chance: np.random.Generator) -> int:
    if not coming.games or not coming.left:
        return 0
    mean = chance.gamma(coming.games) * (coming.left / coming.span)
    return int(min(chance.poisson(min(mean, MOST_GAMES)), MOST_GAMES))


@dataclass(frozen=True, slots=True)
class _Flat:
    """One entry for each seat; `who` by index."""

    who: Numbers
    points: Numbers
    won: Numbers
    share: Numbers

    @classmethod
    def of(cls, games: Sequence[PlayedGame], index: Mapping[int, int]) -> "_Flat":
        rows = [(index[one.character], one.points, one.won, one.share) for game in games for one in game.taken]
        return cls(*np.array(rows, dtype=np.int64).reshape(-1, 4).T)


@dataclass(frozen=True, slots=True)
class _Again:
    """The games that are drawn again, one in each row, seats beyond a table's being -1: who sat there, and what the
    first, the second, ... of them took."""

    who: Numbers
    worth: Numbers
    system: Numbers
    spread: Numbers
    mu: Numbers
    sigma: Numbers

    @classmethod
    def of(
        cls, games: Sequence[PlayedGame], index: Mapping[int, int], strengths: Mapping[tuple[str, int], Estimate]
    ) -> "_Again":
        systems = sorted({game.system for game in games})
        size = max((len(game.taken) for game in games), default=1)
        who = np.full((len(games), size), -1, dtype=np.int64)
        worth = np.zeros((len(games), size, 3), dtype=np.int64)
        for at, game in enumerate(games):
            best_first = sorted(game.taken, key=lambda one: (-one.points, -one.won, -one.share))
            who[at, : len(game.taken)] = [index[one.character] for one in best_first]
            worth[at, : len(game.taken)] = [(one.points, one.won, one.share) for one in best_first]
        known = [[strengths.get((system, one), NEWCOMER) for one in index] for system in systems]
        seats = np.array([max(len(game.taken), 1) for game in games])
        return cls(
            who=who,
            worth=worth,
            system=np.array([systems.index(game.system) for game in games], dtype=np.int64),
            spread=np.sqrt(seats * BETA_SQUARED),
            mu=np.array([[one.mu for one in row] for row in known]),
            sigma=np.array([[one.sigma for one in row] for row in known]),
        )

    def drawn(self, number: int, chance: np.random.Generator) -> _Flat:
        """So many games, each in a new order. The largest of strength plus Gumbel noise is Plackett and Luce's first,
        the next its second."""
        strength = chance.normal(self.mu, self.sigma) if number else self.mu
        games = chance.integers(0, max(len(self.who), 1), number)
        who = self.who[games]
        noise = chance.gumbel(size=who.shape) * self.spread[games][:, None]
        form = np.where(who < 0, -np.inf, strength[self.system[games][:, None], who] + noise) if number else noise
        ranked = np.take_along_axis(who, np.argsort(-form, axis=1), axis=1)
        sits = ranked >= 0
        worth = self.worth[games][sits]
        return _Flat(ranked[sits], worth[:, 0], worth[:, 1], worth[:, 2])


def _order(had: _Flat, more: _Flat, number: int, counting: Counting, chance: np.random.Generator) -> Numbers:
    """Indexes from first to last, by the tie-breaks that come from each character alone, then by chance: who met whom
    separates few."""
    who, points, won, share = (np.concatenate(pair) for pair in zip(_columns(had), _columns(more), strict=True))
    games = np.bincount(who, minlength=number)
    counted = points * _among_the_best(who, points, counting.best_of) if counting.mode == "best" else points
    total: Numbers = np.bincount(who, counted, number)
    if counting.mode == "average":
        total = total / games
    return np.lexsort(
        (chance.random(number), -np.bincount(who, share, number) / games, -np.bincount(who, won, number), -total)
    )


def _columns(flat: _Flat) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    return flat.who, flat.points, flat.won, flat.share


def _among_the_best(who: Numbers, points: Numbers, best_of: int) -> Numbers:
    """Whether each is among the best so many of its character."""
    order = np.lexsort((-points, who))
    ordered = who[order]
    first = np.searchsorted(ordered, ordered)
    counts = np.empty(len(who), dtype=bool)
    counts[order] = np.arange(len(who)) - first < best_of
    return counts


class _Members(NamedTuple):
    """Of a division of `size` those with a game, by index; the others come last in it."""

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
            places=tuple(_share(place[at], worlds) for place in places),
            least=int(least[at]),
            middle=int(middle[at]),
            most=int(most[at]),
            up=_share(up[at], worlds) if at in up else None,
            down=_share(down[at], worlds) if at in down else None,
        )
        for at, who in enumerate(characters)
    ]


def _moves(positions: Numbers, divisions: Sequence[_Members]) -> tuple[dict[int, int], dict[int, int]]:
    """In how many worlds each goes up, and down; nobody up from the top, nobody down from the bottom, nobody both."""
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


def _share(part: int, whole: int) -> int:
    return round(Fraction(int(part) * WHOLE, whole))
