"""Engine tests need no database, no Django and no network."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(clause): the clause of a rule book, or the reading, that a test is about")
