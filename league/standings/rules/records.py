"""The records of a league, from plain values: what somebody did best, and the game that proves it. A record belongs to
the first who did it; others may equal it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import groupby, permutations
from typing import NamedTuple

from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION, REVIEW
from engine.translatable import Translatable

PLAYED = (REVIEW, DEMOTION, PARACHUTE)
BEST_RUN, LONGEST_STAY, OFTEN_AHEAD = 2, 2, 2  # fewer in a row, or fewer times, is no record
MOST_PAIRS = 200_000  # with more pairs of players nobody is said to be ahead most often


class CareerStep(NamedTuple):
    """One event of a career that holds. Those of a character are together, in order of play."""

    character: int
    career: int
    kind: str
    game: int | None
    at: datetime
    from_level: str
    to_level: str


class Placed(NamedTuple):
    """A character's place in one game. Those of a character are together, in order of play."""

    character: int
    game: int
    at: datetime
    place: int


@dataclass(frozen=True, slots=True)
class Feat:
    """`figure` is what is compared: the greater is the better, unless `least`. `board` is the edition of a game;
    `other` is the character that this one was ahead of; `words` say how much it is if the game counts it its own
    way."""

    character: int
    game: int
    at: datetime
    figure: int
    board: str = ""
    other: int = 0
    words: Translatable | None = None


class SeatPlaced(NamedTuple):
    """A seat's place and points in one game; `character` is None for a guest. `key`: what the game's system compares
    best games by, more is better, and the `words` for it; there are none if nothing compares."""

    character: int | None
    place: int
    points: int
    key: tuple[Fraction | int, ...] = ()
    words: Translatable | None = None


class Table(NamedTuple):
    """One game with all its seats; `minutes` are 0 if nobody noted them, `variants` what it was played with."""

    game: int
    system: str
    at: datetime
    minutes: int
    seats: Sequence[SeatPlaced]
    variants: Sequence[str] = ()


@dataclass(slots=True)
class Best:
    """Keeps the best of the feats that it is shown."""

    least: bool = False
    feat: Feat | None = None

    def show(self, feat: Feat) -> None:
        if self.feat is None or self._key(feat) < self._key(self.feat):
            self.feat = feat

    def _key(self, feat: Feat) -> tuple[object, ...]:
        return (feat.figure if self.least else -feat.figure, feat.at, feat.game, feat.character)


def fastest_to_the_top(steps: Iterable[CareerStep]) -> Feat | None:
    """Return the fewest games of Careers from Entry Level to C-level (R81)."""
    best = Best(least=True)
    for life in _careers(steps):
        if life[0].from_level != ladder.ENTRY:
            continue  # begun higher, by a passport
        games = 0
        for step in life:
            games += step.kind in PLAYED
            if step.kind == PROMOTION and step.to_level == ladder.C_LEVEL and step.game is not None:
                best.show(Feat(step.character, step.game, step.at, games))
                break
    return best.feat


def longest_without_a_demotion(steps: Iterable[CareerStep]) -> Feat | None:
    """Return the most games of one career in a row whose review was passed (R84)."""
    best = Best()
    for life in _careers(steps):
        games = 0
        for step in life:
            if step.kind == DEMOTION:
                games = 0
            elif step.kind in PLAYED and step.game is not None:
                games += 1
                if games >= LONGEST_STAY:
                    best.show(Feat(step.character, step.game, step.at, games))
    return best.feat


def greatest_comeback(steps: Iterable[CareerStep]) -> Feat | None:
    """Return the most levels that a character climbed in one career after a demotion, from where it had left them."""
    best = Best()
    for life in _careers(steps):
        lowest: int | None = None
        for step in life:
            reached = ladder.INDEX[step.to_level]
            if step.kind == DEMOTION:
                lowest = reached if lowest is None else min(lowest, reached)
            elif step.kind == PROMOTION and lowest is not None and step.game is not None:
                climbed = reached - lowest
                if climbed > 0:
                    best.show(Feat(step.character, step.game, step.at, climbed))
    return best.feat


