"""Check what a season chooses of each game's own settings, and keep only what differs from the book.

The engine says what there is to choose and what it means (`engine/<system>/data/settings.toml`); settings that belong
to one game alone (seats, birthdays, the target) are not for a season.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.career_compass import SEATS as COMPASS_SEATS
from engine.career_compass import settings as career_compass
from engine.career_poker import settings as career_poker
from engine.career_poker.data import read_box
from engine.careers import settings as careers
from engine.careers.rules.tables import make_table
from engine.core.errors import BadOptions
from engine.core.questions import BOTH, OPTION, READING, Question
from engine.core.settings import is_whole, refusal
from engine.game_of_the_year import settings as game_of_the_year
from engine.office_job import settings as office_job
from engine.translatable import said

Choices = Mapping[str, Any]
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
            text=said("Which positions are left out where fewer than eight play, the first to go first?"),
            default=(),
            least=4,
            most=4,
            entries={
                position: name for position, name in _POSITION_NAMES.items() if position not in ("boss", "dishwasher")
            },
            empty=said("those that the box leaves out"),
        ),
    },
    "career_compass": {
        MAX_PLAYERS: Question(
            name=MAX_PLAYERS,
            clause="rule 1, B2",
            of=READING,
            concerns=BOTH,
            text=said("How many players sit at a table at most?"),
            default=8,
            least=COMPASS_SEATS[0],
            most=COMPASS_SEATS[1],
        )
    },
}
QUESTIONS: Mapping[str, Mapping[str, Question]] = {
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
                "There is no game '{system}' with settings; known are {known}.",
                system=system,
                known=", ".join(QUESTIONS),
            )
        )
    if not isinstance(values, Mapping):
        raise BadChoice(said("The settings of {system} must be an object of names and values.", system=system))
    for name, value in values.items():
        if name not in questions:
            raise BadChoice(said("{system} has no setting '{name}' that a season chooses.", system=system, name=name))
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
                "The first deal can go without points only where every match starts without positions: else its boss "
                "is boss already. Change one of the two."
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
    """Return the ids of the positions of Career Poker that so many players hold, from the boss down (rule 7, B11)."""
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
