"""Check what a single game plays by instead of its season's settings, and write it as text for files.

A game may choose for itself the settings that its score sheet does not depend on (`concerns` PLAY); the rest is the
season's, or two sheets of a season could not be compared. As text: `deals=4;auto_pass=yes`.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from characters.rules.game_choices import QUESTIONS, BadChoice, Choices, checked_choices
from engine.careers.actions import EXPERIENCE_NUMBER
from engine.careers.added_cards import read_line
from engine.core.errors import BadOptions
from engine.core.questions import PLAY, Question
from engine.translatable import said

_WORDS = {"yes": True, "no": False}
_OF_THE_SEASON = said("'{name}' is for the house rules of the season, not for one game.")


def of_one_game(system: str) -> Mapping[str, Question]:
    """Return the settings that a single game of that system may have of its own, by name."""
    return {name: question for name, question in QUESTIONS.get(system, {}).items() if question.concerns == PLAY}


def one_games_choices(system: str, season: Choices, own: Choices) -> dict[str, Any]:
    """Return what a game with choices of its `own` plays by, as far as it differs from the book. Raise BadChoice."""
    questions = QUESTIONS.get(system, {})
    for name in own:
        if name in questions and questions[name].concerns != PLAY:
            raise BadChoice(said(_OF_THE_SEASON, name=said(questions[name].text)))
    return checked_choices(system, {**season, **own})


def choices_as_text(system: str, own: Choices) -> str:
    """Return the choices in a cell of a file, in the order of the questions; "" for no choices."""
    questions = QUESTIONS.get(system, {})
    return ";".join(f"{name}={_as_text(question, own[name])}" for name, question in questions.items() if name in own)


def in_words(system: str, values: Choices) -> list[tuple[str, str]]:
    """Return question and answer of each of these settings of a game, if it has words."""
    questions = QUESTIONS.get(system, {})
    return [(question.text, question.words(values[name])) for name, question in questions.items() if name in values]


def read_choices(system: str, text: str) -> dict[str, Any]:
    """Return the choices that `choices_as_text` wrote. Raise BadChoice for text that can't be read; `one_games_choices`
    says whether a game may have them."""
    questions, choices = of_one_game(system), dict[str, Any]()
    for part in filter(None, map(str.strip, text.split(";"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise BadChoice(said("'{part}' must look like {example}.", part=part[:60], example=example(system)))
        if name in choices:
            raise BadChoice(said("'{name}' stands there twice.", name=name[:60]))
        if name not in questions:
            raise BadChoice(_no_such(system, name))
        choices[name] = _read(questions[name], value)
    return choices


def _no_such(system: str, name: str) -> str:
    if name in QUESTIONS.get(system, {}):
        return said(_OF_THE_SEASON, name=name)
    return said("There is no setting '{name}' that one game of this system may have of its own.", name=name[:60])


def example(system: str) -> str:
    """Return an example of how a choice of that system is written."""
    for name, question in of_one_game(system).items():
        return f"{name}={_as_text(question, question.default)}"
    return "name=value"


def _as_text(question: Question, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        if question.written is not None:
            return " | ".join(_escaped(question.written(part)) for part in value)
        return ",".join(map(str, value))
    return str(value)


def _escaped(text: str) -> str:
    """Escape the separators of choices in a name."""
    return text.replace("%", "%25").replace(";", "%3B").replace("|", "%7C")


def _read(question: Question, value: str) -> Any:
    if question.written is not None:
        try:
            lines = (unquote(line) for line in value.split("|") if line.strip())
            return [dict(read_line(line, EXPERIENCE_NUMBER)) for line in lines]
        except BadOptions as error:
            raise BadChoice(*error.args) from error
    if isinstance(question.default, bool):
        return _WORDS.get(value.casefold(), value)
    if isinstance(question.default, tuple):
        return [_number(part.strip()) for part in value.split(",") if part.strip()]
    return (
        value.casefold()
        if question.options is not None
        else value
        if isinstance(question.default, str)
        else _number(value)
    )


def _number(text: str) -> Any:
    """Return a whole number; any other text stays text, and is refused as that."""
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 12 else text
