"""The sentences on the last turns of a play, in the reader's words.

A turn never changes, and everybody at a table asks after every move for dozens that they had before. The words for a
turn are cached by all that they are made of: nothing has to be invalidated, and nobody hears what was told to somebody
else."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils.translation import get_language

from characters.queries.compiled import Compiled
from engine import Sentence
from games.models import Turn
from games.rules.told import WATCHING, told_to
from league.play.rules.film import film_of

HeardTurn = tuple[int, str, int | None, str]
LINES = 40  # turns that the log tells
KEPT = 10_000  # turns: those that 250 tables tell
_LAST: Compiled[Turn] = Compiled(
    lambda play: (
        Turn.objects.filter(play=play)
        .order_by("-number")
        .values_list("number", "author", "seat", Cast("told", TextField()))[:LINES]
    )
)


@dataclass(frozen=True, slots=True)
class LogLine:
    """`author` and `seat`, from 0, are those of the turn, see `Turn`; "" for one in no database. `sentences`:
    each with the clause that it follows from. `film`: its steps (league.play.rules.film) as JSON, ""
    if there is nothing to see."""

    number: int
    sentences: tuple[tuple[str, str], ...]
    film: str = ""
    author: str = ""
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """One turn as it was told to one reader; `line` is that in the log."""

    sentences: tuple[Sentence, ...]
    line: LogLine


def last_heard(play: int, eyes: int | None, names: Sequence[str]) -> list[Heard]:
    """Return the last turns of a play, the newest first, through the eyes of a seat, from 0; None for spectators."""
    return heard(_LAST.values(play), eyes, names)


def heard(turns: Iterable[HeardTurn], eyes: int | None, names: Sequence[str]) -> list[Heard]:
    """Return what these eyes heard; `turns`: of each its number, author and seat, and what was told of it (`Turn.told`)
    as JSON."""
    reader, shown_names, language = WATCHING if eyes is None else str(eyes), tuple(names), get_language()
    versions = (_heard(*turn, shown_names, language) for turn in turns)
    return [version.get(reader) or version[WATCHING] for version in versions]


@lru_cache(KEPT)
def _heard(
    number: int, author: str, seat: int | None, text: str, names: tuple[str, ...], _language: str | None
) -> dict[str, Heard]:
    """Return what spectators heard, and every seat that was told something else."""
    by_reader, say = json.loads(text), speaks_to(names)
    heard_by = {}
    for reader in {WATCHING, *by_reader}:
        sentences = tuple(told_to(by_reader, int(reader) if reader else None))
        steps, words = film_of(sentences, say), tuple((say(sentence), sentence.why) for sentence in sentences)
        line = LogLine(number + 1, words, json.dumps(steps) if steps else "", author, seat)
        heard_by[reader] = Heard(sentences, line)
    return heard_by


def speaks_to(names: Sequence[str]) -> Callable[[Sentence], str]:
    """Return a function that says sentences in the reader's language; in English it asks no catalogue."""
    if get_language() == settings.LANGUAGE_CODE:
        return lambda sentence: sentence.named(names)
    return lambda sentence: sentence.spoken(names)
