"""Orders of every kind: stopped, resumed, and the work on them, a portion at a time in any worker."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

import structlog
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import Error, IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine import EngineError
from engine.translatable import said, spoken
from games.models import Leased
from games.services.jobs import Jobs
from games.services.thinking import SPENT, TOO_LONG, NoLongerWanted, TookTooLong, counted, has_spent, refuse_spent
from league.core.services.quotas import use_quota
from league.lab.models import ExperimentChunk, GameStudy, Order, WhatIf

log = structlog.get_logger(__name__)
SECONDS = 1
INTERRUPTED = said("The work was interrupted {times} times at part {part}.")
OLD = said("The rules or the method of this site have changed since. Run it again.")
Row = TypeVar("Row", ExperimentChunk, WhatIf, GameStudy)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Refuse an order while another one is under way. The database enforces it: two requests at once are one order."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        raise ValidationError(_("The same run is already in progress. Wait for it, or stop it.")) from error


def under_way(order: Order) -> QuerySet[Order]:
    return type(order)._default_manager.filter(pk=order.pk, status=Order.RUNNING)


def stop_order(*, order: Order) -> None:
    """Stop an order; what was done stays. Raise ValidationError when it is not under way."""
    if not under_way(order).update(status=Order.STOPPED):
        raise ValidationError(_("This is not running."))


@transaction.atomic
def resume_order(*, order: Order, by: User | None = None) -> None:
    """Let an order resume where it stopped. Raise ValidationError and QuotaError."""
    refuse_old(order)
    if order.thinker:
        refuse_spent(order.asked_by)
    stood = type(order)._default_manager.filter(pk=order.pk, status__in=(Order.STOPPED, Order.FAILED))
    free = {"leased_until": None, "tries": 0} if isinstance(order, Leased) else {}
    with one_at_a_time():
        if not stood.update(status=Order.RUNNING, error="", **free):
            raise ValidationError(_("Only a stopped run can be resumed."))
    use_quota("orders", by=by)


def refuse_old(order: Order) -> None:
    if not order.is_of_today:
        raise ValidationError(spoken(OLD))


@dataclass(frozen=True)
class Work(Generic[Row]):
    """The work on one kind of order. `waiting` are its rows, and `jobs` says what makes them jobs; `play` does a
    portion of one until a moment of time.monotonic(), and keeps the result."""

    jobs: Jobs[Row]
    waiting: Callable[[], QuerySet[Row]]
    play: Callable[[Row, float], None]

    def portion(self, *, seconds: float = SECONDS) -> bool:
        """Claim a row that waits and do a portion of it; return whether there was one. Safe with any number of
        workers."""
        row = self.claim()
        if row is not None:
            with self.jobs.working_on(row):
                self._do(row, time.monotonic() + seconds)
        return row is not None

    def claim(self) -> Row | None:
        return self.jobs.claim(self.waiting(), self._give_up)

    def _do(self, row: Row, until: float) -> None:
        thinker = row.order.thinker
        try:
            with counted(thinker):
                self._try(row, until)
        except Error:
            raise
        except NoLongerWanted:
            self.jobs.release(row)
        except TookTooLong:
            self._fail(row, TOO_LONG)
        except EngineError as error:
            log.warning("order_refused", order=str(row.order), part=row.part, why=str(error))
            self._fail(row, f"{error}")
        except Exception as error:
            # The same portion again would fail again.
            log.exception("order_failed", order=str(row.order), part=row.part)
            self._fail(row, f"{error}" or type(error).__name__)
        if has_spent(thinker):
            under_way(row.order).update(status=Order.STOPPED, error=SPENT)

    def _try(self, row: Row, until: float) -> None:
        if row.order.is_of_today:
            self.play(row, until)
        else:
            self._fail(row, OLD)

    def _give_up(self, row: Row) -> None:
        self._fail(row, said(INTERRUPTED, times=self.jobs.tries, part=row.part))

    @transaction.atomic
    def _fail(self, row: Row, why: str) -> None:
        if self.jobs.release(row):
            under_way(row.order).update(status=Order.FAILED, error=why)
