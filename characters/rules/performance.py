"""Points of a game and the review that follows it.

Source: rule book, "Performance"; readings R73, R83, R84, R86.
"""

from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from characters.rules import ladder
from characters.rules.facts import Line
from characters.rules.house_rules import HouseRules

CASH_PER_POINT = 1000


@dataclass(frozen=True, slots=True)
class Performance:
    """`points` against `yardstick`, both in points. No yardstick: a timed game that is exempt from review,
    or whose winner has no points, so that nobody can fall short (R84). `minimum` is the percentage that the level
    asks for, 0 at Entry."""

    points: int
    yardstick: int | None
    minimum: int
    safe_win: bool

    def meets(self, percent: int) -> bool:
        """Whether the points reach `percent` of the yardstick, without rounding."""
        return self.yardstick is None or self.points * 100 >= self.yardstick * percent

    @property
    def passed(self) -> bool:
        return self.safe_win or self.meets(self.minimum)

    @property
    def percent(self) -> Decimal | None:
        return percent_of(self.points, self.yardstick)


def percent_of(points: int, yardstick: int | None) -> Decimal | None:
    """`points` as a percentage of `yardstick`, to two decimals; None without a yardstick."""
    if not yardstick:
        return None
    return (Decimal(points * 100) / yardstick).quantize(Decimal("0.01"), ROUND_HALF_UP)


def raw_points(happiness: int, fame: int, cash: int) -> int:
    """Happiness, fame and whole thousands of cash (R12, R73)."""
    return happiness + fame + cash // CASH_PER_POINT


def points_of(line: Line, rules: HouseRules) -> int:
    """The points that a game adds to a career (R73, R86)."""
    if line.left_early and rules.leaver == "zero":
        return 0
    points = raw_points(line.happiness, line.fame, line.cash)
    if rules.cap_points_at_target and line.target is not None:
        return min(points, line.target)
    return points


def review(line: Line, points: int, level: str, rules: HouseRules) -> Performance:
    """The review of a game at the level held in it. A win in a game of 200 or more always passes; a timed game's size
    is its winner's total (R83, R84)."""
    return Performance(
        points=points,
        yardstick=_yardstick(line, rules),
        minimum=ladder.MINIMUM_PERCENT[level],
        safe_win=line.won and (line.target or line.winner_total) >= ladder.SAFE_WIN_FROM,
    )


def _yardstick(line: Line, rules: HouseRules) -> int | None:
    if line.target is not None:
        return line.target
    if rules.timed_performance == "exempt":
        return None
    if rules.timed_performance == "par" and line.minutes:
        return max(rules.par_per_30_minutes * line.minutes // 30, 1)
    return line.winner_total or None
