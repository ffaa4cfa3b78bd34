"""Play five game systems behind one protocol. No Django, no clock, no global chance.

    game = new_game("careers", seats=3, rng_seed=7)
    while not game.over:
        game.play(game.legal[0].action)
    print(game.outcome().reason)

A game that people play draws its chance from a key that nobody knows before the end: `new_game(..., key=new_key())`. A
further system is one line in SYSTEMS, or `SYSTEMS.register(key, "package.module:attribute")`.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.core import records, simulation
from engine.core.actions import HostAction, Move
from engine.core.bot_seats import Seat
from engine.core.bots import Bot, bot_names, bot_specs
from engine.core.chance import KEY_BYTES, commitment
from engine.core.errors import BadBot, BadOptions, BadRecord, BadSeats, EngineError, GameOver, IllegalAction, OldRules
from engine.core.game import Choice, Game
from engine.core.outcome import Outcome
from engine.core.preview import all_surely, may_be_taken_back, surely
from engine.core.records import Recorder
from engine.core.system import System, Systems
from engine.core.telling import Sentence

__all__ = [
    "SYSTEMS", "BadBot", "BadOptions", "BadRecord", "BadSeats", "Bot", "Choice", "EngineError", "Game", "GameOver",
    "HostAction", "IllegalAction", "Move", "OldRules", "Outcome", "Recorder", "Seat", "Sentence", "System",
    "all_surely", "bot_names", "bot_specs", "commitment", "may_be_taken_back", "new_game", "new_key", "record_game",
    "replay", "simulate", "simulate_chunk", "surely",
]  # fmt: skip

SYSTEMS = Systems(
    {
        "careers": "engine.careers.system:CAREERS",
        "game_of_the_year": "engine.game_of_the_year.system:GAME_OF_THE_YEAR",
        "career_compass": "engine.career_compass.system:CAREER_COMPASS",
        "office_job": "engine.office_job.system:OFFICE_JOB",
        "career_poker": "engine.career_poker.system:CAREER_POKER",
    }
)


def new_key() -> bytes:
    """Return a key of 256 bits for a game between people; anybody who knows it knows every roll."""
    return secrets.token_bytes(KEY_BYTES)


def new_game(
    system: str,
    seats: int = 4,
    rng_seed: int = 0,
    options: Mapping[str, Any] | None = None,
    *,
    key: bytes | None = None,
) -> Game:
    """Return a new game at its first decision, opened from `key` if given, else from the seed. Raise UnknownSystem,
    BadSeats or BadOptions."""
    return SYSTEMS[system].new_game(seats, rng_seed, options, key=key)


def replay(lines: Iterable[str]) -> Outcome | None:
    """Prove a game record (lines of JSON) and return its outcome, or None when it stops before the end. Raise BadRecord
    with the line that does not fit, UnknownSystem, BadSeats or BadOptions."""
    return records.replay(lines, SYSTEMS)


def record_game(
    system: str,
    seats: int,
    bots: Sequence[str],
    rng_seed: int,
    options: Mapping[str, Any] | None = None,
    go_on: Callable[[], bool] = lambda: True,
    key: bytes | None = None,
) -> Recorder:
    """Record a game that bots play to its end, or until `go_on` returns False: `.game.outcome()` and `.text()`.

    Chance comes from `key`, or from a key that follows from the seed. Raise UnknownSystem, BadSeats, BadOptions,
    UnknownBot or BadBot.
    """
    return simulation.record_game(SYSTEMS[system], seats, bots, rng_seed, options, go_on, key)


def simulate(
    system: str,
    seats: int = 4,
    games: int = 1000,
    rng_seed: int = 0,
    bots: Sequence[str] = ("greedy",),
    jobs: int = 1,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> simulation.SimulationTotals:
    """Play many games with bots; see engine.core.simulation.simulate. Raise UnknownSystem as well."""
    return simulation.simulate(SYSTEMS[system], seats, games, rng_seed, bots, jobs, options, progress)


def simulate_chunk(
    system: str,
    seats: int,
    bots: Sequence[str],
    rng_seed: int,
    first_game: int,
    count: int,
    options: Mapping[str, Any] | None = None,
    go_on: Callable[[], bool] | None = None,
) -> simulation.SimulationTotals:
    """Return the totals of some games of a simulation, for a task of a queue: totals of chunks add up exactly.

    `go_on` is called before every action. Raise BrokenOff once it returns False.
    """
    return simulation.simulate_chunk(SYSTEMS[system], seats, bots, rng_seed, first_game, count, options, go_on)
