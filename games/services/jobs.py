"""The claim of a worker on a row that is a job: taken, kept, let go. A claim is one conditional update, so of many
workers one has the row. It lasts as long as its lease: the row of a worker that was killed goes to the next one. A
worker that comes back late finds that the row is no longer its own (`mine`), and changes nothing."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Generic, TypeVar

from django.db import Error, InterfaceError, OperationalError, connection
from django.db.models import F, Model, Q, QuerySet
from django.db.models.expressions import Combinable
from django.utils import timezone

from games.models.jobs import Leased

LEASE = timedelta(seconds=20)  # many portions of about a second
TRIES = 5  # more than a row of unlucky restarts: this row takes its worker down
MOST_LOOKS = 20  # at a queue of which others take row after row
Row = TypeVar("Row", bound=Leased)


@dataclass(frozen=True)
class Jobs(Generic[Row]):
    """The jobs of one table. `to_do` says, by only the row's own columns, what makes it a job: PostgreSQL looks again
    at those of a row that it waited for, and at no other table. `order`: which row comes first. Over one row `tries`
    workers may end."""

    model: type[Row]
    to_do: Q
    order: tuple[str, ...]
    lease: timedelta = LEASE
    tries: int = TRIES

    def claim(
        self, rows: QuerySet[Row], give_up: Callable[[Row], object], *, where: Q | None = None, **changes: Any
    ) -> Row | None:
        """Claim the first of `rows` that nobody holds and return it, with `changes`; None if there is none. One over
        which too many workers have ended goes to `give_up`. `where`: what else its own columns must say."""
        for _ in range(MOST_LOOKS):
            free = rows.filter(self.to_do, _unheld(), where or Q())
            row = free.order_by(*self.order).first()
            if row is None:
                return None
            if not self.take(row, where=where, **changes):
                continue  # somebody was faster
            if row.tries <= self.tries:
                return row
            give_up(row)
        return None

    def take(self, row: Row, *, where: Q | None = None, **changes: Any) -> bool:
        """Claim a row that was read, with `changes`; False if somebody was faster."""
        changes |= {"leased_until": timezone.now() + self.lease}
        rows = self.model._default_manager.filter(self.to_do, _unheld(), where or Q(), pk=row.pk, tries=row.tries)
        if not rows.update(tries=row.tries + 1, **changes):
            return False
        _note(row, tries=row.tries + 1, **changes)
        return True

    def mine(self, row: Row) -> QuerySet[Row]:
        """Return the row, or nothing if its lease ran out and another worker has it, or it is no longer a job."""
        return self.model._default_manager.filter(self.to_do, pk=row.pk, leased_until=row.leased_until)

    def hold(self, row: Row, *conditions: Q | Combinable, **changes: Any) -> bool:
        """Begin the lease again, with `changes`; False if the row is not ours, or a condition does not hold."""
        changes |= {"leased_until": timezone.now() + self.lease}
        if not self.mine(row).filter(*conditions).update(**changes):
            return False
        _note(row, **changes)
        return True

    def release(self, row: Row, **changes: Any) -> bool:
        """Release a row that got somewhere, with `changes`; False if it is not ours."""
        return bool(self.mine(row).update(**{"leased_until": None, "tries": 0} | changes))

    @contextmanager
    def working_on(self, row: Row) -> Iterator[None]:
        """Give the try back if the database fails, which says nothing about the row."""
        try:
            yield
        except (OperationalError, InterfaceError):
            with suppress(Error):
                if not connection.in_atomic_block:
                    connection.close_if_unusable_or_obsolete()
                self.mine(row).update(leased_until=None, tries=F("tries") - 1)
            raise


def _unheld() -> Q:
    return Q(leased_until=None) | Q(leased_until__lte=timezone.now())


def _note(row: Model, **changes: Any) -> None:
    for name, value in changes.items():
        setattr(row, name, value)
