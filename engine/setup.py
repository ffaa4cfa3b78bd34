"""pyproject.toml says it all, except CORNER_OFFICE_MYPYC=1: then the inner modules are compiled (see building/)."""

import os
import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent / "building"))
from compiled import FLAG, extensions

compiled = os.environ.get(FLAG) == "1"
# setuptools leaves the script itself out of the package `engine`, once it is named here.
setup(script_name="setup.py", ext_modules=extensions(Path("build/compiled").resolve()) if compiled else [])
