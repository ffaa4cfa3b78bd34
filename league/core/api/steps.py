"""Decisions about one thing, each a POST that is answered by the thing as it is then."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from league.core.api.fields import Nothing
from league.core.api.lookup import TAGS
from league.core.api.schema import ErrorAnswer, answer, asking
from league.core.api.views import ApiView, read

ReadBody = Callable[[], dict[str, Any]]


def step_view(
    decide: Callable[..., object],
    *,
    summary: str,
    description: str,
    row: type[Serializer[Any]],
    form: type[Serializer[Any]] = Nothing,
    body: dict[str, Any] | None = None,
    answered: dict[str, Any] | None = None,
) -> type[ApiView]:
    """Return a view that calls `decide(request, said, **place)` and answers with what it returns. `place` is from the
    address; `said()` reads the body by `form`, once permissions are checked. `body` is an example of
    it, `answered` one of the answer that is not that of its serializer."""

    class AnsweringStep(ApiView):
        @extend_schema(
            tags=TAGS,
            summary=summary,
            description=description,
            request=None if form is Nothing else asking(form, body) if body else form,
            responses={200: row, 409: ErrorAnswer},
            examples=[answer(answered)] if answered else [],
        )
        def post(self, request: Request, **place: Any) -> Response:
            return Response(decide(request, lambda: read(form(data=request.data)), **place))

    return AnsweringStep
