"""What a request is refused for: its form, which the schema promises, or the state of the league, which it cannot."""

import re
from collections.abc import Iterator
from typing import Any

from django.forms import fields as form_fields
from rest_framework import fields, serializers
from rest_framework.fields import BooleanField
from schemathesis.core import NOT_SET
from schemathesis.core.jsonschema import make_validator
from schemathesis.core.parameters import ParameterLocation

TEXTS = {"type": "number"}
NUMBERS = {"type": "string", "pattern": r"^\s*-?\d+(\.0*)?\s*$"}
YES_OR_NO = {
    "enum": [0, 1, *(one for one in BooleanField.TRUE_VALUES | BooleanField.FALSE_VALUES if isinstance(one, str))]
}
OF_THE_WORLD = {"does_not_exist"}


def is_about_the_world(answer: dict[str, Any]) -> bool:
    """Whether nothing in a refusal is said of the form of the request. That no text holds a NUL character or half of a
    surrogate pair is said once, in the description of the whole API."""
    sentences = [one["detail"] for one in answer["errors"]]
    if answer["type"] == "client_error":
        return all("NUL character" in one for one in sentences)
    return not any(map(about_form, sentences))


def about_form(sentence: str) -> bool:
    return any(one.fullmatch(sentence) for one in SENTENCES)


def _said_by(module: Any) -> Iterator[str]:
    for one in vars(module).values():
        for code, sentence in getattr(one, "default_error_messages", {}).items():
            if code not in OF_THE_WORLD:
                yield str(sentence)


def _as_pattern(sentence: str) -> re.Pattern[str]:
    literal = re.split(r"\{\w+\}|%\(\w+\)s", sentence)
    return re.compile(".*".join(map(re.escape, literal)), re.DOTALL)


SENTENCES = [_as_pattern(one) for module in (fields, serializers, form_fields) for one in set(_said_by(module))]


def is_read_kindly(case: Any) -> bool:
    """Whether nothing is wrong with a case but how a plain value of its body is written: a number where the schema says
    text, its digits in quotes, 1 for true. Those are read as what they say, which a schema has no words for."""
    wrong = [one for one in ParameterLocation if one in case.meta.components and case.meta.is_negative_at(one)]
    if wrong != [ParameterLocation.BODY] or case.media_type is None or case.body is NOT_SET:
        return False
    body = case.operation.get_body_for_media_type(case.media_type)
    if body is None:
        return False
    validator = case.operation.schema.adapter.jsonschema_validator_cls
    return bool(make_validator(kinder(body.validation_schema), validator).is_valid(case.body))


def kinder(schema: Any) -> Any:
    """The schema with every plain value written in all the ways in which it is read."""
    if isinstance(schema, list):
        return [kinder(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    read = {key: kinder(one) for key, one in schema.items()}
    ways = {"string": TEXTS, "integer": NUMBERS, "boolean": YES_OR_NO}
    more = ways.get(schema["type"]) if isinstance(schema.get("type"), str) else None
    return {"anyOf": [read, more]} if more else read
