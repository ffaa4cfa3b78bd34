"""What is said at a table: one line, or one of the phrases that stand ready."""

from characters.rules.names import can_be_shown
from engine.said import Said, said

REMARK_LENGTH = 500
PHRASES: dict[str, Said] = {
    "hello": said("Hello everybody!"),
    "luck": said("Good luck!"),
    "nice": said("Nice move."),
    "ouch": said("Ouch!"),
    "moment": said("One moment, please."),
    "thanks": said("Thanks for the game!"),
}
_BY_TEXT = {str(one): one for one in PHRASES.values()}


def tidied(text: str) -> str:
    """In one line, without space at its ends."""
    return " ".join(text.split())


def refused_remark(text: str) -> str:
    """Why this tidied text can't be said, in a sentence; empty when it can."""
    if not text:
        return said("Write something first.")
    if len(text) > REMARK_LENGTH:
        return said(
            "That is {length} letters; a remark has {most} at most.", length=f"{len(text):,}", most=REMARK_LENGTH
        )
    if not can_be_shown(text):
        return said("It contains a character that can't be shown.")
    return ""


def in_readers_words(text: str) -> str:
    """A phrase that stood ready speaks the language of whoever reads it; everything else is as it was typed."""
    return _BY_TEXT.get(text, text)
