"""One answer per key: what is done and that it was answered are written in the same transaction."""

from collections.abc import Callable
from hashlib import sha256
from json import dumps
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction

from league.models import IdempotencyKey

KEY_LENGTH = 200
Answer = tuple[int, dict[str, Any]]


@transaction.atomic
def answer_once(*, user: User, key: str, request: Any, act: Callable[[], Answer]) -> Answer:
    """What `act` answers (a status and a body), or what it answered when this user sent the same request with this key.

    The row is inserted first, so that of two requests at the same moment one waits for the other. What `act` raises
    takes the row back with it. Raises ValidationError for a key that is too long, and with the code `stale` for one
    that was used for another request.
    """
    if len(key) > KEY_LENGTH or "\x00" in key:
        raise ValidationError(f"The Idempotency-Key is too long; {KEY_LENGTH} characters are the most.")
    row, fresh = IdempotencyKey.objects.get_or_create(
        user=user, key=key, defaults={"request_digest": _digest(request), "status_code": 0, "answer": {}}
    )
    if fresh:
        row.status_code, row.answer = act()
        row.save(update_fields=["status_code", "answer"])
    elif row.request_digest != _digest(request):
        raise ValidationError("This Idempotency-Key was used for another request. Choose a new one.", code="stale")
    return row.status_code, row.answer


def _digest(request: Any) -> str:
    return sha256(dumps(request, sort_keys=True).encode()).hexdigest()
