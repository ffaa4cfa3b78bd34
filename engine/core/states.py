"""Derive slots, the list of saved fields and `clone` from the annotations of a state. Compiled, the same three are
written out before the compiler reads the class (engine/building/sources.py); `kinds` passes the fields of a class on to
the classes that build on it."""

from dataclasses import dataclass, fields
from typing import Any, TypeVar, get_origin

State = TypeVar("State", bound=type)
# A clone shares the constant table and starts without a listener.
_SHARED, _FRESH = "table", "events"


def state(cls: State) -> State:
    """Turn every annotation of a class into a slot. All fields but `table` and `events` are saved (`fields`, in that
    order). A clone copies lists, and lists of lists one level deeper; the rest is immutable and shared."""
    promised = {name: kind for name, kind in getattr(cls, "kinds", {}).items() if not hasattr(cls, name)}
    cls.__annotations__ = promised | cls.__annotations__
    slotted: Any = dataclass(slots=True, init=False, repr=False, eq=False)(cls)
    slotted.kinds = {**getattr(slotted, "kinds", {}), **{field.name: field.type for field in fields(slotted)}}
    slotted.fields = saved_fields(slotted.kinds)
    slotted.clone = _cloner(slotted.kinds)
    return slotted  # type: ignore[no-any-return]


def saved_fields(kinds: dict[str, Any]) -> tuple[str, ...]:
    """Return the names of the fields that are saved."""
    return tuple(name for name in kinds if name not in (_SHARED, _FRESH))


def _cloner(kinds: dict[str, Any]) -> Any:
    """Return a `clone` with one assignment per field, three times as fast as a loop over names."""
    copies = "".join(f"    new.{name} = {_copied(name, kind)}\n" for name, kind in kinds.items())
    source = f"def clone(self):\n    new = type(self).__new__(type(self))\n{copies}    return new\n"
    namespace: dict[str, Any] = {}
    exec(source, namespace)
    clone = namespace["clone"]
    clone.__doc__ = "An independent copy."
    return clone


def _copied(name: str, kind: Any) -> str:
    if name == _FRESH:
        return "None"
    if get_origin(kind) is not list:
        return f"self.{name}"
    inner = kind.__args__[0]
    return f"[one[:] for one in self.{name}]" if get_origin(inner) is list else f"self.{name}[:]"
