"""What the figures of a game tell: who was expected to come first, and who led when."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt

from league.insight.rules.season_chances import WHOLE
from league.standings.rules.ratings import BETA_SQUARED, Estimate


def chances_of_first(before: Sequence[Estimate]) -> list[int]:
    """Of each seat, in ten-thousandths, as the model behind the ratings says (`league.standings.rules.ratings`)."""
    scale = sqrt(sum(one.sigma**2 + BETA_SQUARED for one in before))
    strengths = [exp(one.mu / scale) for one in before]
    return [round(one * WHOLE / sum(strengths)) for one in strengths]


@dataclass(frozen=True, slots=True)
class Lead:
    """Somebody alone in front from the moment `at` on (0 is before the first action) until the next one is."""

    seat: int
    at: int


def leads(course: Sequence[Sequence[int]]) -> list[Lead]:
    """Who led, one after the other. `course`: for every moment a value for each seat, the more the better. Who is level
    with the leader does not lead."""
    found: list[Lead] = []
    for at, values in enumerate(course):
        most = max(values)
        if values.count(most) == 1 and (not found or values[found[-1].seat] < most):
            found.append(Lead(values.index(most), at))
    return found
