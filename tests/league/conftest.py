import io
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.response import Response

from characters.models import Character
from league.models import Season, Table
from tests.factories.cast import a_staffed_season
from tests.factories.characters import a_character
from tests.factories.doors import Doors
from tests.factories.friday_club import FridayClub, a_friday_club
from tests.factories.seasons import a_season
from tests.factories.tables import a_table
from tests.factories.thursday_club import ThursdayClub, a_thursday_club


@pytest.fixture(autouse=True)
def no_league_is_hidden_or_closed_or_speaks_another_language() -> None:
    """As a site remembers it that was asked before: a page takes one query more for whoever asks first."""
    cache.set_many({"hidden_leagues": frozenset(), "closed_leagues": frozenset(), "league_languages": {}}, None)


@pytest.fixture
def club(db) -> FridayClub:
    return a_friday_club()


@pytest.fixture
def season(db) -> Season:
    return a_season("spring")


@pytest.fixture
def staffed(db) -> tuple[Season, Character, Character, Character, Character]:
    return a_staffed_season()


@pytest.fixture
def table(db) -> Table:
    return a_table()


@pytest.fixture
def doors(table) -> Doors:
    return Doors(table)


@pytest.fixture
def cast(season) -> SimpleNamespace:
    """Ada, Bo, Cleo and Dev, all at Entry Level: the first two at AGRIVI, the others at Stonehenge."""
    return SimpleNamespace(
        ada=a_character(season, "Ada"),
        bo=a_character(season, "Bo"),
        cleo=a_character(season, "Cleo", company="stonehenge"),
        dev=a_character(season, "Dev", company="stonehenge"),
    )


@pytest.fixture
def text(client) -> Callable[..., str]:
    """A page that answers 200, as text with single spaces."""

    def fetch(url: str, **headers: str) -> str:
        response = client.get(url, headers=headers)
        assert response.status_code == 200, response.status_code
        return " ".join(response.content.decode().split())

    return fetch


@pytest.fixture
def queries() -> Callable[[Client, str], int]:
    """How many queries a page takes."""

    def count(client: Client, url: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(url).status_code == 200
        return len(captured)

    return count


@pytest.fixture
def thursday(db: None) -> ThursdayClub:
    return a_thursday_club()


@pytest.fixture
def problems() -> Callable[[Response], dict[Any, str]]:
    """The sentences of a refusal by their place in the body."""

    def read(response: Response) -> dict[Any, str]:
        found: dict[Any, str] = {}
        for error in response.json()["errors"]:
            found[error["attr"]] = " ".join(filter(None, (found.get(error["attr"]), error["detail"])))
        return found

    return read


class Outcome(NamedTuple):
    """What the shell would see: the exit status, what was printed, and the reasons on stderr."""

    status: int
    out: str
    reasons: list[str]


@pytest.fixture
def run() -> Callable[..., Outcome]:
    """A management command as `manage.py` would run it, in this process."""

    def command(name: str, *arguments: object) -> Outcome:
        out, err = io.StringIO(), io.StringIO()
        status = 0
        try:
            call_command(name, *map(str, arguments), stdout=out, stderr=err)
        except SystemExit as end:
            status = int(end.code or 0)
        except CommandError as error:
            status = error.returncode
            err.write(f"{error}\n")
        return Outcome(status, out.getvalue(), err.getvalue().splitlines())

    return command


@pytest.fixture
def write(tmp_path) -> Callable[[bytes], str]:
    """The path of a file with this content."""

    def file(content: bytes) -> str:
        path = tmp_path / f"file-{len(list(tmp_path.iterdir()))}.csv"
        path.write_bytes(content)
        return str(path)

    return file
