"""Climb the corporate ladder: levels and their powers, the requirements of the next promotion, and the review after
each game. Source: rule book, "Employee Level and Promotions", "Performance", "Layoffs and Bumps", "Reorgs", "Golden
Parachute"; readings R73 to R79, R83, R84, R86."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from types import MappingProxyType
from typing import Literal, NamedTuple, Protocol

from characters.rules.facts import Earned, FactLine
from characters.rules.house_rules import HouseRules

VERSION = 1  # of what this module says, named by passports: another one may lead to another career from the same facts
ENTRY, SENIOR, MANAGER, DIRECTOR, VP, C_LEVEL = LEVELS = ("entry", "senior", "manager", "director", "vp", "c_level")
RETIRED = "retired"
NAMES: Mapping[str, str] = MappingProxyType(
    dict(zip(LEVELS, ("Entry Level", "Senior", "Manager", "Director", "Vice President", "C-level"), strict=True))
)

INDEX: Mapping[str, int] = MappingProxyType({level: index for index, level in enumerate(LEVELS)})

PARACHUTE_POINTS = 10_000
PARACHUTE_CASH = 100_000
SAFE_WIN_FROM = 200


@dataclass(frozen=True, slots=True)
class LadderStep:
    """The requirements of the promotion to a level. `degrees` are per program, in specialty and side interest each;
    `trips_each` through primary and secondary company, `trips_primary` through the primary one only."""

    points: int
    degrees: int = 0
    trips_each: int = 0
    trips_primary: int = 0


STEPS: Mapping[str, LadderStep] = MappingProxyType(
    {
        SENIOR: LadderStep(points=500, degrees=1, trips_each=2),
        MANAGER: LadderStep(points=500, degrees=2, trips_each=4),
        DIRECTOR: LadderStep(points=1000, degrees=3, trips_primary=6),
        VP: LadderStep(points=2500),
        C_LEVEL: LadderStep(points=2500, degrees=4, trips_primary=12),
    }
)

# Percent of the game's points that a review asks for. Entry is the floor: it has no minimum (R82).
MINIMUM_PERCENT: Mapping[str, int] = MappingProxyType(
    {ENTRY: 0, SENIOR: 50, MANAGER: 60, DIRECTOR: 70, VP: 80, C_LEVEL: 90}
)


@dataclass(frozen=True, slots=True)
class Powers:
    """The number of times per game that a level may use each of its powers ("Layoffs and Bumps", "Reorgs"; R96 to
    R98)."""

    layoffs: int = 0
    reorgs: int = 0
    free_passes: int = 0


POWERS: Mapping[str, Powers] = MappingProxyType(
    {
        ENTRY: Powers(),
        SENIOR: Powers(free_passes=1),
        MANAGER: Powers(layoffs=1, free_passes=1),
        DIRECTOR: Powers(layoffs=2, free_passes=1),
        VP: Powers(layoffs=3, reorgs=1, free_passes=1),
        C_LEVEL: Powers(layoffs=4, reorgs=1, free_passes=1),
    }
)


def above(level: str) -> str | None:
    """Return the next level up, or None at the top."""
    index = INDEX[level] + 1
    return LEVELS[index] if index < len(LEVELS) else None


def below(level: str) -> str:
    """Return the next level down; Entry stays Entry (R82)."""
    return LEVELS[max(INDEX[level] - 1, 0)]


def start_level(earned: Earned | None, rules: Mapping[str, HouseRules]) -> str:
    """Return the level at which a first career begins: Entry, or the level earned elsewhere as far as the house rules
    of that moment let it count. A career that ended by golden parachute leaves nothing to start with (R89). Raise
    LookupError for an unknown level or set of rules."""
    if earned is None or earned.status == RETIRED:
        return ENTRY
    house = rules[earned.rules]
    if house.earned_elsewhere == "shown":
        return ENTRY
    most = house.earned_elsewhere_cap if house.earned_elsewhere == "capped" else C_LEVEL
    return min(earned.level, most, key=INDEX.__getitem__)


def cumulative_points(level: str) -> int:
    """Return the points that a whole career needs for `level` when thresholds are read as totals (R74,
    `cumulative`)."""
    return sum(STEPS[step].points for step in LEVELS[1 : INDEX[level] + 1])


def is_subordinate(level: str, company: str, *, to_level: str, to_company: str) -> bool:
    """Return whether a character is a subordinate: same primary company, lower level ("Player Relationships"; R93)."""
    return company == to_company and INDEX[level] < INDEX[to_level]


def is_peer(level: str, other_level: str) -> bool:
    """Return whether two characters are peers: the same level in any company (R91)."""
    return level == other_level


POST_DOC = 4


@dataclass(frozen=True, slots=True)
class Profile:
    """The part of a character that stays for life: specialty and side interest (program ids), the companies behind
    them, and the edition that they are of."""

    specialty: str
    side_interest: str
    primary_company: str
    secondary_company: str
    edition: str


class Need(NamedTuple):
    """One requirement. `subject` is a program id (degrees), a company id (trips), or empty."""

    kind: Literal["points", "degrees", "trips"]
    subject: str
    have: int
    need: int

    @property
    def met(self) -> bool:
        return self.have >= self.need

    @property
    def missing(self) -> int:
        return max(self.need - self.have, 0)


class Tallies(Protocol):
    """The part of a career that requirements read."""

    points: int
    points_since_level_change: int

    @property
    def degrees(self) -> Mapping[str, int]: ...
    @property
    def trips(self) -> Mapping[str, int]: ...
    @property
    def best_degrees(self) -> Mapping[str, int]: ...


def needs_for(level: str, career: Tallies, profile: Profile, rules: HouseRules) -> tuple[Need, ...]:
    """Return everything that the promotion to `level` requires of `career`: points first, then degrees, then trips."""
    return tuple(_needs(level, career, profile, rules))


def is_due(level: str, career: Tallies, profile: Profile, rules: HouseRules) -> bool:
    """Return whether `career` meets all requirements of the promotion to `level`."""
    return all(need.have >= need.need for need in _needs(level, career, profile, rules))


def _needs(level: str, career: Tallies, profile: Profile, rules: HouseRules) -> Iterator[Need]:
    step = STEPS[level]
    yield _points(level, step, career, rules)
    yield from _degrees(step, career, profile, rules)
    yield from _trips(step, career, profile, rules)


def _points(level: str, step: LadderStep, career: Tallies, rules: HouseRules) -> Need:
    if rules.promotion_points == "cumulative":
        return Need("points", "", career.points, cumulative_points(level))
    return Need("points", "", career.points_since_level_change, step.points)


def _degrees(step: LadderStep, career: Tallies, profile: Profile, rules: HouseRules) -> tuple[Need, ...]:
    if not step.degrees:
        return ()
    one_game = step.degrees >= POST_DOC and rules.post_doc == "one_game"
    earned = career.best_degrees if one_game else career.degrees
    return tuple(
        Need("degrees", program, earned.get(program, 0), step.degrees)
        for program in (profile.specialty, profile.side_interest)
    )


def _trips(step: LadderStep, career: Tallies, profile: Profile, rules: HouseRules) -> tuple[Need, ...]:
    primary = career.trips.get(profile.primary_company, 0)
    if step.trips_primary:
        return (Need("trips", profile.primary_company, primary, step.trips_primary),)
    if not step.trips_each:
        return ()
    secondary = career.trips.get(profile.secondary_company, 0)
    if rules.trips == "combined":
        return (Need("trips", "", primary + secondary, step.trips_each),)
    return (
        Need("trips", profile.primary_company, primary, step.trips_each),
        Need("trips", profile.secondary_company, secondary, step.trips_each),
    )


CASH_PER_POINT = 1000
CENT = Decimal("0.01")


class Performance(NamedTuple):
    """The points of a game against `yardstick`, both in points. No yardstick: a timed game that is exempt from review,
    or whose winner has no points, so that nobody can fall short (R84). `minimum` is the percentage that the level
    requires, 0 at Entry."""

    points: int
    yardstick: int | None
    minimum: int
    safe_win: bool

    def meets(self, percent: int) -> bool:
        """Return whether the points reach `percent` of the yardstick, without rounding."""
        return self.yardstick is None or self.points * 100 >= self.yardstick * percent

    @property
    def passed(self) -> bool:
        return self.safe_win or self.meets(self.minimum)

    @property
    def percent(self) -> Decimal | None:
        return percent_of(self.points, self.yardstick, self.minimum)


def percent_of(points: int, yardstick: int | None, minimum: int) -> Decimal | None:
    """Return `points` as a percentage of `yardstick`, to two decimals; None without a yardstick. Rounded half up, but
    never up to the `minimum` percentage that the points miss."""
    if not yardstick:
        return None
    missed = points * 100 < yardstick * minimum
    rounded = (Decimal(points * 100) / yardstick).quantize(CENT, ROUND_HALF_UP)
    return min(rounded, minimum - CENT) if missed else rounded


def raw_points(happiness: int, fame: int, cash: int) -> int:
    """Return happiness, fame and whole thousands of cash added up (R12, R73)."""
    return happiness + fame + cash // CASH_PER_POINT


def scores_nothing(left_early: bool, rules: HouseRules) -> bool:
    """Return whether a player who left a game early scores no points in it (R86)."""
    return left_early and rules.leaver == "zero"


def points_of(line: FactLine, rules: HouseRules) -> int:
    """Return the points that a game adds to a career (R73, R86)."""
    if scores_nothing(line.left_early, rules):
        return 0
    points = raw_points(line.happiness, line.fame, line.cash)
    if rules.cap_points_at_target and line.target is not None:
        return min(points, line.target)
    return points


def review(line: FactLine, points: int, level: str, rules: HouseRules) -> Performance:
    """Return the review of a game at the level held in it. A win in a game of 200 or more always passes; a timed game's
    size is its winner's total (R83, R84)."""
    return Performance(
        points=points,
        yardstick=_yardstick(line, rules),
        minimum=MINIMUM_PERCENT[level],
        safe_win=line.won and (line.target or line.winner_total) >= SAFE_WIN_FROM,
    )


def _yardstick(line: FactLine, rules: HouseRules) -> int | None:
    if line.target is not None:
        return line.target
    if rules.timed_performance == "exempt":
        return None
    if rules.timed_performance == "par" and line.minutes:
        return max(rules.par_per_30_minutes * line.minutes // 30, 1)
    return line.winner_total or None
