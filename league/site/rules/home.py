"""The place of a page on the site, the news of a desk since the previous visit, and the one figure that is nearest to
a promotion."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Protocol, TypeVar

from engine.translatable import said

VISIT = timedelta(minutes=30)  # a second look within it belongs to the same visit
LATELY = timedelta(days=14)  # the news of a first visit
PLACES = (  # how the addresses of each place begin; the first that fits counts
    ("me", ("/me/", "/inbox/", "/notices/", "/accounts/")),
    ("table", ("/enter/", "/play/", "/lab/")),
    ("help", ("/help/", "/how-to-play/", "/rules/")),
    ("league", ("/season", "/leagues/", "/tournaments/", "/games/", "/characters/", "/companies/", "/records/")),
)
RUN = ("/run/", "/workshop/")  # how the addresses end at which a league is run
Positions = Mapping[str, int]


def place_of(path: str) -> str:
    """Return which of the places on every page an address belongs to: home, me, table, help, league or run; empty for
    one that belongs to none."""
    if path == "/":
        return "home"
    if path.endswith(RUN):
        return "run"
    return next((place for place, beginnings in PLACES if path.startswith(beginnings)), "")


class NeededFigure(Protocol):
    @property
    def have(self) -> int: ...

    @property
    def need(self) -> int: ...


F = TypeVar("F", bound=NeededFigure)


@dataclass(frozen=True, slots=True)
class Memory:
    """The last look of a person (`seen_at`) and how their characters stood then; `since` and `stood` are those of the
    previous visit. Positions by season and character (`key_of`)."""

    since: datetime | None
    stood: Positions
    seen_at: datetime | None
    stands: Positions


@dataclass(frozen=True, slots=True)
class PositionMove:
    """A character that changed places in a season's standings."""

    season: int
    character: int
    before: int
    now: int

    @property
    def fell(self) -> bool:
        return self.now > self.before


def key_of(season: int, character: int) -> str:
    return f"{season}-{character}"


def recalled(memory: Memory, *, joined: datetime, now: datetime) -> Memory:
    """Return the memory as of a look now: a new visit begins where the last look of the previous visit ended."""
    if memory.seen_at is None:
        return Memory(min(now, max(joined, now - LATELY)), {}, now, {})
    if now - memory.seen_at < VISIT and memory.since is not None:
        return memory
    return Memory(memory.seen_at, memory.stands, memory.seen_at, memory.stands)


def moves(stood: Positions, stands: Positions) -> list[PositionMove]:
    """Return whose position has changed, the ones who fell first, then by how far."""
    moved = []
    for key, now in stands.items():
        before = stood.get(key)
        if before is not None and before != now:
            season, _, character = key.partition("-")
            moved.append(PositionMove(int(season), int(character), before, now))
    return sorted(moved, key=lambda move: (not move.fell, -abs(move.now - move.before), move.now, move.character))


def nearest(figures: Sequence[F]) -> F | None:
    """Return the missing figure of which most is there; None when nothing is missing."""
    missing = [figure for figure in figures if figure.have < figure.need]
    return max(missing, key=lambda figure: Fraction(figure.have, figure.need), default=None)


def ordinal(number: int) -> str:
    """Return a place such as 1st, 12th and 23rd."""
    last = 0 if number % 100 in (11, 12, 13) else number % 10
    pattern = {1: said("{place:,}st"), 2: said("{place:,}nd"), 3: said("{place:,}rd")}.get(last, said("{place:,}th"))
    return said(pattern.one, place=number)
