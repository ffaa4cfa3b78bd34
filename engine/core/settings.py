"""House rules of a game as a frozen dataclass: read from JSON-able data, checked, and written as what differs.

What a setting may be follows from its default: yes or no, one of `choices`, a number within `ranges`; anything else
has a reader of its own, a function that returns the checked value or raises BadOptions.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any, TypeVar

from engine.core.errors import BadOptions

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    Settings = TypeVar("Settings", bound=DataclassInstance)

Choices = Mapping[str, tuple[str, ...]]
Ranges = Mapping[str, tuple[int, int]]
Readers = Mapping[str, Callable[[str, Any], Any]]


def read_settings(
    kind: "type[Settings]", options: Mapping[str, Any] | None, choices: Choices, ranges: Ranges, readers: Readers
) -> "Settings":
    """The settings in options["settings"], the only option there is. Raises BadOptions, naming the setting."""
    options = options or {}
    if not isinstance(options, Mapping) or not set(options) <= {"settings"}:
        raise BadOptions("The options may hold 'settings' and nothing else.")
    raw = options.get("settings") or {}
    if not isinstance(raw, Mapping):
        raise BadOptions(f"'settings' must be an object, not {raw!r}.")
    known = {entry.name for entry in fields(kind)}
    for key in raw:
        if key not in known:
            raise BadOptions(f"There is no setting '{key}'.")
    return kind(**{key: _checked(key, value, choices, ranges, readers) for key, value in raw.items()})


def changed(settings: "DataclassInstance") -> dict[str, Any]:
    """The settings that differ from the defaults, JSON-able."""
    values = {entry.name: (getattr(settings, entry.name), entry.default) for entry in fields(settings)}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, (value, standard) in values.items()
        if value != standard
    }


def is_whole(value: object) -> bool:
    """Whether a value is a whole number; yes and no are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole_numbers(key: str, value: Any) -> tuple[int, ...]:
    """A reader for a list of whole numbers of at least 0. Raises BadOptions."""
    if not isinstance(value, (list, tuple)) or not all(is_whole(item) and item >= 0 for item in value):
        raise BadOptions(f"{key} must be a list of whole numbers, not {value!r}.")
    return tuple(value)


def _checked(key: str, value: Any, choices: Choices, ranges: Ranges, readers: Readers) -> Any:
    if key in readers:
        return readers[key](key, value)
    if key in choices:
        if value not in choices[key]:
            raise BadOptions(f"{key} must be one of {', '.join(choices[key])}, not {value!r}.")
    elif key in ranges:
        low, high = ranges[key]
        if not is_whole(value) or not low <= value <= high:
            raise BadOptions(f"{key} must be a whole number from {low} to {high}, not {value!r}.")
    elif not isinstance(value, bool):
        raise BadOptions(f"{key} must be true or false, not {value!r}.")
    return value
