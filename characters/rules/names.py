"""How names are compared and which can be borne."""

import unicodedata

_DIRECTION_OVERRIDES = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
_UNSHOWABLE = {"Cc", "Cs", "Cn", "Co", "Zl", "Zp"}


def tidy(text: str) -> str:
    """The text without surrounding space, runs of space as one."""
    return " ".join(text.split())


def name_key(name: str) -> str:
    """How names are compared: without regard to case, width or surrounding space."""
    return unicodedata.normalize("NFKC", tidy(name)).casefold()


def can_be_shown(text: str) -> bool:
    """Whether every letter shows, and in the order in which it is written."""
    return not any(unicodedata.category(letter) in _UNSHOWABLE or letter in _DIRECTION_OVERRIDES for letter in text)