def first_parachute(steps: Iterable[CareerStep]) -> Feat | None:
    """Return the first golden parachute (R88)."""
    best = Best(least=True)
    for step in steps:
        if step.kind == PARACHUTE and step.game is not None:
            best.show(Feat(step.character, step.game, step.at, 0))
    return best.feat


@dataclass(slots=True)
class Streaks:
    """Keeps who won most games in a row, whatever was played, and who played most. It is shown the places of each
    character in order of play; the game that proves a record is the one that made it the most."""

    run: Best = field(default_factory=Best)
    games: Best = field(default_factory=Best)
    won: Counter[int] = field(default_factory=Counter)
    played: Counter[int] = field(default_factory=Counter)

    def show(self, result: Placed) -> None:
        who, game, at, place = result
        self.played[who] += 1
        self.games.show(Feat(who, game, at, self.played[who]))
        self.won[who] = self.won[who] + 1 if place == 1 else 0
        if self.won[who] >= BEST_RUN:
            self.run.show(Feat(who, game, at, self.won[who]))

    def feats(self) -> dict[str, Feat]:
        """Return the records that are held: run, games."""
        return {key: best.feat for key, best in (("run", self.run), ("games", self.games)) if best.feat is not None}


def _careers(steps: Iterable[CareerStep]) -> Iterator[Sequence[CareerStep]]:
    for _, life in groupby(steps, key=lambda step: (step.character, step.career)):
        yield list(life)


@dataclass(slots=True)
class TableRecords:
    """Keeps the records of the tables that it is shown, in order of play. `one_game`: all are of one system, so that
    best games compare; `timed`: minutes are how long a game took, not how long it was to take; `points_decide`: points
    do, so that they say how close a game was."""

    one_game: bool = False
    timed: bool = False
    points_decide: bool = False
    records: dict[str, Best] = field(default_factory=dict)
    best_key: tuple[Fraction | int, ...] = ()
    streaks: Streaks = field(default_factory=Streaks)
    ahead: Counter[tuple[int, int]] = field(default_factory=Counter)

    def show(self, table: Table) -> None:
        places = {seat.character: seat.place for seat in table.seats if seat.character is not None}
        for who, place in places.items():
            self.streaks.show(Placed(who, table.game, table.at, place))
        self._show_ahead(table, places)
        if self.one_game and places:
            self._show_best(table)
            if self.timed and table.minutes:
                self._show("longest", table, min(places, key=lambda who: (places[who], who)), table.minutes)
        if self.points_decide:
            self._show_closest(table)

    def feats(self) -> dict[str, Feat]:
        """Return the records that are held: best, closest, longest, run, ahead, games."""
        left_out = {"ahead"} if len(self.ahead) > MOST_PAIRS else set()
        best = {key: best.feat for key, best in self.records.items() if best.feat is not None and key not in left_out}
        return best | self.streaks.feats()

    def _show(self, key: str, table: Table, who: int, figure: int, *, least: bool = False, other: int = 0) -> None:
        best = self.records.setdefault(key, Best(least=least))
        best.show(Feat(who, table.game, table.at, figure, other=other))

    def _show_ahead(self, table: Table, places: Mapping[int, int]) -> None:
        if len(self.ahead) > MOST_PAIRS:
            return
        for who, other in permutations(places, 2):
            if places[who] < places[other]:
                self.ahead[who, other] += 1
                if self.ahead[who, other] >= OFTEN_AHEAD:
                    self._show("ahead", table, who, self.ahead[who, other], other=other)

    def _show_best(self, table: Table) -> None:
        for seat in table.seats:
            if seat.character is not None and seat.words and seat.key > self.best_key:
                self.best_key = seat.key
                self.records["best"] = Best(feat=Feat(seat.character, table.game, table.at, 0, words=seat.words))

    def _show_closest(self, table: Table) -> None:
        first = [seat for seat in table.seats if seat.place == 1]
        won_by = [seat.character for seat in first if seat.character is not None]
        gaps = [abs(one.points - seat.points) for one in first for seat in table.seats if seat.place > 1]
        if won_by and gaps:
            self._show("closest", table, min(won_by), min(gaps), least=True)
