"""Write what Human Resources says about an event: a subject and a body. Figures stay with the event's own `why`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from engine.translatable import Translatable, said, spoken


@dataclass(frozen=True, slots=True)
class Memo:
    """A memo. `parts` are the paragraphs of the body."""

    subject: str
    parts: tuple[str, ...]

    @property
    def body(self) -> str:
        """Return the body in English, as it is stored."""
        return "\n\n".join(self.parts)

    @property
    def spoken_body(self) -> str:
        """Return the body in the current reader's language."""
        return "\n\n".join(map(spoken, self.parts))


def memo(kind: str, *, on: date, old: str, new: str, why: str, missing: str = "") -> Memo:
    """Return the letter for an event of this kind. Raise KeyError for an unknown kind.

    `old` and `new` are levels as the character bears them, `why` the event's reason in figures, `missing` a sentence on
    what the next step still requires.
    """
    write = _LETTERS[kind]
    subject, text = write(_day(on), old, new)
    return Memo(subject, tuple(filter(None, (text, _as_a_sentence(kind, why), missing))))


def taken_back(kind: str, *, on: date, new: str, why: str) -> Memo:
    """Return the letter that takes back an earlier one about an event that no longer holds; `why` is the reason. Raise
    KeyError for a kind that nobody is told of."""
    what, day = _TAKEN_BACK[kind](new), _day(on)
    return Memo(
        said("We take it back: {what}", what=what),
        (
            said(
                "What we wrote about your performance of {day} no longer holds, and your file says so. Please "
                "disregard it: {what}. We apologise for any furniture that has been moved.",
                day=day,
                what=what,
            ),
            said("The reason: {why}.", why=why),
        ),
    )


def _day(on: date) -> Translatable:
    """Return a day such as 6 January."""
    return said("{day} {month}", day=on.day, month=said(f"{on:%B}"))


def _as_a_sentence(kind: str, why: str) -> str:
    """Return a reason as a sentence. It begins with a figure, that of a restart with a verb."""
    if not isinstance(why, Translatable):
        return f"{why[:1].upper()}{why[1:]}."
    if kind == "restart":
        return said("Starts career {number} at Entry Level after the golden parachute.", **why.values)
    return said("{why}.", why=why)


_TAKEN_BACK: Mapping[str, Callable[[str], Translatable]] = MappingProxyType(
    {
        "promotion": lambda new: said("your appointment as {new}", new=new),
        "demotion": lambda new: said("your demotion to {new}", new=new),
        "parachute": lambda new: said("your golden parachute"),
    }
)


def _review(day: str, old: str, new: str) -> tuple[Translatable, Translatable]:
    return (
        said("Your review of {day}", day=day),
        said(
            "We looked at your performance of {day} and are pleased to leave your desk where it is. You remain {old}.",
            day=day,
            old=old,
        ),
    )


def _promotion(day: str, old: str, new: str) -> tuple[Translatable, Translatable]:
    return (
        said("Your appointment as {new}", new=new),
        said(
            "We are delighted to offer you a larger office. As of your next game you are {new}. "
            "Kindly return the key to the old one.",
            new=new,
        ),
    )


def _demotion(day: str, old: str, new: str) -> tuple[Translatable, Translatable]:
    if old == new:
        return (
            said("Your review of {day}", day=day),
            said("Following a review of {day}, we ask you to do better. You remain {old}.", day=day, old=old),
        )
    return (
        said("We regret to inform you: {new}", new=new),
        said(
            "Following a review of {day}, the company has decided to part with your office. "
            "As of your next game you are {new}.",
            day=day,
            new=new,
        ),
    )


def _parachute(day: str, old: str, new: str) -> tuple[Translatable, Translatable]:
    return (
        said("Your golden parachute"),
        said(
            "The board thanks you for everything that happened up to {day}. "
            "Security will see you to the roof, where your parachute waits.",
            day=day,
        ),
    )


def _restart(day: str, old: str, new: str) -> tuple[Translatable, Translatable]:
    return (
        said("Welcome aboard, again"),
        said(
            "The holiday is over. As of {day} you start again as {new}: same name, same companies, empty tally.",
            day=day,
            new=new,
        ),
    )


_LETTERS: Mapping[str, Callable[[str, str, str], tuple[Translatable, Translatable]]] = MappingProxyType(
    {"review": _review, "promotion": _promotion, "demotion": _demotion, "parachute": _parachute, "restart": _restart}
)
