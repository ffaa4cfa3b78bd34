"""Make sentences of the rules that remember their pattern and values.

A sentence is its English text everywhere: rows, logs, digests, comparisons. `spoken` says it in the reader's language,
through the catalogues given to `speak_with`; a Django template does so automatically, through `__html__`. No rule asks
which language is spoken, so nothing that is stored or proved depends on the reader.

Every floor speaks with it, so it knows no game and imports nothing of the engine.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from html import escape
from numbers import Number
from typing import Any

Translate = Callable[[str], str]
TranslateCount = Callable[[str, str, int], str]
Write = Callable[[Any, str], str]


def _as_it_is(text: str) -> str:
    return text


def _english_count(singular: str, plural: str, count: int) -> str:
    return singular if count == 1 else plural


_translate: Translate = _as_it_is
_translate_count: TranslateCount = _english_count
_write: Write = format


def speak_with(translate: Translate, translate_count: TranslateCount, write: Write = format) -> None:
    """Take over the site's catalogues, once at the start; without them every sentence is English. `write(value, spec)`
    formats numbers and dates, such as the `,` of `{amount:,}`."""
    global _translate, _translate_count, _write
    _translate, _translate_count, _write = translate, translate_count, write


def pattern_of(singular: str, plural: str | None, count: int) -> str:
    """Return the pattern in the reader's language, its gaps still open."""
    return _translate(singular) if plural is None else _translate_count(singular, plural, count)


class _InPattern:
    """A number or a date within a pattern."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        return _write(self.value, spec)


def in_pattern(value: Any) -> Any:
    """Return a value as the gap of a pattern in the reader's language takes it."""
    return _InPattern(value) if isinstance(value, Number | date) else spoken(value)


class Translatable(str):
    """English text, with the pattern and the values that another language needs. Made by `said` and `said_of`."""

    one: str
    many: str | None
    number: int
    values: dict[str, Any]

    def spoken(self) -> str:
        """Return the sentence in the current reader's language."""
        pattern = pattern_of(self.one, self.many, self.number)
        values = {name: in_pattern(value) for name, value in self.values.items()}
        return pattern.format(**values) if values else pattern

    def kept(self) -> dict[str, Any]:
        """Return pattern and values as JSON-able data for `said_again`, to be stored."""
        values = {name: _kept(value) for name, value in self.values.items()}
        return {"one": self.one, "many": self.many, "number": self.number, "values": values}

    def __html__(self) -> str:
        return escape(self.spoken())

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)


def _made(singular: str, plural: str | None, count: int, values: dict[str, Any]) -> Translatable:
    pattern = singular if plural is None or count == 1 else plural
    sentence = Translatable(pattern.format(**values) if values else pattern)
    sentence.one, sentence.many, sentence.number, sentence.values = singular, plural, count, values
    return sentence


def said(pattern: str, /, **values: Any) -> Translatable:
    """Return a sentence: `said("{who} owes {amount}", who="Ada", amount=300)`. A value may be a sentence too."""
    return _made(pattern, None, 0, values)


def said_of(count: int, singular: str, plural: str, /, **values: Any) -> Translatable:
    """Return the form for the count, such as `said_of(3, "{count} card", "{count} cards")`; `{count}` is always
    there."""
    return _made(singular, plural, count, {"count": count, **values})


def said_list(parts: Sequence[str], between: str = ", ") -> Translatable:
    """Join parts in a list such as "3 tables of 4, 1 bye"; each is said in the reader's language."""
    values = {f"part_{number}": part for number, part in enumerate(parts)}
    return said(between.join(f"{{{name}}}" for name in values), **values)


def renamed(text: str, names: Mapping[str, str]) -> str:
    """Return a sentence, or any other text, in which these names are others. Its pattern and its language stay, and so
    do the values of a sentence that only contain one, as a longer name does."""
    if not names:
        return text
    if isinstance(text, Translatable):
        values = {name: _renamed(value, names) for name, value in text.values.items()}
        return _made(text.one, text.many, text.number, values) if values else text
    longest_first = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{longest_first})(?!\w)", lambda name: names[name.group()], text)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, Translatable):
        return renamed(value, names)
    return names.get(value, value) if isinstance(value, str) else value


def spoken(value: Any) -> Any:
    """Return a sentence in the reader's language, and anything else as it is."""
    return value.spoken() if isinstance(value, Translatable) else value


def _kept(value: Any) -> Any:
    if isinstance(value, date):
        return {"at": value.isoformat()}
    return value.kept() if isinstance(value, Translatable) else value


def _again(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return datetime.fromisoformat(value["at"]) if "at" in value else said_again(value)


def said_again(data: Mapping[str, Any]) -> Translatable:
    """Return the sentence that `Translatable.kept` stored."""
    values = {name: _again(value) for name, value in data["values"].items()}
    return _made(data["one"], data["many"], data["number"], values)
