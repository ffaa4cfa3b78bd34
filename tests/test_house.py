"""The house holds: sizes, names, directions of import, whole numbers where points and pounds are counted."""

import ast
import re
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).resolve().parents[1]
FLOORS = ("engine", "characters", "games", "league")
CODE = [path for folder in FLOORS for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
SCRIPTS = [ROOT / "run.py", ROOT / "manage.py"]
LONGEST = 400
# A rating is an estimate and no points: the one kind of figure that may be a float.
COUNTING = [path for path in CODE if {"rules", "models"} & {*path.parts, path.stem} and path.stem != "ratings"]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_every_file_is_short_enough_to_read():
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in [*CODE, *TESTS, *SCRIPTS]}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST} == {}


def test_every_module_is_named_for_its_job():
    vague = {"utils", "util", "common", "helpers", "helper", "misc", "managers"}
    assert [name(path) for path in [*CODE, *TESTS] if vague & {path.stem, *path.parent.parts[len(ROOT.parts) :]}] == []


def floats(path: Path) -> list[str]:
    return [
        f"{name(path)}:{node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id == "float")
        or (isinstance(node, ast.Attribute) and node.attr == "FloatField")
    ]


def test_points_and_pounds_are_never_floats():
    assert len(COUNTING) > 100
    assert [found for path in COUNTING for found in floats(path)] == []


def test_imports_run_downwards_only(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_has_hashes_and_no_address(lock: str):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    pins = text.replace("\\\n", " ").splitlines()
    assert [pin for pin in pins if not re.match(r"[\w.\[\],-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", pin)] == []


def test_what_runs_is_locked_alike_for_development():
    run, dev = (
        {line.split()[0] for line in (ROOT / lock).read_text(encoding="utf-8").splitlines() if "==" in line}
        for lock in ("requirements.txt", "requirements-dev.txt")
    )
    assert run - dev == set()


def test_the_repository_depends_on_no_hosting_site():
    assert not (ROOT / ".github").exists()
