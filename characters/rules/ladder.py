"""The corporate ladder: levels, what a promotion asks for, what a review asks for, and a level's powers.

Source: rule book, "Employee Level and Promotions", "Performance", "Layoffs and Bumps", "Reorgs", "Golden Parachute".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

ENTRY, SENIOR, MANAGER, DIRECTOR, VP, C_LEVEL = LEVELS = ("entry", "senior", "manager", "director", "vp", "c_level")
RETIRED = "retired"

INDEX: Mapping[str, int] = MappingProxyType({level: index for index, level in enumerate(LEVELS)})

PARACHUTE_POINTS = 10_000
PARACHUTE_CASH = 100_000
SAFE_WIN_FROM = 200


@dataclass(frozen=True, slots=True)
class Step:
    """What the promotion to a level asks for. `degrees` are per program, in specialty and side interest each;
    `trips_each` through primary and secondary company, `trips_primary` through the primary one alone."""

    points: int
    degrees: int = 0
    trips_each: int = 0
    trips_primary: int = 0


STEPS: Mapping[str, Step] = MappingProxyType(
    {
        SENIOR: Step(points=500, degrees=1, trips_each=2),
        MANAGER: Step(points=500, degrees=2, trips_each=4),
        DIRECTOR: Step(points=1000, degrees=3, trips_primary=6),
        VP: Step(points=2500),
        C_LEVEL: Step(points=2500, degrees=4, trips_primary=12),
    }
)

# Percent of the game's points that a review asks for. Entry is the floor: it has no minimum (R82).
MINIMUM_PERCENT: Mapping[str, int] = MappingProxyType(
    {ENTRY: 0, SENIOR: 50, MANAGER: 60, DIRECTOR: 70, VP: 80, C_LEVEL: 90}
)


@dataclass(frozen=True, slots=True)
class Powers:
    """How often per game a level may use each of its powers ("Layoffs and Bumps", "Reorgs"; R96 to R98)."""

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
    """The next level up, None at the top."""
    index = INDEX[level] + 1
    return LEVELS[index] if index < len(LEVELS) else None


def below(level: str) -> str:
    """The next level down; Entry stays Entry (R82)."""
    return LEVELS[max(INDEX[level] - 1, 0)]


def cumulative_points(level: str) -> int:
    """Points that a whole career needs for `level` when thresholds are read as totals (R74, `cumulative`)."""
    return sum(STEPS[step].points for step in LEVELS[1 : INDEX[level] + 1])


def is_subordinate(level: str, company: str, *, to_level: str, to_company: str) -> bool:
    """Whether a character is a subordinate: same primary company, lower level ("Player Relationships"; R93)."""
    return company == to_company and INDEX[level] < INDEX[to_level]


def is_peer(level: str, other_level: str) -> bool:
    """Whether two characters are peers: the same level, whatever the company (R91)."""
    return level == other_level
