"""Rows that several transactions may lock at once, and long work without locks."""

from collections.abc import Callable
from contextvars import ContextVar
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.core.exceptions import ValidationError
from django.db import connection, models

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
TRIES = 3


def share_row(model: type[models.Model], pk: int) -> None:
    """Lock a row against changes until the commit, together with others who do the same: a change waits for all of
    them. Never take an exclusive lock on it after that, because two who share it would wait for each other.

    SQLite has one writer at a time anyway.
    """
    if connection.features.has_select_for_update:
        table = connection.ops.quote_name(model._meta.db_table)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT 1 FROM {table} WHERE id = %s FOR SHARE", [pk])


class LongWork(Exception):
    """The end of a transaction that needs the result of `work` for this question."""

    def __init__(self, question: object, work: Callable[[], object], moved: str) -> None:
        super().__init__("Call this from a function that `works_without_locks`.")
        self.question, self.work, self.moved = question, work, moved


_answers: ContextVar[list[tuple[object, Any]] | None] = ContextVar("_answers", default=None)


def works_without_locks(act: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Let a function that is one transaction, or one that it calls, ask for `long_work`.

    When it asks, the transaction is rolled back, the work done while nothing is locked, and the function called again
    with the answer. If the question is then different, the work is done for that one, at most `TRIES` times in all;
    then it is refused (code `stale`). So the function must leave nothing behind but rows. Called within another such
    function it is a part of it.
    """

    @wraps(act)
    def again(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        if _answers.get() is not None:
            return act(*args, **kwargs)
        answers: list[tuple[object, Any]] = []
        token = _answers.set(answers)
        try:
            while True:
                try:
                    return act(*args, **kwargs)
                except LongWork as asked:
                    if len(answers) == TRIES:
                        raise ValidationError(asked.moved, code="stale") from asked
                    answers.append((asked.question, asked.work()))
        finally:
            _answers.reset(token)

    return again


def long_work(question: object, work: Callable[[], Answer], *, moved: str) -> Answer:
    """Return the result of `work`, which depends on the question only. `moved`: the refusal if the question keeps
    changing."""
    for earlier, answer in _answers.get() or ():
        if earlier == question:
            result: Answer = answer
            return result
    raise LongWork(question, work, moved)
