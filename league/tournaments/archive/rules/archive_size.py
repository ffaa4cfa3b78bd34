"""An estimate of the memory that an archive needs, from its bytes before it is parsed: a scan that stores nothing."""

import re
from typing import Final

MOST_MEMORY: Final = 450_000_000
# Bytes that CPython 3.11 takes at most (tests/benchmarks/archive_memory.py). A number is counted at its comma.
_OBJECT, _LIST, _PAIR, _VALUE, _TEXT, _WIDE_TEXT, _NEW_KEY = 184, 56, 32, 40, 64, 80, 110
_MOST_KEYS = 1000
_STRING = re.compile(rb'"([^"\\]*(?:\\.[^"\\]*)*)(?:"(\s*:)?)?', re.DOTALL)
_WIDE = re.compile(rb"[\xc4-\xff]|\\u")


def memory_needed(data: bytes) -> int:
    """Return an upper bound for the memory that the text of the file and its parsed content need; stop counting beyond
    MOST_MEMORY."""
    needed = _widest(data) * (len(data) - _continued(data))
    needed += _OBJECT * data.count(b"{") + _LIST * data.count(b"[")
    needed += _PAIR * data.count(b":") + _VALUE * data.count(b",")
    keys: set[bytes] = set()  # json keeps every different key once
    for found in _STRING.finditer(data):
        if needed > MOST_MEMORY:
            break
        text, is_key = found.groups()
        if is_key and text in keys:
            continue
        if is_key:
            needed += _NEW_KEY
            if len(keys) < _MOST_KEYS:
                keys.add(text)
        needed += _WIDE_TEXT + 8 * len(text) if _WIDE.search(text) else _TEXT + len(text)
    return needed


def _widest(data: bytes) -> int:
    """Return the bytes that each letter takes in memory: Python stores a text as wide as its widest letter."""
    if re.search(rb"[\xf0-\xff]", data):
        return 4
    return 2 if re.search(rb"[\xc4-\xef]", data) else 1


def _continued(data: bytes) -> int:
    """Return the number of continuation bytes of UTF-8, which are no letters of their own."""
    return len(data) - len(data.translate(None, bytes(range(0x80, 0xC0))))
