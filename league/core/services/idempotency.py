"""One answer per key: what is done and that it was answered are written in the same transaction."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from hashlib import sha256
from json import dumps
from typing import Any

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.services.locks import works_without_locks
from league.models import IdempotencyKey

HEADER = "Idempotency-Key"
KEY_LENGTH = 200
KEPT = timedelta(days=7)
Answer = tuple[int, dict[str, Any]]


def sent_key(headers: Mapping[str, str]) -> str:
    """Return the Idempotency-Key of a request; empty without one. Raise ValidationError for one that can't be
    stored."""
    key = headers.get(HEADER, "")
    if len(key) > KEY_LENGTH:
        too_long = _("The {header} is too long; the limit is {most} characters.")
        raise ValidationError(too_long.format(header=HEADER, most=KEY_LENGTH))
    if "\x00" in key:
        raise ValidationError(_("The {header} contains a NUL character.").format(header=HEADER))
    return key


def digest_of(request: Any) -> str:
    """Return the digest of JSON, which depends neither on the order of keys nor on spaces."""
    return sha256(dumps(request, sort_keys=True).encode()).hexdigest()


@works_without_locks
@transaction.atomic
def answer_once(*, user: User, key: str, digest: str, act: Callable[[], Answer]) -> tuple[Answer, bool]:
    """Return what `act` answers (a status and a body), and True; or the earlier answer if this user sent the request of
    this digest with this key before, and False.

    The row is inserted first, so that of two simultaneous requests one waits for the other. An exception from `act`
    rolls the row back too; if it needs long work, it is called again. Raise ValidationError with the code `stale` for a
    key that was used for another request.
    """
    row, fresh = IdempotencyKey.objects.get_or_create(
        user=user, key=key, defaults={"request_digest": digest, "status_code": 0, "answer": {}}
    )
    if fresh:
        row.status_code, row.answer = act()
        row.save(update_fields=["status_code", "answer"])
    elif row.request_digest != digest:
        used = _("This {header} was used for another request. Choose a new one.").format(header=HEADER)
        raise ValidationError(used, code="stale")
    return (row.status_code, row.answer), fresh


def forget_old_keys() -> None:
    """Delete old keys: a request is repeated within a week."""
    IdempotencyKey.objects.filter(given_at__lt=timezone.now() - KEPT).delete()
