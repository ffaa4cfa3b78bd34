"""Let a record (a TypedDict that a query returns) say more of a field than its type does.

    class SeatRow(TypedDict):
        won: bool
        status: Annotated[str, OneOf(STATUSES), "Of the newest sheet."]
        reviewed_at: Annotated[Moment | None, "Null while the careers have not followed."]

A text is what the documentation of the API says of the field. `league.core.api.described` reads it.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words, or of pairs of a word and its name."""

    choices: Collection[Any]


class Written:
    """A text that is a time or a day in ISO 8601."""


Moment = Annotated[str, Written()]
VERSION = "Of the whole table. Parts with different versions do not fit together: read them again from the first."
PERSON = "User name. `olga, according to the archive` is none: an imported archive says so, it proves nothing."
Person = Annotated[str | None, PERSON]
