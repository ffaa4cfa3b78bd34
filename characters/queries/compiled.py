"""Write the SQL of frequent queries once: for a row by its key Django takes longer to build the query than the database
to answer it. Several of them go to PostgreSQL in one message (`together`)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, models
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=models.Model)
Argument = int | datetime | str
MOMENT = datetime(1901, 1, 1, tzinfo=UTC)
MARKER = 31_000  # fits into the smallest integer column, and no query asks for it
MOST_KEPT = 12  # arguments: more than sit at a table come once


@dataclass(frozen=True, slots=True)
class Statement:
    """SQL with its parameters. `read` converts the rows; without it there is no result."""

    sql: str
    params: Sequence[Any]
    read: Callable[[list[Any]], Any] | None = None


def together(*statements: Statement) -> list[Any]:
    """Run the statements, and return their results in order, with one message to PostgreSQL instead of one for each.

    As always, each sees what was committed before it began, so a statement that follows a lock sees what the lock
    waited for. SQLite runs them singly.
    """
    if not statements:
        return []
    if connection.vendor != "postgresql":
        return [answer for statement in statements for answer in _answers((statement,))]
    return _answers(statements)


def _answers(statements: Sequence[Statement]) -> list[Any]:
    results = []
    with connection.cursor() as cursor:
        cursor.execute(
            "; ".join(statement.sql for statement in statements),
            [value for statement in statements for value in statement.params],
        )
        for at, statement in enumerate(statements):
            if at:
                cursor.nextset()
            results.append(statement.read(cursor.fetchall()) if statement.read else None)
    return results


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

    def statement(self, arguments: Sequence[Argument]) -> Statement:
        adapted = [_adapted(argument) for argument in arguments]
        params = [adapted[value] if is_one else value for is_one, value in self.params]
        return Statement(self.sql, params, self._rows)

    def _rows(self, raw_rows: list[Any]) -> list[M]:
        rows = []
        for row in self.compiler.apply_converters(raw_rows, self.converters) if self.converters else raw_rows:
            instance = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.columns])
            for populator in self.populators:
                populator.populate(row, instance)
            rows.append(instance)
        return rows


def _marker(at: int, argument: Argument) -> Argument:
    if isinstance(argument, str):
        return f"argument {at}"
    return MARKER + at if isinstance(argument, int) else MOMENT + timedelta(seconds=at)


def _adapted(argument: Argument) -> Any:
    return argument if isinstance(argument, int | str) else connection.ops.adapt_datetimefield_value(argument)


class Compiled(Generic[M]):
    """A queryset whose SQL is written once.

    `build` makes it for whole numbers (ids), moments and words. It may join (`select_related`), sort, cut and lock;
    its prefetches are ignored.

    >>> newest = Compiled(lambda season: SeasonGame.objects.filter(season=season).order_by("-id")[:1])
    >>> newest(season.pk)
    """

    def __init__(self, build: Callable[..., models.QuerySet[M]]) -> None:
        self._build = build
        self._written: dict[tuple[object, ...], _Written[M]] = {}

    def __call__(self, *arguments: Argument) -> list[M]:
        """Return the rows, or [] for no ids."""
        if not arguments:
            return []
        rows: list[M] = together(self.of(*arguments))[0]
        return rows

    def of(self, *arguments: Argument) -> Statement:
        """Return the statement for `together`, with at least one argument."""
        key = (connection.vendor, *map(type, arguments))
        written = self._written.get(key) or self._write(arguments)
        if len(arguments) <= MOST_KEPT:
            self._written[key] = written
        return written.statement(arguments)

    def one(self, *arguments: Argument) -> M | None:
        return next(iter(self(*arguments)), None)

    def _write(self, arguments: Sequence[Argument]) -> _Written[M]:
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


def keep_related(row: models.Model, name: str, related: Sequence[models.Model]) -> None:
    """Give `row` the rows of its relation, as `prefetch_related` would."""
    rows = getattr(row, name).all()
    rows._result_cache = list(related)
    cache: dict[str, Any] = row.__dict__.setdefault("_prefetched_objects_cache", {})
    cache[name] = rows
