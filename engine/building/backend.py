"""Build with setuptools, and ask for mypy if the engine should be compiled: CORNER_OFFICE_MYPYC=1."""

import os
from typing import Any

from compiled import FLAG
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Return the packages that have to be installed before a wheel is built."""
    packages: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return [*packages, "mypy>=1.18"] if os.environ.get(FLAG) == "1" else packages
