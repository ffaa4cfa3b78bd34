"""Draw a character's face: a seed chooses the pieces of `portraits.toml`, and the level adds to it. The same seed has
the same face forever. Anything that can change of a character (its name, its papers, its owner) is not part of the
seed; company and level change its clothes, never its face."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources
from itertools import groupby
from typing import Any

PARACHUTE = "parachute"
FIRM_COLOURS = ("#A8442A", "#2E6A8E", "#5B7A2A", "#7A4B8C", "#B0791A", "#2F7F78", "#9C3A63", "#4A5AA8", "#6B6454")
_DATA: dict[str, Any] = tomllib.loads(resources.files(__package__).joinpath("portraits.toml").read_text("utf-8"))
_FEATURES = tuple(_DATA["pieces"])
_GLANCES = (-1, 0, 0, 1)  # how far to the side the features sit
_LOOKING = ("eyes", "brows", "nose", "mouth")


@dataclass(frozen=True, slots=True)
class Layer:
    """One path of the drawing, moved `shift` to the right. `paint` is a class of the style sheet."""

    paint: str
    path: str
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Portrait:
    """A portrait as `components/portrait.html` draws it, from the back to the front. `firm`, 0 to 8, names the
    company's colour. `picture` is the address of an uploaded one, which takes the drawing's place."""

    firm: int
    layers: tuple[Layer, ...]
    picture: str = ""


def portrait(seed: str, *, level: str, firm: int, retired: bool = False, picture: str = "") -> Portrait:
    """Return the portrait of a seed. Raise KeyError for a level that is not on the ladder. `level` is a key of the
    ladder; a golden parachute (`retired`) takes the place of the hat. `firm` is the company's place in its edition."""
    chosen = features(seed)
    worn = _DATA["levels"][PARACHUTE if retired else level]
    clothes = _DATA["clothes"]
    pieces = [(clothes["ground"], 0), (_piece("behind", chosen), 0), (clothes["body"], 0), (worn["neck"], 0)]
    pieces += [(clothes["ears"], 0), (_piece("skull", chosen), 0), (_piece("hair", chosen), 0)]
    pieces += [(_piece(name, chosen), chosen["glance"]) for name in _LOOKING]
    pieces += [(_piece("extra", chosen), 0), (worn["hat"], 0)]
    return Portrait(firm % len(FIRM_COLOURS), tuple(_merged(pieces)), picture)


def features(seed: str) -> dict[str, int]:
    """Return which of its pieces each feature is, and the glance: a byte of the digest for each, in the order of the
    file."""
    digest = sha256(f"portrait 1 {seed}".encode()).digest()
    chosen = {name: digest[at] % len(_DATA["pieces"][name]) for at, name in enumerate(_FEATURES)}
    return {**chosen, "glance": _GLANCES[digest[-1] % len(_GLANCES)]}


def _piece(name: str, chosen: dict[str, int]) -> list[list[str]]:
    piece: list[list[str]] = _DATA["pieces"][name][chosen[name]]
    return piece


def _merged(pieces: list[tuple[list[list[str]], int]]) -> Iterator[Layer]:
    """Yield neighbours of one paint as one path: a page shows fifty portraits."""
    paths = (Layer(paint, path, shift) for piece, shift in pieces for paint, path in piece)
    for (paint, shift), same in groupby(paths, key=lambda layer: (layer.paint, layer.shift)):
        yield Layer(paint, "".join(layer.path for layer in same), shift)
