"""A state says its fields once, as annotations; slots, the list of what is saved and `clone` follow from them."""

from dataclasses import dataclass, fields
from typing import Any, TypeVar, get_origin

State = TypeVar("State", bound=type)
# What a clone shares, and what it starts without: the constant table, and whoever listens.
_SHARED, _FRESH = "table", "events"


def state(cls: State) -> State:
    """Class decorator. Every annotation becomes a slot; all but `table` and `events` are saved (`fields`, in the order
    in which they stand there). A clone copies lists, and lists of lists one level deeper; the rest is immutable and
    shared."""
    made: Any = dataclass(slots=True, init=False, repr=False, eq=False)(cls)
    made.fields = tuple(field.name for field in fields(made) if field.name not in (_SHARED, _FRESH))
    made.clone = _cloner({field.name: field.type for field in fields(made)})
    return made  # type: ignore[no-any-return]


def _cloner(kinds: dict[str, Any]) -> Any:
    """`clone` written out, an assignment a field: three times as fast as a loop over names."""
    copies = "".join(f"    new.{name} = {_copied(name, kind)}\n" for name, kind in kinds.items())
    source = f"def clone(self):\n    new = type(self).__new__(type(self))\n{copies}    return new\n"
    found: dict[str, Any] = {}
    exec(source, found)
    clone = found["clone"]
    clone.__doc__ = "An independent copy."
    return clone


def _copied(name: str, kind: Any) -> str:
    if name == _FRESH:
        return "None"
    if get_origin(kind) is not list:
        return f"self.{name}"
    inner = kind.__args__[0]
    return f"[one[:] for one in self.{name}]" if get_origin(inner) is list else f"self.{name}[:]"
