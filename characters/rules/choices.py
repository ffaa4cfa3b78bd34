"""Check what a season or a single game chooses of each game's own settings, keep only what differs from the book, and
write it as text for files.

The engine says what there is to choose and what it means (`engine/<system>/data/settings.toml`); settings that belong
to only one game (seats, birthdays, the target) are not for a season. A single game may choose for itself the settings
that its score sheet does not depend on (`concerns` PLAY); the rest is the season's, or two sheets of a season could not
be compared. As text: `deals=4;auto_pass=yes`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from engine.career_compass import SEATS as COMPASS_SEATS
from engine.career_compass import settings as career_compass
from engine.career_poker import settings as career_poker
from engine.career_poker.data import read_box
from engine.careers import settings as careers
from engine.careers.actions import EXPERIENCE_NUMBER
from engine.careers.added_cards import read_line
from engine.careers.rules.tables import make_table
from engine.core.errors import BadOptions
from engine.core.questions import BOTH, OPTION, PLAY, READING, Question
from engine.core.settings import is_whole, refusal
from engine.game_of_the_year import settings as game_of_the_year
from engine.office_job import settings as office_job
from engine.translatable import said

Choices = Mapping[str, Any]
Questions = Mapping[str, Question]
# What the league itself does with a game; no setting of the engine.
POSITIONS, LEFT_OUT, MAX_PLAYERS = "positions", "left_out", "max_players"
_POSITION_NAMES = {position["id"]: position["name"] for position in read_box()["positions"]}
_OF_THE_LEAGUE: Mapping[str, Mapping[str, Question]] = {
    "career_poker": {
        POSITIONS: Question(
            name=POSITIONS,
            clause="B15, B16",
            of=OPTION,
            concerns=BOTH,
            text=said("Do positions last from one match of the season to the next?"),
            default=True,
            options={
                True: said("Yes, the last one decides who starts as boss"),
                False: said("No, every match starts without"),
            },
        ),
        LEFT_OUT: Question(
            name=LEFT_OUT,
            clause="rule 7, B11",
            of=OPTION,
            concerns=BOTH,
            text=said("Which positions are left out with fewer than eight players, the first to go first?"),
            default=(),
            least=4,
            most=4,
            entries={
                position: name for position, name in _POSITION_NAMES.items() if position not in ("boss", "dishwasher")
            },
            empty=said("the ones that the box leaves out"),
        ),
    },
    "career_compass": {
        MAX_PLAYERS: Question(
            name=MAX_PLAYERS,
            clause="rule 1, B2",
            of=READING,
            concerns=BOTH,
            text=said("How many players may sit at a table?"),
            default=8,
            least=COMPASS_SEATS[0],
            most=COMPASS_SEATS[1],
        )
    },
}
QUESTIONS: Mapping[str, Questions] = {
    "careers": careers.QUESTIONS,
    "office_job": office_job.QUESTIONS,
    "career_poker": {**_OF_THE_LEAGUE["career_poker"], **career_poker.QUESTIONS},
    "game_of_the_year": game_of_the_year.QUESTIONS,
    "career_compass": {**_OF_THE_LEAGUE["career_compass"], **career_compass.QUESTIONS},
}
# Systems whose score sheet reads differently where a season chooses so. The checkpoints of Careers are looked at when a
# sheet comes in and never again.
SCORED = frozenset(
    system
    for system, questions in QUESTIONS.items()
    if any(question.concerns == BOTH for question in questions.values())
) - {"careers"}
_MOST_TARGET = careers.RANGES["target"][1]


def _read_careers(values: Choices) -> None:
    """Check the settings of Careers. Added cards are looked up in the decks, which takes a table."""
    settings = {"target": _MOST_TARGET, **values}
    if values.get("extra_cards"):
        make_table(2, {"settings": settings})
    else:
        careers.read_settings(settings)


_READ: Mapping[str, Callable[[Choices], object]] = {
    "careers": _read_careers,
    "office_job": lambda values: office_job.settings_for(2, {"settings": values}),
    "career_poker": lambda values: career_poker.settings_for(4, {"settings": values}),
    "game_of_the_year": lambda values: game_of_the_year.settings_of({"settings": values}, 2),
    "career_compass": lambda values: career_compass.settings_of({"settings": values}),
}


class BadChoice(ValueError):
    """A setting that a game does not have, or a value that it can't have."""


