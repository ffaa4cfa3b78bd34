"""Judge the definition of a game that a club makes: the format of its one mapping, said once. `FORMAT` is JSON
Schema that `by_format` reads; what no schema can say is in `_across`. Values may be anything that JSON and TOML can
hold: they are never evaluated, never followed deeper than the format goes, and shown only when they are short."""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from datetime import date, time
from typing import Any, NamedTuple

from characters.rules.names import can_be_shown, name_key, tidy
from engine.core.settings import is_whole
from engine.core.toml import to_toml
from engine.translatable import Translatable, said
from games.rules.figures import shown_value

MOST_BYTES = 20_000
MOST_COLUMNS, MOST_SEATS, MOST_MINUTES = 30, 20, 1440
MOST_OPTIONS, MOST_SIDES, MOST_VARIANTS = 20, 6, 20
MOST_WEIGHT, MOST_OPTION_POINTS, MOST_NUMBER, USUAL_MOST = 1000, 100_000, 1_000_000_000, 1_000_000
LONGEST_NAME, LONGEST_LABEL, LONGEST_HINT, LONGEST_ID = 60, 40, 60, 30
ENDINGS: Mapping[str, Translatable] = {
    "most_points": said("The most points win"),
    "fewest_points": said("The fewest points win"),
    "places": said("The table says who came first, second and so on"),
    "one_winner": said("One player wins"),
    "together": said("All win or lose together"),
    "sides": said("A side wins"),
    "eliminated": said("Players drop out; the last one left wins"),
}
BY_POINTS = ("most_points", "fewest_points")
NUMBER, CHOICE, YES_NO = "number", "choice", "yes_no"
# The columns of results.csv and of rows that are given back, words of other readers, and the figures of endings.
_RESERVED = (
    "game game_name game_place played_at season system edition mode target minutes settings seat character won restart "
    "name place reference location why_not_imported score_elsewhere comments_elsewhere finish out side total points"
)
RESERVED = frozenset(_RESERVED.split())


class Fault(NamedTuple):
    """Something that keeps a definition from being used. `place` is where, such as `columns[2].weight`, and "" for the
    whole."""

    place: str
    text: Translatable


