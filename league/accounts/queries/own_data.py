"""Everything that is stored about a person, table by table, as a zip of JSON and CSV.

`own_data.toml`, extended by optional apps, names every column that points at an account or a character; a test holds it
to the models. What is found through a character leaves out browser and address: another person may have acted.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.apps import apps
from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from league.core.rules.csv_text import write_csv

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class DataSection:
    """Rows of a model that point at the person by any of `by`, with `fields`, paths allowed."""

    name: str
    model: type[Model]
    by: tuple[str, ...]
    fields: tuple[str, ...]

    def of(self, user: User) -> QuerySet[Any]:
        mine = Q()
        for column in self.by:
            mine |= Q(**{column: user})
        return self.model._default_manager.filter(mine)

    def rows(self, user: User) -> Iterator[Row]:
        """Yield the rows of a user, with `as`: which of `by` the user was, if there are several."""
        rows = self.of(user).order_by("pk").values(*self.by, *self.fields)
        for row in rows.iterator(chunk_size=2000):
            parts = [column for column in self.by if row[column] == user.pk]
            values = {field: row[field] for field in self.fields}
            yield {"as": ", ".join(parts), **values} if len(self.by) > 1 else values


_STORED = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SECTIONS = [
    DataSection(name, apps.get_model(row["model"]), tuple(row["by"]), tuple(row["fields"]))
    for name, row in _STORED["sections"].items()
]
LEFT_OUT: dict[str, str] = _STORED["left_out"]


def account_of(user: User) -> Row:
    return {
        "user_name": user.get_username(),
        "first_name": user.first_name,
        "last_name": user.last_name,
        "email": user.email,
        "joined": user.date_joined,
        "last_sign_in": user.last_login,
        "staff": user.is_staff,
        "superuser": user.is_superuser,
        "groups": [group.name for group in user.groups.all()],
        "permissions": [permission.codename for permission in user.user_permissions.all()],
    }


# Parts in shapes of their own, to which upper rooms add theirs.
PARTS: dict[str, Callable[[User], Iterable[Row]]] = {"account": lambda user: [account_of(user)]}
# Pictures and the like, of apps that may be left out: each with its place in the file.
ATTACHMENTS: list[Callable[[User], Iterator[tuple[str, bytes]]]] = []
IN_MEMORY = 5_000_000
AT_ONCE = 5_000  # rows, some 0.2 s of computing: more is a worker's
MOST = 250_000  # rows, some 10 s; somebody who has reported 10,000 games has 60,000


def row_count(user: User) -> int:
    return sum(section.of(user).count() for section in SECTIONS)


def own_data(user: User) -> IO[bytes]:
    """Return the file, at its beginning. One section at a time is in memory."""
    file: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("read-me.txt", _READ_ME)
        for name, rows_of in [*PARTS.items(), *((section.name, section.rows) for section in SECTIONS)]:
            entries = list(rows_of(user))
            archive.writestr(f"json/{name}.json", "[\n" + ",\n".join(map(_json, entries)) + "\n]\n")
            if entries:
                archive.writestr(f"csv/{name}.csv", _csv(entries))
        for attached in ATTACHMENTS:
            for place, content in attached(user):
                archive.writestr(place, content, ZIP_STORED)
    file.seek(0)
    return file


def _csv(rows: list[Row]) -> bytes:
    header = list(rows[0])
    return write_csv(header, ([_cell(row[name]) for name in header] for row in rows))


def _cell(value: object) -> object:
    if value is None:
        return ""
    return value if isinstance(value, int | str) and not isinstance(value, bool) else _json(value).strip('"')


_json = DjangoJSONEncoder(ensure_ascii=False).encode  # without an indent, which would take the slow way


_READ_ME = """Everything that this site stores about you.

json/ has each part for programs, csv/ the same for a spreadsheet (without the parts that are empty).
Secrets are not in it: passwords, tokens and recovery codes are kept as something from which nobody gets them back.
Files that you uploaded are in "uploads" by name; you have their content.
Pictures that you uploaded are in "pictures"; the personnel file shows them.
Photos that you added to tournaments are in "photos_of_tournaments"; the pages of their evenings show them.
photos/ has the newest photos of score sheets that you took or your characters reported, as long as they are kept.
What others wrote about your characters stands on the pages of the league, not here.
"""
