"""What a win at a table decides, and whether the leader can still be caught: only from table points and first places.

A win is the first place without sharing it. Shares, opponents and the draw depend on scores that are still open, so a
claim that would need them is not made. All points are in units of 1/840.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal, NamedTuple

from league.standings.rules.tiebreaks import FIRST, LAST, points_for
from league.tournaments.stages.rules.stage_points import bye_units

Claim = Literal["leads", "first"]


class Total(NamedTuple):
    """What the standings compare first: table points, then first places."""

    points: int
    wins: int


@dataclass(frozen=True, slots=True)
class Contender:
    """A character in a stage: `played` units from `games`, `wins` first places, `byes` that already count, `due` byes
    that count once the round has ended, and the units lost to penalties."""

    character: int
    played: int
    games: int
    wins: int
    byes: int = 0
    due: int = 0
    penalty: int = 0

    @property
    def now(self) -> Total:
        return self._total(self.played, self.games, self.wins, self.byes)

    @property
    def waiting(self) -> Total:
        """Return the total at the end of the round of a character who has no game to play in it."""
        return self._total(self.played, self.games, self.wins, self.byes + self.due)

    def after(self, gain: int, *, won: bool = False) -> Total:
        """Return the total after one more game that brings `gain` units."""
        return self._total(self.played + gain, self.games + 1, self.wins + won, self.byes + self.due)

    def _total(self, played: int, games: int, wins: int, byes: int) -> Total:
        return Total(max(played + byes * bye_units(played, games) - self.penalty, 0), wins)


Seats = Sequence[Contender | None]  # of a table; None for a bot or a guest


@dataclass(frozen=True, slots=True)
class Stake:
    """What follows if `character` wins its table: `leads` as the other tables stand now, or `first` however they end.
    `rival` is the character who comes nearest, with the most that it can have then."""

    character: int
    claim: Claim
    total: Total
    rival: int
    most: Total


@dataclass(frozen=True, slots=True)
class Secure:
    """The leader cannot be caught: `least` is the lowest total that it can end with, `most` the highest that `rival`,
    the nearest of the others, can have."""

    character: int
    least: Total
    rival: int
    most: Total


@dataclass(frozen=True, slots=True)
class Everybody:
    """The same claim for the winner of a table, whichever seat that is: `least` points or more, while nobody else has
    more than `most`."""

    claim: Claim
    least: int
    most: int


def of_every_winner(stakes: Sequence[Stake], seats: Seats) -> Everybody | None:
    """Return what the stakes of a table say together; None if a seat has no stake or another claim, or if one
    pair of figures does not show it for all."""
    if len(stakes) < max(len(seats), 2) or len({stake.claim for stake in stakes}) > 1:
        return None
    least, most = min(stake.total.points for stake in stakes), max(stake.most.points for stake in stakes)
    return Everybody(stakes[0].claim, least, most) if least > most else None


class RoundStakes:
    """A round: those at tables still to be played, and everybody else in the standings."""

    def __init__(self, tables: Sequence[Seats], others: Iterable[Contender]) -> None:
        self._tables = tables
        seated = [who for seats in tables for who in seats if who is not None]
        rest = list(others)
        self._everybody = [*seated, *rest]
        self._now = _highest([(who.now, who.character) for who in self._everybody])
        ends = [(who.after(FIRST, won=True), who.character) for who in seated]
        self._most = _highest([*ends, *((who.waiting, who.character) for who in rest)])

    def stakes(self, at: int, *, last: bool) -> tuple[list[Stake], Everybody | None]:
        """Return what the table at this place of `tables` decides, by seat and for every winner alike. `last`: the
        standings after this round are final."""
        seats = self._tables[at]
        stakes = [stake for who in seats if who is not None for stake in self._of(at, who, last=last)]
        return stakes, of_every_winner(stakes, seats)

    def _of(self, at: int, who: Contender, *, last: bool) -> list[Stake]:
        table = self._tables[at]
        second = points_for(2, 1, len(table))
        beside = [(one.after(second), one.character) for one in table if one is not None and one is not who]
        own, here = who.after(FIRST, won=True), {one.character for one in table if one is not None}
        claims: list[tuple[Claim, list[tuple[Total, int]]]] = [("leads", self._now)]
        if last:
            claims.insert(0, ("first", self._most))
        for claim, elsewhere in claims:
            nearest = max([*_first_outside(elsewhere, here), *beside], key=itemgetter(0), default=None)
            if nearest is not None and own > nearest[0]:
                return [Stake(who.character, claim, own, nearest[1], nearest[0])]
        return []

    def secure(self) -> Secure | None:
        """Return the leader who stays first however the open tables end; None if somebody can still catch up."""
        if len(self._everybody) < 2:
            return None
        leader = self._now[0][1]
        who = next(one for one in self._everybody if one.character == leader)
        seated = any(who in seats for seats in self._tables)
        least = who.after(LAST) if seated else who.waiting
        most, rival = _first_outside(self._most, {leader})[0]
        return Secure(leader, least, rival, most) if least > most else None


def _highest(totals: list[tuple[Total, int]]) -> list[tuple[Total, int]]:
    return sorted(totals, key=lambda line: (line[0], -line[1]), reverse=True)


def _first_outside(totals: Sequence[tuple[Total, int]], here: set[int]) -> list[tuple[Total, int]]:
    """Return the highest total of a character that is not `here`, if there is such a character."""
    return [line for line in totals[: len(here) + 1] if line[1] not in here][:1]