def checked_choices(system: str, values: Any) -> dict[str, Any]:
    """Return what differs from the book, JSON-able, in the order of the questions. Raise BadChoice in a sentence."""
    questions = QUESTIONS.get(system)
    if questions is None:
        raise BadChoice(
            said(
                "There is no game '{system}' with settings; choose one of {known}.",
                system=system,
                known=", ".join(QUESTIONS),
            )
        )
    if not isinstance(values, Mapping):
        raise BadChoice(said("The settings of {system} must be an object of names and values.", system=system))
    for name, value in values.items():
        if name not in questions:
            raise BadChoice(
                said("{system} has no setting '{name}' that a season can choose.", system=system, name=name)
            )
        refused = _refused(questions[name], value)
        if refused:
            clause = questions[name].clause
            raise BadChoice(
                said(
                    "Setting '{name}' of {system} ({clause}) {problem}.",
                    name=name,
                    system=system,
                    clause=clause,
                    problem=refused,
                )
            )
    try:
        _READ[system](engine_settings(system, values))
    except BadOptions as error:
        raise BadChoice(*error.args) from error
    if system == "career_poker" and not values.get("score_first_deal", True) and values.get(POSITIONS, True):
        raise BadChoice(
            said(
                "The first deal can go without points only if every match starts without positions; otherwise its "
                "boss is already boss. Change one of the two."
            )
        )
    plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return {
        name: plain[name]
        for name, question in questions.items()
        if name in plain and not _is_book(question, plain[name])
    }


def engine_settings(system: str, values: Choices) -> dict[str, Any]:
    """Return those of the choices that the engine knows."""
    own = _OF_THE_LEAGUE.get(system, {})
    return {name: value for name, value in values.items() if name not in own}


def titles(seats: int, left_out: Sequence[str] = ()) -> list[str]:
    """Return the ids of the positions of Career Poker that this many players hold, from the boss down (rule 7, B11)."""
    if not left_out:
        return list(read_box()["players"][str(seats)]["titles"])
    gone = left_out[: len(_POSITION_NAMES) - seats]
    return [position for position in _POSITION_NAMES if position not in gone]


def title_names(seats: int, choices: Choices) -> list[str]:
    """Return the titles of these positions as people read them, by what a season chooses."""
    return [_POSITION_NAMES[position] for position in titles(seats, choices.get(LEFT_OUT, ()))]


def _wrong_names(question: Question, entries: Mapping[str, str], value: Any) -> str:
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) and name in entries for name in value):
        return f"must be a list of: {', '.join(entries)}"
    if len(set(value)) < len(value):
        return "names one twice"
    if value and not question.least <= len(value) <= question.most:
        return f"must name {question.least} of them, or nothing"
    return ""


def _is_book(question: Question, value: Any) -> bool:
    return bool(value == (list(question.default) if isinstance(question.default, tuple) else question.default))


def _refused(question: Question, value: Any) -> str:
    if question.written is not None:
        return "" if isinstance(value, list | tuple) else "must be a list"
    if question.entries is not None:
        return _wrong_names(question, question.entries, value)
    if isinstance(question.default, tuple):
        fits = isinstance(value, list | tuple) and all(is_whole(item) and 0 <= item <= _MOST_TARGET for item in value)
        return "" if fits else "must be a list of whole numbers"
    if question.options is not None:
        return refusal(value, options=[item for item in question.options if isinstance(item, str)])
    if isinstance(question.default, str):
        return "" if isinstance(value, str) else "must be a date such as 12-31"
    return refusal(value, bounds=(question.least, question.most))


_WORDS = {"yes": True, "no": False}
_OF_THE_SEASON = said("'{name}' is for the house rules of the season, not for one game.")


def of_one_game(questions: Questions) -> Questions:
    """Return the settings that a single game may choose, by name."""
    return {name: question for name, question in questions.items() if question.concerns == PLAY}


def one_games_choices(system: str, season: Choices, own: Choices) -> dict[str, Any]:
    """Return what a game with choices of its `own` plays by, as far as it differs from the book. Raise BadChoice."""
    questions = QUESTIONS.get(system, {})
    for name in own:
        if name in questions and questions[name].concerns != PLAY:
            raise BadChoice(said(_OF_THE_SEASON, name=said(questions[name].text)))
    return checked_choices(system, {**season, **own})


def choices_as_text(questions: Questions, own: Choices) -> str:
    """Return the choices in a cell of a file, in the order of the questions; "" for no choices."""
    return ";".join(f"{name}={_as_text(question, own[name])}" for name, question in questions.items() if name in own)


def in_words(questions: Questions, values: Choices) -> list[tuple[str, str]]:
    """Return question and answer of each of these settings of a game, if it has words."""
    return [(question.text, question.words(values[name])) for name, question in questions.items() if name in values]


def read_choices(questions: Questions, text: str) -> dict[str, Any]:
    """Return the choices that `choices_as_text` wrote. Raise BadChoice for text that can't be read; `one_games_choices`
    says whether a game may have them."""
    single, choices = of_one_game(questions), dict[str, Any]()
    for part in filter(None, map(str.strip, text.split(";"))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            raise BadChoice(said("'{part}' must look like {example}.", part=part[:60], example=example(questions)))
        if name in choices:
            raise BadChoice(said("'{name}' appears twice.", name=name[:60]))
        if name not in single:
            raise BadChoice(_no_such(questions, name))
        choices[name] = _read(single[name], value)
    return choices


def _no_such(questions: Questions, name: str) -> str:
    if name in questions:
        return said(_OF_THE_SEASON, name=name)
    return said("A single game of this system has no setting '{name}'.", name=name[:60])


def example(questions: Questions) -> str:
    """Return an example of how a choice is written."""
    for name, question in of_one_game(questions).items():
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
