"""What Human Resources writes about an event: a subject and a body. Figures stay with the event's own `why`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Memo:
    subject: str
    body: str


def memo(kind: str, *, on: date, old: str, new: str, why: str) -> Memo:
    """The letter for an event of this kind; `old` and `new` are levels as the character bears them, `why` the event's
    reason in figures. KeyError for an unknown kind."""
    day = f"{on.day} {on:%B}"
    write = _LETTERS[kind]
    subject, text = write(day, old, new)
    return Memo(subject, f"{text}\n\n{why[:1].upper()}{why[1:]}.")


def _review(day: str, old: str, new: str) -> tuple[str, str]:
    return (
        f"Your review of {day}",
        f"We looked at your performance of {day} and are pleased to leave your desk where it is. You remain {old}.",
    )


def _promotion(day: str, old: str, new: str) -> tuple[str, str]:
    return (
        f"Your appointment as {new}",
        f"We are delighted to offer you a larger office. As of your next game you are {new}. "
        "Kindly return the key to the old one.",
    )


def _demotion(day: str, old: str, new: str) -> tuple[str, str]:
    if old == new:
        return (f"Your review of {day}", f"Following a review of {day}, we ask you to do better. You remain {old}.")
    return (
        f"We regret to inform you: {new}",
        f"Following a review of {day}, the company has decided to part with your office. "
        f"As of your next game you are {new}.",
    )


def _parachute(day: str, old: str, new: str) -> tuple[str, str]:
    return (
        "Your golden parachute",
        f"The board thanks you for everything that happened up to {day}. "
        "Security will see you to the roof, where your parachute waits.",
    )


def _restart(day: str, old: str, new: str) -> tuple[str, str]:
    return (
        "Welcome aboard, again",
        f"The holiday is over. As of {day} you start anew as {new}: same name, same companies, empty tally.",
    )


_LETTERS: Mapping[str, Callable[[str, str, str], tuple[str, str]]] = MappingProxyType(
    {"review": _review, "promotion": _promotion, "demotion": _demotion, "parachute": _parachute, "restart": _restart}
)
