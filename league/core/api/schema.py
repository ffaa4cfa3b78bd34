"""The part of the schema that all operations share: errors, flags, the shape of examples."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from drf_spectacular.utils import Direction, OpenApiExample, OpenApiParameter, OpenApiRequest, extend_schema_serializer
from drf_standardized_errors.openapi import AutoSchema
from rest_framework import exceptions, serializers
from rest_framework.request import Request

from league.core.api.views import ApiView
from league.core.services.idempotency import HEADER, KEY_LENGTH

YES, NO = frozenset(("1", "true", "yes")), frozenset(("0", "false", "no"))
NOT_BLANK = r"[^\s\u001c-\u001f\u0085]"  # white space for Python or for ECMAScript
ABOVE_0 = "(?=.*[1-9])"


class Schema(AutoSchema):
    """Says of every POST that may be sent twice what its key does."""

    def _get_parameters(self) -> list[Any]:
        """Return the parameters, with empty values allowed for a choice or a number in an address: a form sends them
        for no choice."""
        parameters: list[Any] = super()._get_parameters()
        for parameter in parameters:
            schema = parameter["schema"]
            is_choice = "enum" in schema or schema.get("type") == "integer" or parameter["name"] == "system"
            if parameter["in"] == "query" and is_choice:
                parameter.setdefault("allowEmptyValue", True)
        return parameters

    def get_override_parameters(self) -> list[Any]:
        parameters = super().get_override_parameters()
        return [*parameters, IDEMPOTENCY_KEY] if self._is_answered_once() else parameters

    def _get_response_bodies(self, direction: Direction = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction=direction)
        if direction == "response" and self._is_answered_once() and "409" not in bodies:
            bodies["409"] = self._get_response_for_code(ErrorAnswer, "409")  # type: ignore[no-untyped-call]
        return bodies

    def _map_serializer_field(self, field: Any, direction: Direction, bypass_extensions: bool = False) -> Any:
        """Return the field with the least and most rows of a list in a body, and the texts that must not be blank."""
        schema = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]
        if direction == "response":
            return schema
        if isinstance(field, serializers.ListSerializer):
            schema |= {} if field.allow_empty else {"minItems": 1}
            most: int | None = getattr(field, "max_length", None)
            schema |= {"maxItems": most} if most else {}
        elif isinstance(field, serializers.CharField) and field.parent and not field.allow_blank:
            schema = ({"pattern": NOT_BLANK} if field.trim_whitespace else {"minLength": 1}) | schema
        elif isinstance(field, serializers.SlugRelatedField):
            schema |= {"minLength": 1}
        elif isinstance(field, serializers.DecimalField) and field.min_value and "pattern" in schema:
            schema["pattern"] = "^$|" * field.allow_null + schema["pattern"].replace("^-?", f"^{ABOVE_0}")
        return schema

    def _is_answered_once(self) -> bool:
        return self.method == "POST" and isinstance(self.view, ApiView)


class ErrorRow(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="A short word for programs.")
    detail = serializers.CharField(help_text="A sentence for people.")
    attr = serializers.CharField(allow_null=True, help_text="Where in the body, such as `seats.1.score.cash`.")


class ErrorAnswer(serializers.Serializer[Any]):
    """Describe every refusal. Only `validation_error` has more than one entry: all that is wrong with the body."""

    type = serializers.ChoiceField(choices=("validation_error", "client_error", "server_error"))
    errors = ErrorRow(many=True)  # type: ignore[assignment]


PREVIEW = OpenApiParameter(
    "preview",
    bool,
    description="With `1`, answer what would change in careers, standings and later sheets, and change nothing.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    description=(
        f"Your own word for this request, up to {KEY_LENGTH} characters. The same request sent again with it gets the "
        "first answer again; with another body or at another address the key is refused with 409. A refused request "
        "is not remembered."
    ),
)


def answer(value: dict[str, Any], name: str = "Answer", status: str = "200") -> OpenApiExample:
    return OpenApiExample(name, value=value, response_only=True, status_codes=[status])


def question(value: dict[str, Any], name: str = "Request") -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


def asking(form: type[serializers.Serializer[Any]], value: dict[str, Any]) -> OpenApiRequest:
    """Return a body with the example of one operation."""
    return OpenApiRequest(form, examples=[question(value)])


def examples_beside(module: str) -> dict[str, Any]:
    """Return the examples of the documentation, by name of a serializer, that lie beside a module of the API."""
    examples: dict[str, Any] = json.loads(Path(module).with_name("examples.json").read_text("utf-8"))
    return examples


S = TypeVar("S", bound=type[serializers.Serializer[Any]])


def example(value: dict[str, Any], name: str = "Answer") -> Callable[[S], S]:
    """Return a decorator that shows a value wherever the serializer is sent or answered."""
    decorate: Callable[[S], S] = extend_schema_serializer(examples=[OpenApiExample(name, value=value)])
    return decorate


def asked_for(request: Request, flag: str) -> bool:
    """Return whether a flag of the query is set: `?preview=1`. Raise ValidationError for a value that is neither yes
    nor no: a mistyped preview must not become the real action."""
    words = {word.casefold() for word in request.query_params.getlist(flag)}
    if len(words) > 1 or not words <= (YES | NO):
        raise exceptions.ValidationError({flag: f"Say 1 or 0 for {flag}, or leave it out."})
    return not words.isdisjoint(YES)
