"""After a run of the whole suite: how many rules of the five books a test names. `tests/test_rule_books.py` fails for
one without."""

from typing import Any

import pytest

from engine import SYSTEMS
from engine.core.rulebook import rules_of
from tests.rule_marks import marks


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.args_source is not config.ArgsSource.TESTPATHS:
        return
    terminalreporter.section("rules")
    for system in SYSTEMS:
        rules = rules_of(system)
        tested = sum(f"{system} {rule}" in marks() for rule in rules)
        why = sum(bool(rule.untested) for rule in rules.values())
        terminalreporter.line(f"{system}: {len(rules)} rules, {tested} with tests, {why} with a reason to have none.")
