"""The revision that a request was decided upon: `expected_revision` in the body, or the header If-Match."""

import re
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from games.rules.figures import LARGEST
from league.core.api.fields import DecisionRow
from league.core.api.schema import ErrorAnswer

_TAG = re.compile(r'(?:W/)?"(\d{1,9})"')
IF_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    description='The ETag of the game that you saw, such as `"3"`: the same as `expected_revision`.',
)


class OutdatedAnswer(ErrorAnswer):
    """Somebody was faster. Nothing is changed."""

    since = DecisionRow(many=True, required=False, help_text="What was decided after the expected revision.")


class RevisionInput(serializers.Serializer[Any]):
    expected_revision = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=LARGEST,
        help_text="The `revision` that you saw; 409 when anything was decided since, and what.",
    )


def expected_revision(request: Request, data: Mapping[str, Any]) -> int | None:
    """Return the expected revision. Raise ValidationError for an If-Match that is not a revision, or differs from the
    body's."""
    in_body: int | None = data["expected_revision"]
    header = request.headers.get("If-Match", "").strip()
    if header in ("", "*"):
        return in_body
    tag = _TAG.fullmatch(header)
    if tag is None:
        raise ValidationError('If-Match takes one ETag of a game, such as "3".')
    in_header = int(tag[1])
    if in_body is not None and in_body != in_header:
        raise ValidationError(
            f"If-Match says revision {in_header} and expected_revision says {in_body}. Send one of them."
        )
    return in_header


def game_answer(record: Mapping[str, Any], code: int = status.HTTP_200_OK) -> Response:
    return Response(record, code, headers={"ETag": f'"{record["revision"]}"'})
