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
LONGEST = 600
TEST_MODULE = re.compile(r"^tests\.([\w.]+\.)?(test_\w+|conftest)(\.|$)")
# A rating is an estimate and no points, and so is how likely a reading is: the figures that may be floats.
ESTIMATES = {"ratings", "settling"}
COUNTING = [
    path
    for path in CODE
    if {"rules", "models"} & {*path.relative_to(ROOT).parts, path.stem} and path.stem not in ESTIMATES
]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_every_file_is_short_enough_to_read():
    lengths = {name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in [*CODE, *TESTS, *SCRIPTS]}
    assert {path: lines for path, lines in lengths.items() if lines > LONGEST} == {}


def test_every_module_is_named_for_its_job():
    vague = {"utils", "util", "common", "helpers", "helper", "misc", "managers"}
    assert [name(path) for path in [*CODE, *TESTS] if vague & {path.stem, *path.parent.parts[len(ROOT.parts) :]}] == []


def test_no_module_imports_a_test_module_or_a_conftest():
    """What several tests need is a factory; a change of one test is then no change of another."""
    assert len(TESTS) > 300
    assert [f"{name(path)}: {one}" for path in TESTS for one in imported(path) if TEST_MODULE.search(one)] == []


def imported(path: Path) -> list[str]:
    """The modules that a module imports, and what it takes from them, with dots."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    whole = [one.name for node in nodes if isinstance(node, ast.Import) for one in node.names]
    parts = [(node.module, one.name) for node in nodes if isinstance(node, ast.ImportFrom) for one in node.names]
    return [*whole, *(f"{module or ''}.{one}" for module, one in parts)]


def test_a_name_means_one_thing_in_all_factories():
    made: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "factories").glob("*.py")):
        for one in defined(path):
            made.setdefault(one, []).append(path.stem)
    assert len(made) > 150
    assert {one: modules for one, modules in made.items() if len(modules) > 1} == {}


def defined(path: Path) -> list[str]:
    """The names that a module gives to something at its top, but for those it keeps to itself."""
    found: list[str] = []
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found += [one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)]
    return [one for one in found if not one.startswith("_")]


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


def test_what_staff_may_do_is_asked_in_one_place():
    """`core.queries.access` knows whether a second step is missing. The others tell of an account or change it."""
    rooms = ("accounts/queries/accounts", "accounts/queries/own_data", "accounts/queries/ties", "talk/services")
    known = {f"league/{one}.py" for one in (*rooms, "accounts/services/farewell", "core/queries/access")}
    field = re.compile(r"\.is_(staff|superuser)\b")
    assert {name(path) for path in CODE if field.search(path.read_text(encoding="utf-8"))} == known


def test_imports_run_downwards_only(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == EXIT_STATUS_SUCCESS


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_locked_package_has_hashes_and_no_address(lock: str):
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    pins = text.replace("\\\n", " ").splitlines()
    assert [pin for pin in pins if not re.match(r"[\w.\[\],-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", pin)] == []


def test_no_package_is_locked_twice():
    run, dev = (
        set(re.findall("^[^=]+(?===)", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in ("requirements.txt", "requirements-dev.txt")
    )
    assert run and dev and run & dev == set()


def test_the_repository_depends_on_no_hosting_site():
    assert not (ROOT / ".github").exists()
