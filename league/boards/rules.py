"""A board that a league makes: what a form changes of it, and what its page shows beside Appendix 2."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.careers.boards import LONDON, edition_board
from engine.careers.editions import edition
from engine.translatable import said

BoardData = Mapping[str, Any]
COLUMNS = {
    "happiness": said("Happiness"),
    "fame": said("Fame"),
    "bonus": said("Bonus"),
    "bonus_x": said("Bonus per pip"),
    "salary": said("Salary"),
    "salary_x": said("Salary per pip"),
    "experience": said("Experience"),
    "opportunities": said("Opportunities"),
    "lose_happiness": said("Happiness lost, %"),
    "lose_fame": said("Fame lost, %"),
    "lose_fame_x": said("Fame lost per pip, %"),
    "lose_cash": said("Cash lost, %"),
    "lose_salary": said("Salary lost, %"),
    "pay": said("To pay"),
    "exit": said("Sent to"),
    "backstab": said("Backstab"),
    "favors": said("Favours"),
}


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A total of a path. `book` is what Appendix 2 prints if that is something else, None otherwise."""

    label: str
    board: str
    book: str | None


@dataclass(frozen=True, slots=True)
class PathRow:
    id: str
    name: str
    figures: tuple[BoardFigure, ...]

    @property
    def differs(self) -> int:
        return sum(figure.book is not None for figure in self.figures)


class BoardDifference(NamedTuple):
    place: str
    figure: str
    board: str
    base: str


def path_rows(report: BoardData) -> list[PathRow]:
    """Return every path with its totals, marking differences from Appendix 2; a column that says nothing is left
    out."""
    book = {(mismatch["path"], mismatch["figure"]): mismatch["book"] for mismatch in report["mismatches"]}
    return [PathRow(key, report["names"][key], tuple(_figures(key, row, book))) for key, row in report["paths"].items()]


def _figures(path: str, row: BoardData, book: Mapping[tuple[str, str], Any]) -> Iterator[BoardFigure]:
    for key, label in COLUMNS.items():
        ours, printed = row.get(key, 0), book.get((path, key))
        if ours or printed is not None:
            yield BoardFigure(label, _plain(ours), None if printed is None else _plain(printed))


def differences(report: BoardData) -> list[BoardDifference]:
    """Return what is not as on the base, beside the paths."""
    return [
        BoardDifference(
            _PLACES.get(difference["place"], difference["place"]),
            _WORDS.get(difference["figure"], _HOW),
            _plain(difference["board"]),
            _plain(difference["london"]),
        )
        for difference in report["differences"]
    ]


_PLACES = {
    "figures": said("At the start"),
    "experience": said("Experience cards"),
    "opportunity": said("Opportunity cards"),
}
_WORDS = {
    "starting_cash": said("Cash"),
    "starting_salary": said("Salary"),
    "entry_fee": said("Entry fee"),
    "degrees_required": said("Degrees that open it"),
    "bands": said("Salary up to, and its tax in percent"),
    "unit_price": said("Price of one"),
    "price": said("Price"),
    "most": said("How many at most"),
    "travel_class": said("Travels by"),
    "cards": said("Cards"),
}
_HOW = said("What it does")


def _plain(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return said("yes") if value else said("no")
    if isinstance(value, list):  # bands of a tax, prices, outcomes
        entries = (entry.values() if isinstance(entry, Mapping) else entry for entry in value)
        return "; ".join(": ".join(f"{part:,}" for part in entry) for entry in entries)
    if isinstance(value, int):
        return said("{number:,}", number=value) if value else said("nothing")
    return str(value)


def base_of(definition: BoardData) -> str:
    return str(definition.get("base", LONDON))


def base_name(definition: BoardData) -> str:
    return edition(base_of(definition)).name


def named_squares(data: BoardData) -> list[BoardData]:
    """Return the border squares whose name is the board's own: neither entrances nor Opportunity squares."""
    return [square for square in data["border"] if square["effect"] not in ("enter", "draw_opportunity")]


def with_names(
    definition: BoardData,
    data: BoardData,
    *,
    name: str,
    currency: str,
    cash: int,
    salary: int,
    squares: Mapping[int, str],
) -> dict[str, Any]:
    """Return the board under another name, with another currency and start, and other names of border squares."""
    changed = copy.deepcopy(dict(definition)) | {"name": name, "currency": currency}
    base = edition_board(base_of(definition))
    figures = {**changed.get("figures", {}), "starting_cash": cash, "starting_salary": salary}
    same = [key for key in ("starting_cash", "starting_salary") if figures[key] == base["figures"][key]]
    changed["figures"] = {key: value for key, value in figures.items() if key not in same}
    entries = {entry["number"]: dict(entry) for entry in changed.get("squares", ())}
    for number, called in squares.items():
        if called != data["border"][number]["name"]:
            entries.setdefault(number, {"number": number})["name"] = called
    changed["squares"] = [entries[number] for number in sorted(entries)]
    return {key: value for key, value in changed.items() if value not in ({}, [])}


def with_module(
    definition: BoardData,
    data: BoardData,
    path: str,
    *,
    name: str,
    fee: int,
    degrees: int,
    program: str,
    captions: Sequence[str],
) -> dict[str, Any]:
    """Return the board with another module behind the same door: other words, its squares' figures as they are.
    `degrees` 0: no degree opens it. Captions that a file has for this path would win over those of the module, and
    go."""
    changed = copy.deepcopy(dict(definition))
    now = data["paths"][path]
    squares = [{**square, "caption": caption} for square, caption in zip(now["squares"], captions, strict=True)]
    if now.get("university"):
        changed |= {"university": name, "tuition": fee}
    else:
        changed["companies"] = _companies(changed, now["entrance"], path, name, fee, degrees, program)
    others = {key: other for key, other in changed.get("paths", {}).items() if other["entrance"] != now["entrance"]}
    module = {key: value for key, value in now.items() if key not in ("degree", "degrees_required")}
    module |= {"name": name, "entry_fee": fee, "squares": squares}
    if degrees and not now.get("university"):
        module |= {"degree": _program_of(path), "degrees_required": degrees}
    changed["paths"] = others | {path: module}
    captioned = {key: words for key, words in changed.pop("captions", {}).items() if key != path}
    return changed | ({"captions": captioned} if captioned else {})


def _companies(
    definition: BoardData, entrance: int, path: str, name: str, fee: int, degrees: int, program: str
) -> list[dict[str, Any]]:
    others = [dict(row) for row in definition.get("companies", ()) if row["entrance"] != entrance]
    before: BoardData = next(
        (row for row in definition.get("companies", ()) if row["entrance"] == entrance), {"id": path}
    )
    company: dict[str, Any] = {"id": before["id"], "name": name, "entrance": entrance, "entry_fee": fee}
    if degrees:
        company |= {"program": before.get("program", _program_of(path)), "program_name": program}
        company["degrees_required"] = degrees
    return [*others, company]


def _program_of(path: str) -> str:
    """Return the program that opens the path in London: the same one on every board."""
    return str(edition_board(LONDON)["paths"][path]["degree"])


def program_name(data: BoardData, path: str) -> str:
    """Return the name of the program that leads to a path; "" if no program does."""
    program = data["paths"][path].get("degree")
    return next((str(row["name"]) for row in data["figures"]["degrees"]["programs"] if row["id"] == program), "")
