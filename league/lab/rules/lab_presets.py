"""Experiments that people start from; they are data."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.translatable import said


@dataclass(frozen=True, slots=True)
class Preset:
    key: str
    question: str
    system: str
    values: Mapping[str, Any]


_DATA = tomllib.loads(Path(__file__).with_name("lab_presets.toml").read_text(encoding="utf-8"))
PRESETS = {key: Preset(key, said(row["question"]), row["system"], row["values"]) for key, row in _DATA.items()}
