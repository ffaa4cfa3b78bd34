"""The input and the outcome of a draw, and both as JSON, which is canonical: equal values give equal text once keys are
sorted. Points are in units of 1/840 table point."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from engine.translatable import Translatable, said, said_list, said_of
from games.rules.points import in_points
from league.tournaments.formats.format import Shortfall

Source = Mapping[str, Any]  # what a draw is made from, as it is stored
Seats = tuple[int | None, ...]  # of a table; None is a bot
Pair = tuple[int, int]
CLUB, TEAM = "the club ", "the team "  # begin groups that everybody may read


def pair(who: int, other: int) -> Pair:
    """Return the key of two characters in `Field.meetings` and similar fields: the lower number first."""
    return (who, other) if who < other else (other, who)


@dataclass(frozen=True, slots=True)
class FieldPlayer:
    """`seats` counts how often they sat in seat 1, 2, ...; `shorts` their small tables, bot seats and byes so far."""

    id: int
    position: int
    points: int
    groups: frozenset[str] = frozenset()
    seats: tuple[int, ...] = ()
    shorts: int = 0

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "position": self.position,
            "points": self.points,
            "groups": sorted(self.groups),
            "seats": list(self.seats),
            "shorts": self.shorts,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        groups, seats = frozenset(data["groups"]), tuple(data["seats"])
        return cls(data["id"], data["position"], data["points"], groups, seats, data["shorts"])


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody to be drawn, in order of the standings, and their pairing history.

    Pairs have the lower id first. `last_met` are people who met in the round before, `bans` people who must not meet,
    `rounds_left` counts this round.
    """

    players: tuple[FieldPlayer, ...]
    table_size: int
    shortfall: Shortfall = "mixed"
    least: int = 2
    meetings: Mapping[Pair, int] = field(default_factory=dict)
    last_met: frozenset[Pair] = frozenset()
    neighbours: Mapping[Pair, int] = field(default_factory=dict)
    bans: frozenset[Pair] = frozenset()
    neighbours_matter: bool = False
    rounds_left: int = 1
    seats_matter: bool = True

    def to_json(self) -> dict[str, Any]:
        return {
            "players": [player.to_json() for player in self.players],
            "table_size": self.table_size,
            "shortfall": self.shortfall,
            "least": self.least,
            "meetings": _counts(self.meetings),
            "last_met": [list(two) for two in sorted(self.last_met)],
            "neighbours": _counts(self.neighbours),
            "bans": [list(two) for two in sorted(self.bans)],
            "neighbours_matter": self.neighbours_matter,
            "rounds_left": self.rounds_left,
            "seats_matter": self.seats_matter,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(
            players=tuple(map(FieldPlayer.from_json, data["players"])),
            table_size=data["table_size"],
            shortfall=data["shortfall"],
            least=data["least"],
            meetings=_pairs(data["meetings"]),
            last_met=frozenset((who, other) for who, other in data["last_met"]),
            neighbours=_pairs(data["neighbours"]),
            bans=frozenset((who, other) for who, other in data["bans"]),
            neighbours_matter=data["neighbours_matter"],
            rounds_left=data["rounds_left"],
            seats_matter=data["seats_matter"],
        )


def _counts(pairs: Mapping[Pair, int]) -> list[list[int]]:
    return [[*two, times] for two, times in sorted(pairs.items()) if times]


def _pairs(rows: Sequence[Sequence[int]]) -> dict[Pair, int]:
    return {(who, other): times for who, other, times in rows}


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """FieldPlayer ids in order of their seats, None if a bot sits."""

    seats: Seats
    locked: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(who for who in self.seats if who is not None)

    def is_short(self, table_size: int) -> bool:
        """Return whether it is a small table or has a bot."""
        return len(self.players) < table_size


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """The outcome of a draw: the tables of one round from the top down, and who sits out."""

    tables: tuple[DrawnTable, ...]
    byes: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        tables = [{"seats": list(table.seats), "locked": table.locked} for table in self.tables]
        return {"tables": tables, "byes": list(self.byes)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        tables = tuple(DrawnTable(tuple(table["seats"]), table["locked"]) for table in data["tables"])
        return cls(tables, tuple(data["byes"]))


class Cost(NamedTuple):
    """The price of a draw, compared from left to right.

    `bans`: pairs that must not meet. `repeats`: for each pair that has met before, the square of its meetings with
    this one. `consecutive`: pairs that met the round before. `spread`: units of points between the first and the last
    of a table, added up. `second_shorts`: for each character at a small table, with a bot or without a table, how many
    of these they have had beyond the fewest that anybody had. `groups`: clubs and households shared by a pair. `seats`:
    the fourth power of how many more times a character sat there than in their least-used seat. `neighbours`: how often
    neighbours have been so before.
    """

    bans: int = 0
    repeats: int = 0
    consecutive: int = 0
    spread: int = 0
    second_shorts: int = 0
    groups: int = 0
    seats: int = 0
    neighbours: int = 0

    def plus(self, other: "Cost") -> "Cost":
        return Cost(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def in_words(self) -> Translatable:
        """Return a line for an organiser with everything to be said against the draw, worst first."""
        return said("{parts}.", parts=said_list([*self._meetings(), *self._rest()], "; "))

    def _meetings(self) -> Iterator[Translatable]:
        """Yield the parts about meetings, of which the first begins the sentence."""
        if self.bans:
            yield said_of(self.bans, "{count:,} pair that must not meet", "{count:,} pairs that must not meet")
            yield (
                said("repeats weigh {weight:,}", weight=self.repeats) if self.repeats else said("nobody meets again")
            )
        else:
            yield (
                said("Repeats weigh {weight:,}", weight=self.repeats) if self.repeats else said("Nobody meets again")
            )
        if self.consecutive:
            yield said_of(
                self.consecutive, "{count:,} pair in two rounds running", "{count:,} pairs in two rounds running"
            )

    def _rest(self) -> Iterator[Translatable]:
        yield said("{points} points between first and last, over all tables", points=in_points(self.spread))
        if self.second_shorts:
            yield said_of(self.second_shorts, "{count:,} character short again", "{count:,} characters short again")
        if self.groups:
            yield said_of(
                self.groups, "{count:,} pair of a club or household", "{count:,} pairs of a club or household"
            )
        yield (
            said("uneven seats weigh {weight:,}", weight=self.seats) if self.seats else said("seats as even as can be")
        )
        if self.neighbours:
            yield said_of(self.neighbours, "{count:,} pair of old neighbours", "{count:,} pairs of old neighbours")

    def to_json(self) -> dict[str, int]:
        return self._asdict()

    @classmethod
    def from_json(cls, data: Mapping[str, int]) -> Self:
        return cls(**data)
