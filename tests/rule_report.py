"""After a run of the whole suite: which readings of the rule book (R73 to R104) no test names.

Tests name them with `@pytest.mark.rule("careers R81")`.
"""

import re
from pathlib import Path
from typing import Any

import pytest

READINGS = [f"R{number}" for number in range(73, 105)]
ROOT = Path(__file__).resolve().parents[1]
NAMED = pytest.StashKey[set[str]]()


def pytest_configure(config: pytest.Config) -> None:
    config.stash[NAMED] = set()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            config.stash[NAMED].update(mark.args)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["rules"] = sorted(session.config.stash[NAMED])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    node.config.stash[NAMED].update(getattr(node, "workeroutput", {}).get("rules", []))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if config.args_source is not config.ArgsSource.TESTPATHS:
        return
    named = config.stash[NAMED]
    tested = {found for name in named if "careers" in name for found in re.findall(r"\bR\d+\b", name)}
    cited = {
        found
        for folder in ("characters", "games", "league")
        for path in (ROOT / folder).rglob("*.py")
        for found in re.findall(r"\bR\d+\b", path.read_text(encoding="utf-8"))
    }
    missing = [reading for reading in READINGS if reading not in tested]
    terminalreporter.section("rules")
    terminalreporter.line(f"{len(named)} rule names have tests.")
    terminalreporter.line(f"Careers readings without a test: {', '.join(missing) or 'none'}")
    terminalreporter.line(f"... of these, cited by the code: {', '.join(r for r in missing if r in cited) or 'none'}")
