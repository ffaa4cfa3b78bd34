"""Define settings, and the house rules of a game as a frozen dataclass: read from JSON-able data, checked, and written
as the differences from the defaults. A setting of a game is one of `choices`, a number within `ranges`, or read by its
own reader, a function that returns the checked value or raises BadOptions; anything else is yes or no."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import fields
from typing import Any, ClassVar, Protocol, TypeGuard, TypeVar

from engine.core.errors import BadOptions
from engine.translatable import said


class Dataclass(Protocol):
    """A value of any dataclass, for the type checker."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


Settings = TypeVar("Settings", bound=Dataclass)

Choices = Mapping[str, tuple[str, ...]]
Ranges = Mapping[str, tuple[int, int]]
Readers = Mapping[str, Callable[[str, Any], Any]]


def read_settings(
    kind: type[Settings], options: Mapping[str, Any] | None, choices: Choices, ranges: Ranges, readers: Readers
) -> Settings:
    """Return the settings in options["settings"], the only option there is. Raise BadOptions, naming the setting."""
    options = options or {}
    if not isinstance(options, Mapping) or not set(options) <= {"settings"}:
        raise BadOptions("The options may hold 'settings' and nothing else.")
    return checked_settings(kind, options.get("settings"), choices, ranges, readers)


def checked_settings(kind: type[Settings], raw: Any, choices: Choices, ranges: Ranges, readers: Readers) -> Settings:
    """Return settings from an object of names and values, the defaults for None. Raise BadOptions, naming the
    setting."""
    raw = raw or {}
    if not isinstance(raw, Mapping):
        raise BadOptions(f"'settings' must be an object, not {raw!r}.")
    names = {entry.name for entry in fields(kind)}
    for key in raw:
        if key not in names:
            raise BadOptions(f"There is no setting '{key}'.")
    return kind(**{key: _checked(key, value, choices, ranges, readers) for key, value in raw.items()})


def changed(settings: Dataclass) -> dict[str, Any]:
    """Return the settings that differ from the defaults, JSON-able."""
    values = {entry.name: (getattr(settings, entry.name), entry.default) for entry in fields(settings)}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, (value, standard) in values.items()
        if value != standard
    }


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is a whole number; booleans are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole_numbers(key: str, value: Any) -> tuple[int, ...]:
    """Read a list of whole numbers of at least 0. Raise BadOptions."""
    if not isinstance(value, (list, tuple)) or not all(is_whole(item) and item >= 0 for item in value):
        raise BadOptions(f"{key} must be a list of whole numbers, not {value!r}.")
    return tuple(value)


def refusal(value: object, *, options: Collection[str] = (), bounds: tuple[int, int] | None = None) -> str:
    """Return why a setting can't be `value`, as the end of a sentence, or "" if it can. It may be one of `options`,
    else a whole number within `bounds` (both included), else yes or no."""
    if options:
        fits = isinstance(value, str) and value in options
        condition = said("must be one of: {options}", options=", ".join(options))
    elif bounds:
        least, most = bounds
        fits = is_whole(value) and least <= value <= most
        condition = said("must be a whole number from {least:,} to {most:,}", least=least, most=most)
    else:
        fits, condition = isinstance(value, bool), said("must be true or false")
    return "" if fits else condition


def _checked(key: str, value: Any, choices: Choices, ranges: Ranges, readers: Readers) -> Any:
    if key in readers:
        return readers[key](key, value)
    refused = refusal(value, options=choices.get(key, ()), bounds=ranges.get(key))
    if refused:
        raise BadOptions(f"{key} {refused}, not {value!r}.")
    return value
