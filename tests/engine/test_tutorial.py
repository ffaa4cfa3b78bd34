"""The README of the engine is a tutorial: its programs run, and its commands are understood."""

import re
import shlex
from importlib.util import find_spec
from pathlib import Path

import pytest

import engine
from engine.__main__ import main
from engine.core import bots

README = (Path(engine.__file__).parent / "README.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", README, re.S)
COMMANDS = re.findall(r"^    python -m engine (.*)$", README, re.M)
NEEDS = {"engine.doors.vector": "numpy", "engine.doors.pettingzoo": "pettingzoo"}


def missing(program: str) -> str:
    return next((need for door, need in NEEDS.items() if door in program and not find_spec(need)), "")


def test_the_programs_run_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, object] = {}
    for program in PROGRAMS:
        if not missing(program):
            exec(compile(program, "engine/README.md", "exec"), known)
    assert len(PROGRAMS) >= 5
    assert "formula" in capsys.readouterr().out


@pytest.mark.parametrize("program", [one for one in PROGRAMS if "engine.doors" in one])
def test_the_programs_for_training_run(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    if need := missing(program):
        pytest.skip(f"the optional package {need} is not installed")
    exec(compile(program, "engine/README.md", "exec"), {})
    assert capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_are_understood(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Shorter ones of the same kind: fewer games, less thought. The bot of the tutorial is installed."""
    known: dict[str, object] = {}
    exec(next(one for one in PROGRAMS if "class Lookahead" in one), known)
    points = bots.entry_points
    lookahead = type("Point", (), {"name": "lookahead", "load": lambda self: known["Lookahead"]})()
    monkeypatch.setattr(bots, "entry_points", lambda group: [*points(group=group), lookahead])
    record = tmp_path / "FILE"
    record.write_text(engine.record_game("career_compass", 3, ["greedy"], 5).text(), encoding="utf-8")
    short = re.sub(r"--games \d+", "--games 1", command).replace("FILE", str(record))
    short = re.sub(r"(visits|worlds)=\d+", r"\1=1", short)
    assert main(shlex.split(short)) == 0, capsys.readouterr().err
    assert capsys.readouterr().out
