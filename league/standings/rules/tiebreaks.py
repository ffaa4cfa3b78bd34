"""Tie-breaks of the standings in order, with their explanations in words and figures, and what a place is worth.

(1) Table points, (2) first places, (3) average share of the table's score, (4) average of the opponents' table points,
(5) head-to-head when all the tied met equally often, (6) published draw. Every figure is an integer or a Fraction;
decimals are made only for display: halves round up, and a deciding figure gets as many as it takes to see the
difference.

The scale of table points is linear from 60 for the first place down to 12 for the last, so it is worth 36 on average at
every table size. Equal seats share the average of their places. Whole units of 1/840 point keep every table of two to
eight exact.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations
from typing import Literal, NamedTuple

from engine.translatable import Translatable, said, said_of
from games.rules.points import UNIT, decimal, in_points
from games.rules.sheets import ScoreSheet
from games.rules.systems import AFTER_THE_FIRST, SheetOutcome, outcome, system_of

FIRST, LAST = 60 * UNIT, 12 * UNIT
MILLION = 1_000_000


class TableResult(NamedTuple):
    """One character's part of a table: `table_points` in units of 1/840, `share` of the score in millionths."""

    character: int
    place: int
    table_points: int
    share: int


def points_for(place: int, tied: int, seats: int) -> int:
    """Return the units for each of `tied` equal seats that share the places from `place` on, at a table of `seats`. A
    lone player has the average, like a table that ties."""
    if seats == 1:
        return (FIRST + LAST) // 2
    lost_twice = (FIRST - LAST) * (2 * (place - 1) + tied - 1)
    return FIRST - lost_twice // (2 * (seats - 1))


def table_results(
    sheet: ScoreSheet, result: SheetOutcome | None = None, *, leavers_score: bool = True
) -> list[TableResult]:
    """Return what every character at the table takes from it. Guests hold their places but take nothing away. `result`:
    the outcome of the sheet if it is known. If leavers score nothing, they share the last place (R86)."""
    points, _, ranking, won = result or outcome(sheet)
    if not leavers_score:
        points, ranking = _leavers_last(sheet, points, ranking)
    seats = len(sheet.seats)
    scores = system_of(sheet).MOST_POINTS_WIN
    score = {seat: max(scored, 0) if scores else 0 for seat, scored in points.items()}
    total = sum(score.values())
    characters = {line.seat: line.character for line in sheet.seats}
    results = []
    place = 1
    for group in ranking:
        worth = points_for(place, len(group), seats)
        for seat in group:
            character = characters[seat]
            if character is not None:
                share = score[seat] * MILLION // total if total else MILLION // seats
                results.append(TableResult(character, place if won else AFTER_THE_FIRST, worth, share))
        place += len(group)
    return results


def _leavers_last(
    sheet: ScoreSheet, points: Mapping[int, int], ranking: tuple[tuple[int, ...], ...]
) -> tuple[Mapping[int, int], tuple[tuple[int, ...], ...]]:
    left = {line.seat for line in sheet.seats if line.figures.get("left_early")}
    groups = [tuple(seat for seat in group if seat not in left) for group in ranking]
    groups.append(tuple(seat for group in ranking for seat in group if seat in left))
    return {**points, **dict.fromkeys(left, 0)}, tuple(group for group in groups if group)


TIEBREAKS = POINTS, WINS, SHARE, OPPONENTS, HEAD_TO_HEAD, DRAW = (
    said("Table points"),
    said("First places"),
    said("Average share"),
    said("Opponents' average"),
    said("Head-to-head"),
    said("Draw"),
)
_WITHIN_A_SENTENCE: Mapping[str, Translatable] = {
    POINTS: said("table points"),
    WINS: said("first places"),
    SHARE: said("average share"),
    OPPONENTS: said("opponents' average"),
    HEAD_TO_HEAD: said("head-to-head"),
    DRAW: said("draw"),
}


@dataclass(frozen=True, slots=True)
class Counting:
    """Choose the games that count: all of them, the `best_of` best, or the average of all; of teams, the `best_of` best
    of each game day or round (`days`), or the places of the teams in each (`places`)."""

    mode: Literal["all", "best", "average", "days", "places"] = "all"
    best_of: int = 10


class Tally(NamedTuple):
    """One character's season: games, first places, the sum of table points of the games that count (units of
    1/840) and the sum of shares of all games (millionths)."""

    character: int
    games: int
    wins: int
    points: int
    share: int

    @property
    def divisor(self) -> int:
        """Return the games to divide by; the averages of a character without games are 0."""
        return max(self.games, 1)


class TableSeatLine(NamedTuple):
    """One seat's table points (units of 1/840) in one game."""

    game: int
    character: int
    points: int


