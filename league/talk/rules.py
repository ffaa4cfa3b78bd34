"""What may stand in a comment."""

from characters.rules.names import can_be_shown
from engine.said import said

COMMENT_LENGTH = 1000
MOST_LINES = 40


def tidied(text: str) -> str:
    """The text as it is kept: no space at the ends of lines, no two empty lines in a row."""
    lines = [" ".join(line.split()) for line in text.splitlines()]
    kept = [line for before, line in zip(["", *lines], lines, strict=False) if line or before]
    return "\n".join(kept).strip()


def refused_text(text: str) -> str:
    """Why this tidied text can't be posted, in a sentence; empty when it can."""
    if not text:
        return said("Write something first.")
    if len(text) > COMMENT_LENGTH:
        return said(
            "That is {length} letters; a comment has {most} at most.",
            length=f"{len(text):,}",
            most=f"{COMMENT_LENGTH:,}",
        )
    if text.count("\n") >= MOST_LINES:
        return said("A comment has {most} lines at most.", most=MOST_LINES)
    if not all(can_be_shown(line) for line in text.splitlines() if line):
        return said("It contains a character that can't be shown.")
    return ""
