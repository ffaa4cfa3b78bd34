"""How long a game takes here: what live games of people took, and until there are enough of them an estimate from what
bots did. The figures are data, written by `tests/benchmarks/lengths.py`."""

import math
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path
from statistics import median

from games.models import Play
from games.rules.systems import SheetSystem
from league.core.queries.systems import system_by_id
from league.play.rules.systems import PLAYED_HERE

FILE = Path(__file__).parents[2] / "data" / "lengths.toml"
SECONDS_A_CHOICE = 10
SECONDS_A_MOVE = 1  # that leaves no choice
EVENING = 180
TIMES = (10, 20, 45, EVENING)  # minutes that somebody may have
_FEWEST = 5  # games, before they say more than the estimate
_LATEST = 500
_ONE_SITTING = timedelta(hours=5)


@dataclass(frozen=True, slots=True)
class Measured:
    """`games` at tables of four greedy bots: the means of `choices` between several actions and of all `moves`."""

    system: str
    games: int
    choices: float
    moves: float

    @property
    def minutes(self) -> int:
        seconds = self.choices * SECONDS_A_CHOICE + (self.moves - self.choices) * SECONDS_A_MOVE
        return math.ceil(seconds / 60)


@dataclass(frozen=True, slots=True)
class GameLength:
    system: SheetSystem
    minutes: int


@cache
def measured() -> dict[str, Measured]:
    """Return what was measured of each game."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["length"]
    return {row["system"]: Measured(**row) for row in rows}


def game_lengths() -> list[GameLength]:
    """Return the games that are played here, each with its usual minutes, the shortest first; in one query."""
    played = _played()
    lengths = []
    for system in PLAYED_HERE:
        games = played.get(system, [])
        usual = math.ceil(median(games) / 60) if len(games) >= _FEWEST else measured()[system].minutes
        lengths.append(GameLength(system_by_id(system), usual))
    return sorted(lengths, key=lambda length: length.minutes)


def _played() -> dict[str, list[float]]:
    """Return the seconds of the latest games that people played on a live clock, in one sitting."""
    over = Play.objects.filter(status=Play.OVER, pace=Play.LIVE, ordered_as="")
    seconds: dict[str, list[float]] = defaultdict(list)
    for system, began, ended in over.order_by("-id").values_list("system", "started_at", "over_at")[:_LATEST]:
        if began is not None and ended is not None and ended - began < _ONE_SITTING:
            seconds[system].append((ended - began).total_seconds())
    return seconds


def fitting(lengths: list[GameLength], minutes: int) -> list[GameLength]:
    """Return the games that fit in that many minutes, the longest first; if none does, the shortest of all."""
    return [length for length in reversed(lengths) if length.minutes <= minutes] or lengths[:1]
