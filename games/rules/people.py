"""Name the person who did something, if an archive of another site says so: a name as text, which proves nothing
about the account with this name here. Each column that points at an account has one for that text beside it, `by` and
`by_name`."""

from collections.abc import Mapping
from typing import Any

from engine.translatable import said

LONGEST_NAME = 150  # as of accounts


def as_said(name: str) -> str:
    """Return a name of an archive as it is shown; no user name has a comma or a space."""
    return said("{name}, according to the archive", name=name)


def columns(*people: str) -> tuple[str, ...]:
    """Return the columns of `values()` that `who` and `plainly` read."""
    return tuple(column for person in people for column in (f"{person}__username", f"{person}_name"))


def who(row: Mapping[str, Any], person: str) -> str | None:
    """Return the person for display: a user name, or the name of an archive with its mark."""
    name: str = row[f"{person}_name"]
    account: str | None = row[f"{person}__username"]
    return as_said(name) if name else account


def plainly(row: Mapping[str, Any], person: str) -> str | None:
    """Return only the name, as archives have it."""
    name: str | None = row[f"{person}_name"] or row[f"{person}__username"]
    return name
