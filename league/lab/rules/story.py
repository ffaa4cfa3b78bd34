"""The story in the figures of a game: who was expected to come first, who led when, and what luck did."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from league.lab.rules.lab import WHOLE
from league.standings.rules.ratings import RatingEstimate, strengths

METHOD = "story/2"  # of the chances; raised whenever the same record would give other figures


def chances_of_first(before: Sequence[RatingEstimate]) -> list[int]:
    """Return the chance of each seat to come first, in ten-thousandths, as the model behind the ratings says
    (`league.standings.rules.ratings`)."""
    each = strengths(before)
    return [round(strength * WHOLE / sum(each)) for strength in each]


@dataclass(frozen=True, slots=True)
class Lead:
    """Somebody alone in front from the moment `at` on (0 is before the first action) until the next one is."""

    seat: int
    at: int


def leads(course: Sequence[Sequence[int]]) -> list[Lead]:
    """Return who led, one after the other. `course`: for every moment a value for each seat, the more the better. A
    seat that is level with the leader does not lead."""
    leaders: list[Lead] = []
    for at, values in enumerate(course):
        most = max(values)
        if values.count(most) == 1 and (not leaders or values[leaders[-1].seat] < most):
            leaders.append(Lead(values.index(most), at))
    return leaders


def digest_of(record: str) -> str:
    return sha256(record.encode()).hexdigest()


def seed_of(digest: str) -> int:
    """Return the seed for a record, so that it is always looked at with the same chance."""
    return int(sha256(f"{METHOD} {digest}".encode()).hexdigest()[:16], 16)


def is_clear(value: int, give: int) -> bool:
    return abs(value) > give


def unluckiest(seats: Sequence[Mapping[str, Any]]) -> int | None:
    """Return the seat that luck clearly took most from."""
    least = min(range(len(seats)), key=lambda seat: seats[seat]["luck"])
    seat_row = seats[least]
    return least if seat_row["luck"] < 0 and is_clear(seat_row["luck"], seat_row["luck_give"]) else None


def greatest_turn(turning: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    return max(turning, key=lambda turn: abs(turn["after"] - turn["before"]), default=None)
