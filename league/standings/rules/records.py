"""The records of a league, from plain values: what somebody did best, and the game that proves it. A record belongs to
the first who did it; others may equal it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from characters.rules import ladder
from characters.rules.career import DEMOTION, PARACHUTE, PROMOTION, REVIEW

PLAYED = (REVIEW, DEMOTION, PARACHUTE)
BEST_RUN, LONGEST_STAY = 2, 2  # fewer in a row is no record


class CareerStep(NamedTuple):
    """One event of a career that holds. Those of a character stand together, in order of play."""

    character: int
    career: int
    kind: str
    game: int | None
    at: datetime
    from_level: str
    to_level: str


class Placed(NamedTuple):
    """A character's place in one game. Those of a character stand together, in order of play."""

    character: int
    game: int
    at: datetime
    place: int


@dataclass(frozen=True, slots=True)
class Feat:
    """`figure` is what is compared: the greater is the better, unless `least`. `board` is the edition of a game."""

    character: int
    game: int
    at: datetime
    figure: int
    board: str = ""


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


def longest_winning_run(placed: Iterable[Placed]) -> Feat | None:
    """Return the longest run of games, whatever was played, in which one character came first."""
    best = Best()
    for _, games in groupby(placed, key=lambda result: result.character):
        run = 0
        for result in games:
            run = run + 1 if result.place == 1 else 0
            if run >= BEST_RUN:
                best.show(Feat(result.character, result.game, result.at, run))
    return best.feat


def most_games(placed: Iterable[Placed]) -> Feat | None:
    """Return who has played most; the game that proves it is the one that made it the most."""
    best = Best()
    for _, games in groupby(placed, key=lambda result: result.character):
        for number, result in enumerate(games, 1):
            best.show(Feat(result.character, result.game, result.at, number))
    return best.feat


def _careers(steps: Iterable[CareerStep]) -> Iterator[Sequence[CareerStep]]:
    for _, life in groupby(steps, key=lambda step: (step.character, step.career)):
        yield list(life)
