"""The shape of a file is said once: by its record. Here the annotations become the serializer that the documentation of
the API is made from; nothing is serialised by it."""

from collections.abc import Callable
from datetime import date
from functools import cache
from types import UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from rest_framework import serializers

from league.core.rules.records import Written

Serializer = serializers.Serializer[Any]
Field = serializers.Field[Any, Any, Any, Any]
_PLAIN: dict[Any, Callable[..., Field]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    float: serializers.FloatField,
    date: serializers.DateField,
}


@cache
def described(record: type) -> type[Serializer]:
    """Return the serializer of the same name, fields and docstring."""
    hints = get_type_hints(record, include_extras=True)
    fields: dict[str, Any] = {name: _field(hint, {}) for name, hint in hints.items()}
    return type(record.__name__, (serializers.Serializer,), fields | {"__doc__": record.__doc__})


def _field(hint: Any, more: dict[str, Any]) -> Field:
    """Return the field for a hint. `more` are keywords of its class that are already known. Raise TypeError for a hint
    that has no field."""
    kind, inner = get_origin(hint), get_args(hint)
    if kind is NotRequired:
        return _field(inner[0], more | {"required": False})
    if kind is Annotated:
        return _annotated(inner[0], inner[1:], more)
    if kind in (Union, UnionType):
        [present] = [hint for hint in inner if hint is not type(None)]
        return _field(present, more | {"allow_null": True})
    if kind is list:
        return _list(inner[0], more)
    if kind is dict:
        return serializers.DictField(**more if inner[1] is Any else more | {"child": _field(inner[1], {})})
    if is_typeddict(hint):
        return described(hint)(**more)
    if hint not in _PLAIN:
        raise TypeError(f"{hint} has no field that describes it.")
    return _PLAIN[hint](**more)


def _annotated(hint: Any, extras: tuple[Any, ...], more: dict[str, Any]) -> Field:
    for extra in extras:
        match extra:
            case str():
                more = {"help_text": extra} | more
            case Written():
                return serializers.DateTimeField(**more)
    return _field(hint, more)


def _list(inner: Any, more: dict[str, Any]) -> Field:
    if is_typeddict(inner):
        return described(inner)(many=True, **more)
    return serializers.ListField(child=_field(inner, {}), **more)
