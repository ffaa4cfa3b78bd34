"""Read the figures of a score sheet, from any source. A CSV cell is text, an API value is JSON, a form field is either;
all become whole numbers, tallies by id, seat numbers or yes and no. A value that cannot be read is a `Problem` that
names seat, figure and what would be right."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.careers.editions import edition, edition_ids
from engine.translatable import Translatable, said
from games.rules.sheets import Problem

IN_TEXT: Mapping[str, str] = {
    "Happiness": said("happiness"),
    "Fame": said("fame"),
    "Cash": said("cash"),
    "Salary": said("salary"),
    "Insurance": said("insurance"),
    "Degrees": said("degrees"),
    "Trips": said("trips"),
    "Layoffs": said("layoffs"),
    "Reorgs": said("reorgs"),
    "Free passes": said("free passes"),
    "Checkpoints": said("checkpoints"),
    "Formula cash": said("formula cash"),
    "Formula happiness": said("formula happiness"),
    "Formula fame": said("formula fame"),
    "Boss": said("boss"),
    "Laid off": said("laid off"),
    "Backstabbed": said("backstabbed"),
    "Bumped": said("bumped"),
    "Left early": said("left early"),
    "Career points": said("career points"),
    "Rank": said("rank"),
    "Rank by a card": said("rank by a card"),
    "Positions": said("positions"),
    "Cards": said("cards"),
    "Joker skill": said("joker skill"),
    "Fame Tokens": said("fame tokens"),
    "Family Tokens": said("family tokens"),
    "Red Letter Day Tokens": said("red letter day tokens"),
    "Holiday Cards": said("holiday cards"),
    "Money": said("money"),
    "Place": said("place"),
    "Out": said("out"),
    "Side": said("side"),
}
LARGEST = 1_000_000_000
UNMARKED = (
    "unmarked"  # the entry of a tally for what was counted, while nobody has said yet of which program or company
)
_CURRENCY = re.compile("|".join(re.escape(edition(name).currency) for name in edition_ids()))
# Digits alone or in threes, and a fraction of nothing. Three noughts after a point are no fraction: 5.000 may be 5,000.
_WHOLE = re.compile(r"-?(\d+|\d{1,3}(?:([, '\u2019\u00a0\u202f])\d{3})(?:\2\d{3})*)([.,]00?)?", re.ASCII)
_POINTED = re.compile(r"-?\d{1,3}(\.\d{3})+(,00?)?", re.ASCII)
_FRACTION = re.compile(r"[.,]00?\Z")
# Also what spreadsheets make of a ticked box, in the languages of this site.
_ANSWERS = {
    **dict.fromkeys(("yes", "true", "x", "ja", "wahr", "oui", "vrai", "s\u00ed", "si", "verdadero"), True),
    **dict.fromkeys(("no", "false", "nein", "falsch", "non", "faux", "falso"), False),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One column of a game system. `counts` reads `law=2;journalism=1`, `seats` reads `2;3`, `positions` reads `1;3;2`
    (one per deal, so order and duplicates matter), `choice` one of `options` (id and label). `vocabulary` names the
    edition's ids that a tally may use. A required figure must be given, others default to nothing. A number is `least`
    or a number of steps more. The words of an `own` figure are a club's: they are shown as they are typed."""

    name: str
    label: str
    kind: Literal["number", "money", "counts", "seats", "positions", "choice", "flag"]
    required: bool = False
    most: int = LARGEST
    vocabulary: Literal["", "programs", "companies"] = ""
    hint: str = ""
    options: tuple[tuple[str, str], ...] = ()
    least: int = 0
    step: int = 1
    own: bool = False

    @property
    def word(self) -> str:
        """Return the name of the figure within a sentence."""
        return self.label if self.own else IN_TEXT.get(self.label, self.label.lower())


def shown_value(value: object) -> str:
    """Return a value in quotes, cut if it gets long."""
    text = str(value)
    return f"'{text}'" if len(text) <= 60 else f"'{text[:57]}...'"


class Unreadable(ValueError):
    """A value is not of the figure's kind; the message completes "Seat 1 (Ada): cash ..."."""

    @property
    def what(self) -> str:
        """Return the message, which may be translatable."""
        message: str = self.args[0]
        return message


def read_figures(
    columns: Iterable[Figure], raw: Mapping[str, Any], *, who: str, seat: int | None
) -> tuple[dict[str, Any], list[Problem]]:
    """Return the figures in `raw`, and a problem for each that cannot be read or is missing. Absent optional ones are
    left out."""
    figures: dict[str, Any] = {}
    problems: list[Problem] = []
    for column in columns:
        value = raw.get(column.name)
        try:
            if _is_blank(value):
                if column.required:
                    raise Unreadable(said("is missing"))
                continue
            figures[column.name] = read(column, value)
        except Unreadable as error:
            problems.append(unreadable(column, error, who=who, seat=seat))
    return figures, problems


def unreadable(column: Figure, error: Unreadable, *, who: str | Translatable, seat: int | None) -> Problem:
    """Return the problem of a value that is not of its column's kind."""
    return Problem(
        said("{who}: {figure} {problem}.", who=who, figure=column.word, problem=error.what), seat, column.name
    )


