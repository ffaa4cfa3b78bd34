"""A table that is read in parts: by `limit` and `offset`, with the address of the rows that follow. Its `version`, the
same in all parts, says whether they fit together."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

MOST_ROWS, FARTHEST = 200, 1_000_000


class TablePart(serializers.Serializer[Any]):
    limit = serializers.IntegerField(
        required=False, default=100, min_value=1, max_value=MOST_ROWS, help_text="How many rows."
    )
    offset = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=FARTHEST, help_text="How many rows come before."
    )


def in_parts(request: Request, table: Mapping[str, Any], part: Mapping[str, Any]) -> Response:
    """Answer with one part of a table of `count` rows, and say where the next one is."""
    end = part["offset"] + part["limit"]
    more = replace_query_param(request.build_absolute_uri(), "offset", end) if end < table["count"] else None
    return Response({**table, "next": more})
