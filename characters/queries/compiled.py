"""Queries that are asked all evening, with their SQL written once: for a row by its key Django takes longer to write
the question than the database to answer it. Several of them go to PostgreSQL in one message (`together`)."""

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
    """SQL with its parameters. `read` makes of the rows what comes of it; without, none come back."""

    sql: str
    params: Sequence[Any]
    read: Callable[[list[Any]], Any] | None = None


def together(*statements: Statement) -> list[Any]:
    """What comes of each, in their order. One message to PostgreSQL instead of one for each; as ever, each sees what
    was committed before it began, so that what follows a lock sees what it waited for. SQLite takes them singly."""
    if not statements:
        return []
    if connection.vendor != "postgresql":
        return [answer for one in statements for answer in _answers((one,))]
    return _answers(statements)


def _answers(statements: Sequence[Statement]) -> list[Any]:
    found = []
    with connection.cursor() as cursor:
        cursor.execute("; ".join(one.sql for one in statements), [value for one in statements for value in one.params])
        for at, one in enumerate(statements):
            if at:
                cursor.nextset()
            found.append(one.read(cursor.fetchall()) if one.read else None)
    return found


@dataclass(frozen=True, slots=True)
class _Written(Generic[M]):
    """`params` holds numbers of arguments where `is_argument` says so, and what is the same every time elsewhere."""

    sql: str
    params: tuple[tuple[bool, Any], ...]
    compiler: Any
    model: type[M]
    columns: slice
    names: list[str]
    populators: list[Any]
    converters: Any

    def statement(self, arguments: Sequence[Argument]) -> Statement:
        told = [_adapted(one) for one in arguments]
        params = [told[value] if is_one else value for is_one, value in self.params]
        return Statement(self.sql, params, self._rows)

    def _rows(self, found: list[Any]) -> list[M]:
        rows = []
        for row in self.compiler.apply_converters(found, self.converters) if self.converters else found:
            made = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.columns])
            for populator in self.populators:
                populator.populate(row, made)
            rows.append(made)
        return rows


def _marker(at: int, argument: Argument) -> Argument:
    if isinstance(argument, str):
        return f"argument {at}"
    return MARKER + at if isinstance(argument, int) else MOMENT + timedelta(seconds=at)


def _adapted(argument: Argument) -> Any:
    return argument if isinstance(argument, int | str) else connection.ops.adapt_datetimefield_value(argument)


class Compiled(Generic[M]):
    """`build` makes the queryset for whole numbers (ids), moments and words. It may join (`select_related`), sort,
    cut and lock; what it prefetches is not fetched.

    >>> newest = Compiled(lambda season: SeasonGame.objects.filter(season=season).order_by("-id")[:1])
    >>> newest(season.pk)
    """

    def __init__(self, build: Callable[..., models.QuerySet[M]]) -> None:
        self._build = build
        self._written: dict[tuple[object, ...], _Written[M]] = {}

    def __call__(self, *arguments: Argument) -> list[M]:
        """The rows, none of them for no ids."""
        if not arguments:
            return []
        found: list[M] = together(self.of(*arguments))[0]
        return found

    def of(self, *arguments: Argument) -> Statement:
        """For `together`; at least one argument."""
        key = (connection.vendor, *map(type, arguments))
        written = self._written.get(key) or self._write(arguments)
        if len(arguments) <= MOST_KEPT:
            self._written[key] = written
        return written.statement(arguments)

    def one(self, *arguments: Argument) -> M | None:
        return next(iter(self(*arguments)), None)

    def _write(self, arguments: Sequence[Argument]) -> _Written[M]:
        chosen = [_marker(at, one) for at, one in enumerate(arguments)]
        markers = {_adapted(one): at for at, one in enumerate(chosen)}
        query = self._build(*chosen).query
        compiler = query.get_compiler(DEFAULT_DB_ALIAS)
        sql, params = compiler.as_sql()
        told = compiler.klass_info
        first, last = told["select_fields"][0], told["select_fields"][-1] + 1
        asked = set(params)
        if missing := [at for marker, at in markers.items() if marker not in asked]:
            raise ValueError(f"Arguments {missing} are not asked for.")
        return _Written(
            sql,
            tuple((True, markers[one]) if one in markers else (False, one) for one in params),
            compiler,
            told["model"],
            slice(first, last),
            [one[0].target.attname for one in compiler.select[first:last]],
            get_related_populators(told, compiler.select, DEFAULT_DB_ALIAS),  # type: ignore[call-arg] # as Django 5.2 has it
            compiler.get_converters([one[0] for one in compiler.select]),
        )


def keep_related(row: models.Model, name: str, related: Sequence[models.Model]) -> None:
    """Let `row` have these rows of its relation at hand, as `prefetch_related` would."""
    rows = getattr(row, name).all()
    rows._result_cache = list(related)
    cache: dict[str, Any] = row.__dict__.setdefault("_prefetched_objects_cache", {})
    cache[name] = rows
