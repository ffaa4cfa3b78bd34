"""The bots' levels as a page shows them: faces, and how they did against each other. The figures are data, written by
`tests/benchmarks/levels.py`."""

import tomllib
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from django.utils.translation import gettext as _

from characters.charts.portraits import Portrait, portrait
from engine import SYSTEMS
from engine.translatable import spoken
from league.play.rules.levels import BY_KEY, LEVELS, Level, level_of, name_at
from league.play.rules.systems import PLAYED_HERE

FILE = Path(__file__).parents[2] / "data" / "levels.toml"
CLEARLY = 1 / 3  # as good as 60 % against one alone: a level that wins no more against another is not called better


@dataclass(frozen=True, slots=True)
class Meeting:
    """`games` at tables of four, one of `level` among three of `against`. `wins`: of the one, a shared win in parts;
    `bots`: what played at the two levels."""

    system: str
    level: str
    against: str
    bots: str
    games: int
    wins: float

    @property
    def place(self) -> tuple[str, str, str]:
        """Return its place in the file; a repeated measurement takes the same place."""
        return self.system, self.level, self.against

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def percent(self) -> int:
        return round(100 * self.share)

    @property
    def is_clear(self) -> bool:
        return self.share > CLEARLY


@cache
def meetings() -> dict[tuple[str, str, str], Meeting]:
    """Return what was measured, by its place in the file."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["meeting"] if FILE.exists() else ()
    return {meeting.place: meeting for meeting in (Meeting(**row) for row in rows)}


def to_toml(measured: Iterable[Meeting]) -> str:
    parts = ["# Written by python -m tests.benchmarks.levels; see league.play.queries.levels."]
    for meeting in measured:
        values = asdict(meeting).items()
        lines = (f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}" for key, value in values)
        parts.append("\n".join(["[[meeting]]", *lines]))
    return "\n\n".join(parts) + "\n"


class BotFace(NamedTuple):
    """The face of a bot, and what it is: a bot, of which level."""

    portrait: Portrait
    title: str


def face_of(system: str, bot: str, name: str) -> BotFace:
    """Return the face of a bot of this name: the same name has the same face in every game, its level other clothes."""
    level = level_of(system, bot)
    if level is None:
        return BotFace(portrait(f"bot {name}", level="entry", firm=8), _("Bot"))
    return BotFace(_drawn(level, name), _("Bot, level: {level}").format(level=spoken(level.title)))


def _drawn(level: Level, name: str) -> Portrait:
    return portrait(f"bot {name}", level=level.rank, firm=level.firm)


class LevelCard(NamedTuple):
    """A level to choose. `measured`: what it wins against the level below."""

    key: str
    title: str
    temper: str
    portrait: Portrait
    measured: str


def level_cards(system: str = "") -> list[LevelCard]:
    """Return the levels, from the weakest on. `system`: the game that is about to be played, if it is known."""
    below = {level.key: other.key for other, level in pairwise(LEVELS)}
    return [
        LevelCard(
            level.key,
            spoken(level.title),
            spoken(level.temper),
            _drawn(level, name_at(level, 1)),
            _measured(system, level.key, below.get(level.key, "")),
        )
        for level in LEVELS
    ]


def _measured(system: str, level: str, below: str) -> str:
    """Return what a level wins against the one below it, in one game or from game to game."""
    met = [
        row for row in meetings().values() if (row.level, row.against) == (level, below) and system in ("", row.system)
    ]
    clear = [row for row in met if row.is_clear]
    if not met:
        return ""
    other = spoken(BY_KEY[below].title)
    if not clear:
        return _("Plays no better than “{other}” for sure: nearly everything is luck here.").format(other=other)
    if system:
        [row] = clear
        text = _("Wins {wins} of 100 games against three of “{other}”; 25 is even. Measured in {games} games.")
        return text.format(wins=row.percent, other=other, games=row.games)
    wins = sorted(row.percent for row in clear)
    text = _("Wins {least} to {most} of 100 games against three of “{other}”, depending on the game; 25 is even.")
    return text.format(least=wins[0], most=wins[-1], other=other)


def measured_games() -> list[tuple[str, list[Meeting | None]]]:
    """Return every game by name, with how each level above the weakest did against the one below it."""
    pairs = [(level.key, below.key) for below, level in pairwise(LEVELS)]
    return [(SYSTEMS[system].title, [meetings().get((system, *pair)) for pair in pairs]) for system in PLAYED_HERE]
