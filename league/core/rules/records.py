"""Let a record (a TypedDict that is a file format itself) say more of a field than its type does.

    class SeatRow(TypedDict):
        won: Annotated[bool, "Alone or with others."]
        reviewed_at: Annotated[Moment | None, "Null while the careers have not followed."]

A text is what the documentation of the API says of the field. `league.core.api.described` reads it.
"""

from typing import Annotated


class Written:
    """A text that is a time or a day in ISO 8601."""


Moment = Annotated[str, Written()]
VERSION = "Of the whole table. Parts with different versions do not fit together: read them again from the first."
PERSON = "User name. `olga, according to the archive` is none: an imported archive says so, it proves nothing."
