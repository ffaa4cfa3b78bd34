"""`python3 run.py mutate MODULE [TESTS ...]`: changes a module of rules in one place at a time and runs its tests.

A mutant that every test passes is a survivor: some rule is not held by a test, or the change makes no difference.
Without TESTS those are run that import the module, directly or through the factories, and need no database.
"""

import ast
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.mutation.changes import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PYTEST = "-m pytest -x -q -p no:cacheprovider --hypothesis-profile=mutants"
PLUGINS = "-p pytest_django.plugin -p _hypothesis_pytestplugin -p tests.mutation.swap"
NEEDS_DATABASE = re.compile(r"^pytestmark = (\[[^\]]*|.*)django_db", re.MULTILINE)
KILLED, SURVIVED, NOTHING_RUN = 1, 0, 5


def path_of(module: str) -> Path:
    """The file of a module that is named by its path or with dots."""
    path = Path(module) if module.endswith(".py") else Path(*module.split(".")).with_suffix(".py")
    path = (ROOT / path).resolve()
    if not path.is_file() or ROOT not in path.parents:
        sys.exit(f"There is no module {module}.")
    return path


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imported(path: Path) -> set[str]:
    """The names of the modules that a file imports, and of what it imports from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return found


def files_that_test(module: str) -> list[str]:
    """Files of tests that import the module: the one of its name first, then those that do so themselves."""
    imports = {path: imported(path) for path in sorted(TESTS.rglob("*.py")) if "benchmarks" not in path.parts}
    known, through = {module}, dict[Path, int]()
    for distance in range(4):
        new = [path for path, names in imports.items() if path not in through and names & known]
        through |= dict.fromkeys(new, distance)
        known = {name_of(path) for path in new if not path.name.startswith("test_")}
    tests = [path for path in through if path.name.startswith("test_") and not NEEDS_DATABASE.search(path.read_text())]
    own = f"test_{module.rpartition('.')[2]}"
    nearest = sorted(tests, key=lambda path: (path.stem != own, through[path], path))
    return [str(path.relative_to(ROOT)) for path in nearest]


class Trials:
    """Runs of the tests, each against one mutant. A run that takes much longer than the first one is killed too."""

    def __init__(self, module: str, tests: Sequence[str], *, pure: bool, folder: Path) -> None:
        self.module, self.tests, self.pure, self.folder = module, tests, pure, folder
        self.patience: float | None = None

    def run(self, source: str, name: str) -> int:
        file = self.folder / f"{name}.py"
        file.write_text(source, encoding="utf-8")
        environment = {
            "MUTANT_MODULE": self.module,
            "MUTANT_SOURCE": str(file),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # they take longer to import than the tests to run
            "MUTANT_TESTS": "pure" if self.pure else "all",
        }
        command = [sys.executable, *PYTEST.split(), *PLUGINS.split(), *self.tests]
        try:
            return subprocess.run(
                command, cwd=ROOT, env=os.environ | environment, capture_output=True, timeout=self.patience
            ).returncode
        except subprocess.TimeoutExpired:
            return KILLED

    def check(self, source: str) -> None:
        """The tests pass as long as nothing is changed."""
        began = time.monotonic()
        result = self.run(ast.unparse(ast.parse(source)), "unchanged")
        if result == NOTHING_RUN:
            sys.exit(f"No test imports {self.module} without a database. Name the tests to run.")
        if result:
            sys.exit(f"The tests of {self.module} fail before anything is changed: {' '.join(self.tests)}")
        self.patience = 20 + 5 * (time.monotonic() - began)

    def survivors(self, found: Sequence[Mutant]) -> Iterator[Mutant]:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            results = pool.map(lambda at: self.run(found[at].source, f"mutant_{at}"), range(len(found)))
            yield from (mutant for mutant, result in zip(found, results, strict=True) if result == SURVIVED)


def main(module: str, *tests: str) -> int:
    path = path_of(module)
    source = path.read_text(encoding="utf-8")
    found = list(mutants(source))
    chosen = tests or files_that_test(name_of(path))
    if not chosen:
        sys.exit(f"No test imports {name_of(path)}. Name the tests to run.")
    print(f"{len(found)} mutants of {name_of(path)}, tried with {' '.join(chosen)}", flush=True)
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        trials = Trials(name_of(path), chosen, pure=not tests, folder=Path(folder))
        trials.check(source)
        for mutant in trials.survivors(found):
            survived += 1
            print(f"{path.relative_to(ROOT)}:{mutant.line}: {mutant.change}", flush=True)
    print(f"{len(found) - survived} killed, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("Usage: python3 run.py mutate MODULE [TESTS ...] | --sample N [--seed S]")
    if sys.argv[1] == "--sample":
        from tests.mutation.sample import main as of_all_floors

        sys.exit(of_all_floors(*sys.argv[1:]))
    sys.exit(main(*sys.argv[1:]))
