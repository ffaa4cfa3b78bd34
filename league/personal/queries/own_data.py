"""Everything that is stored about a person, as a zip of JSON and CSV."""

from collections.abc import Callable
from tempfile import SpooledTemporaryFile
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder

from characters.models import Character
from league.core.rules.csv_text import write_csv
from league.people.queries.characters import careers
from league.personal.queries.sections import SECTIONS, Row
from league.tournaments.archive.queries.archived_names import tournaments_that_name

IN_MEMORY = 5_000_000
AT_ONCE = 5_000  # rows, some 0.2 s of computing: more is a worker's
MOST = 250_000  # rows, some 10 s; somebody who has reported 10,000 games has 60,000


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
        "permissions": [one.codename for one in user.user_permissions.all()],
    }


def characters_of(user: User) -> list[Row]:
    """Return each career in the shape of the API, with what no longer holds."""
    mine = Character.objects.filter(owner=user)
    return [dict(one) for one in careers(characters=mine, rescinded=True)]


def archives_with_name_of(user: User) -> list[Row]:
    """Return tournaments of other sites that contain this user name; whether it is the same person, nobody knows."""
    found = tournaments_that_name(user.get_username())
    return [dict(row) for row in found.values("name", "slug", "season__league__name")]


def row_count(user: User) -> int:
    return sum(section.of(user).count() for section in SECTIONS)


def own_data(user: User) -> IO[bytes]:
    """Return the file, at its beginning. One section at a time is in memory."""
    whole: dict[str, Callable[[], list[Row]]] = {
        "account": lambda: [account_of(user)],
        "characters": lambda: characters_of(user),
        "archives_with_your_name": lambda: archives_with_name_of(user),
    }
    for section in SECTIONS:
        whole[section.name] = lambda section=section: list(section.rows(user))  # type: ignore[misc]
    file: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("read-me.txt", _READ_ME)
        for name, rows in whole.items():
            found = rows()
            archive.writestr(f"json/{name}.json", "[\n" + ",\n".join(map(_json, found)) + "\n]\n")
            if found:
                archive.writestr(f"csv/{name}.csv", _csv(found))
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
What others wrote about your characters stands on the pages of the league, not here.
"""
