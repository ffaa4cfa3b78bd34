"""The queue of what goes out. A row is claimed, sent outside of any transaction, and marked. If its sender is killed
in between it is sent again: a receiver may get it twice, with the same id, but never loses it."""

from collections.abc import Callable
from datetime import timedelta
from functools import cache
from time import monotonic
from typing import Any, TypeVar

import structlog
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.services.jobs import Jobs
from league.models import MailNotice, Notice, PushDelivery, WebhookDelivery
from league.notices.services.outbound import Answer

log = structlog.get_logger(__name__)
SWEEP_SECONDS = 1.0  # a sweep begins nothing new after this, so reviews wait for one slow receiver at most
PAUSE = 60
READ = "It was read before."
TOO_MANY = 429
WAITS = (timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2), timedelta(hours=6))
MOST_TRIES = len(WAITS) + 1


def wait_after(tries: int) -> timedelta | None:
    """Return how long to wait after that many failed tries (from 1); None after the last one."""
    return WAITS[tries - 1] if tries < MOST_TRIES else None


LEASE = timedelta(minutes=2)
KEPT = timedelta(days=90)
Row = TypeVar("Row", MailNotice, WebhookDelivery, PushDelivery)


@cache
def queue_of(model: type[Row]) -> Jobs[Row]:
    return Jobs(model, to_do=Q(status=model.WAITING), order=("next_try_at", "pk"), lease=LEASE, tries=MOST_TRIES)


def claim(rows: QuerySet[Row]) -> Row | None:
    """Claim the waiting row that is due first; return None when nothing is due."""
    due = Q(next_try_at__lte=timezone.now())
    return queue_of(rows.model).claim(rows, lambda row: give_up(row, row.error or "Interrupted too often."), where=due)


def send_due(rows: QuerySet[Row], send: Callable[[Row], bool], *, most: int) -> int:
    """Send what is due, for about a second or until `send` returns that nothing more can be sent now; return how many
    were tried. Safe with any number of workers."""
    until = monotonic() + SWEEP_SECONDS
    for tried in range(most):
        row = claim(rows) if monotonic() < until else None
        if row is None:
            return tried
        with queue_of(rows.model).working_on(row):
            if not send(row):
                return tried + 1
    return most


def mark_sent(row: Row, **more: int | None) -> None:
    """Mark a row as sent, even if the lease was over and another worker has it."""
    rows = type(row)._default_manager.filter(pk=row.pk)
    rows.update(status=row.SENT, sent_at=timezone.now(), leased_until=None, error="", **more)


def try_again(row: Row, error: str, *, wait: int = 0, **more: int | None) -> None:
    """Let a row that did not arrive be tried later (after `wait` seconds, if the receiver said so), or give it up after
    the last try."""
    pause = wait_after(row.tries)
    if pause is None:
        give_up(row, error, **more)
    else:
        due = timezone.now() + (timedelta(seconds=wait) if wait else pause)
        _let_go(row, next_try_at=due, error=error[:300], **more)


def mark_answered(row: Row, answer: Answer, *, others: QuerySet[Row], **more: int | None) -> None:
    """Mark a row by what its receiver answered. `others` of the same receiver wait if it would say the same to them."""
    if not answer.error:
        mark_sent(row, **more)
        return
    log.info("not_delivered", to=type(row).__name__, row=row.pk, error=answer.error)
    try_again(row, answer.error, wait=answer.wait, **more)
    if answer.status in (0, TOO_MANY) or answer.status >= 500:
        put_off(others, answer.wait or PAUSE)


def give_up(row: Row, error: str, **more: int | None) -> None:
    """Mark a row as failed; it is not tried again unless somebody asks for it."""
    _let_go(row, status=row.FAILED, error=error[:300], **more)


def put_off(rows: QuerySet[Row], seconds: int) -> None:
    """Put the due rows off for that many seconds: their receiver cannot take anything now."""
    until = timezone.now() + timedelta(seconds=seconds)
    rows.filter(status=rows.model.WAITING, next_try_at__lt=until).update(next_try_at=until)


def send_again(row: Row) -> None:
    """Let a row that failed be tried again, with all of its tries."""
    type(row)._default_manager.filter(pk=row.pk, status=row.FAILED).update(
        status=row.WAITING, tries=0, leased_until=None, next_try_at=timezone.now(), error=""
    )


def forget_old() -> None:
    """Delete what is done with and older than 90 days."""
    before = timezone.now() - KEPT
    MailNotice.objects.exclude(status=MailNotice.WAITING).filter(created_at__lt=before).delete()
    WebhookDelivery.objects.exclude(status=WebhookDelivery.WAITING).filter(created_at__lt=before).delete()
    Notice.objects.filter(created_at__lt=before).delete()  # with its pushes, which nobody waits for so long


def _let_go(row: Row, **changes: Any) -> None:
    queue_of(type(row)).release(row, tries=row.tries, **changes)
