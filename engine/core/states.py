"""A state says its fields once, as annotations; slots, the list of what is saved and `clone` follow from them.

Compiled, the same three are written out before the compiler reads the class (engine/building/sources.py); `kinds` is
what a class of one kind tells those of the other that build on it.
"""

from dataclasses import dataclass, fields
from typing import Any, TypeVar, get_origin

State = TypeVar("State", bound=type)
# What a clone shares, and what it starts without: the constant table, and whoever listens.
_SHARED, _FRESH = "table", "events"


def state(cls: State) -> State:
    """Class decorator. Every annotation becomes a slot; all but `table` and `events` are saved (`fields`, in the order
    in which they stand there). A clone copies lists, and lists of lists one level deeper; the rest is immutable and
    shared."""
    promised = {name: kind for name, kind in getattr(cls, "kinds", {}).items() if not hasattr(cls, name)}
    cls.__annotations__ = promised | cls.__annotations__
    made: Any = dataclass(slots=True, init=False, repr=False, eq=False)(cls)
    made.kinds = {**getattr(made, "kinds", {}), **{field.name: field.type for field in fields(made)}}
    made.fields = saved_fields(made.kinds)
    made.clone = _cloner(made.kinds)
    return made  # type: ignore[no-any-return]


def saved_fields(kinds: dict[str, Any]) -> tuple[str, ...]:
    """The names of what is saved, out of all fields."""
    return tuple(name for name in kinds if name not in (_SHARED, _FRESH))


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