@dataclass(frozen=True, slots=True)
class TablesPlayed:
    """The tables of games: units by character for every game, and every character's games."""

    seats: Mapping[int, Mapping[int, int]]
    games: Mapping[int, Sequence[int]]

    @classmethod
    def of(cls, lines: Iterable[TableSeatLine]) -> "TablesPlayed":
        seats: defaultdict[int, dict[int, int]] = defaultdict(dict)
        games: defaultdict[int, list[int]] = defaultdict(list)
        for game, character, points in lines:
            seats[game][character] = points
            games[character].append(game)
        return cls(seats, games)


@dataclass(frozen=True, slots=True)
class Opponents:
    """A character's opponents, counted once per meeting. `points`: the sum of their season totals (units)."""

    meetings: int
    people: int
    points: Fraction

    @property
    def average(self) -> Fraction:
        return self.points / self.meetings if self.meetings else Fraction(0)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The meetings of the pairs among `tied` characters, and each one's table points (units) in those games."""

    tied: int
    fewest: int
    most: int
    points: Mapping[int, tuple[int, ...]]

    @property
    def applies(self) -> bool:
        return self.fewest == self.most >= 1

    def total(self, character: int) -> int:
        return sum(self.points[character]) if self.applies else 0


def total(tally: Tally, counting: Counting) -> Fraction:
    """Return the season's table points in the counting mode, in units of 1/840."""
    return Fraction(tally.points, tally.divisor if counting.mode == "average" else 1)


def draw(seed: str, number: int) -> str:
    """Return the lot: SHA-256 in hexadecimal of the published seed followed by the number of the character. Lower
    wins."""
    return hashlib.sha256(f"{seed}{number}".encode()).hexdigest()


def totals_of(tallies: Mapping[int, Tally], characters: Iterable[int], counting: Counting) -> dict[int, Fraction | int]:
    """Return the totals of those among `characters` who have a tally: whole numbers if the mode gives such, because
    fractions take long to make."""
    ranked = (tallies[character] for character in characters if character in tallies)
    if counting.mode == "average":
        return {tally.character: total(tally, counting) for tally in ranked}
    return {tally.character: tally.points for tally in ranked}


def opponents(tables: TablesPlayed, of: Collection[int], totals: Mapping[int, Fraction | int]) -> dict[int, Opponents]:
    """Return the opponents of each character in `of`. `tables`: at least all of theirs; `totals`: everybody's units."""
    met = {}
    for character in of:
        others = Counter(chain.from_iterable(map(tables.seats.__getitem__, tables.games.get(character, ()))))
        del others[character]
        parts = Counter[int]()  # of each denominator: fractions take long to add
        for other, times in others.items():
            points_of_other = totals.get(other, 0)
            parts[points_of_other.denominator] += points_of_other.numerator * times
        points = sum((Fraction(part, denominator) for denominator, part in parts.items()), Fraction(0))
        met[character] = Opponents(others.total(), len(others), points)
    return met