def read(column: Figure, value: Any) -> Any:
    """Return one value. Raise Unreadable."""
    match column.kind:
        case "number" | "money":
            number = whole_number(value, least=column.least, most=column.most, points=column.kind == "money")
            return _in_steps(number, column)
        case "counts":
            return _counts(value)
        case "seats":
            return _seats(value)
        case "positions":
            return _positions(value, most=column.most)
        case "choice":
            return _choice(value, column.options)
        case "flag":
            return yes_or_no(value)


def _in_steps(number: int, column: Figure) -> int:
    if (number - column.least) % column.step:
        text = said("is {number:,}; from {least:,} it goes up in steps of {step:,}")
        raise Unreadable(said(text, number=number, least=column.least, step=column.step))
    return number


def whole_number(value: Any, *, least: int = 0, most: int = LARGEST, points: bool = False) -> int:
    """Return a whole number from `least` to `most`. Raise Unreadable. Text may carry a currency sign, thousands
    separators and a fraction of zero. `points`: 47.400 is 47,400, as money is written where fractions have a comma."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise Unreadable(said("{value} is not a whole number", value=shown_value(value)))
    text = str(value).strip()
    if sign := _CURRENCY.match(text):
        text = text[sign.end() :]
    if not _WHOLE.fullmatch(text) and not (points and _POINTED.fullmatch(text)):
        raise Unreadable(said("{value} is not a whole number", value=shown_value(value)))
    digits = re.sub(r"\D", "", _FRACTION.sub("", text))
    if len(digits.lstrip("0")) > len(str(LARGEST)):
        raise Unreadable(_far_off(shown_value(value), least, most, below=text.startswith("-")))
    number = -int(digits) if text.startswith("-") else int(digits)
    if number < least:
        text = (
            said("is {number:,}; it can't be below {least:,}") if least else said("is {number:,}; it can't be below 0")
        )
        raise Unreadable(said(text, number=number, least=least))
    if number > most:
        raise Unreadable(said("is {number:,}; it can't be more than {most:,}", number=number, most=most))
    return number


def _far_off(value: str, least: int, most: int, *, below: bool) -> Translatable:
    if below:
        return (
            said("{value} is below {least:,}", value=value, least=least)
            if least
            else said("{value} is below 0", value=value)
        )
    return said("{value} is more than {most:,}", value=value, most=most)


def yes_or_no(value: Any) -> bool:
    """Read `yes`/`no` in any case, the words people write for them, or a boolean. Raise Unreadable."""
    if isinstance(value, bool):
        return value
    answer = _ANSWERS.get(str(value).strip().casefold())
    if answer is None:
        raise Unreadable(said("{value} must be yes or no", value=shown_value(value)))
    return answer


def _is_blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _counts(value: Any) -> dict[str, int]:
    if isinstance(value, Mapping):
        pairs = [(str(key), number) for key, number in value.items()]
    elif isinstance(value, str):
        pairs = [_pair(part) for part in value.split(";") if part.strip()]
    else:
        raise Unreadable(said("{value} must look like law=2;journalism=1", value=shown_value(value)))
    if len({key for key, _ in pairs}) != len(pairs):
        raise Unreadable(said("names the same entry twice"))
    counted = {key: whole_number(number, most=1000) for key, number in pairs}
    return {key: number for key, number in sorted(counted.items()) if number}


def _pair(part: str) -> tuple[str, str]:
    key, equals, number = part.partition("=")
    if not equals or not key.strip():
        raise Unreadable(said("{value} must look like law=2", value=shown_value(part.strip())))
    return key.strip(), number.strip()


def _seats(value: Any) -> tuple[int, ...]:
    if isinstance(value, str):
        parts: list[Any] = [part for part in value.split(";") if part.strip()]
    elif isinstance(value, list | tuple):
        parts = list(value)
    else:
        raise Unreadable(said("{value} must be seat numbers like 2;3", value=shown_value(value)))
    return tuple(whole_number(part, most=99) for part in parts)


def _positions(value: Any, *, most: int) -> tuple[int, ...]:
    if isinstance(value, str):
        parts: list[Any] = value.split(";")
    elif isinstance(value, list | tuple):
        parts = list(value)
    else:
        raise Unreadable(said("{value} must be one position per deal, like 1;3;2", value=shown_value(value)))
    if not parts or any(_is_blank(part) for part in parts):
        raise Unreadable(said("{value} must be one position per deal, like 1;3;2", value=shown_value(value)))
    positions = tuple(whole_number(part, most=most) for part in parts)
    if 0 in positions:
        raise Unreadable(said("contains a 0; the first position is 1"))
    return positions


def _choice(value: Any, options: tuple[tuple[str, str], ...]) -> str:
    ids = [key for key, _ in options]
    chosen = value.strip().casefold() if isinstance(value, str) else None
    if chosen not in ids:
        raise Unreadable(said("{value} must be one of {ids}", value=shown_value(value), ids=", ".join(ids)))
    return chosen
