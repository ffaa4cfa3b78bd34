"""Name bots as people write them, and limit how long they may think."""

from collections.abc import Iterable

from engine import SYSTEMS
from engine.core.bots import effort, make_bot, parse_spec
from engine.translatable import said

MOST_NUMBER = 200
MOST_EFFORT = 400  # the search bot's usual effort is 120


def too_patient(system: str, specs: Iterable[str]) -> list[str]:
    """Return a sentence for every bot that would think too long on the site. A bot does so with a number above
    MOST_NUMBER in its parameters, or with more than MOST_EFFORT rounds to play out for a decision. Raise UnknownSystem,
    and UnknownBot when a text names no bot of the system."""
    return [sentence for spec in specs for sentence in _patience(system, spec)]


def _patience(system: str, spec: str) -> list[str]:
    numbers = {key: value for key, value in parse_spec(spec)[1].items() if isinstance(value, int)}
    sentences: list[str] = [
        said(
            "The bot '{bot}' would think too long: {key} may be at most {most} here.",
            bot=spec,
            key=key,
            most=MOST_NUMBER,
        )
        for key, value in numbers.items()
        if value > MOST_NUMBER
    ]
    rounds = 0 if sentences else effort(make_bot(SYSTEMS[system], spec))
    if rounds > MOST_EFFORT:
        sentences.append(
            said(
                "The bot '{bot}' would think too long: it plays out {rounds:,} rounds for one decision; the limit "
                "here is {most}.",
                bot=spec,
                rounds=rounds,
                most=MOST_EFFORT,
            )
        )
    return sentences
