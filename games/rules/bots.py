"""Bots by name, as people write them, and how long they may think."""

from collections.abc import Iterable

from engine.core.bots import parse_spec


def bot_specs(text: str) -> list[str]:
    """`greedy, search:visits=80,depth=2` as two bots: a part that is only key=value belongs to the one before it."""
    specs: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        if specs and "=" in part and ":" not in part:
            specs[-1] += f",{part}"
        else:
            specs.append(part)
    return specs


def too_patient(specs: Iterable[str], most: int) -> list[str]:
    """A sentence for every number in a bot's parameters that is above `most`: whatever it counts, it takes time.

    Raises engine.core.errors.UnknownBot when a text is no bot at all.
    """
    return [
        f"The bot '{spec}' would think too long: {key} may be at most {most} here."
        for spec in specs
        for key, value in parse_spec(spec)[1].items()
        if isinstance(value, int) and value > most
    ]
