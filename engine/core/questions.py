"""Describe settings as people read them: the question, the possible answers, and where the book leaves room for them.
The words are data (`<system>/data/settings.toml`), and so are the answers; the settings themselves say which numbers
they may be. A setting without words belongs to a single game and is not for a season to decide."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.core.errors import BadData
from engine.core.settings import Choices, Dataclass, Ranges, is_whole
from engine.core.toml import packaged, read_toml
from engine.translatable import said, said_list

OPTION, READING = KINDS = ("option", "reading")
BOTH, PLAY = CONCERNS = ("both", "play")


@dataclass(frozen=True, slots=True)
class Question:
    """One setting.

    `of` is OPTION if the book itself offers it, READING if the book leaves room; `concerns` is BOTH for what is
    played and the score sheet, or PLAY only. `options` maps each answer to its words; without them the answer is a
    whole number from `least` to `most`, several of them (if `default` is a tuple), or a date such as 12-31. `named`:
    numbers with their own meaning. `written`: writes one item of a list in a line, if the items are not
    numbers. `entries`: what a list of names is made of, by id; it has `least` to `most` of them, or is empty. `empty`:
    what an empty list means.
    """

    name: str
    clause: str
    of: str
    concerns: str
    text: str
    default: Any
    options: Mapping[Any, str] | None = None
    least: int = 0
    most: int = 0
    named: Mapping[int, str] = field(default_factory=dict)
    written: Callable[[Any], str] | None = None
    entries: Mapping[str, str] | None = None
    empty: str = said("none")

    def words(self, value: Any) -> str:
        """Return an answer in words."""
        if self.options is not None:
            return self.options[value]
        if self.written is not None:
            return said_list([*map(self.written, value)], "; ") if value else self.empty
        if self.entries is not None:
            return said_list([self.entries[item] for item in value]) if value else self.empty
        if isinstance(value, list | tuple):
            return said_list([said("{number:,}", number=item) for item in value]) if value else self.empty
        return self.named.get(value) or said("{number:,}", number=value) if is_whole(value) else str(value)


def read_questions(package: str, settings: type[Dataclass], ranges: Ranges) -> Mapping[str, Question]:
    """Return the questions about a system's settings, by name. Raise BadData for words that fit no setting."""
    defaults = {entry.name: entry.default for entry in fields(settings)}
    questions = {}
    for name, entry in read_toml(packaged(package, "settings.toml")).items():
        if name not in defaults or entry["of"] not in KINDS or entry["concerns"] not in CONCERNS:
            raise BadData(f"The words of {package} for '{name}' fit no setting.")
        options = _options(entry, defaults[name])
        if options is not None and defaults[name] not in options:
            raise BadData(f"The words of {package} for '{name}' lack the usual answer.")
        bounds = ranges.get(name, (0, 0))
        words = (entry["clause"], entry["of"], entry["concerns"], said(entry["question"]))
        named = {number: said(words) for number, words in entry.get("named", ())}
        empty = said(entry["empty"]) if "empty" in entry else said("none")
        questions[name] = Question(name, *words, defaults[name], options, *bounds, named, empty=empty)
    return questions


def choices_of(questions: Mapping[str, Question], **others: tuple[str, ...]) -> Choices:
    """Return the words that settings may be: the answers to their questions, and those of `others`, which have no
    question or may be more."""
    asked = {name: question for name, question in questions.items() if isinstance(question.default, str)}
    return {name: tuple(question.options) for name, question in asked.items() if question.options} | others


def _options(entry: Mapping[str, Any], default: Any) -> Mapping[Any, str] | None:
    if isinstance(default, bool):
        return {True: said("Yes"), False: said("No")}
    return {answer: said(words) for answer, words in entry["options"]} if "options" in entry else None
