"""Who did something, where an archive of another site says so: a name as text, which proves nothing about the account
that has this name here. Beside each column that points at an account stands one for that text, `by` and `by_name`."""

from collections.abc import Mapping
from typing import Any

from engine.said import said

LONGEST_NAME = 150  # as of accounts


def as_said(name: str) -> str:
    """A name of an archive as it is shown; no user name has a comma or a space."""
    return said("{name}, according to the archive", name=name)


def columns(*people: str) -> tuple[str, ...]:
    """What `who` and `plainly` read of `values()`."""
    return tuple(column for one in people for column in (f"{one}__username", f"{one}_name"))


def who(row: Mapping[str, Any], person: str) -> str | None:
    """The person as they are shown: a user name, or the name of an archive with its mark."""
    name: str = row[f"{person}_name"]
    account: str | None = row[f"{person}__username"]
    return as_said(name) if name else account


def plainly(row: Mapping[str, Any], person: str) -> str | None:
    """The name alone, as archives have it."""
    name: str | None = row[f"{person}_name"] or row[f"{person}__username"]
    return name
