"""The calendar of Game of the Year as twelve leaves of seven days a row, with the tokens that stand on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.game_of_the_year.data import read_data
from engine.game_of_the_year.days import MONTHS, day_text, lengths
from engine.game_of_the_year.words import happens
from engine.said import said
from league.play.rules.tokens import Token, spread

SIDE, ROW = 16, 7  # of a square; squares in a row
_NEAR = 5
LEAP_DAY = "02-29"


@dataclass(frozen=True, slots=True)
class Leaf:
    """One month. `plain`, `pictures`, `red`, `blue`, `both`, `ends`: paths over the squares that have no entry, one, a
    border of that colour, the end of a quarter; `reached`: squares that a choice leads to."""

    name: str
    days: int
    plain: str
    pictures: str
    red: str
    blue: str
    both: str
    ends: str
    reached: str
    tokens: tuple[Token, ...]


def leaves(tokens: Sequence[tuple[str, Token]], reached: Sequence[str]) -> list[Leaf]:
    """Return a leaf for every month; `tokens` and `reached`: dates such as `01-25` with who stands there, and those
    that a choice leads to."""
    leap = LEAP_DAY in {*reached, *(date for date, _ in tokens)}
    return [
        _leaf(month, days, [one for one in tokens if _month(one[0]) == month], reached)
        for month, days in enumerate(lengths(leap), 1)
    ]


def entry_of(date: str) -> Mapping[str, Any]:
    """Return what a day shows and does; {} for a plain one."""
    return _entries().get(date, {})


def effect_of(date: str) -> str:
    return happens(entry_of(date))


def coming(date: str, most: int) -> list[dict[str, Any]]:
    """Return the next days after this one that show something."""
    from_here = "00-00" if not date[:2].isdecimal() else date
    later = sorted(other for other in _entries() if other > from_here and other != LEAP_DAY)
    return [told(other) for other in later[:most]]


def told(date: str) -> dict[str, Any]:
    entry = entry_of(date)
    return {
        "date": day_text(date),
        "border": BORDER_WORDS.get(entry.get("border", "none"), ""),
        "colour": entry.get("border", "none"),
        "caption": entry.get("caption", ""),
        "does": happens(entry) if entry else "",
    }


BORDER_WORDS = {"red": said("red"), "blue": said("blue"), "both": said("red and blue")}


def text_of(day: Mapping[str, Any]) -> str:
    """Return a day of `about` in one line."""
    if day["caption"]:
        return said("{date}, {caption}", date=day_text(day["date"]), caption=day["caption"])
    return day_text(day["date"])


@cache
def _entries() -> Mapping[str, Mapping[str, Any]]:
    data = read_data()
    return {day["date"]: day for day in (*data["day"], data["leap_day"])}


def _month(date: str) -> int:
    return int(date[:2]) if date[:2].isdecimal() else 0


def _corner(day: int) -> tuple[int, int]:
    return (day - 1) % ROW * SIDE, (day - 1) // ROW * SIDE


def _squares(days: Sequence[int]) -> str:
    """Return the path of squares one unit within their cells."""
    return "".join("M{} {}h14v14h-14z".format(*(side + 1 for side in _corner(day))) for day in days)


@cache
def _drawn(month: int, days: int) -> dict[str, str]:
    here = {day: _entries().get(f"{month:02}-{day:02}", {}) for day in range(1, days + 1)}
    ends = {int(date[3:]) for date in read_data()["board"]["quarter_ends"] if _month(date) == month}
    if month == 12:
        ends.add(days)
    drawn = {
        border: _squares([day for day, entry in here.items() if entry.get("border") == border])
        for border in BORDER_WORDS
    }
    flags = ("M{} {}h8l-8 8z".format(*(side + 1 for side in _corner(day))) for day in ends)
    return {
        **drawn,
        "plain": _squares([day for day, entry in here.items() if not entry]),
        "pictures": _squares([day for day, entry in here.items() if entry]),
        "ends": "".join(flags),
    }


def _leaf(month: int, days: int, standing: Sequence[tuple[str, Token]], reached: Sequence[str]) -> Leaf:
    placed = []
    for date in dict.fromkeys(date for date, _ in standing):
        here = [token for at, token in standing if at == date]
        left, top = _corner(int(date[3:]))
        for token, (dx, dy) in zip(here, spread(len(here), _NEAR), strict=True):
            placed.append(Token(token.seat, token.name, left + SIDE // 2 + dx, top + SIDE // 2 + dy))
    frames = _squares([int(date[3:]) for date in dict.fromkeys(reached) if _month(date) == month])
    return Leaf(MONTHS[month - 1], days, reached=frames, tokens=tuple(placed), **_drawn(month, days))