def head_to_head(tables: TablesPlayed, tied: Collection[int]) -> HeadToHead:
    """Return the games in which two or more of `tied` sat at one table. `tables`: at least all of theirs."""
    met: Counter[tuple[int, int]] = Counter()
    points: dict[int, list[int]] = {character: [] for character in tied}
    games = {game for character in tied for game in tables.games.get(character, ())} if len(tied) > 1 else ()
    for game in sorted(games):
        seats = tables.seats[game]
        present = sorted(seats.keys() & points.keys())
        met.update(combinations(present, 2))
        for character in present if len(present) > 1 else ():
            points[character].append(seats[character])
    pairs = len(tied) * (len(tied) - 1) // 2
    return HeadToHead(
        tied=len(tied),
        fewest=min(met.values(), default=0) if len(met) == pairs else 0,
        most=max(met.values(), default=0),
        points={character: tuple(each) for character, each in points.items()},
    )


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A figure and how it came about. `value` is in points, first places or percent; None if it does not
    apply and for the draw, which compares texts."""

    name: str
    value: Fraction | None
    shown: str
    explanation: str


def points_tiebreak(tally: Tally, counting: Counting) -> Tiebreak:
    value = total(tally, counting) / UNIT
    points, average = in_points(tally.points), decimal(value)
    if counting.mode == "average":
        explanation = said_of(
            tally.games,
            "{points} points over {count:,} game: {average} on average.",
            "{points} points over {count:,} games: {average} on average.",
            points=points,
            average=average,
        )
    elif counting.mode == "best" and tally.games > counting.best_of:
        explanation = said_of(
            tally.games,
            "The {best_of} best of {count:,} game add up to {points} points.",
            "The {best_of} best of {count:,} games add up to {points} points.",
            best_of=counting.best_of,
            points=points,
        )
    elif counting.mode == "days":
        explanation = said(
            "The {best_of} best results of each game day or round add up to {points} points.",
            best_of=counting.best_of,
            points=points,
        )
    elif counting.mode == "places":
        explanation = said(
            "What its places on each game day or in each round are worth adds up to {points} points.", points=points
        )
    else:
        explanation = said_of(
            tally.games,
            "{points} points from {count:,} game; every one counts.",
            "{points} points from {count:,} games; every one counts.",
            points=points,
        )
    return Tiebreak(POINTS, value, average, explanation)


def wins_tiebreak(tally: Tally) -> Tiebreak:
    wins = said_of(tally.wins, "{count:,} first place", "{count:,} first places")
    explanation = said_of(tally.games, "{wins} in {count:,} game.", "{wins} in {count:,} games.", wins=wins)
    return Tiebreak(WINS, Fraction(tally.wins), f"{tally.wins:,}", explanation)


def share_tiebreak(tally: Tally) -> Tiebreak:
    percent = Fraction(100 * tally.share, MILLION)
    value = percent / tally.divisor
    explanation = said_of(
        tally.games,
        "Shares of the tables' scores in {count:,} game add up to {total} %: on average {average} %.",
        "Shares of the tables' scores in {count:,} games add up to {total} %: on average {average} %.",
        total=decimal(percent),
        average=decimal(value),
    )
    return Tiebreak(SHARE, value, f"{decimal(value)} %", explanation)


def opponents_tiebreak(met: Opponents) -> Tiebreak:
    value = met.average / UNIT
    if not met.meetings:
        return Tiebreak(OPPONENTS, value, decimal(value), said("Met no other character."))
    explanation = said(
        "{meetings} with {opponents}. Their table points, once per meeting, add up to {total}: {average} on average.",
        meetings=said_of(met.meetings, "{count:,} meeting", "{count:,} meetings"),
        opponents=said_of(met.people, "{count:,} opponent", "{count:,} opponents"),
        total=in_points(met.points),
        average=decimal(value),
    )
    return Tiebreak(OPPONENTS, value, decimal(value), explanation)


def head_to_head_tiebreak(character: int, games: HeadToHead) -> Tiebreak:
    """Return the head-to-head tie-break, which does not apply, with the reason, unless all pairs of the tied met
    equally often and at least once."""
    if games.tied < 2:
        return Tiebreak(HEAD_TO_HEAD, None, "–", said("Not needed: nobody else is level up to here."))
    if not games.applies and not games.most:
        explanation = said("Does not apply: no two of the {tied} tied met.", tied=games.tied)
        return Tiebreak(HEAD_TO_HEAD, None, "–", explanation)
    if not games.applies:
        explanation = said(
            "Does not apply: the pairs among the {tied} tied met {fewest} to {most} times, not all equally often.",
            tied=games.tied,
            fewest=games.fewest,
            most=games.most,
        )
        return Tiebreak(HEAD_TO_HEAD, None, "–", explanation)
    value = Fraction(games.total(character), UNIT)
    explanation = said_of(
        games.most,
        "Every pair of the {tied} tied met {count:,} time. Points from the games among them: {each} = {total}.",
        "Every pair of the {tied} tied met {count:,} times. Points from the games among them: {each} = {total}.",
        tied=games.tied,
        each=" + ".join(in_points(points) for points in games.points[character]),
        total=decimal(value),
    )
    return Tiebreak(HEAD_TO_HEAD, value, decimal(value), explanation)


def draw_tiebreak(seed: str, character: int) -> Tiebreak:
    digest = draw(seed, character)
    explanation = said(
        "SHA-256 of '{seed}{character}' (the season's seed, the character's number) is {digest}; lower wins.",
        seed=seed,
        character=character,
        digest=digest,
    )
    return Tiebreak(DRAW, None, digest[:16], explanation)


def separation(above: Iterable[Tiebreak], below: Iterable[Tiebreak], decider: str) -> str:
    """Return what keeps two neighbours apart, in words: what they are level on and the figures that decide."""
    level: list[str] = []
    for first, second in zip(above, below, strict=True):
        if first.name == decider:
            upper, lower = told_apart(first, second)
            decides = said("{tiebreak}: {one} against {other}.", tiebreak=first.name, one=upper, other=lower)
            if not level:
                return decides
            row = reduce(lambda names, name: said("{names}, {name}", names=names, name=name), level)
            return said("Level on {tiebreaks}. {decides}", tiebreaks=row, decides=decides)
        level.append(_WITHIN_A_SENTENCE.get(first.name, first.name.lower()))
    raise ValueError(f"'{decider}' is not one of the tie-breaks.")


def told_apart(first: Tiebreak, second: Tiebreak) -> tuple[str, str]:
    """Return both figures as shown, with as many more decimals as it takes to see the difference."""
    if first.shown != second.shown or first.value is None or second.value is None:
        return first.shown, second.shown
    unit = " %" if first.name == SHARE else ""
    places = 2
    while first.value != second.value and decimal(first.value, places) == decimal(second.value, places):
        places += 1
    return decimal(first.value, places) + unit, decimal(second.value, places) + unit
