"""Who somebody is: names, how they are compared and which are allowed, and the day of birth, which has no year."""

import unicodedata

_DIRECTION_OVERRIDES = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
_UNSHOWABLE = {"Cc", "Cs", "Cn", "Co", "Zl", "Zp"}
_UNSEEN = {"Cf", "Zs"}


def tidy(text: str) -> str:
    """The text without surrounding space, runs of space as one."""
    return " ".join(text.split())


def name_key(name: str) -> str:
    """How names are compared: without regard to case, width, surrounding space or letters that cannot be seen."""
    seen = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).casefold()
    return tidy(unicodedata.normalize("NFKC", folded))


def can_be_shown(text: str) -> bool:
    """Whether there is something to see, and every letter shows in the order in which it is written."""
    kinds = {unicodedata.category(letter) for letter in text}
    return not kinds <= _UNSEEN and not kinds & _UNSHOWABLE and _DIRECTION_OVERRIDES.isdisjoint(text)


LONGEST = {
    "January": 31,
    "February": 29,
    "March": 31,
    "April": 30,
    "May": 31,
    "June": 30,
    "July": 31,
    "August": 31,
    "September": 30,
    "October": 31,
    "November": 30,
    "December": 31,
}
MONTHS = tuple(LONGEST)


def is_day(month: int, day: int) -> bool:
    """Whether some year has that day; 29 February counts."""
    return 1 <= month <= len(MONTHS) and 1 <= day <= LONGEST[MONTHS[month - 1]]
