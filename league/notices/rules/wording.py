"""The parts of a notice as JSON, from which its text can be made again in any reader's language."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from engine.said import Said, said, said_of, spoken

_SAID = "a sentence"
_KINDS: Mapping[str, tuple[type, Callable[[str], Any]]] = {
    "a moment": (datetime, datetime.fromisoformat),
    "a day": (date, date.fromisoformat),
    "a number": (Decimal, Decimal),
}


def packed(value: Any) -> Any:
    """Return a sentence of the rules as its patterns and values, in lists and mappings too; anything else as it is."""
    if isinstance(value, Said):
        values = {name: packed(one) for name, one in value.values.items()}
        return {_SAID: value.one, "many": value.many, "number": value.number, "values": values}
    if isinstance(value, Mapping):
        return {name: packed(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [packed(one) for one in value]
    for name, (kind, _) in _KINDS.items():
        if isinstance(value, kind):
            return {name: str(value)}
    return value


def unpacked(value: Any) -> Any:
    """Return what `packed` was given, in the reader's language."""
    if isinstance(value, Mapping):
        if _SAID in value:
            return spoken(_sentence(value))
        for name, (_, read) in _KINDS.items():
            if name in value:
                return read(value[name])
        return {name: unpacked(one) for name, one in value.items()}
    return [unpacked(one) for one in value] if isinstance(value, list) else value


def _sentence(kept: Mapping[str, Any]) -> Said:
    values = {name: unpacked(one) for name, one in kept["values"].items()}
    if kept["many"] is None:
        return said(kept[_SAID], **values)
    return said_of(kept["number"], kept[_SAID], kept["many"], **{**values, "count": kept["number"]})
