"""Put into words what days and cards do: the closed vocabulary of the data as sentences, for pages and a printed
book."""

from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

from engine.game_of_the_year.days import MONTHS
from engine.translatable import said, said_list, said_of

BORDER_WORDS = {"red": said("red"), "blue": said("blue"), "both": said("red and blue")}
DECK_WORDS = {"chance": said("Chance Card"), "hazard": said("Hazard Card")}
_WHO = {
    "others": said("Everybody else"),
    "all": said("Everybody"),
    "leader": said("The leader on the board"),
    "last": said("The last on the board"),
    "left": said("Your left neighbour"),
    "right": said("Your right neighbour"),
    "choice": said("A player of your choice"),
}
_OTHER = {
    "self": said("you"),
    "others": said("everybody else"),
    "all": said("everybody"),
    "leader": said("the leader on the board"),
    "last": said("the last on the board"),
    "left": said("your left neighbour"),
    "right": said("your right neighbour"),
    "choice": said("a player of your choice"),
}
_PAID = {**_OTHER, "others": said("each of the others")}
_GIVEN = {
    "fame": said("a Fame Token"),
    "family": said("a Family Token"),
    "red_letter": said("a Red Letter Day Token"),
    "any": said("a token"),
}
_TIMES = {1: said("once"), 2: said("twice")}


def happens(entry: Mapping[str, Any]) -> str:
    """Return what a day or card with `do`, and perhaps `if` and `else`, does; "" when it does nothing."""
    done = _all(entry.get("do", []))
    if "if" not in entry:
        return done
    terms = [_CONDITIONS[name](value) for name, value in entry["if"].items()]
    term = reduce(lambda names, last: said("{names} and {last}", names=names, last=last), terms)
    if not entry.get("else"):
        return said("If {condition}: {effects}", condition=term, effects=done)
    return said("If {condition}: {effects} Else: {others}", condition=term, effects=done, others=_all(entry["else"]))


def _all(operations: list[Mapping[str, Any]]) -> str:
    return said_list([_one(entry) for entry in operations], " ") if operations else ""


def _one(entry: Mapping[str, Any]) -> str:
    """Return an operation in one sentence for the reader, in another for others."""
    for_you, for_others, values = _DOES[entry["op"]](entry, entry.get("n", 1))
    if entry["who"] == "self":
        return said(for_you, **values)
    return said(for_others, who=_WHO[entry["who"]], **values)


_Done = tuple[str, str, dict[str, Any]]  # the sentence with "you", the one with {who}, their values


def _days(number: int) -> str:
    return said_of(abs(number), "{count} day", "{count} days")


def _tokens(number: int, kind: str) -> str:
    match kind:
        case "fame":
            return said_of(abs(number), "{count} Fame Token", "{count} Fame Tokens")
        case "family":
            return said_of(abs(number), "{count} Family Token", "{count} Family Tokens")
        case "red_letter":
            return said_of(abs(number), "{count} Red Letter Day Token", "{count} Red Letter Day Tokens")
    return said_of(abs(number), "{count} token", "{count} tokens")


def _holidays(number: int) -> str:
    return said_of(abs(number), "{count} Holiday Card", "{count} Holiday Cards")


def _gets(number: int, things: str) -> _Done:
    if number > 0:
        return said("You take {things}."), said("{who} takes {things}."), {"things": things}
    return said("You give back {things}."), said("{who} gives back {things}."), {"things": things}


def _move(entry: Mapping[str, Any], number: int) -> _Done:
    if number > 0:
        return said("You go {days} ahead."), said("{who} goes {days} ahead."), {"days": _days(number)}
    return said("You go {days} back."), said("{who} goes {days} back."), {"days": _days(number)}


def _next(entry: Mapping[str, Any], number: int) -> _Done:
    if entry["colour"] == "red":
        return said("You go to the next red day."), said("{who} goes to the next red day."), {}
    return said("You go to the next blue day."), said("{who} goes to the next blue day."), {}


