"""Data files that strangers write: TOML with bounds, so that nothing in one can break whoever reads it."""

import tomllib
from typing import Any

from engine.core.errors import BadData

MOST_DEEP = 20
MOST_NUMBER = 10**15


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a text. Raises BadData when it is no TOML, nests more than 20 levels deep or has a number beyond
    plus or minus 10 to the 15th."""
    try:
        raw = tomllib.loads(text)
    except RecursionError as error:
        raise BadData(f"The file nests more than {MOST_DEEP} levels deep.") from error
    except ValueError as error:
        raise BadData(f"The file is no TOML: {error}.") from error
    waiting: list[tuple[Any, int]] = [(raw, 1)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict | list):
            if depth > MOST_DEEP:
                raise BadData(f"The file nests more than {MOST_DEEP} levels deep.")
            waiting += [(one, depth + 1) for one in (value.values() if isinstance(value, dict) else value)]
        elif isinstance(value, int | float) and not -MOST_NUMBER <= value <= MOST_NUMBER:
            raise BadData("The file has a number beyond 1,000,000,000,000,000.")
    return raw
