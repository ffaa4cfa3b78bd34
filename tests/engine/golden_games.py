"""Whole games of every system but Careers, one per set of options, as records that stand for how the game behaves.

`python -m tests.engine.golden_games SYSTEM` writes them again; do that only for a version of the rules that nobody
has played yet.
"""

import sys
from pathlib import Path

from engine import SYSTEMS
from engine.core.records import Recorder
from engine.core.rng import Stream
from tests.engine.support import SETTINGS, option_names, options_for

FOLDER = Path(__file__).parent / "golden_games"
NAMES = sorted((system, name) for system in SETTINGS for name in option_names(system))


def path_of(system: str, name: str) -> Path:
    return FOLDER / f"{system}_{name}.jsonl"


def record(system: str, name: str) -> list[str]:
    """A game at the smallest table, played by a greedy bot and a random one by turns."""
    seats = SYSTEMS[system].seats[0]
    recorder = Recorder(SYSTEMS[system], seats, len(name), options_for(system, name, seats))
    greedy, stream = SYSTEMS[system].bots["greedy"](), Stream(1)
    while not recorder.game.over:
        legal = recorder.game.legal_actions()
        by_chance = len(legal) == 1 or recorder.game.actor % 2
        recorder.play(stream.choice(legal) if by_chance else greedy.choose(recorder.game, legal, stream))
    return recorder.lines


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for system, name in NAMES:
        if system in sys.argv[1:]:
            path_of(system, name).write_text("\n".join(record(system, name)) + "\n", encoding="utf-8")