class BadDefinition(ValueError):
    """A definition that can't be used, with everything that is wrong with it."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(" ".join(f"{fault.place}: {fault.text}" if fault.place else fault.text for fault in faults))
        self.faults = faults


Form = dict[str, Any]


def _text(least: int, most: int) -> Form:
    return {"type": "string", "minLength": least, "maxLength": most}


def _whole(least: int, most: int, **more: int) -> Form:
    return {"type": "integer", "minimum": least, "maximum": most, **more}


def _key(sign: str = "") -> Form:
    return {"type": "string", "pattern": f"^{sign}[a-z][a-z0-9_]{{0,{LONGEST_ID - 1}}}$"}


def _listed(items: Form, least: int, most: int) -> Form:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _table(needed: Form, optional: Form) -> Form:
    properties = needed | optional
    return {"type": "object", "properties": properties, "required": [*needed], "additionalProperties": False}


def _column(kind: str, needed: Form, optional: Form) -> Form:
    key = _key() | {"not": {"enum": sorted(RESERVED)}}
    common = {"id": key, "label": _text(1, LONGEST_LABEL), "kind": {"enum": [kind]}}
    return _table(common | needed, optional | {"hint": _text(0, LONGEST_HINT) | {"default": ""}})


_ENTRY: Form = {"id": _key(), "label": _text(1, LONGEST_LABEL)}
_REQUIRED: Form = {"required": {"type": "boolean", "default": True}}
_POINTS = _whole(-MOST_OPTION_POINTS, MOST_OPTION_POINTS, default=0)
KINDS: Mapping[str, Form] = {
    NUMBER: _column(
        NUMBER,
        {},
        {
            "least": _whole(-MOST_NUMBER, MOST_NUMBER, default=0),
            "most": _whole(-MOST_NUMBER, MOST_NUMBER, default=USUAL_MOST),
            "step": _whole(1, MOST_NUMBER, default=1),
            "weight": _whole(-MOST_WEIGHT, MOST_WEIGHT, default=1),
            **_REQUIRED,
        },
    ),
    CHOICE: _column(CHOICE, {"options": _listed(_table(_ENTRY, {"points": _POINTS}), 2, MOST_OPTIONS)}, _REQUIRED),
    YES_NO: _column(YES_NO, {}, {"points": _POINTS}),  # a box without a tick says no
}
FORMAT = _table(
    {"name": _text(1, LONGEST_NAME), "seats": _listed(_whole(1, MOST_SEATS), 2, 2), "ends": {"enum": [*ENDINGS]}},
    {
        "minutes": _whole(1, MOST_MINUTES),
        "sides": _listed(_table(_ENTRY, {}), 2, MOST_SIDES),
        "ties": _listed(_key("-?"), 0, MOST_COLUMNS) | {"default": []},
        "variants": _listed(_table(_ENTRY, {}), 0, MOST_VARIANTS) | {"default": []},
        "columns": _listed({"oneOf": [*KINDS.values()]}, 0, MOST_COLUMNS) | {"default": []},
    },
)


def by_format(form: Form, value: Any, place: str = "") -> Iterator[Fault]:
    """Yield each value that is not of its form."""
    if "oneOf" in form:
        kind = value.get("kind") if isinstance(value, dict) else NUMBER
        if not isinstance(kind, str) or kind not in KINDS:
            yield from by_format({"enum": [*KINDS]}, kind, _within(place, "kind"))
            return
        form = KINDS[kind]
    fits, words = _judged(form, value)
    if not fits:
        yield Fault(place, said("This must be {what}, not {value}.", what=words, value=_shown(value)))
    if isinstance(value, list) and "items" in form:
        for at, entry in enumerate(value[: form["maxItems"]]):
            yield from by_format(form["items"], entry, f"{place}[{at}]")
    if isinstance(value, dict) and "properties" in form:
        yield from _by_name(form, value, place)


def _by_name(form: Form, value: dict[str, Any], place: str) -> Iterator[Fault]:
    parts = form["properties"]
    for name, part in parts.items():
        if name in value:
            yield from by_format(part, value[name], _within(place, name))
        elif name in form["required"]:
            yield Fault(_within(place, name), said("This is missing."))
    for name in value:
        if name not in parts:
            text = said("{name} is not known here; choose one of {known}.", name=_shown(name), known=", ".join(parts))
            yield Fault(_within(place, _safe(name)), text)


def _judged(form: Form, value: Any) -> tuple[bool, Translatable]:
    """Return whether a value, apart from its content, has the right form, and the words for that form."""
    match form.get("type"):
        case "object":
            return isinstance(value, dict), said("a table of names and values")
        case "array":
            least, most = form["minItems"], form["maxItems"]
            fits = isinstance(value, list) and least <= len(value) <= most
            return fits, said("a list of {least} to {most}", least=least, most=most)
        case "boolean":
            return isinstance(value, bool), said("true or false")
        case "integer":
            least, most = form["minimum"], form["maximum"]
            words = said("a whole number from {least:,} to {most:,}", least=least, most=most)
            return is_whole(value) and least <= value <= most, words
        case "string" if "pattern" in form:
            fits = isinstance(value, str) and bool(re.fullmatch(form["pattern"], value))
            return fits, said("a short name of small letters a to z, digits and _, such as coins_2")
        case "string":
            least, most = form["minLength"], form["maxLength"]
            words = said("a text of {least} to {most} visible letters", least=least, most=most)
            fits = isinstance(value, str) and len(value) <= most
            return fits and (can_be_shown(tidy(value)) if tidy(value) else not least), words
        case _:
            words = said("one of {known}", known=", ".join(form["enum"]))
            return isinstance(value, str) and value in form["enum"], words


def tidied(value: Any, form: Form = FORMAT) -> Any:
    """Return a value without faults in its one form: texts tidy, defaults left out."""
    if isinstance(value, str):
        return tidy(value)
    if isinstance(value, list):
        return [tidied(entry, form["items"]) for entry in value]
    if not isinstance(value, dict):
        return value
    parts = KINDS[value["kind"]]["properties"] if "oneOf" in form else form["properties"]
    entries = {name: tidied(value[name], part) for name, part in parts.items() if name in value}
    return {name: entry for name, entry in entries.items() if entry != parts[name].get("default")}


TOO_LARGE = Fault("", said("The game is too large; the limit is {most:,} bytes.", most=MOST_BYTES))


def faults_of(raw: Any) -> list[Fault]:
    """Return everything that is wrong with a definition, whatever it is."""
    faults = list(by_format(FORMAT, raw))
    if isinstance(raw, dict):
        faults += _across(raw)
    if not faults and max(len(text.encode()) for text in (as_json(raw), as_tables(raw))) > MOST_BYTES:
        faults.append(TOO_LARGE)
    return faults


def as_json(raw: Any) -> str:
    """Return a definition without faults as compact JSON, tidied, its keys in order."""
    return json.dumps(tidied(raw), ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def as_tables(raw: Any) -> str:
    """Return a definition without faults as TOML, tidied, in the order of the format."""
    head = tidied(raw)
    columns = head.pop("columns", ())
    return "\n[[columns]]\n".join(map(to_toml, (head, *columns)))


def _across(raw: dict[str, Any]) -> Iterator[Fault]:
    """Yield what is wrong between values, of any kind, that may each be wrong."""
    ends, columns = raw.get("ends"), _tables(raw, "columns")
    yield from _seats(raw.get("seats"), ends)
    if ends == "sides" and "sides" not in raw:
        yield Fault("sides", said("A game that a side wins needs its sides."))
    elif ends != "sides" and "sides" in raw:
        yield Fault("sides", said("Only a game that a side wins has sides."))
    for name in ("sides", "variants", "columns"):
        yield from _once(_tables(raw, name), name)
    for at, column in columns:
        place = f"columns[{at}]"
        if isinstance(column.get("id"), str) and column["id"] in RESERVED:
            text = said("{value} is used by every game; choose a different one.", value=_shown(column["id"]))
            yield Fault(f"{place}.id", text)
        yield from _once(_tables(column, "options"), _within(place, "options"))
        if column.get("kind") == NUMBER:
            yield from _bounds(column, place)
    if ends in BY_POINTS:
        yield from _ties(raw.get("ties"), [column for _, column in columns])
        if not any(map(_brings_points, (column for _, column in columns))):
            yield Fault("columns", said("Points decide, and no column brings any."))
    elif raw.get("ties"):
        yield Fault("ties", said("Columns decide among equals only in a game that points decide."))


def _seats(seats: Any, ends: Any) -> Iterator[Fault]:
    if not isinstance(seats, list) or len(seats) != 2 or not all(map(is_whole, seats)):
        return
    if seats[0] > seats[1]:
        yield Fault("seats", said("The fewest players come first, then the most."))
    elif ends == "sides" and seats[0] < 2:
        yield Fault("seats", said("A game that a side wins needs at least two players."))


def _tables(raw: Mapping[str, Any], name: str) -> list[tuple[int, dict[str, Any]]]:
    """Return the entries of a list that are tables, no more than the longest list has."""
    entries = raw.get(name)
    if not isinstance(entries, list):
        return []
    return [(at, entry) for at, entry in enumerate(entries[:MOST_COLUMNS]) if isinstance(entry, dict)]


def _once(entries: list[tuple[int, dict[str, Any]]], place: str) -> Iterator[Fault]:
    """Yield a fault for each id and label that appeared before."""
    for name in ("id", "label"):
        seen: set[str] = set()
        for at, entry in entries:
            value = entry.get(name)
            if not isinstance(value, str) or len(value) > LONGEST_NAME:
                continue
            if name_key(value) in seen:
                text = said("{value} is already there; each must be different.", value=_shown(value))
                yield Fault(f"{place}[{at}].{name}", text)
            seen.add(name_key(value))


def _bounds(column: dict[str, Any], place: str) -> Iterator[Fault]:
    least, most, step = column.get("least", 0), column.get("most", USUAL_MOST), column.get("step", 1)
    if not (is_whole(least) and is_whole(most) and is_whole(step)):
        return
    if least >= most:
        yield Fault(_within(place, "most"), said("The largest number must be more than the smallest."))
    elif step > most - least:
        yield Fault(_within(place, "step"), said("The step is larger than from the smallest number to the largest."))


def _brings_points(column: dict[str, Any]) -> bool:
    """Return whether a column changes the points; a value that is wrong is not blamed for it as well."""
    kind, options = column.get("kind"), [option for _, option in _tables(column, "options")]
    worth = column.get("weight", 1) if kind == NUMBER else column.get("points", 0)
    return worth != 0 or any(option.get("points", 0) != 0 for option in options) or kind not in [*KINDS]


def _ties(ties: Any, columns: list[dict[str, Any]]) -> Iterator[Fault]:
    if not isinstance(ties, list):
        return
    kinds = {column["id"]: column.get("kind") for column in columns if isinstance(column.get("id"), str)}
    seen: set[str] = set()
    for at, tie in enumerate(ties[:MOST_COLUMNS]):
        if not isinstance(tie, str):
            continue
        name = tie.removeprefix("-")
        if kinds.get(name) not in (NUMBER, YES_NO):
            text = said("{name} must be a column of numbers or of yes and no.", name=_shown(name))
            yield Fault(f"ties[{at}]", text)
        elif name in seen:
            yield Fault(f"ties[{at}]", said("{value} is already there; each must be different.", value=_shown(name)))
        seen.add(name)


def schema() -> dict[str, Any]:
    """Return the format as JSON Schema: all that can be said of each value, and which endings have what."""
    ends = {"properties": {"ends": {"const": "sides"}}, "required": ["ends"]}
    by_points = {"properties": {"ends": {"enum": list(BY_POINTS)}}, "required": ["ends"]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A game that a club defines",
        **deepcopy(FORMAT),
        "allOf": [
            {"if": ends, "then": {"required": ["sides"]}, "else": {"properties": {"sides": False}}},
            {
                "if": by_points,
                "then": {"required": ["columns"], "properties": {"columns": {"minItems": 1}}},
                "else": {"properties": {"ties": {"maxItems": 0}}},
            },
        ],
    }


def _within(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _safe(text: object) -> str:
    """Return a text that a page can show, whatever is in it, no longer than names are."""
    short = str(text)[: LONGEST_NAME + 1]
    return short if can_be_shown(short) else ascii(short)[1:-1]


def _shown(value: object) -> str:
    """Return any value as a sentence shows it."""
    match value:
        case bool() | None:
            return json.dumps(value)
        case int():
            return str(value) if abs(value) < 10**18 else said("a number that is too large")
        case list():
            return said("a list of {number}", number=len(value))
        case dict():
            return said("a table")
        case date() | time():
            return said("a date or a time")
        case _:
            return shown_value(_safe(value))
