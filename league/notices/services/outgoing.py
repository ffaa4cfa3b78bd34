"""The queue of what goes out. A row is claimed by one conditional update that moves `next_try_at` to the end of the
lease, sent outside of any transaction, and marked. Who is killed in between sends it again when the lease is over: a
receiver may get it twice, with the same id, but never not at all."""

from datetime import timedelta
from typing import TypeVar

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from league.core.rules.outgoing import MOST_TRIES, wait_after
from league.models import MailNotice, Notice, PushDelivery, WebhookDelivery

LEASE = timedelta(minutes=2)
KEPT = timedelta(days=90)
Row = TypeVar("Row", MailNotice, WebhookDelivery, PushDelivery)


def claim(rows: QuerySet[Row]) -> Row | None:
    """The waiting row that is due first, ours until the lease ends. None when nothing is due."""
    now = timezone.now()
    due = Q(status=rows.model.WAITING, next_try_at__lte=now)
    for pk in rows.filter(due).order_by("next_try_at", "pk").values_list("pk", flat=True)[:5]:
        # Without a join: PostgreSQL looks again at the row that it waited for, but not at a subquery.
        one = rows.model._default_manager.filter(due, pk=pk)
        claimed = one.update(next_try_at=now + LEASE, tries=F("tries") + 1)
        row = rows.filter(pk=pk).first() if claimed else None
        if row is None:
            continue  # somebody was faster
        if row.tries <= MOST_TRIES:
            return row
        give_up(row, row.error or "Interrupted too often.")
    return None


def mark_sent(row: Row, **more: int) -> None:
    """It arrived; even if the lease was over and somebody else is at it."""
    rows = type(row)._default_manager.filter(pk=row.pk)
    rows.update(status=row.SENT, sent_at=timezone.now(), error="", **more)


def try_again(row: Row, error: str, *, wait: int = 0, **more: int | None) -> None:
    """It did not arrive: later again (after `wait` seconds, if the receiver said so), or never after the last try."""
    pause = wait_after(row.tries)
    if pause is None:
        give_up(row, error, **more)
    else:
        due = timezone.now() + (timedelta(seconds=wait) if wait else pause)
        _ours(row).update(next_try_at=due, error=error[:300], **more)


def give_up(row: Row, error: str, **more: int | None) -> None:
    """It will not be tried again unless somebody asks for it."""
    _ours(row).update(status=row.FAILED, error=error[:300], **more)


def put_off(rows: QuerySet[Row], seconds: int) -> None:
    """Leave those that are due alone for a while: their receiver cannot take anything now."""
    until = timezone.now() + timedelta(seconds=seconds)
    rows.filter(status=rows.model.WAITING, next_try_at__lt=until).update(next_try_at=until)


def send_again(row: Row) -> None:
    """Start over with one that failed."""
    type(row)._default_manager.filter(pk=row.pk, status=row.FAILED).update(
        status=row.WAITING, tries=0, next_try_at=timezone.now(), error=""
    )


def forget_old() -> None:
    """What is done with and older than 90 days."""
    before = timezone.now() - KEPT
    MailNotice.objects.exclude(status=MailNotice.WAITING).filter(created_at__lt=before).delete()
    WebhookDelivery.objects.exclude(status=WebhookDelivery.WAITING).filter(created_at__lt=before).delete()
    Notice.objects.filter(created_at__lt=before).delete()  # with its pushes, which nobody waits for so long


def _ours(row: Row) -> QuerySet[Row]:
    """The row as long as nobody else has claimed it since."""
    return type(row)._default_manager.filter(pk=row.pk, status=row.WAITING, tries=row.tries)
