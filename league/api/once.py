"""Requests that create something and may be sent twice."""

from collections.abc import Callable
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from league.api.decisions import signed_in
from league.services.idempotency import Answer, answer_once


def once(request: Request, act: Callable[[], Answer]) -> Response:
    """What `act` answers; with an Idempotency-Key what it answered to the same body at the same address before."""
    key = request.headers.get("Idempotency-Key", "")
    if not key:
        code, body = act()
        return Response(body, code)
    sent: dict[str, Any] = {"path": request.path, "body": request.data}
    code, body = answer_once(user=signed_in(request), key=key, request=sent, act=act)
    return Response(body, code)
