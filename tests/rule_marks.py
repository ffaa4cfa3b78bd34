"""Which tests name which rule, read from the source of the tests: no test is run or even imported.

`python -m tests.rule_marks` writes what the rule pages of the site say about it.
"""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine import SYSTEMS
from engine.core.rulebook import rules_of

ROOT = Path(__file__).resolve().parents[1]
PROOFS = ROOT / "league" / "data" / "rule_proofs.toml"
RULE = re.compile(rf"({'|'.join(SYSTEMS)}) ([SRB]?\d+)")


@cache
def marks() -> dict[str, tuple[str, ...]]:
    """What a mark says, such as "careers S12", to the tests that carry it, `path::name`."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)) if "rule(" in source else ():
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for said in _said(node):
                    found.setdefault(said, set()).add(f"{path.relative_to(ROOT).as_posix()}::{node.name}")
    return {said: tuple(sorted(tests)) for said, tests in sorted(found.items())}


def _said(node: ast.FunctionDef) -> Iterator[str]:
    """What the marks `rule` of a test say, those of its parametrized cases included."""
    for decorator in node.decorator_list:
        for call in ast.walk(decorator):
            if isinstance(call, ast.Call) and _name(call.func) == "rule":
                yield from (one.value for one in call.args if isinstance(one, ast.Constant))  # type: ignore[misc]


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""


def unproved() -> list[str]:
    """Rules without a test and without a reason, in the order of the books."""
    return [
        f"{system} {rule.id}"
        for system in SYSTEMS
        for rule in rules_of(system).values()
        if not rule.untested and f"{system} {rule.id}" not in marks()
    ]


def unknown() -> list[str]:
    """Marks of a number that no book has."""
    numbered = (RULE.fullmatch(said) for said in marks())
    return [found[0] for found in numbered if found and found[2] not in rules_of(found[1])]


def proofs() -> str:
    """The numbers of tests by rule as TOML, one line a rule, so that a merge of two of them stays readable."""
    lines = ["# How many tests name each rule. Written by `python -m tests.rule_marks`."]
    for system in SYSTEMS:
        counts = {rule: len(marks().get(f"{system} {rule}", ())) for rule in rules_of(system)}
        lines += ["", f"[{system}]", *(f"{rule} = {count}" for rule, count in counts.items() if count)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PROOFS.write_text(proofs(), encoding="utf-8")
    print(f"{PROOFS.relative_to(ROOT)} is written.")
    sys.exit(bool(unproved() or unknown()))
