"""Rows under a name, number or address that the site chooses: what nobody typed is never refused to anybody."""

from collections.abc import Callable
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

T = TypeVar("T")
MOST = 200  # who meet at the same moment: each time at least one of them gets through


def nothing_typed() -> None:
    """Refuse nothing: what is wanted is chosen by the insertion itself."""


class NameTaken(ValidationError):
    """A name that somebody else has taken."""


def insert_as_chosen(insert: Callable[[], T], choose_again: Callable[[], object]) -> T:
    """Return what `insert` returns. As long as somebody else is first to take what it wanted, `choose_again` looks for
    another choice; it raises ValidationError if a person typed the taken one. Within a transaction: the database waits
    for a row that another transaction has not committed yet."""
    for _ in range(MOST):
        try:
            with transaction.atomic():
                return insert()
        except NameTaken:
            choose_again()
        except IntegrityError as error:
            if "unique" not in str(error).lower():
                raise
            choose_again()
    with transaction.atomic():
        return insert()
