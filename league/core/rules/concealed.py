"""Which addresses a thread is answering, so that the log can name their patterns instead.

They stay known after the answer: Django writes down what was refused when everything else is done.
"""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

answering: ContextVar[tuple[str, ...]] = ContextVar("answering", default=())


def concealed(value: Any, names: Mapping[str, str]) -> Any:
    """Return what to write down with every text replaced by its name, the longest first."""
    if isinstance(value, str):
        for text in sorted(names, key=len, reverse=True):
            value = value.replace(text, names[text])
        return value
    if isinstance(value, BaseException):
        text = str(value)
        plain = concealed(text, names)
        return value if plain == text else plain
    if isinstance(value, dict):
        return {key: concealed(item, names) for key, item in value.items()}
    if type(value) in (list, tuple):
        return type(value)(concealed(item, names) for item in value)
    return value
