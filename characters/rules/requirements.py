"""What the next promotion asks for, as have and need.

Source: rule book, "Employee Level and Promotions"; readings R74 to R79.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from characters.rules import ladder
from characters.rules.house_rules import HouseRules

POST_DOC = 4


@dataclass(frozen=True, slots=True)
class Profile:
    """What a character is for life: specialty and side interest (program ids), the companies behind them, and the
    edition that they are of."""

    specialty: str
    side_interest: str
    primary_company: str
    secondary_company: str
    edition: str


@dataclass(frozen=True, slots=True)
class Need:
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
    """Everything that the promotion to `level` asks of `career`: points first, then degrees, then trips."""
    step = ladder.STEPS[level]
    return (
        _points(level, step, career, rules),
        *_degrees(step, career, profile, rules),
        *_trips(step, career, profile, rules),
    )


def _points(level: str, step: ladder.Step, career: Tallies, rules: HouseRules) -> Need:
    if rules.promotion_points == "cumulative":
        return Need("points", "", career.points, ladder.cumulative_points(level))
    return Need("points", "", career.points_since_level_change, step.points)


def _degrees(step: ladder.Step, career: Tallies, profile: Profile, rules: HouseRules) -> tuple[Need, ...]:
    if not step.degrees:
        return ()
    one_game = step.degrees >= POST_DOC and rules.post_doc == "one_game"
    earned = career.best_degrees if one_game else career.degrees
    return tuple(
        Need("degrees", program, earned.get(program, 0), step.degrees)
        for program in (profile.specialty, profile.side_interest)
    )


def _trips(step: ladder.Step, career: Tallies, profile: Profile, rules: HouseRules) -> tuple[Need, ...]:
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
