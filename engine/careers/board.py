"""Compile the board for the rules: every place where a piece can stand is one int, a location. Locations 0 to 41 are
the border. Then, path after path, a gate (inside the entrance, before the first square; a piece is there only between
paying the fee and its first roll) and the squares of the path."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.careers.boards import LONDON, edition_board
from engine.careers.data import read_data
from engine.translatable import said

MOST_PIPS = 12
BORDER, ENTRANCE, PATH, HOSPITAL, UNEMPLOYMENT, HOLIDAY = range(6)
_GATE: Mapping[str, Any] = {"caption": said("At the gate")}
# The entry with the unit price of a compulsory purchase, by the effect of the square.
_PRICE = {"buy_insurance": "price", "buy_experience": "unit_price"}
_PLACES = {"enter": ENTRANCE, "hospital": HOSPITAL, "unemployment": UNEMPLOYMENT, "holiday": HOLIDAY}


@dataclass(frozen=True, slots=True)
class Path:
    """A company or the University. `program`: index of the degree program that opens it, -1 for none."""

    id: str
    name: str
    index: int
    entrance: int
    exit: int
    fee: int
    program: int
    degrees_required: int
    university: bool
    gate: int
    size: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A compiled board.

    `raw[loc]`: the square's data. `forward[loc][pips]`: the location reached, or minus the pips left over from the exit
    on (1 = the exit square). `backward`: the same, and steps before the first square lead to the entrance and back
    along the border (R25). `base[loc]`: the border square that a location counts as. `forced[square]`: pounds for the
    compulsory purchase on a border square (R64). `pharmacy`: the path that makes Pharmacists. `primary[program]`: the
    company behind the program's entrance, even if it requires no degree. `rides`: the kinds of travel that the border
    has; with only one kind, `underground` is `rail`. `decks[deck][id]`: the cards.
    """

    name: str
    currency: str
    travel: Mapping[str, Mapping[str, str]]
    decks: Mapping[str, Mapping[str, Mapping[str, Any]]]
    size: int
    raw: tuple[Mapping[str, Any], ...]
    ids: tuple[str, ...]
    place: tuple[int, ...]
    door: tuple[int, ...]
    path_of: tuple[int, ...]
    base: tuple[int, ...]
    forced: tuple[int, ...]
    forward: tuple[tuple[int, ...], ...]
    shortcut: tuple[tuple[int, ...], ...]
    backward: tuple[tuple[int, ...], ...]
    paths: tuple[Path, ...]
    programs: tuple[str, ...]
    primary: tuple[int, ...]
    rides: tuple[str, ...]
    rail: tuple[int, ...]
    underground: tuple[int, ...]
    opportunity: tuple[int, ...]
    hospital: int
    unemployment: int
    holiday: int
    pharmacy: int
    figures: Mapping[str, Any]

    def location(self, name: str) -> int:
        """Return the location with this id, such as `payday` or `agrivi 3`. Raise KeyError."""
        try:
            return self.ids.index(name)
        except ValueError:
            raise KeyError(name) from None


@cache
def load_board(name: str = LONDON, pfizer_layout: str = "rulebook16") -> Board:
    """Return the board of an edition, with the path layout that R3 names. Raise BadData."""
    return build_board(edition_board(name), pfizer_layout)


