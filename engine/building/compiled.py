"""Compile the engine with mypyc, into a folder: `python engine/building/compiled.py FOLDER`. Afterwards FOLDER/engine
is the whole engine, its inner modules compiled: `PYTHONPATH=FOLDER python -m engine ...`. Needs mypy and a C compiler.
Pure Python stays the default."""

import os
import sys
from pathlib import Path
from typing import Any

from sources import write_sources

FLAG = "CORNER_OFFICE_MYPYC"


def extensions(target: Path, level: str = "2") -> list[Any]:
    """Write the prepared sources to `target`, translate them to C there, and return the extensions for setuptools."""
    from mypyc.build import mypycify

    target.mkdir(parents=True, exist_ok=True)
    modules = write_sources(target)
    here = Path.cwd()
    os.chdir(target)
    try:
        options = ["--config-file", os.devnull, "--disable-error-code", "import-not-found", *map(str, modules)]
        return list(mypycify(options, opt_level=level, debug_level="0", target_dir=str(target / "c")))
    finally:
        os.chdir(here)


def build(target: Path, level: str = "2") -> None:
    """Build a compiled engine in `target`/engine."""
    from setuptools import Distribution
    from setuptools.command.build_ext import build_ext

    modules = extensions(target, level)
    command = build_ext(Distribution({"name": "corner-office-engine", "ext_modules": modules}))
    command.build_lib, command.build_temp = str(target), str(target / "objects")
    command.parallel = 1
    command.ensure_finalized()
    here = Path.cwd()
    os.chdir(target)
    try:
        command.run()
    finally:
        os.chdir(here)


if __name__ == "__main__":
    folder = Path(sys.argv[1]).resolve()
    build(folder, *sys.argv[2:3])
    print(f"The compiled engine is in {folder}.")
