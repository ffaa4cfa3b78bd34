"""Families of tests: cases for `parametrize` of which a few run usually, and all in `test-all`."""

from collections.abc import Iterable
from typing import Any

import pytest


def family(cases: Iterable[Any], usual: int = 1) -> list[Any]:
    """Return the cases; as many as `usual` run always, spread over all of them, and the others are `further`."""
    every = list(cases)
    chosen = {number * len(every) // usual for number in range(usual)}
    return [case if number in chosen else _further(case) for number, case in enumerate(every)]


def _further(case: Any) -> Any:
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.further)
