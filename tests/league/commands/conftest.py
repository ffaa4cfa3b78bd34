import io
from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.core.management import CommandError, call_command


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
