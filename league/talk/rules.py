"""Limits of remarks under a game and at the table of a play, and the ready-made phrases there."""

from dataclasses import dataclass

from characters.rules.names import can_be_shown
from engine.translatable import Translatable, said


@dataclass(frozen=True, slots=True)
class Limits:
    """The letters and lines of one remark, how many remarks a page shows, and the quota that they count towards."""

    longest: int
    lines: int
    newest: int
    quota: str


UNDER_A_GAME = Limits(longest=1000, lines=40, newest=20, quota="comments")
AT_A_TABLE = Limits(longest=500, lines=1, newest=50, quota="remarks")

PHRASES: dict[str, Translatable] = {
    "hello": said("Hello everybody!"),
    "luck": said("Good luck!"),
    "nice": said("Nice move."),
    "ouch": said("Ouch!"),
    "moment": said("One moment, please."),
    "thanks": said("Thanks for the game!"),
}
_BY_TEXT = {str(phrase): phrase for phrase in PHRASES.values()}


def tidied(text: str, limits: Limits) -> str:
    """Return the text as it is stored: on one line if only one is allowed; else without space at the ends of lines
    and without two empty lines in a row."""
    if limits.lines == 1:
        return " ".join(text.split())
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return "\n".join(line for before, line in zip(["", *lines], lines, strict=False) if line or before).strip()


def refused_text(text: str, limits: Limits) -> str:
    """Return why this tidied text can't be said, in a sentence; empty when it can."""
    if not text:
        return said("Write something first.")
    if len(text) > limits.longest:
        return said(
            "That is {length} letters; a remark has {most} at most.",
            length=f"{len(text):,}",
            most=f"{limits.longest:,}",
        )
    if text.count("\n") >= limits.lines:
        return said("A remark has {most} lines at most.", most=limits.lines)
    if not all(can_be_shown(line) for line in text.splitlines() if line):
        return said("It contains a character that can't be shown.")
    return ""


def in_readers_words(text: str) -> str:
    """Return a phrase that is ready in the language of its reader; everything else as it was typed."""
    return _BY_TEXT.get(text, text)
