"""Check a board against the rule book: totals per path beside Appendix 2, and the limits for customised boards. A
customised board may replace modules, but "the point and salary content of existing occupation modules are fixed",
border squares keep their content, and card numbers lie from -12 to 12 ("Customization", "Board Customization")."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.careers.boards import edition_board
from engine.careers.data import GAINS, data_problems, read_data

_SUMS = {"happiness": "happiness", "fame": "fame", "bonus": "bonus", "bonus_x": "bonus_x", "salary": "salary",
         "salary_x": "salary_x", "experience": "experience", "opportunity": "opportunities"}  # fmt: skip
_FIXED = (*GAINS, "effect", "of", "percent", "percent_x", "to", "amount", "next")
# The entries that a stranger's board may set freely; the book is silent on them.
FREE_FIGURES = ("starting_cash", "starting_salary")
MOST_ADDED = 20
_BORDER_FIXED = ("effect", "of", "percent", "dice", "per_pip", "bands", "prices", "gives", "outcomes", "unit_price",
                 "price", "land_happiness", "stay_happiness", "happiness_if_none_bought", "fee_percent",
                 "land_salaries", "most", "travel_class", "leave_max", "stay_max", "occupation", "exit_of")  # fmt: skip


def check_edition(data: Mapping[str, Any] | None = None, standard: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the report on a data set (default: the packaged London board) that must have the figures of `standard`
    (default: London), JSON-able.

    `names`: what each path is called. `paths`: per path the totals of its squares (`happiness`, `fame`, `bonus`,
    `salary`, `experience`, `opportunities`; `bonus_x` and `salary_x` per pip of a die; the penalties as Appendix 2 has
    them). `mismatches`: every {"path", "figure", "board", "book"} that differs from Appendix 2. `differences`: every
    {"place", "figure", "board", "london"} beside the paths that differs from London. `refusals`: sentences, one per
    limit of the book that the board breaks; a board with refusals may not be played. A data set with missing squares or
    wrong entries is reported only by them, each a refusal.
    """
    data, standard = read_data() if data is None else data, standard or read_data()
    problems = list(data_problems(data))
    if problems:
        return {"names": {}, "paths": {}, "mismatches": [], "differences": [], "refusals": problems}
    paths = {key: path_totals(path) for key, path in data["paths"].items()}
    book = read_data()["appendix2"]
    mismatches = [
        {"path": key, "figure": figure, "board": totals.get(figure, 0), "book": printed}
        for key, totals in paths.items()
        for figure, printed in _printed(book.get(key, {})).items()
        if totals.get(figure, 0) != printed
    ]
    differences = [
        {"place": place, "figure": figure, "board": ours, "london": theirs}
        for place, figure, ours, theirs in _differences(data, standard)
        if ours != theirs
    ]
    return {
        "names": {key: path["name"] for key, path in data["paths"].items()},
        "paths": paths,
        "mismatches": mismatches,
        "differences": differences,
        "refusals": [*_refusals(data, standard)],
    }


def check_packaged(name: str) -> dict[str, Any]:
    """Return the report on an edition's board, without refusals: its twist is not a breach, the book grants one to
    every edition."""
    return check_edition(edition_board(name)) | {"refusals": []}


def _differences(data: Mapping[str, Any], london: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, Any]]:
    for figure, value in london["figures"].items():
        if isinstance(value, int):
            yield "figures", figure, data["figures"][figure], value
    for key, path in london["paths"].items():
        for figure in ("entry_fee", "degrees_required"):
            yield data["paths"][key]["name"], figure, data["paths"][key].get(figure, 0), path.get(figure, 0)
    for square, fixed in zip(data["border"], london["border"], strict=False):
        for figure in (*_BORDER_FIXED, "most", "travel_class"):
            yield f"{square['number']} {square['name']}", figure, square.get(figure), fixed.get(figure)
    for deck in ("experience", "opportunity"):
        counts = [sum(card["count"] for card in board[deck]) for board in (data, london)]
        yield deck, "cards", counts[0], counts[1]


