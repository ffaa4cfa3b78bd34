"""JSON of which equal values have one text only: keys sorted, no spaces, ASCII."""

import json
from hashlib import sha256
from typing import Any


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def from_canonical(text: str) -> Any:
    return json.loads(text)


def digest_of(source: Any, outcome: Any) -> str:
    """What is published of a draw: SHA-256, in hexadecimal, of both as one canonical JSON object."""
    return sha256(canonical({"outcome": outcome, "source": source}).encode()).hexdigest()
