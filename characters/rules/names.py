"""Identify people: names, how they are compared and which are allowed, and the day of birth, which has no year."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations

from engine.translatable import Translatable, said

_DIRECTION_OVERRIDES = {chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
_NEVER_MEANT = _DIRECTION_OVERRIDES | {"\ufffd"}  # in place of a letter that was lost
_MISREAD_IN = ("cp1252", "cp1250", "cp1257", "cp1251", "mac_roman", "cp850", "cp437")
SHOWN = 60
_UNSHOWABLE = {"Cc", "Cs", "Cn", "Co", "Zl", "Zp"}
_UNSEEN = {"Cf", "Zs"}
# Letters that stay whole when accents are taken away, as people without such a keyboard type them.
_AS_TYPED = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_INSIDE_A_WORD = str.maketrans("", "", "'’‘ʼ`´.")
_CLOSE = 82  # per cent
MOST_COMPARED = 50_000
SORTED_BY = 50  # letters of a name
SPELLING, ORDER, SLIP = "spelling", "order", "slip"  # why two names are alike
MOST_ALIKE, MOST_LETTERS = 12, 40  # names that are alike to each other; letters of a name with a slip


def tidy(text: str) -> str:
    """Return the text without surrounding space, runs of space as one."""
    return " ".join(text.split())


def name_key(name: str) -> str:
    """Return the key by which names are compared: without regard to case, width, surrounding space or invisible
    letters."""
    if name.isascii():
        return tidy(name.casefold())
    seen = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).casefold()
    return tidy(unicodedata.normalize("NFKC", folded))


def search_words(name: str) -> list[str]:
    """Split a name into its words as somebody in a hurry types them: small letters, no accents, no apostrophes or full
    stops; hyphens and other signs separate words. A name of only signs is one word."""
    plain = unicodedata.normalize("NFKD", name_key(name).translate(_AS_TYPED)).translate(_INSIDE_A_WORD)
    letters = "".join(letter for letter in plain if unicodedata.category(letter) != "Mn")
    return re.findall(r"[^\W_]+", letters) or [name_key(name).replace(" ", "")]


def sort_key(name: str) -> str:
    """Return the key by which lists of people are sorted as people read: Émile sorts before Zoë, Łukasz beside Lukas.
    It is a number to the base of 16, so that every database, whatever its collation, puts keys in the same order. Names
    that are spelled alike have the same key: `name_key` decides between them."""
    return " ".join(search_words(name))[:SORTED_BY].encode().hex()


def by_name(path: str = "") -> tuple[str, str]:
    """Return the columns by which people are sorted as people read; `path` is where they are, with its `__`."""
    return f"{path}sort_key", f"{path}name_key"


def search_key(name: str) -> str:
    """Return what a search looks into: ` ` before every word, and all words as one at the end. A name fits a search
    when each of its `search_words` is in there, initials and numbers at the beginning of a word."""
    words = search_words(name)
    return "".join(f" {word}" for word in [*words, "".join(words)])


class KnownNames:
    """Names to search for the one that is meant, each as an id with its `search_key`. All searches together look
    closely at no more than `MOST_COMPARED` of them, so that a stranger's file costs a bounded time."""

    def __init__(self, keys: Iterable[tuple[int, str]]) -> None:
        self._left = MOST_COMPARED
        self._names = list[tuple[int, list[str], str]]()
        self._by_word = defaultdict[str, list[int]](list)
        self._by_numbers = defaultdict[tuple[str, ...], list[tuple[int, int, int]]](list)
        for at, (pk, key) in enumerate(keys):
            *words, joined = key.split()
            self._names.append((pk, words, joined))
            for word in {*words, joined}:
                self._by_word[word].append(at)
            self._by_numbers[_numbers(words)].append((at, len(joined), _letters(joined)))

    def meant_by(self, name: str) -> list[int]:
        """Return the ids that may be meant: the same words, or all words of the shorter name (an initial
        stands for a word), and then names that a slip of the hand separates. Numbers have to be the same."""
        words = search_words(name)
        called = [at for at in self._with_a_word_of(words) if self._is_called(at, words)]
        slips = [at for at in self._with_letters_of(words) if at not in called]
        return list(dict.fromkeys(self._names[at][0] for at in [*called, *slips]))

    def _with_a_word_of(self, words: Sequence[str]) -> list[int]:
        return self._spend(sorted({at for word in {*words, "".join(words)} for at in self._by_word.get(word, ())}))

    def _is_called(self, at: int, words: list[str]) -> bool:
        _, others, joined = self._names[at]
        same = joined == "".join(words) or _are_within(*sorted((words, others), key=len))
        return same and _numbers(words) == _numbers(others)

    def _with_letters_of(self, words: Sequence[str]) -> list[int]:
        joined = "".join(words)
        length, letters, apart = len(joined), _letters(joined), 100 - _CLOSE
        written = SequenceMatcher(None, b="".join(sorted(words)), autojunk=False)
        near = [
            at
            for at, other_length, others in self._by_numbers.get(_numbers(words), ())
            if 100 * max(abs(length - other_length), (letters ^ others).bit_count()) <= apart * (length + other_length)
        ]
        return [at for at in self._spend(near) if _is_close(written, self._names[at][1])]

    def _spend(self, places: list[int]) -> list[int]:
        places = places[: self._left]
        self._left -= len(places)
        return places


