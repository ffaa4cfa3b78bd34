"""Play five game systems behind one protocol. No Django, no clock, no global chance.

    game = new_game("careers", seats=3, rng_seed=7)
    while not game.over:
        game.play(game.legal[0].action)
    print(game.outcome().reason)

A game that people play draws its chance from a key that nobody knows before the end: `new_game(..., key=new_key())`. A
further system is one line in SYSTEMS, or `SYSTEMS.register(key, "package.module:attribute")`.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

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

P = ParamSpec("P")
R = TypeVar("R")
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


def _by_name(play: Callable[Concatenate[System, P], R]) -> Callable[Concatenate[str, P], R]:
    """Return the function for the name of a system; it raises UnknownSystem as well."""

    @wraps(play)
    def played(system: str, *args: P.args, **kwargs: P.kwargs) -> R:
        return play(SYSTEMS[system], *args, **kwargs)

    return played  # type: ignore[return-value]  # which may be called `system=` too


record_game = _by_name(simulation.record_game)
simulate = _by_name(simulation.simulate)
simulate_chunk = _by_name(simulation.simulate_chunk)
