"""Convert a game's fields to JSON-able data and back, without losing the difference between list and tuple."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from engine.core.errors import BadRecord

_PLAIN = frozenset((int, str, bool, type(None)))
_text = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def pack(value: Any) -> Any:
    """Return ints, strings, bools and None as they are, lists as lists, and a tuple as {"tuple": [...]}."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, tuple):
        return {"tuple": [item if item.__class__ in _PLAIN else pack(item) for item in value]}
    if isinstance(value, list):
        return [item if item.__class__ in _PLAIN else pack(item) for item in value]
    if isinstance(value, (int, str)):
        return value
    raise TypeError(f"A saved game cannot hold a {type(value).__name__}.")


def packed(state: object, names: Iterable[str]) -> dict[str, Any]:
    """Return the packed fields of a state by name."""
    return {name: value if (value := getattr(state, name)).__class__ in _PLAIN else pack(value) for name in names}


def unpack(value: Any) -> Any:
    """Return the value that `pack` was given. Raise BadRecord for anything that `pack` does not write."""
    if value.__class__ in _PLAIN:
        return value
    if isinstance(value, dict):
        if set(value) != {"tuple"} or not isinstance(value["tuple"], list):
            raise BadRecord("The saved game holds an object that is not a tuple.")
        return tuple([item if item.__class__ in _PLAIN else unpack(item) for item in value["tuple"]])
    if isinstance(value, list):
        return [item if item.__class__ in _PLAIN else unpack(item) for item in value]
    if isinstance(value, (int, str)):
        return value
    raise BadRecord(f"The saved game holds a {type(value).__name__}.")


def fingerprint(data: Any) -> str:
    """Return 16 hex digits that stand for JSON-able data, the same on every machine."""
    return hashlib.blake2b(_text(data).encode(), digest_size=8).hexdigest()
