"""What may stand in a comment."""

from characters.rules.names import can_be_shown

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
        return "Write something first."
    if len(text) > COMMENT_LENGTH:
        return f"That is {len(text):,} letters; a comment has {COMMENT_LENGTH:,} at most."
    if text.count("\n") >= MOST_LINES:
        return f"A comment has {MOST_LINES} lines at most."
    if not all(can_be_shown(line) for line in text.splitlines() if line):
        return "It contains a character that can't be shown."
    return ""
