"""The second readings of the books, for tests: figures that were not taken from the engine's data."""

import tomllib
from pathlib import Path
from typing import Any


def reading(name: str) -> dict[str, Any]:
    path = Path(__file__).parents[1] / "data" / "second_reading" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


BOOK = reading("careers")
BORDER: list[dict[str, Any]] = BOOK["board"]["squares"]
PATHS: dict[str, dict[str, Any]] = BOOK["occupations"]
NUMBER = {square["id"]: square["number"] for square in BORDER}
ORDER = sorted(PATHS, key=lambda name: PATHS[name]["entrance"])
PROGRAMS = [program["id"] for program in BOOK["degrees"]["programs"]]
NEED = {program["occupation"]: program for program in BOOK["degrees"]["programs"]}
CARDS = {card["id"]: card for card in BOOK["decks"]["opportunity"]["cards"]}
