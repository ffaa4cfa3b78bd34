"""What days and cards do, in words: the closed vocabulary of the data as sentences, for a printed book of the game."""

from calendar import month_name
from collections.abc import Mapping
from typing import Any

_WHO = {"self": "you", "others": "everybody else", "all": "everybody", "leader": "the leader on the board",
        "last": "the last on the board", "left": "your left neighbour", "right": "your right neighbour",
        "choice": "a player of your choice"}  # fmt: skip
_TOKENS = {"fame": "Fame Token", "family": "Family Token", "red_letter": "Red Letter Day Token", "any": "token"}
_TIMES = {1: "once", 2: "twice"}


def happens(entry: Mapping[str, Any]) -> str:
    """What a day or card with `do`, and perhaps `if` and `else`, does; "" where it does nothing."""
    done = _all(entry.get("do", []))
    if "if" not in entry:
        return done
    sentence = f"If {' and '.join(_CONDITIONS[name](value) for name, value in entry['if'].items())}: {done}"
    return f"{sentence} Else: {_all(entry['else'])}" if entry.get("else") else sentence


def _all(operations: list[Mapping[str, Any]]) -> str:
    return " ".join(f"{said[0].upper()}{said[1:]}." for said in map(_one, operations))


def _one(entry: Mapping[str, Any]) -> str:
    who, number = entry["who"], entry.get("n", 1)
    return f"{_WHO[who]} {_DOES[entry['op']](entry, number, '' if who == 'self' else 's')}"


def _counted(number: int, noun: str) -> str:
    return f"{abs(number)} {noun}{'s' * (abs(number) != 1)}"


def _gets(number: int, what: str, s: str) -> str:
    return f"take{s} {what}" if number > 0 else f"give{s} back {what}"


def _cash(entry: Mapping[str, Any], n: int, s: str) -> str:
    return f"receive{s} ${n:,} from the bank" if n > 0 else f"pay{s} ${-n:,} to the bank"


def _pay(entry: Mapping[str, Any], n: int, s: str) -> str:
    each = "each of the others" if entry["to"] == "others" else _WHO[entry["to"]]
    return f"pay{s} ${n:,} to {each}"


_DOES: Mapping[str, Any] = {
    "chance": lambda entry, n, s: f"draw{s} a Chance Card",
    "hazard": lambda entry, n, s: f"draw{s} a Hazard Card",
    "move": lambda entry, n, s: f"go{'es' if s else ''} {_counted(n, 'day')} {'ahead' if n > 0 else 'back'}",
    "next": lambda entry, n, s: f"go{'es' if s else ''} to the next {entry['colour']} day",
    "goto": lambda entry, n, s: f"go{'es' if s else ''} to {date_in_words(entry['date'])}",
    "swap": lambda entry, n, s: f"change{s} places with {_WHO[entry['with']]}",
    "cash": _cash,
    "pay": _pay,
    "token": lambda entry, n, s: _gets(n, _counted(n, _TOKENS[entry["type"]]), s),
    "give_token": lambda entry, n, s: f"give{s} a {_TOKENS[entry['type']]} to {_WHO[entry['to']]}",
    "holiday": lambda entry, n, s: _gets(n, _counted(n, "Holiday Card"), s),
    "skip": lambda entry, n, s: f"lose{s} {_counted(n, 'turn')}",
    "spin": lambda entry, n, s: f"spin{s} {_TIMES.get(n, f'{n} times')} more",
}


def _months(months: list[int]) -> str:
    return f"you stand in {' or '.join(month_name[month] for month in months)}"


_CONDITIONS: Mapping[str, Any] = {
    "leader": lambda yes: "you lead on the board" if yes else "you do not lead on the board",
    "last": lambda yes: "you are last on the board" if yes else "you are not last on the board",
    "months": _months,
    "day_even": lambda yes: f"the number of your day is {'even' if yes else 'odd'}",
    "money_min": lambda n: f"you have ${n:,} or more",
    "money_max": lambda n: f"you have ${n:,} or less",
    "holiday_min": lambda n: f"you have {_counted(n, 'Holiday Card')} or more",
    "holiday_max": lambda n: f"you have {_counted(n, 'Holiday Card')} or fewer",
    "fame_min": lambda n: f"you have {_counted(n, 'Fame Token')} or more",
    "family_min": lambda n: f"you have {_counted(n, 'Family Token')} or more",
    "red_letter_min": lambda n: f"you have {_counted(n, 'Red Letter Day Token')} or more",
    "birth_half": lambda half: f"you were born in the {'first' if half == 1 else 'second'} half of the year",
    "birthday_ahead": lambda yes: f"your birthday is {'still ahead' if yes else 'over'} on the board",
}


def date_in_words(date: str) -> str:
    """`04-01` as "1 April"."""
    month, day = date.split("-")
    return f"{int(day)} {month_name[int(month)]}"
