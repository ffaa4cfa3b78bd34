"""Check what days and cards say they do against the closed vocabulary (section C.2). An operation is {"op": ..., "who":
selector, ...}. A card may carry `if`, conditions that must all hold; then `do` is followed, otherwise `else`."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.settings import is_whole

TOKENS = ("fame", "family", "red_letter")
ANY_TOKEN = "any"
COLOURS = ("red", "blue")
BORDERS = ("none", *COLOURS, "both")
SELECTORS = ("self", "others", "all", "leader", "last", "left", "right", "choice")
DECKS = ("chance", "hazard")
# The entries that an operation needs in addition to `op` and `who`.
OPERATIONS: Mapping[str, tuple[str, ...]] = {
    "chance": (), "hazard": (), "move": ("n",), "next": ("colour",), "goto": ("date",), "swap": ("with",),
    "cash": ("n",), "pay": ("to", "n"), "token": ("type", "n"), "give_token": ("to", "type"), "holiday": ("n",),
    "skip": ("n",), "spin": ("n",),
}  # fmt: skip
# Arguments that mean something from 1 upwards only.
POSITIVE = ("pay", "skip", "spin")
CONDITIONS: Mapping[str, type] = {
    "leader": bool, "last": bool, "months": list, "day_even": bool, "money_min": int, "money_max": int,
    "holiday_min": int, "holiday_max": int, "fame_min": int, "family_min": int, "red_letter_min": int,
    "birth_half": int, "birthday_ahead": bool,
}  # fmt: skip
MONTHS = range(1, 13)


def wrong_operations(entries: Any) -> Iterator[str]:
    """Yield what is wrong with a list of operations; each sentence completes "day 01-03: ..."."""
    if not isinstance(entries, list):
        yield "its operations must be a list"
        return
    for entry in entries:
        wrong = _wrong_operation(entry)
        if wrong:
            yield wrong


def _wrong_operation(entry: Any) -> str:
    if not isinstance(entry, dict) or entry.get("op") not in OPERATIONS:
        return f"there is no operation {entry!r}"
    op = entry["op"]
    needs = {"op", "who", *OPERATIONS[op]}
    if set(entry) != needs:
        return f"'{op}' needs exactly {', '.join(sorted(needs))}"
    for key in ("who", "to", "with"):
        if key in entry and entry[key] not in SELECTORS:
            return f"'{op}' names {entry[key]!r}, which is nobody; known are {', '.join(SELECTORS)}"
    if "colour" in entry and entry["colour"] not in COLOURS:
        return f"'{op}' names the colour {entry['colour']!r}"
    if "type" in entry and entry["type"] not in (TOKENS if op == "token" else (*TOKENS, ANY_TOKEN)):
        return f"'{op}' names the token {entry['type']!r}"
    if "n" in entry and (not is_whole(entry["n"]) or entry["n"] == 0 or (op in POSITIVE and entry["n"] < 0)):
        return f"'{op}' cannot have n = {entry['n']!r}"
    return ""


def wrong_conditions(conditions: Any) -> Iterator[str]:
    """Yield what is wrong with an `if`."""
    if not isinstance(conditions, dict):
        yield "its condition must be a table"
        return
    for name, value in conditions.items():
        kind = CONDITIONS.get(name)
        if kind is None:
            yield f"there is no condition '{name}'"
        elif kind is list:
            if not isinstance(value, list) or not value or not all(month in MONTHS for month in value):
                yield f"'{name}' must list months from 1 to 12"
        elif type(value) is not kind or (name == "birth_half" and value not in (1, 2)):
            yield f"'{name}' cannot be {value!r}"
