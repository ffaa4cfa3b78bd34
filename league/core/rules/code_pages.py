"""The code page of a text file that is not UTF-8: which pages make words of its bytes, and whether they agree.

A program on Windows writes one byte for each letter and does not say by which table. So every table is tried on the
words with such bytes: a table that makes `Mšller` or `£ukasz` of them is not one that anybody meant."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType

from engine.translatable import Translatable, said
from league.core.rules.csv_text import is_foreign_text

CODE_PAGES: Mapping[str, Translatable] = MappingProxyType(
    {
        "cp1252": said("Western Europe"),
        "cp1250": said("Central Europe"),
        "cp1254": said("Turkish"),
        "cp1257": said("Baltic"),
        "cp1251": said("Cyrillic"),
        "cp1253": said("Greek"),
        "mac_roman": said("Western Europe, an old Mac"),
        "cp850": said("Western Europe, DOS"),
    }
)
_RARE = "cp850"  # likely only where no other page makes words
MOST_WORDS, SHOWN_WORDS, SHOWN_LETTERS = 5_000, 3, 30
_WORD = re.compile(rb"[^\x00-\x20,;|\"\x80-\xff]*[\x80-\xff][^\x00-\x20,;|\"]*")
_SIGNS = frozenset("’‘‚“”„–—«»…· ")


@dataclass(frozen=True, slots=True)
class CodePage:
    """Name the likeliest page and, if that is not sure, every page that can read the file, with words as it reads
    them."""

    likeliest: str
    choices: Sequence[tuple[str, str]] = ()


def code_page_of(data: bytes) -> CodePage | None:
    """Return the code page of a text file; None for UTF-8, for no text, and if no page can read it."""
    if not is_foreign_text(data):
        return None
    words = list(dict.fromkeys(_WORD.findall(data)))[:MOST_WORDS]
    read = {page: texts for page in CODE_PAGES if (texts := _read(words, page)) is not None}
    if not read:
        return None
    strange = {page: sum(map(_is_strange, texts)) for page, texts in read.items()}
    best = min(strange.values())
    fitting = [page for page in read if strange[page] == best]
    fitting = [page for page in fitting if page != _RARE] or fitting
    if all(read[page] == read[fitting[0]] for page in fitting):
        return CodePage(fitting[0])
    telling = [place for place in range(len(words)) if len({read[page][place] for page in fitting}) > 1][:SHOWN_WORDS]
    order = sorted(read, key=lambda page: (page not in fitting, strange[page]))
    return CodePage(fitting[0], [(page, _shown(read[page], telling)) for page in order])


def _read(words: Sequence[bytes], page: str) -> list[str] | None:
    try:
        return [word.decode(page) for word in words]
    except UnicodeDecodeError:
        return None


def _shown(texts: Sequence[str], places: Sequence[int]) -> str:
    return ", ".join(texts[place][:SHOWN_LETTERS] for place in places)


def _is_strange(word: str) -> bool:
    """Return whether no language writes such a word: a sign or a ligature among letters, two scripts, a capital after a
    small letter if one has an accent, only letters with accents, or only these beside a number."""
    letters = [letter for letter in word if letter.isalpha()]
    foreign = [letter for letter in letters if not letter.isascii()]
    if any(unicodedata.decomposition(letter).startswith("<") for letter in foreign):
        return True
    if any(not letter.isascii() and not letter.isalpha() and letter not in _SIGNS for letter in word):
        return bool(letters) or not any(map(str.isdigit, word))
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters}
    if len(scripts) > 1:
        return True
    if len(foreign) == len(letters) and (any(map(str.isdigit, word)) or (scripts == {"LATIN"} and len(letters) > 2)):
        return True
    return any(
        before.isalpha()
        and after.isupper()
        and not word.isupper()
        and (not after.isascii() or (before.islower() and not before.isascii()))
        for before, after in pairwise(word)
    )