def _swap(entry: Mapping[str, Any], number: int) -> _Done:
    texts = said("You change places with {other}."), said("{who} changes places with {other}.")
    return *texts, {"other": _OTHER[entry["with"]]}


def _cash(entry: Mapping[str, Any], number: int) -> _Done:
    values = {"amount": abs(number)}
    if number > 0:
        return (
            said("You receive ${amount:,} from the bank."),
            said("{who} receives ${amount:,} from the bank."),
            values,
        )
    return said("You pay ${amount:,} to the bank."), said("{who} pays ${amount:,} to the bank."), values


def _pay(entry: Mapping[str, Any], number: int) -> _Done:
    values = {"amount": number, "other": _PAID[entry["to"]]}
    return said("You pay ${amount:,} to {other}."), said("{who} pays ${amount:,} to {other}."), values


def _give(entry: Mapping[str, Any], number: int) -> _Done:
    values = {"token": _GIVEN[entry["type"]], "other": _OTHER[entry["to"]]}
    return said("You give {token} to {other}."), said("{who} gives {token} to {other}."), values


def _skip(entry: Mapping[str, Any], number: int) -> _Done:
    turns = said_of(number, "{count} turn", "{count} turns")
    return said("You lose {turns}."), said("{who} loses {turns}."), {"turns": turns}


def _spin(entry: Mapping[str, Any], number: int) -> _Done:
    times = _TIMES.get(number) or said("{count} times", count=number)
    return said("You spin {times} more."), said("{who} spins {times} more."), {"times": times}


_DOES: Mapping[str, Callable[[Mapping[str, Any], int], _Done]] = {
    "chance": lambda entry, n: (said("You draw a Chance Card."), said("{who} draws a Chance Card."), {}),
    "hazard": lambda entry, n: (said("You draw a Hazard Card."), said("{who} draws a Hazard Card."), {}),
    "move": _move,
    "next": _next,
    "goto": lambda entry, n: (
        said("You go to {date}."),
        said("{who} goes to {date}."),
        {"date": date_in_words(entry["date"])},
    ),
    "swap": _swap,
    "cash": _cash,
    "pay": _pay,
    "token": lambda entry, n: _gets(n, _tokens(n, entry["type"])),
    "give_token": _give,
    "holiday": lambda entry, n: _gets(n, _holidays(n)),
    "skip": _skip,
    "spin": _spin,
}


def _months(months: list[int]) -> str:
    named = [MONTHS[month - 1] for month in months]
    return said(
        "you stand in {months}",
        months=reduce(lambda first, second: said("{one} or {two}", one=first, two=second), named),
    )


_CONDITIONS: Mapping[str, Callable[[Any], str]] = {
    "leader": lambda yes: said("you lead on the board") if yes else said("you do not lead on the board"),
    "last": lambda yes: said("you are last on the board") if yes else said("you are not last on the board"),
    "months": _months,
    "day_even": lambda yes: said("the number of your day is even") if yes else said("the number of your day is odd"),
    "money_min": lambda n: said("you have ${amount:,} or more", amount=n),
    "money_max": lambda n: said("you have ${amount:,} or less", amount=n),
    "holiday_min": lambda n: said("you have {things} or more", things=_holidays(n)),
    "holiday_max": lambda n: said("you have {things} or fewer", things=_holidays(n)),
    "fame_min": lambda n: said("you have {things} or more", things=_tokens(n, "fame")),
    "family_min": lambda n: said("you have {things} or more", things=_tokens(n, "family")),
    "red_letter_min": lambda n: said("you have {things} or more", things=_tokens(n, "red_letter")),
    "birth_half": lambda half: (
        said("you were born in the first half of the year")
        if half == 1
        else said("you were born in the second half of the year")
    ),
    "birthday_ahead": lambda yes: (
        said("your birthday is still ahead on the board") if yes else said("your birthday is over on the board")
    ),
}


def date_in_words(date: str) -> str:
    """Return a date in words: `04-01` as "1 April"."""
    month, day = date.split("-")
    return said("{day} {month}", day=int(day), month=MONTHS[int(month) - 1])
