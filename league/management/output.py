"""The shared parts of commands: formats, refusals, the league they work on.

Exit status 0 done, 1 refused (nothing changed, reasons on stderr one per line), 2 bad usage (argparse's own).
"""

import csv
import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.db import DatabaseError, connection, transaction

from league.clubs.services.leagues import default_league
from league.core.operations.queries import schema_refusal
from league.core.rules.csv_text import guarded
from league.models import League, SeasonGame

NO_TABLES = "This database has no tables yet. Run `python manage.py migrate` first."


class LeagueCommand(BaseCommand):
    """A command that prints rows in the format asked for and refuses with reasons."""

    output_transaction = False

    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command; refuse a database whose tables are missing or of another version."""
        try:
            return super().execute(*args, **options)
        except DatabaseError:
            why = schema_refusal() if connection.introspection.table_names() else NO_TABLES
            if not why:
                raise
            self.refuse([why])

    def add_format(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=("table", "json", "csv"), default="table", help="table is for people")

    def add_league(self, parser: ArgumentParser) -> None:
        parser.add_argument("--league", help="address of the league; without it the installation's first one")

    def league(self, slug: str | None) -> League:
        if not slug:
            return default_league()
        league = League.objects.filter(slug=slug).first()
        return league or self.refuse([f"There is no league '{slug}'."])

    @contextmanager
    def league_to_fill(self, slug: str | None, *, keep: bool) -> Iterator[League]:
        """Yield the league of an import. A league that had to be founded for it goes again with a refusal or a dry
        run."""
        if slug or League.objects.exists():
            yield self.league(slug)
            return
        with transaction.atomic():
            yield default_league()
            transaction.set_rollback(not keep)

    def refuse(self, reasons: Iterable[object]) -> NoReturn:
        """Print the reasons, one per line, and end with status 1."""
        for reason in reasons:
            self.stderr.write(str(reason))
        raise SystemExit(1)

    def refuse_invalid(self, error: ValidationError) -> NoReturn:
        self.refuse(error.messages)

    def show(self, rows: Sequence[Mapping[str, Any]], output_format: str) -> None:
        """Print rows of equal keys as a table, as JSON or as CSV."""
        if output_format == "json":
            self.stdout.write(json.dumps(list(rows), indent=1, ensure_ascii=False))
        elif output_format == "csv":
            writer = csv.writer(_Lines(self.stdout))
            writer.writerow(rows[0] if rows else [])
            writer.writerows([guarded(_cell(value)) for value in row.values()] for row in rows)
        else:
            self._table(rows)

    def show_one(self, value: Mapping[str, Any]) -> None:
        """Print one JSON object."""
        self.stdout.write(json.dumps(value, indent=1, ensure_ascii=False))

    def _table(self, rows: Sequence[Mapping[str, Any]]) -> None:
        if not rows:
            self.stdout.write("Nothing to show.")
            return
        cells = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
        widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
        for row in cells:
            self.stdout.write("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


class _Lines:
    """Standard output for a CSV writer, which ends its own lines."""

    def __init__(self, out: OutputWrapper) -> None:
        self.out = out

    def write(self, text: str, /) -> None:
        self.out.write(text, ending="")


def _cell(value: Any) -> str:
    if isinstance(value, Mapping):
        return ";".join(f"{key}={number}" for key, number in value.items())
    if isinstance(value, list | tuple):
        return str(len(value)) if value and isinstance(value[0], Mapping) else ";".join(map(str, value))
    return "" if value is None else str(value)


def read_file(path: str) -> bytes:
    """Return the bytes of a file, `-` for standard input. Raise CommandError (usage) when it cannot be read."""
    try:
        if path == "-":
            return sys.stdin.buffer.read()
        with open(path, "rb") as file:  # noqa: PTH123 - the path is the caller's
            return file.read()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}.", returncode=1) from error


def game_named(reference: str, season: str | None) -> SeasonGame:
    """Return the game with this reference. Raise CommandError when no season or several seasons have it."""
    games = SeasonGame.objects.filter(reference=reference).select_related("season__league", "game")
    if season:
        games = games.filter(season__slug=season)
    matches = list(games[:2])
    if not matches:
        raise CommandError(f"There is no game '{reference}'.", returncode=1)
    if len(matches) > 1:
        raise CommandError(f"Several seasons have a game '{reference}'; say which with --season.", returncode=1)
    return matches[0]
