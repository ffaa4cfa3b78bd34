"""Says at the end of a run which readings of the rule book (R73 to R104) no collected test names."""

import re

import pytest

READINGS = {f"R{number}" for number in range(73, 105)}
named: set[str] = set()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            for name in mark.args:
                named.update(re.findall(r"\bR\d+\b", name))
