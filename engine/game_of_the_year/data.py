"""Read and check the calendar and the cards. A wrong entry is named; nothing half-read is ever returned."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine.core.errors import BadData
from engine.core.settings import is_whole
from engine.core.toml import packaged, read_toml
from engine.game_of_the_year import SEATS
from engine.game_of_the_year.days import day_of
from engine.game_of_the_year.vocabulary import BORDERS, DECKS, wrong_conditions, wrong_operations
from engine.translatable import said

FEWEST_SEATS, MOST_SEATS = SEATS
_FIGURES = ("day", "lucky", "birthday", "quarter", "token", "vacation")


@cache
def read_data() -> Mapping[str, Any]:
    """Return the checked content of both files. Raise BadData."""
    return checked_data(*(packaged("engine.game_of_the_year", f"{name}.toml") for name in ("calendar", "cards")))


def checked_data(calendar: str, cards: str) -> Mapping[str, Any]:
    """Return a data set from two TOML texts. Raise BadData with the first entry that is wrong or missing."""
    data = read_toml(calendar, "The file of calendar is") | read_toml(cards, "The file of cards is")
    for part in ("board", "spinner", "leap_day", "day", "supply", "setup", "figures", *DECKS):
        if part not in data:
            raise BadData(f"The entry '{part}' is missing.")
    for wrong in (*_board(data), *_days(data), *_supply(data), *_cards(data)):
        raise BadData(f"{wrong}.")
    for day in (*data["day"], data["leap_day"]):
        day["caption"] = said(day["caption"])
    for card in (card for deck in DECKS for card in data[deck]):
        card["name"] = said(card["name"])
    return data


def _board(data: Mapping[str, Any]) -> Iterator[str]:
    board = data["board"]
    dates = [board.get("start"), board.get("finish"), board.get("last_vacation"), *board.get("quarter_ends", [])]
    for date in dates:
        if day_of(date) == 0:
            yield f"board: {date!r} is not a date such as 03-31"
    spinner = data["spinner"]
    for pair in spinner.get("pairs", [None]):
        if not isinstance(pair, list) or len(pair) != 2 or not all(is_whole(n) and 0 < n < 32 for n in pair):
            yield f"spinner: {pair!r} must be two numbers of days from 1 to 31"
        elif pair[0] >= pair[1]:
            yield f"spinner: of {pair} the lower number must come first"
    for colour in ("red", "blue"):
        if not is_whole(spinner.get(colour)) or spinner[colour] < 1:
            yield f"spinner: {colour} must be a whole number of at least 1"


def _days(data: Mapping[str, Any]) -> Iterator[str]:
    seen: set[str] = set()
    for day in (*data["day"], data["leap_day"]):
        where = f"day {day.get('date', 'without a date')}"
        if day_of(day.get("date"), leap=day is data["leap_day"]) == 0 or day["date"] in seen:
            yield f"{where}: the date is wrong or stands there twice"
        seen.add(day.get("date", ""))
        if day.get("border") not in BORDERS:
            yield f"{where}: border must be one of {', '.join(BORDERS)}"
        if not day.get("caption"):
            yield f"{where}: the entry 'caption' is missing"
        yield from (f"{where}: {wrong}" for wrong in wrong_operations(day.get("do")))


def _supply(data: Mapping[str, Any]) -> Iterator[str]:
    supply, setup, figures = data["supply"], data["setup"], data["figures"]
    for seats in range(FEWEST_SEATS, MOST_SEATS + 1):
        count = supply.get("tokens_per_type", {}).get(str(seats))
        if not is_whole(count) or count < seats * setup.get("tokens", 0):
            yield f"supply: tokens_per_type.{seats} must be a whole number that is enough for the start"
    if not is_whole(supply.get("holiday_cards")) or supply["holiday_cards"] < MOST_SEATS * setup.get("holiday", 0):
        yield "supply: holiday_cards must be enough for the start"
    low, high = (*supply.get("lucky_numbers", []), 0, 0)[:2]
    if not 0 < low < high < 32 or high - low < MOST_SEATS:
        yield "supply: lucky_numbers must be the least and the most, enough for everybody"
    for part, keys in (("setup", ("money", "tokens", "holiday")), ("figures", _FIGURES)):
        for key in keys:
            if not is_whole(data[part].get(key)) or data[part][key] < 1:
                yield f"{part}: {key} must be a whole number of at least 1"
    if not isinstance(figures.get("quarter_tokens"), list) or not all(map(is_whole, figures["quarter_tokens"])):
        yield "figures: quarter_tokens must list whole numbers"


def _cards(data: Mapping[str, Any]) -> Iterator[str]:
    seen: set[str] = set()
    for deck in DECKS:
        for card in data[deck]:
            where = f"{deck} card '{card.get('id', 'without an id')}'"
            if not card.get("id") or card["id"] in seen or not card.get("name"):
                yield f"{where}: it needs an id of its own and a name"
            seen.add(card.get("id", ""))
            if not is_whole(card.get("count")) or card["count"] < 1:
                yield f"{where}: count must be a whole number of at least 1"
            if ("if" in card) != ("else" in card):
                yield f"{where}: 'if' and 'else' belong together"
            yield from (f"{where}: {wrong}" for wrong in wrong_conditions(card.get("if", {})))
            for branch in ("do", "else"):
                yield from (f"{where}: {wrong}" for wrong in wrong_operations(card.get(branch, [])))
