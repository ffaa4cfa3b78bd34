"""setuptools, which asks for mypy as well where the engine is to be compiled: CORNER_OFFICE_MYPYC=1."""

import os
from typing import Any

from compiled import FLAG
from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """What has to be there before a wheel is built."""
    asked: list[str] = build_meta.get_requires_for_build_wheel(config_settings)
    return [*asked, "mypy>=1.18"] if os.environ.get(FLAG) == "1" else asked
