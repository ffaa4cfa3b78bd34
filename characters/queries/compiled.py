"""Queries whose SQL is written once: those that every request of a person, a phone or a player begins with.

For a row by its key Django takes longer to build the query than the database to answer it. Processor time in
microseconds, by Django and here: session 233 and 25, signed-in person 485 and 26, table with all above it 1,279 and
105, lock of a play 412 and 24.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=models.Model)
Argument = int | datetime | str
MOMENT = datetime(1901, 1, 1, tzinfo=UTC)
MARKER = 31_000  # fits into the smallest integer column, and no query asks for it


@dataclass(frozen=True, slots=True)
class _Written(Generic[M]):
    """A written query. `params` holds numbers of arguments where `is_argument` says so, and constants elsewhere."""

    sql: str
    params: tuple[tuple[bool, Any], ...]
    compiler: Any
    model: type[M]
    columns: slice
    names: list[str]
    populators: list[Any]
    converters: Any

    def first(self, arguments: tuple[Argument, ...]) -> M | None:
        adapted = [_adapted(argument) for argument in arguments]
        params = [adapted[value] if is_argument else value for is_argument, value in self.params]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            row = cursor.fetchone()
        if row is None:
            return None
        if self.converters:
            (row,) = self.compiler.apply_converters([row], self.converters)
        instance = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.columns])
        for populator in self.populators:
            populator.populate(row, instance)
        return instance


def _marker(at: int, argument: Argument) -> Argument:
    if isinstance(argument, str):
        return f"argument {at}"
    return MARKER + at if isinstance(argument, int) else MOMENT + timedelta(seconds=at)


def _adapted(argument: Argument) -> Any:
    return argument if isinstance(argument, int | str) else connection.ops.adapt_datetimefield_value(argument)


class Compiled(Generic[M]):
    """A queryset for one row whose SQL is written once.

    `build` makes it for whole numbers (ids), moments and words. It may join (`select_related`), sort and lock; its
    prefetches are ignored.

    >>> locked = Compiled(lambda pk: Play.objects.select_for_update().filter(pk=pk))
    >>> locked.first(play.pk)
    """

    def __init__(self, build: Callable[..., models.QuerySet[M]]) -> None:
        self._build = build
        self._written: _Written[M] | None = None

    def first(self, *arguments: Argument) -> M | None:
        if self._written is None:
            self._written = self._write(arguments)
        return self._written.first(arguments)

    def _write(self, arguments: tuple[Argument, ...]) -> _Written[M]:
        chosen = [_marker(at, argument) for at, argument in enumerate(arguments)]
        markers = {_adapted(marker): at for at, marker in enumerate(chosen)}
        query = self._build(*chosen).query
        compiler = query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        class_info = compiler.klass_info
        first, last = class_info["select_fields"][0], class_info["select_fields"][-1] + 1
        used = set(params)
        if missing := [at for marker, at in markers.items() if marker not in used]:
            raise ValueError(f"Arguments {missing} are not asked for.")
        return _Written(
            sql,
            tuple((True, markers[value]) if value in markers else (False, value) for value in params),
            compiler,
            class_info["model"],
            slice(first, last),
            [column[0].target.attname for column in compiler.select[first:last]],
            get_related_populators(class_info, compiler.select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg] # as Django 5.2 has it
            compiler.get_converters([column[0] for column in compiler.select]),
        )
