"""The engine is a distribution of its own: everything that it needs goes with it, and nothing of the site."""

import ast
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

import engine
from engine.__main__ import main

HERE = Path(engine.__file__).parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_package_and_every_data_file_goes_with_it() -> None:
    packages = {".".join(("engine", *path.parent.relative_to(HERE).parts)) for path in HERE.rglob("__init__.py")}
    assert packages == set(PROJECT["tool"]["setuptools"]["packages"])
    wanted = [path for glob in PROJECT["tool"]["setuptools"]["package-data"]["engine"] for path in HERE.glob(glob)]
    data = [path for path in HERE.rglob("*.toml") if path.name != "pyproject.toml"]
    assert data and set(wanted) == {*data, HERE / "py.typed"}


@pytest.mark.skipif(not find_spec("setuptools"), reason="setuptools is not installed")
def test_the_script_that_builds_it_is_no_part_of_it(tmp_path: Path) -> None:
    """Read by a build backend, as pip has it, not run as a program."""
    copy, built = tmp_path / "engine", tmp_path / "built"
    shutil.copytree(HERE, copy, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    read = "import sys; __file__ = 'setup.py'; sys.argv[1:1] = ['build_py', '-d']; exec(open(__file__).read())"
    subprocess.run([sys.executable, "-c", read, str(built)], cwd=copy, capture_output=True, check=True)
    assert {path.name for path in (built / "engine").glob("*.py")} == {"__init__.py", "__main__.py", "translatable.py"}
    assert {path.name for path in built.iterdir()} == {"engine"} and not (built / "engine" / "building").exists()


def test_it_imports_nothing_but_the_standard_library_and_itself() -> None:
    allowed = {*sys.stdlib_module_names, "engine"}
    for path in HERE.rglob("*.py"):
        if {"doors", "building", "setup.py"} & {*path.relative_to(HERE).parts}:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.partition(".")[0] for name in names} <= allowed, path


def test_the_name_engine_is_all_that_a_caller_needs() -> None:
    assert {name for name in vars(engine) if not name.startswith("_")} >= set(engine.__all__)
    done = subprocess.run(
        [sys.executable, "-c", "import engine, sys; print([m for m in sys.modules if m.startswith('django')])"],
        capture_output=True,
        text=True,
        cwd=HERE.parent,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("system", list(engine.SYSTEMS))
def test_every_game_is_simulated_from_the_command_line(system: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", system, "--games", "2", "--bots", "random"]) == 0
    assert '"games": 2' in capsys.readouterr().out


def test_the_arena_says_who_is_better_and_how_far_to_trust_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "career_compass", "--games", "20", "--bots", "random,greedy"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "95 % interval" in lines[0] and len(lines) == 3
    assert sum(int(line.split()[1]) for line in lines[1:]) == 80


def test_a_record_is_replayed_and_a_damaged_one_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text(engine.record_game("career_compass", 3, ["greedy"], 5).text(), encoding="utf-8")
    assert main(["replay", str(record)]) == 0 and '"winners"' in capsys.readouterr().out
    record.write_text(record.read_text(encoding="utf-8").replace('"seat":1', '"seat":2', 1), encoding="utf-8")
    assert main(["replay", str(record)]) == 1 and "Line 2: the seat is 2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "chess"], "no game system 'chess'"),
        (["simulate", "careers", "--seats", "9"], "2 to 6 seats"),
        (["simulate", "careers", "--bots", "nobody"], "no bot 'nobody'"),
        (["simulate", "careers", "--settings", "{"], "is not JSON"),
        (["simulate", "careers", "--settings", '{"x": 1}'], "no setting 'x'"),
        (["arena", "careers", "--bots", "greedy,greedy"], "Name each bot once"),
        (["replay", "/no/such/file"], "No such file"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    assert reason in capsys.readouterr().err