def path_totals(path: Mapping[str, Any]) -> dict[str, Any]:
    """Return the totals of one path; penalties as `lose_<what>` percent, `exit` (H, U), `pay`, `backstab`, `favors`."""
    squares = path["squares"]
    totals: dict[str, Any] = {name: sum(square.get(key, 0) for square in squares) for key, name in _SUMS.items()}
    exits = ""
    for square in squares:
        effect = square.get("effect")
        if effect == "lose":
            suffix, amount = ("", square["percent"]) if "percent" in square else ("_x", square["percent_x"])
            totals[f"lose_{square['of']}{suffix}"] = amount
        elif effect in ("goto", "pay_or_unemployment"):
            exits += "H" if square.get("to") == "hospital" else "U"
            if effect == "pay_or_unemployment":
                totals["pay"] = square["amount"]
        elif effect in ("backstab", "favors"):
            totals[effect] = -4 if effect == "backstab" else True
    if exits:
        totals["exit"] = "".join(sorted(exits))
    return totals


def _printed(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of Appendix 2 with a figure in every column, so that a missing one shows as a mismatch."""
    columns = (*_SUMS.values(), "lose_happiness", "lose_cash", "lose_salary", "lose_fame", "lose_fame_x", "pay",
               "backstab", "favors", "exit")  # fmt: skip
    named = {("opportunities" if key == "opportunity" else key): value for key, value in row.items()}
    if "exit" in named:
        named["exit"] = "".join(sorted(named["exit"].replace(",", "")))
    return {column: named.get(column, 0) for column in columns}


def _refusals(data: Mapping[str, Any], standard: Mapping[str, Any]) -> Iterator[str]:
    for key, path in data["paths"].items():
        yield from _path_refusals(key, path, standard)
    for square, fixed in zip(data["border"], standard["border"], strict=False):
        for entry in _BORDER_FIXED:
            if square.get(entry) != fixed.get(entry):
                yield (
                    f"border square {square['number']} ({square['id']}): {entry} is {square.get(entry)!r}, but the "
                    f"content of border squares is fixed ({fixed.get(entry)!r})."
                )
    if len(data["border"]) != len(standard["border"]):
        yield f"The border has {len(data['border'])} squares instead of {len(standard['border'])}."
    for figure, value in standard["figures"].items():
        if figure not in (*FREE_FIGURES, "degrees") and data["figures"].get(figure) != value:
            yield f"figures: {figure} is {data['figures'].get(figure)!r}, but it is fixed ({value!r})."
    for deck in ("experience", "opportunity"):
        yield from _deck_refusals(deck, data[deck], standard[deck])


def _deck_refusals(deck: str, cards: list[Mapping[str, Any]], standard: list[Mapping[str, Any]]) -> Iterator[str]:
    counts = {card["id"]: card["count"] for card in cards}
    for card in standard:
        least, count = card["count"], counts.get(card["id"], 0)
        if not least <= count <= least + MOST_ADDED:
            yield (
                f"counts.{deck}: {card['id']} is {count}, but cards may be added and not taken out "
                f"({least} to {least + MOST_ADDED})."
            )


def _path_refusals(key: str, path: Mapping[str, Any], standard: Mapping[str, Any]) -> list[str]:
    """Return the refusals of a path. A replacement keeps the figures of its module square by square, or those of the
    later Pfizer layout."""
    layouts = [standard["paths"][key]["squares"]] if key in standard["paths"] else []
    layouts += [variant["squares"] for variant in standard["variants"].values() if variant["replaces"] == key]
    if not layouts:
        return [f"paths.{key} replaces no module of the book."]
    squares = path["squares"]
    fitting = [layout for layout in layouts if len(layout) == len(squares)]
    if not fitting:
        return [f"paths.{key} has {len(squares)} squares; its module has {len(layouts[0])}."]
    return [
        f"paths.{key}, square {index} ({square['caption']}): {entry} is {square.get(entry, 0)!r}, but a replaced "
        f"module keeps its figures ({fixed.get(entry, 0)!r})."
        for index, (square, fixed) in enumerate(zip(squares, fitting[0], strict=True))
        for entry in _FIXED
        if square.get(entry, 0) != fixed.get(entry, 0)
    ]
