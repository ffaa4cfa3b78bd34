"""Tie-breaks in words and figures: what a page shows of them.

Decimals are made here, for the eye alone: halves round up, and a figure that decides gets as many decimals as
it takes to see the difference.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from league.rules.table_points import MILLION, UNIT
from league.rules.tiebreaks import (
    DRAW,
    HEAD_TO_HEAD,
    OPPONENTS,
    POINTS,
    SHARE,
    WINS,
    Counting,
    HeadToHead,
    Opponents,
    Tally,
    draw,
    total,
)


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A figure and how it came about. `value` is in points, first places or percent; None where it does not
    apply and for the draw, which compares texts."""

    name: str
    value: Fraction | None
    shown: str
    working: str


def decimal(value: Fraction, places: int = 2) -> str:
    """`value` (zero or more) with `places` decimals, halves rounded up, thousands separated."""
    power = 10**places
    whole, rest = divmod((2 * power * value.numerator + value.denominator) // (2 * value.denominator), power)
    return f"{whole:,}.{rest:0{places}d}"


def in_points(units: Fraction | int) -> str:
    return decimal(Fraction(units, UNIT))


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def points_tiebreak(tally: Tally, counting: Counting) -> Tiebreak:
    value = total(tally, counting) / UNIT
    games, points = counted(tally.games, "game"), in_points(tally.points)
    if counting.mode == "average":
        working = f"{points} points over {games}: {decimal(value)} on average."
    elif counting.mode == "best" and tally.games > counting.best_of:
        working = f"The {counting.best_of} best of {games} add up to {points} points."
    else:
        working = f"{points} points from {games}; every one counts."
    return Tiebreak(POINTS, value, decimal(value), working)


def wins_tiebreak(tally: Tally) -> Tiebreak:
    working = f"{counted(tally.wins, 'first place')} in {counted(tally.games, 'game')}."
    return Tiebreak(WINS, Fraction(tally.wins), f"{tally.wins:,}", working)


def share_tiebreak(tally: Tally) -> Tiebreak:
    percent = Fraction(100 * tally.share, MILLION)
    value = percent / tally.divisor
    working = (
        f"Shares of the tables' scores in {counted(tally.games, 'game')} add up to {decimal(percent)} %: "
        f"{decimal(value)} % on average."
    )
    return Tiebreak(SHARE, value, f"{decimal(value)} %", working)


def opponents_tiebreak(met: Opponents) -> Tiebreak:
    value = met.average / UNIT
    working = (
        f"{counted(met.meetings, 'meeting')} with {counted(met.people, 'opponent')}. Their table points, "
        f"once per meeting, add up to {in_points(met.points)}: {decimal(value)} on average."
    )
    return Tiebreak(OPPONENTS, value, decimal(value), working if met.meetings else "Met no other character.")


def head_to_head_tiebreak(character: int, games: HeadToHead) -> Tiebreak:
    """Not applicable, with the reason, unless all pairs of the tied met equally often and at least once."""
    if games.tied < 2:
        return Tiebreak(HEAD_TO_HEAD, None, "–", "Not needed: nobody else is level up to here.")
    if not games.applies:
        reason = f"no two of the {games.tied} tied met."
        if games.most:
            reason = (
                f"the pairs among the {games.tied} tied met {games.fewest} to {games.most} times, "
                f"not all equally often."
            )
        return Tiebreak(HEAD_TO_HEAD, None, "–", f"Does not apply: {reason}")
    value = Fraction(games.total(character), UNIT)
    each = " + ".join(in_points(points) for points in games.points[character])
    working = (
        f"Every pair of the {games.tied} tied met {counted(games.most, 'time')}. "
        f"Points from the games among them: {each} = {decimal(value)}."
    )
    return Tiebreak(HEAD_TO_HEAD, value, decimal(value), working)


def draw_tiebreak(seed: str, character: int) -> Tiebreak:
    digest = draw(seed, character)
    working = f"SHA-256 of '{seed}{character}' (the season's seed, the character's number) is {digest}; lower wins."
    return Tiebreak(DRAW, None, digest[:16], working)


def separation(above: Iterable[Tiebreak], below: Iterable[Tiebreak], decider: str) -> str:
    """What keeps two neighbours apart, in words: what they are level on and the figures that decide."""
    level: list[str] = []
    for first, second in zip(above, below, strict=True):
        if first.name == decider:
            decides = f"{decider}: {' against '.join(told_apart(first, second))}."
            return f"Level on {', '.join(level)}. {decides}" if level else decides
        level.append(first.name.lower())
    raise ValueError(f"'{decider}' is none of the tie-breaks.")


def told_apart(first: Tiebreak, second: Tiebreak) -> tuple[str, str]:
    """Both figures as shown, with as many more decimals as it takes to see the difference."""
    if first.shown != second.shown or first.value is None or second.value is None:
        return first.shown, second.shown
    unit = " %" if first.name == SHARE else ""
    places = 2
    while first.value != second.value and decimal(first.value, places) == decimal(second.value, places):
        places += 1
    return decimal(first.value, places) + unit, decimal(second.value, places) + unit