def build_board(data: Mapping[str, Any], pfizer_layout: str = "rulebook16") -> Board:
    """Compile checked data into tables."""
    border, figures, raw_paths = data["border"], data["figures"], dict(data["paths"])
    if pfizer_layout != "rulebook16":
        variant = data["variants"][pfizer_layout]
        raw_paths[variant["replaces"]] = {**raw_paths[variant["replaces"]], "squares": variant["squares"]}
    programs = tuple(program["id"] for program in figures["degrees"]["programs"])
    behind = {program["id"]: program["occupation"] for program in read_data()["figures"]["degrees"]["programs"]}
    rail, underground = (
        tuple(square["number"] for square in border if square.get("travel_class") == kind)
        for kind in ("rail", "underground")
    )
    paths = _number_paths(raw_paths, len(border), programs)
    size = len(border)
    inside = [path for path in paths for _ in range(path.size + 1)]
    doors = {square["number"]: square["occupation"] for square in border if "occupation" in square}
    index_of = {path.id: path.index for path in paths}
    effects = [square["effect"] for square in border]
    forward, shortcut, backward = _walks(paths, raw_paths, size)
    return Board(
        name=data["name"],
        currency=data["currency"],
        travel=data["travel"],
        decks={deck: {card["id"]: card for card in data[deck]} for deck in ("experience", "opportunity")},
        size=size,
        raw=(*border, *(square for path in paths for square in (_GATE, *raw_paths[path.id]["squares"]))),
        ids=(
            *(square["id"] for square in border),
            *(f"{path.id} {index}" for path in paths for index in ("gate", *range(path.size))),
        ),
        place=(*(_PLACES.get(effect, BORDER) for effect in effects), *(PATH for _ in inside)),
        door=(*(index_of.get(doors.get(n, ""), -1) for n in range(size)), *(-1 for _ in inside)),
        path_of=(*(-1 for _ in effects), *(path.index for path in inside)),
        base=(*range(size), *(path.entrance for path in inside)),
        forced=tuple(square.get(_PRICE.get(square["effect"], ""), 0) for square in border),
        forward=forward,
        shortcut=shortcut,
        backward=backward,
        paths=paths,
        programs=programs,
        primary=tuple(index_of[behind[program]] for program in programs),
        rides=("rail", "underground") if underground else ("rail",),
        rail=rail,
        underground=underground or rail,
        opportunity=tuple(s["number"] for s in border if s["effect"] == "draw_opportunity"),
        hospital=effects.index("hospital"),
        unemployment=effects.index("unemployment"),
        holiday=effects.index("holiday"),
        pharmacy=index_of[figures["pharmacy"]],
        figures=figures,
    )


def _walks(
    paths: tuple[Path, ...], raw: Mapping[str, Mapping[str, Any]], size: int
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the tables `forward`, `shortcut` and `backward`, one row per location; border rows stay empty."""
    tables: tuple[list[tuple[int, ...]], ...] = ([()] * size, [()] * size, [()] * size)
    for path in paths:
        links = _Links(path, raw[path.id]["squares"], size)
        for index in range(-1, path.size):
            tables[0].append(tuple(links.forward(index, pips, False) for pips in range(MOST_PIPS + 1)))
            tables[1].append(tuple(links.forward(index, pips, True) for pips in range(MOST_PIPS + 1)))
            tables[2].append(tuple(links.backward(index, pips) for pips in range(MOST_PIPS + 1)))
    return tuple(tuple(table) for table in tables)


def next_of(numbers: tuple[int, ...], base: int) -> int:
    """Return the first border square ahead of `base` in the sorted `numbers`."""
    return numbers[bisect_right(numbers, base) % len(numbers)]


def _number_paths(raw: Mapping[str, Mapping[str, Any]], first: int, programs: tuple[str, ...]) -> tuple[Path, ...]:
    paths: list[Path] = []
    for index, (key, path) in enumerate(raw.items()):
        size = len(path["squares"])
        paths.append(
            Path(
                id=key,
                name=path["name"],
                index=index,
                entrance=path["entrance"],
                exit=path["exit"],
                fee=path["entry_fee"],
                program=programs.index(path["degree"]) if "degree" in path else -1,
                degrees_required=path.get("degrees_required", 0),
                university=path.get("university", False),
                gate=first,
                size=size,
            )
        )
        first += size + 1
    return tuple(paths)


class _Links:
    """The order of the squares of a path, forward and backward."""

    def __init__(self, path: Path, squares: list[dict[str, Any]], border: int) -> None:
        self.path, self.squares, self.border = path, squares, border
        self.before = {square["next"]: index for index, square in enumerate(squares) if "next" in square}
        for index, square in enumerate(squares):
            if square.get("effect") == "shortcut" and "next" not in squares[square["to"] - 1]:
                self.before.setdefault(square["to"], square["to"] - 1)
            elif square.get("effect") == "shortcut":
                self.before[square["to"]] = index

    def forward(self, index: int, pips: int, short: bool) -> int:
        for left in range(pips, 0, -1):
            if index == self.path.size - 1:
                return -left
            square = self.squares[index] if index >= 0 else {}
            ahead = square.get("next", index + 1)
            index = square["to"] if short and square.get("effect") == "shortcut" else ahead
            short = False
        return self.path.gate + 1 + index

    def backward(self, index: int, pips: int) -> int:
        for left in range(pips, 0, -1):
            if index <= 0:
                return (self.path.entrance - (left - 1) - (0 if index == 0 else 1)) % self.border
            index = self.before.get(index, index - 1)
        return self.path.gate + 1 + index if index >= 0 else self.path.gate
