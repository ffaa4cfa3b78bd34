"""What all operations say and ask alike: errors, flags, the shape of examples."""

from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request


class ErrorRow(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="A short word for programs.")
    detail = serializers.CharField(help_text="A sentence for people.")
    attr = serializers.CharField(allow_null=True, help_text="Where in the body, such as `seats.1.score.cash`.")


class ErrorAnswer(serializers.Serializer[Any]):
    """Every refusal. Only `validation_error` has more than one entry: all that is wrong with the body."""

    type = serializers.ChoiceField(choices=("validation_error", "client_error", "server_error"))
    errors = ErrorRow(many=True)  # type: ignore[assignment]


PREVIEW = OpenApiParameter(
    "preview",
    bool,
    description="With `1`, answer what would change in careers, standings and later sheets, and change nothing.",
)
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description=(
        "Your own word for this request, up to 200 characters. Sent again with the same body it gives the first answer "
        "again; with another body it is refused with 409. A refused request is not remembered."
    ),
)


def answer(value: dict[str, Any], name: str = "Answer", status: str = "200") -> OpenApiExample:
    return OpenApiExample(name, value=value, response_only=True, status_codes=[status])


def question(value: dict[str, Any], name: str = "Request") -> OpenApiExample:
    return OpenApiExample(name, value=value, request_only=True)


def asked_for(request: Request, flag: str) -> bool:
    """Whether a flag of the query is set: `?preview=1`."""
    return request.query_params.get(flag, "").casefold() in ("1", "true", "yes")
