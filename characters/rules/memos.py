"""What Human Resources writes about an event: a subject and a body. Figures stay with the event's own `why`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Memo:
    subject: str
    body: str


def memo(kind: str, *, on: date, old: str, new: str, why: str, missing: str = "") -> Memo:
    """The letter for an event of this kind; `old` and `new` are levels as the character bears them, `why` the event's
    reason in figures, `missing` a sentence on what the next step still asks. KeyError for an unknown kind."""
    day = f"{on.day} {on:%B}"
    write = _LETTERS[kind]
    subject, text = write(day, old, new)
    body = f"{text}\n\n{why[:1].upper()}{why[1:]}."
    return Memo(subject, f"{body}\n\n{missing}" if missing else body)


def taken_back(kind: str, *, on: date, new: str, why: str) -> Memo:
    """The letter that takes back what was written about an event that no longer holds; `why` is the reason. KeyError
    for a kind that nobody is told of."""
    what = _TAKEN_BACK[kind].format(new=new)
    return Memo(
        f"We take it back: {what}",
        f"What we wrote about your performance of {on.day} {on:%B} no longer holds, and your file says so. Please "
        f"disregard it: {what}. We apologise for any furniture that has been moved.\n\nThe reason: {why}.",
    )


_TAKEN_BACK: Mapping[str, str] = MappingProxyType(
    {
        "promotion": "your appointment as {new}",
        "demotion": "your demotion to {new}",
        "parachute": "your golden parachute",
    }
)


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
