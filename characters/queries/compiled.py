"""Queries whose SQL is written once: the first ones of every request of a person, a phone or a player.

For a row by its key Django takes longer to build the query than the database to answer it. Processor time in
microseconds, by Django and here: session 233 and 25, signed-in person 485 and 26, table with all above it 1,279 and
105, lock of a play 412 and 24.
"""

from collections.abc import Callable, Iterable, Iterator
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
    converters: Any
    model: type[M]
    columns: slice
    names: list[str]
    populators: list[Any]

    def rows(self, arguments: tuple[Argument, ...]) -> Iterable[Any]:
        adapted = [_adapted(argument) for argument in arguments]
        params = [adapted[value] if is_argument else value for is_argument, value in self.params]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, params)
            rows: list[Any] = cursor.fetchall()
        return self.compiler.apply_converters(rows, self.converters) if self.converters else rows

    def instances(self, arguments: tuple[Argument, ...]) -> Iterator[M]:
        for row in self.rows(arguments):
            instance = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.columns])
            for populator in self.populators:
                populator.populate(row, instance)
            yield instance


def _marker(at: int, argument: Argument) -> Argument:
    if isinstance(argument, str):
        return f"argument {at}"
    return MARKER + at if isinstance(argument, int) else MOMENT + timedelta(seconds=at)


def _adapted(argument: Argument) -> Any:
    return argument if isinstance(argument, int | str) else connection.ops.adapt_datetimefield_value(argument)


class Compiled(Generic[M]):
    """A queryset for few rows whose SQL is written once.

    `build` makes it for whole numbers (ids), moments and words. It may join (`select_related`), sort and lock; its
    prefetches are ignored. Of `values_list` there are only `values`.

    >>> locked = Compiled(lambda pk: Play.objects.select_for_update().filter(pk=pk))
    >>> locked.first(play.pk)
    """

    def __init__(self, build: Callable[..., models.QuerySet[M, Any]]) -> None:
        self._build = build
        self._written: _Written[M] | None = None

    def first(self, *arguments: Argument) -> M | None:
        return next(self._query(arguments).instances(arguments), None)

    def all(self, *arguments: Argument) -> list[M]:
        return list(self._query(arguments).instances(arguments))

    def values(self, *arguments: Argument) -> list[tuple[Any, ...]]:
        return list(map(tuple, self._query(arguments).rows(arguments)))

    def _query(self, arguments: tuple[Argument, ...]) -> _Written[M]:
        if self._written is None:
            self._written = self._write(arguments)
        return self._written

    def _write(self, arguments: tuple[Argument, ...]) -> _Written[M]:
        chosen = [_marker(at, argument) for at, argument in enumerate(arguments)]
        markers = {_adapted(marker): at for at, marker in enumerate(chosen)}
        queryset = self._build(*chosen)
        compiler = queryset.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        used = set(params)
        if missing := [at for marker, at in markers.items() if marker not in used]:
            raise ValueError(f"Arguments {missing} are not asked for.")
        class_info = compiler.klass_info
        fields = class_info["select_fields"] if class_info else []
        columns = slice(fields[0], fields[-1] + 1) if fields else slice(0)
        return _Written(
            sql,
            tuple((True, markers[value]) if value in markers else (False, value) for value in params),
            compiler,
            compiler.get_converters([column[0] for column in compiler.select]),
            queryset.model,
            columns,
            [column[0].target.attname for column in compiler.select[columns]],
            # as Django 5.2 has it
            get_related_populators(class_info, compiler.select, DEFAULT_DB_ALIAS) if class_info else [],  # type: ignore[call-arg]
        )
