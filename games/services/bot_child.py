"""Let a bot of somebody's package think in a separate process, one choice after the other, lines of JSON in and out.
It may hang, eat memory or end itself: the alarm and the limit end this process, and nothing else with it."""

import json
import os
import resource
import signal
import sys
from typing import Any

from engine import SYSTEMS, EngineError
from engine.core.bots import make_bot
from engine.core.rng import Stream

MEMORY = 1 << 30  # bytes


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a bot prints is no answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the worker, which ends this process by its input
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    for line in sys.stdin:
        question = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, question["seconds"])
        answer = json.dumps(_answer(question))
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(answer, file=answers, flush=True)


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return `action`, or `problem` if the bot fails."""
    system = SYSTEMS[question["system"]]
    game = system.load(question["state"])
    try:
        bot = make_bot(system, question["bot"])
        return {"action": bot.choose(game, game.legal_actions(), Stream(question["seed"]))}
    except EngineError as error:
        return {"problem": str(error)}


if __name__ == "__main__":
    main()
