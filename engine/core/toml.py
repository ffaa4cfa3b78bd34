"""Read TOML from strangers within bounds, so that nothing in a file can break its reader, and write files that they
take away."""

import json
import tomllib
from collections.abc import Mapping
from importlib import resources
from typing import Any

from engine.core.errors import BadData

MOST_DEEP = 20
MOST_NUMBER = 10**15


def packaged(package: str, file: str) -> str:
    """Return the text of a file in the folder `data` of a package. Raise OSError or ModuleNotFoundError."""
    return (resources.files(package) / "data" / file).read_text(encoding="utf-8")


def read_toml(text: str, what: str = "The file is") -> dict[str, Any]:
    """Return the tables of a text. Raise BadData when it is not TOML (`what` begins that message), nests more than 20
    levels deep or has a number beyond plus or minus 10 to the 15th."""
    try:
        raw = tomllib.loads(text)
    except RecursionError as error:
        raise BadData(f"The file nests more than {MOST_DEEP} levels deep.") from error
    except ValueError as error:
        raise BadData(f"{what} no TOML: {error}.") from error
    waiting: list[tuple[Any, int]] = [(raw, 1)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict | list):
            if depth > MOST_DEEP:
                raise BadData(f"The file nests more than {MOST_DEEP} levels deep.")
            waiting += [(item, depth + 1) for item in (value.values() if isinstance(value, dict) else value)]
        elif isinstance(value, int | float) and not -MOST_NUMBER <= value <= MOST_NUMBER:
            raise BadData("The file has a number beyond 1,000,000,000,000,000.")
    return raw


def to_toml(tables: Mapping[str, Any]) -> str:
    """Return the text that `read_toml` reads as `tables`: texts, whole numbers, yes and no, lists and tables of them. A
    table in a table has its own heading, as people write it; lists of tables are written line by line."""
    return "\n".join(_lines(tables, ())).strip() + "\n"


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> list[str]:
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    lines = [f"{_key(key)} = {_value(value)}" for key, value in table.items() if key not in inner]
    for key, value in inner.items():
        below = (*path, key)
        lines += ["", f"[{'.'.join(map(_key, below))}]", *_lines(value, below)]
    return lines


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").isalnum() else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(item)}' for key, item in value.items())} }}"
    if isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
        return "[\n" + "".join(f"  {_value(item)},\n" for item in value) + "]"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")  # a TOML string is written like a JSON one