def alike(keys: Iterable[tuple[int, str]]) -> Iterator[tuple[int, int, str]]:
    """Yield pairs of ids whose names, as `search_key`, are alike, and why: first those of the same letters, then those
    of the same words, then names one slip apart by which a name may be meant (`_CLOSE`). Each pair is yielded once.
    The work is bounded: of many names that are all alike only some pairs are yielded."""
    names = [(pk, words, joined) for pk, key in keys for *words, joined in [key.split()]]
    pairs, left = set[tuple[int, int]](), MOST_COMPARED
    for why, blocks_of in (
        (SPELLING, lambda words, joined: [joined]),
        (ORDER, lambda words, joined: [tuple(sorted(words))]),
        (SLIP, _with_a_letter_less),
    ):
        blocks = defaultdict[object, list[int]](list)
        for at, (_, words, joined) in enumerate(names):
            for block in blocks_of(words, joined):
                blocks[block].append(at)
        for places in blocks.values():
            for (pk, _, joined), (other, _, others) in combinations([names[at] for at in places[:MOST_ALIKE]], 2):
                left -= 1
                if left < 0:
                    return
                pair = (pk, other) if pk < other else (other, pk)
                if pk != other and pair not in pairs and (why != SLIP or _is_slip(joined, others)):
                    pairs.add(pair)
                    yield (*pair, why)


def _with_a_letter_less(words: Sequence[str], joined: str) -> list[object]:
    """Return what two names share if a slip separates them: their numbers, and all letters but one of either."""
    numbers = _numbers(words)
    shorter = (
        {joined, *(joined[:at] + joined[at + 1 :] for at in range(len(joined)))} if len(joined) <= MOST_LETTERS else ()
    )
    return [(numbers, text) for text in shorter]


def _is_slip(text: str, other: str) -> bool:
    """Return whether one letter is another one, is too many or has changed places with the next, in a name so long that
    the rest says who is meant."""
    pairs = enumerate(zip(text, other, strict=False))
    same = next((at for at, (letter, others) in pairs if letter != others), min(len(text), len(other)))
    rest, others = text[same:], other[same:]
    slip = (
        rest[1:] == others[1:]
        or rest == others[1:]
        or rest[1:] == others
        or (rest[:2] == others[1::-1] and rest[2:] == others[2:])
    )
    longest = max(len(text), len(other))
    return slip and 200 * (longest - 1) >= _CLOSE * (len(text) + len(other))


def same_person(name: str, keys: Iterable[tuple[int, str]]) -> list[int]:
    """Return the ids that may be meant by `name`, as `KnownNames.meant_by`."""
    return KnownNames(keys).meant_by(name)


def _is_close(written: SequenceMatcher[str], words: Iterable[str]) -> bool:
    written.set_seq1("".join(sorted(words)))
    return 100 * written.ratio() >= _CLOSE


def _letters(text: str) -> int:
    """Return a bit for every letter, for the second of its kind one further up. Kinds that share a bit make texts look
    nearer than they are, never further."""
    bits = 0
    for letter in text:
        bit = 1 << (ord(letter) & 63)
        while bits & bit:
            bit <<= 64
        bits |= bit
    return bits


def _numbers(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted("".join(filter(str.isdigit, word)) for word in words if any(map(str.isdigit, word))))


def _are_within(few: list[str], many: list[str]) -> bool:
    """Return whether each of the few words stands for a different one of the many: the same word for at least one of
    them, an initial of it (or the other way round) for the rest."""
    left, rest = list(many), list[str]()
    for word in few:
        if word in left:
            left.remove(word)
        else:
            rest.append(word)
    for word in rest:
        counterpart = next((other for other in left if 1 in (len(other), len(word)) and other[0] == word[0]), None)
        if counterpart is None:
            return False
        left.remove(counterpart)
    return len(rest) < len(few)


def can_be_shown(text: str) -> bool:
    """Return whether there is something to see, and every letter shows in the order in which it is written."""
    kinds = {unicodedata.category(letter) for letter in text}
    return not kinds <= _UNSEEN and not kinds & _UNSHOWABLE and _NEVER_MEANT.isdisjoint(text)


def as_meant(text: str) -> str:
    """Return a text that was read in the wrong code page as it was meant, `Zoë` for `ZoÃ«`; "" for any other text."""
    if text.isascii():
        return ""
    return next((meant for page in _MISREAD_IN if (meant := _read_again(text, page))), "")


def _read_again(text: str, page: str) -> str:
    try:
        meant = b"".join(_byte(letter, page) for letter in text).decode()
    except UnicodeError:
        return ""
    return meant if can_be_shown(meant) else ""


def _byte(letter: str, page: str) -> bytes:
    """Return the letter as a byte; bytes that the page leaves undefined are read as control characters."""
    return letter.encode("latin-1" if "\x80" <= letter <= "\x9f" else page)


def misread(text: str) -> Translatable | None:
    """Return what is wrong with a text that was read in the wrong code page, as a sentence; None for any other text."""
    if not (meant := as_meant(text)):
        return None
    return said(
        "“{text}” looks like “{meant}” read in the wrong code page. In a spreadsheet, import the file with Data, "
        "From Text, as UTF-8; or type the text as it should be.",
        text=text[:SHOWN],
        meant=meant[:SHOWN],
    )


LONGEST = {
    "January": 31, "February": 29, "March": 31, "April": 30, "May": 31, "June": 30,
    "July": 31, "August": 31, "September": 30, "October": 31, "November": 30, "December": 31,
}  # fmt: skip
MONTHS = tuple(LONGEST)


def is_day(month: int, day: int) -> bool:
    """Return whether some year has that day; 29 February counts."""
    return 1 <= month <= len(MONTHS) and 1 <= day <= LONGEST[MONTHS[month - 1]]
