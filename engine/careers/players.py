"""Describe the seats of a table: names, formulas, and the player characters with their relations. A seat without a
level is played without character rules: a bot (R104), or any seat of an ordinary game. The relations of R91 to R95 hold
between two characters only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.careers.actions import PATH_IDS, PROGRAM_IDS
from engine.careers.settings import Settings, check_formula
from engine.core.errors import BadSeats

LEVELS = ("entry", "senior", "manager", "director", "vp", "c_level")
_KEYS = {"name", "formula", "level", "specialty", "side_interest", "degrees", "trips"}


@dataclass(frozen=True, slots=True)
class Player:
    """One seat's set-up. `level`: index into LEVELS, -1 without a character. `specialty`: index of a degree program,
    whose company is the primary one. `degrees`, `trips`: what a career brings along (R77)."""

    name: str
    level: int = -1
    specialty: int = -1
    side_interest: int = -1
    formula: tuple[int, ...] = ()
    degrees: tuple[int, ...] = (0,) * len(PROGRAM_IDS)
    trips: tuple[int, ...] = (0,) * len(PATH_IDS)

    def as_dict(self) -> dict[str, Any]:
        """Return the set-up as JSON-able data; read_players is the inverse."""
        data: dict[str, Any] = {"name": self.name}
        if self.formula:
            data["formula"] = list(self.formula)
        if self.level >= 0:
            data["level"] = LEVELS[self.level]
            data["specialty"] = PROGRAM_IDS[self.specialty]
            data["side_interest"] = PROGRAM_IDS[self.side_interest]
        for key, ids, counts in (("degrees", PROGRAM_IDS, self.degrees), ("trips", PATH_IDS, self.trips)):
            if any(counts):
                data[key] = {name: count for name, count in zip(ids, counts, strict=True) if count}
        return data


def read_players(raw: object, seats: int, settings: Settings) -> tuple[Player, ...]:
    """Return the players of a game, one per seat. Raise BadSeats or BadOptions, naming the seat."""
    if raw is None:
        raw = [{} for _ in range(seats)]
    if not isinstance(raw, Sequence) or isinstance(raw, str) or len(raw) != seats:
        raise BadSeats(f"Describe all {seats} players or none of them.")
    return tuple(_player(seat, entry, settings) for seat, entry in enumerate(raw))


def _player(seat: int, raw: object, settings: Settings) -> Player:
    who = f"Seat {seat + 1}"
    if not isinstance(raw, Mapping):
        raise BadSeats(f"{who}: a player is described by an object, not by {raw!r}.")
    unknown = sorted(set(raw) - _KEYS)
    if unknown:
        raise BadSeats(f"{who}: unknown entry '{unknown[0]}'.")
    level, specialty, side = _character(who, raw)
    formula = raw.get("formula")
    return Player(
        name=str(raw.get("name", who)),
        level=level,
        specialty=specialty,
        side_interest=side,
        formula=check_formula(settings, formula) if formula is not None else (),
        degrees=_counts(who, "degrees", raw.get("degrees", {}), PROGRAM_IDS),
        trips=_counts(who, "trips", raw.get("trips", {}), PATH_IDS),
    )


def _character(who: str, raw: Mapping[str, Any]) -> tuple[int, int, int]:
    """Return level, specialty and side interest: all three, or -1 each for a seat without a character. Raise
    BadSeats."""
    level = _index(who, "level", raw.get("level"), LEVELS)
    specialty = _index(who, "specialty", raw.get("specialty"), PROGRAM_IDS)
    side = _index(who, "side_interest", raw.get("side_interest"), PROGRAM_IDS)
    if level >= 0 and (specialty < 0 or side < 0):
        raise BadSeats(f"{who}: a character with a level needs specialty and side_interest.")
    if level >= 0 and specialty == side:
        raise BadSeats(f"{who}: specialty and side interest must differ (R79).")
    if level < 0 and (specialty >= 0 or side >= 0):
        raise BadSeats(f"{who}: specialty and side_interest go with a level.")
    return level, specialty, side


def _index(who: str, key: str, value: object, names: Sequence[str]) -> int:
    if value is None:
        return -1
    if value not in names:
        raise BadSeats(f"{who}: {key} must be one of {', '.join(names)}, not {value!r}.")
    return names.index(str(value))


def _counts(who: str, key: str, raw: object, names: Sequence[str]) -> tuple[int, ...]:
    if not isinstance(raw, Mapping) or not set(raw) <= set(names):
        raise BadSeats(f"{who}: {key} must count {', '.join(names)}, not {raw!r}.")
    counts = tuple(raw.get(name, 0) for name in names)
    if not all(isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in counts):
        raise BadSeats(f"{who}: {key} must be whole numbers of at least 0.")
    return counts


@dataclass(frozen=True, slots=True)
class Relations:
    """The relations between seats, as a bit mask of seats per seat: bit v of `may_bump[s]` is set when s may bump v."""

    may_bump: tuple[int, ...]
    may_backstab: tuple[int, ...]
    subordinates: tuple[int, ...]
    superiors: tuple[int, ...]


def relate(players: Sequence[Player], settings: Settings) -> Relations:
    """Return the relations of a table ("Player Relationships"; R91 to R95)."""
    seats = range(len(players))
    peers, subordinates, superiors, strangers = ([0] * len(players) for _ in range(4))
    for s in seats:
        for v in seats:
            mine, theirs, bit = players[s], players[v], 1 << v
            if s == v:
                continue
            if mine.level < 0 or theirs.level < 0:
                strangers[s] |= bit
            elif mine.level == theirs.level:
                peers[s] |= bit
            elif mine.specialty != theirs.specialty:
                strangers[s] |= bit * (settings.unrelated == "normal")
            elif mine.level > theirs.level:
                subordinates[s] |= bit
            else:
                superiors[s] |= bit
    return Relations(
        may_bump=tuple(peers[s] | superiors[s] | strangers[s] for s in seats),
        may_backstab=tuple(peers[s] | subordinates[s] | strangers[s] for s in seats),
        subordinates=tuple(subordinates),
        superiors=tuple(superiors),
    )
