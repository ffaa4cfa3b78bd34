"""Who somebody is: names, how they are compared and which are allowed, and the day of birth, which has no year."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

_DIRECTION_OVERRIDES = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
_UNSHOWABLE = {"Cc", "Cs", "Cn", "Co", "Zl", "Zp"}
_UNSEEN = {"Cf", "Zs"}
# Letters that stay whole when accents are taken away, as people without such a keyboard type them.
_AS_TYPED = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_INSIDE_A_WORD = str.maketrans("", "", "'’‘ʼ`´.")
_CLOSE = 82  # per cent


def tidy(text: str) -> str:
    """The text without surrounding space, runs of space as one."""
    return " ".join(text.split())


def name_key(name: str) -> str:
    """How names are compared: without regard to case, width, surrounding space or letters that cannot be seen."""
    seen = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).casefold()
    return tidy(unicodedata.normalize("NFKC", folded))


def search_words(name: str) -> list[str]:
    """Split a name into its words as somebody in a hurry types them: small letters, no accents, no apostrophes or full
    stops; hyphens and other signs separate words. A name of signs alone is one word."""
    plain = unicodedata.normalize("NFKD", name_key(name).translate(_AS_TYPED)).translate(_INSIDE_A_WORD)
    letters = "".join(letter for letter in plain if unicodedata.category(letter) != "Mn")
    return re.findall(r"[^\W_]+", letters) or [name_key(name).replace(" ", "")]


def search_key(name: str) -> str:
    """Return what a search looks into: ` ` before every word, and all words as one at the end. A name fits a search
    when each of its `search_words` stands in there, initials and numbers at the beginning of a word."""
    words = search_words(name)
    return "".join(f" {word}" for word in [*words, "".join(words)])


def same_person(name: str, keys: Iterable[tuple[int, str]]) -> list[int]:
    """Return the ids of those who may be meant by `name`, given each with its `search_key`: who has the same words, or
    all words of the shorter name (an initial stands for a word), and then who is a slip of the hand apart. Numbers
    have to be the same."""
    words = search_words(name)
    written, numbers = "".join(sorted(words)), _numbers(words)
    called, slips = list[int](), list[int]()
    compared = SequenceMatcher(None, b=written, autojunk=False)
    for pk, key in keys:
        *others, whole = key.split()
        if _numbers(others) != numbers:
            continue
        compared.set_seq1("".join(sorted(others)))
        if whole == "".join(words) or _are_within(*sorted((words, others), key=len)):
            called.append(pk)
        elif all(
            100 * ratio() >= _CLOSE for ratio in (compared.real_quick_ratio, compared.quick_ratio, compared.ratio)
        ):
            slips.append(pk)
    return called + slips


def _numbers(words: Iterable[str]) -> list[str]:
    return sorted("".join(filter(str.isdigit, word)) for word in words if any(map(str.isdigit, word)))


def _are_within(few: list[str], many: list[str]) -> bool:
    """Return whether each of the few words stands for another one of the many: the same word for at least one of them,
    an initial of it (or the other way round) for the rest."""
    left, rest = list(many), list[str]()
    for word in few:
        if word in left:
            left.remove(word)
        else:
            rest.append(word)
    for word in rest:
        found = next((one for one in left if 1 in (len(one), len(word)) and one[0] == word[0]), None)
        if found is None:
            return False
        left.remove(found)
    return len(rest) < len(few)


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
