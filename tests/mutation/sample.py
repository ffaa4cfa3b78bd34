"""`python3 run.py mutate --sample 200 --seed 1`: mutants of all floors, chosen by the seed.

A module is chosen by its lines, then one of its mutants. Each runs, with the database, against the tests that reach its
module: those that import it, and those of the folder that mirrors its room. A line says what noticed it, so that two
trees can be compared.
"""

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from queue import SimpleQueue

from engine import SYSTEMS
from tests.mutation.__main__ import ROOT, TESTS, imported, name_of
from tests.mutation.changes import Mutant, one_mutant

DRAWERS = {"rules", "queries", "services"}
# The module is swapped before pytest's own plugins import it.
START = "import sys, pytest, tests.mutation.swap; sys.exit(pytest.main(sys.argv[1:]))"
OPTIONS = "-x -q -rfE --tb=no -p no:cacheprovider --hypothesis-profile=mutants"
PLUGINS = "-p pytest_django.plugin -p _hypothesis_pytestplugin -p tests.mutation.swap"
USUAL = "not services and not browser and not benchmark and not slow and not further"
NEVER = {"benchmarks", "browser", "chaos", "fuzz", "inspector", "mutation"}
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::.*?|\S+)(?: - .*)?$", re.MULTILINE)
PATIENCE = 600  # seconds: a mutant that hangs is noticed

FATES = {"survived", "nothing reaches it", "out of time"}

Chosen = tuple[Path, Mutant]


def modules() -> dict[Path, int]:
    """The engine's modules and those of three drawers of the floors above it, with their lines."""
    engine = [path for path in (ROOT / "engine").rglob("*.py") if "building" not in path.parts]
    above = [path for floor in ("characters", "games", "league") for path in (ROOT / floor).rglob("*.py")]
    drawn = [path for path in above if DRAWERS & {*path.relative_to(ROOT).with_suffix("").parts}]
    return {path: len(path.read_text(encoding="utf-8").splitlines()) for path in sorted(engine + drawn)}


def sample(number: int, seed: int) -> list[Chosen]:
    """So many mutants, the same for the same seed and source."""
    rng, lines = random.Random(seed), modules()
    chosen: dict[tuple[Path, str], Mutant] = {}
    while len(chosen) < number:
        (path,) = rng.choices([*lines], weights=[*lines.values()])
        if mutant := one_mutant(path.read_text(encoding="utf-8"), rng):
            chosen[path, mutant.source] = mutant
    return [(path, mutant) for (path, _), mutant in chosen.items()]


def mirror(path: Path) -> set[Path]:
    """The files of tests of the room of a module; for the engine, those of its system and of all systems."""
    floor, *rooms = path.relative_to(ROOT).with_suffix("").parts
    if rooms[0] == "tournaments":
        rooms = rooms[1:]
    drawer = next((at for at, part in enumerate(rooms) if part in DRAWERS), 1)
    folder = TESTS.joinpath(floor, *(rooms[:drawer] if floor == "league" else rooms[:1]))
    tests = {*folder.rglob("test_*.py")}
    if floor != "engine":
        return tests
    others = tuple(f"test_{system}" for system in SYSTEMS if system != rooms[0])
    return tests | {test for test in folder.parent.glob("test_*.py") if not test.name.startswith(others)}


@cache
def imports_of_tests() -> dict[Path, set[str]]:
    paths = [path for path in sorted(TESTS.rglob("test_*.py")) if not NEVER & {*path.relative_to(TESTS).parts}]
    return {path: imported(path) for path in paths}


def reaching(path: Path) -> list[str]:
    """The files of tests that reach a module, the one of its name first, then those that import it themselves."""
    module, near = name_of(path), mirror(path)
    own = f"test_{path.stem}"
    tests = [test for test, names in imports_of_tests().items() if test in near or module in names]
    nearest = sorted(tests, key=lambda test: (test.stem != own, module not in imports_of_tests()[test], test))
    return [str(test.relative_to(ROOT)) for test in nearest]


def trial(chosen: Chosen, folder: Path, process: int) -> str:
    """What became of a mutant: the test that noticed it, "survived", "nothing reaches it" or "out of time"."""
    path, mutant = chosen
    tests = reaching(path)
    if not tests:
        return "nothing reaches it"
    source, told = folder / f"mutant_{process}.py", folder / f"told_{process}.txt"
    source.write_text(mutant.source, encoding="utf-8")
    environment = {
        "MUTANT_MODULE": name_of(path),
        "MUTANT_SOURCE": str(source),
        "MUTANT_TESTS": "all",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "TOX_PARALLEL_ENV": f"mutant{process}",  # a database of its own, by pytest-django
    }
    command = [sys.executable, "-c", START, *OPTIONS.split(), *PLUGINS.split(), "-m", USUAL, *tests]
    with told.open("w") as out:
        child = subprocess.Popen(
            command, cwd=ROOT, env=os.environ | environment, stdout=out, stderr=out, start_new_session=True
        )
        try:
            code = child.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)  # what its tests have started, too
            child.wait()
            return "out of time"
    if code in (0, 5):
        return "survived" if code == 0 else "nothing reaches it"
    return next(iter(FAILED.findall(told.read_text())), "does not start")


def main(*arguments: str) -> int:
    asked = ArgumentParser(prog="run.py mutate", description=__doc__.splitlines()[0])
    asked.add_argument("--sample", type=int, required=True, metavar="N")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = asked.parse_args(arguments)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.processes) as pool:
        free = SimpleQueue[int]()
        for number in range(options.processes):
            free.put(number)

        def tried(chosen: Chosen) -> str:
            number = free.get()
            try:
                return trial(chosen, Path(folder), number)
            finally:
                free.put(number)

        mutants = sample(options.sample, options.seed)
        for (path, mutant), fate in zip(mutants, pool.map(tried, mutants), strict=True):
            counts[fate if fate in FATES else "killed"] += 1
            print(f"{path.relative_to(ROOT)}:{mutant.line}: {mutant.change}  =>  {fate}", flush=True)
    print(", ".join(f"{number} {fate}" for fate, number in counts.most_common()))
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
