"""The figures from which the odds of a season are drawn, and the odds. The drawing itself, with numpy, is in
`season_odds`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

SEASON_METHOD = "season/2"  # changes whenever the same results would lead to other odds
WHOLE = 10_000
PLACES = 8  # from the first, each with a chance of its own
NEWEST = timedelta(weeks=8)  # the games that the pace is taken from
SHORTEST = timedelta(weeks=1)  # over which a pace is taken
SECOND = timedelta(seconds=1)
MOST_GAMES = 200_000  # to come: nobody plays more, whatever the last day


class TakenSeat(NamedTuple):
    """The gain of a character from a game: units of 1/840 point, whether it came first, millionths of the score."""

    character: int
    points: int
    won: bool
    share: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """`taken`: of the characters only; a guest's place stays the guest's. `apart`: of a running tournament with
    `Planned` rounds, so it says nothing of the pace."""

    system: str
    played_at: datetime
    taken: tuple[TakenSeat, ...]
    apart: bool = False


@dataclass(frozen=True, slots=True)
class RoundsLeft:
    """A number of `rounds`, in each of which the `entered` sit down at tables of `sizes`: characters, and bots with
    them. Anybody left over sits out."""

    rounds: int
    entered: tuple[int, ...]
    sizes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Planned:
    """The rest that a running tournament surely plays: the `tables` drawn without a result, by who sits there (None: a
    bot), and the rounds not drawn yet."""

    system: str
    tables: tuple[tuple[int | None, ...], ...] = ()
    left: RoundsLeft | None = None

    @property
    def games(self) -> int:
        return len(self.tables) + (self.left.rounds * len(self.left.sizes) if self.left else 0)

    @property
    def characters(self) -> set[int]:
        seated = {who for seats in self.tables for who in seats if who is not None}
        return seated | set(self.left.entered if self.left else ())


@dataclass(frozen=True, slots=True)
class ToCome:
    """The rate of `games` in `span`, for `left` of the season."""

    games: int
    span: timedelta
    left: timedelta

    @property
    def expected(self) -> Fraction:
        return min(self.games * Fraction(self.left // SECOND, self.span // SECOND), Fraction(MOST_GAMES))


class Chances(NamedTuple):
    """A character's chances as they are stored. `position`: held when they were worked out, 0 before a game; `places`:
    of first, second, ... `least` to `most`: the places that hold in eight of ten worlds, `middle` in half of them as
    good or better. `up` and `down`: of changing the division, None in none."""

    character: int
    position: int
    places: Sequence[int]
    least: int
    middle: int
    most: int
    up: int | None = None
    down: int | None = None


def share(part: int, whole: int) -> int:
    return round(Fraction(part * WHOLE, whole))


def to_come(games: Sequence[PlayedGame], now: datetime, ends: datetime) -> tuple[ToCome, list[PlayedGame]]:
    """Return the pace of the newest games that are not counted apart, and those games. `games` in order of play, one at
    least."""
    since = max(games[0].played_at, now - NEWEST)
    newest = [game for game in games if since <= game.played_at <= now and not game.apart]
    return ToCome(len(newest), max(now - since, SHORTEST), max(ends - now, timedelta())), newest
