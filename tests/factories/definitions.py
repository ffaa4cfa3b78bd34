"""Games that clubs define: six of different shape, any valid definition, and any sheet that one allows."""

from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from characters.rules.names import can_be_shown, name_key, tidy
from games.rules.definition_judge import BY_POINTS, ENDINGS, RESERVED
from games.rules.definitions import Definition
from games.rules.figures import Figure
from games.rules.sheets import ScoreSheet, SeatLine

PLAYED_AT = datetime(2026, 3, 19, 20, tzinfo=UTC)


def a_number(key: str, label: str, **more: Any) -> dict[str, Any]:
    """A column of numbers."""
    return {"id": key, "label": label, "kind": "number", **more}


def six_shapes() -> dict[str, dict[str, Any]]:
    """Six definitions, one for each way of finding out who won."""
    sums = [a_number("roads", "Roads", weight=2), a_number("coins", "Coins"), a_number("debts", "Debts", weight=-3)]
    roles = [{"id": "smith", "label": "Smith", "points": 3}, {"id": "monk", "label": "Monk"}]
    sums += [
        {"id": "role", "label": "Role", "kind": "choice", "options": roles},
        {"id": "longest", "label": "Longest road", "kind": "yes_no", "points": 5},
    ]
    halves = [a_number("first", "First half", least=-20, most=200, step=5), a_number("second", "Second half", most=200)]
    north_south = [{"id": "north", "label": "North"}, {"id": "south", "label": "South"}]
    return {
        "sum": {
            "name": "Rails of the North",
            "seats": [2, 5],
            "ends": "most_points",
            "minutes": 90,
            "ties": ["coins", "-debts"],
            "variants": [{"id": "harbours", "label": "Harbours"}],
            "columns": sums,
        },
        "fewest": {"name": "Eighteen Ponds", "seats": [1, 6], "ends": "fewest_points", "columns": halves},
        "places": {"name": "Snail Race", "seats": [2, 8], "ends": "places"},
        "together": {"name": "Island on Fire", "seats": [1, 4], "ends": "together"},
        "sides": {"name": "Rope", "seats": [2, 12], "ends": "sides", "sides": north_south},
        "eliminated": {"name": "Musical Chairs", "seats": [3, 10], "ends": "eliminated"},
    }


def seven_on_paper() -> dict[str, dict[str, Any]]:
    """The six, and one with a full paper: twenty options, numbers below 0 and of five digits."""
    nations = [{"id": f"nation_{at}", "label": f"Nation {at}", "points": at - 8} for at in range(20)]
    columns = [
        {"id": "nation", "label": "Nation", "kind": "choice", "options": nations},
        a_number("balance", "Balance", least=-60, most=60),
        a_number("treasure", "Treasure", most=50_000, step=700, weight=0),
    ]
    return six_shapes() | {
        "nations": {"name": "Nine Nations", "seats": [2, 6], "ends": "one_winner", "columns": columns}
    }


_LETTERS = st.characters(
    exclude_categories=("Cc", "Cs", "Cn", "Co", "Zl", "Zp"), exclude_characters="\u202a\u202b\u202c\u202d\u202e\ufffd"
).filter(lambda letter: not "\u2066" <= letter <= "\u2069")


def _labels(most: int = 40) -> st.SearchStrategy[str]:
    """Any text that can be shown, with signs that mean something elsewhere."""
    odd = st.sampled_from(["{who}", "{", "100 %", "%(x)s", '"', "\\", "'''", "# no", "<b>", "Ärger", "Ⅻ", "  a  b "])
    return odd | st.text(_LETTERS, min_size=1, max_size=most).filter(lambda text: can_be_shown(tidy(text)))


_KEYS = st.from_regex(r"[a-z][a-z0-9_]{0,29}", fullmatch=True).filter(lambda key: key not in RESERVED)


def _entries(least: int, most: int, **more: st.SearchStrategy[Any]) -> st.SearchStrategy[list[dict[str, Any]]]:
    """A list of ids and labels, each once."""
    entry = st.fixed_dictionaries({"id": _KEYS, "label": _labels()}, optional=more)
    once = (lambda entry: entry["id"], lambda entry: name_key(entry["label"]))
    return st.lists(entry, min_size=least, max_size=most, unique_by=once)


@st.composite
def _number_columns(draw: st.DrawFn) -> dict[str, Any]:
    """What a column of numbers has beside its id and label."""
    least, most = sorted(draw(st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=2, unique=True)))
    column = {"kind": "number", "weight": draw(st.integers(-1000, 1000))}
    if draw(st.booleans()):
        column |= {"least": least, "most": most, "step": draw(st.integers(1, most - least))}
    return column


_OTHER_COLUMNS = st.fixed_dictionaries(
    {"kind": st.just("choice"), "options": _entries(2, 5, points=st.integers(-100_000, 100_000))}
) | st.fixed_dictionaries({"kind": st.just("yes_no")}, optional={"points": st.integers(-100_000, 100_000)})


@st.composite
def _columns(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Up to six columns of any kind."""
    common = draw(_entries(0, 6, required=st.booleans(), hint=st.just("") | _labels(60)))
    columns = [column | draw(_number_columns() | _OTHER_COLUMNS) for column in common]
    for column in columns:
        if column["kind"] == "yes_no":
            column.pop("required", None)
    return columns


@st.composite
def definitions(draw: st.DrawFn) -> dict[str, Any]:
    """Any definition that the judge accepts."""
    ends = draw(st.sampled_from(list(ENDINGS)))
    least = draw(st.integers(2 if ends == "sides" else 1, 20))
    raw: dict[str, Any] = {"name": draw(_labels(60)), "seats": [least, draw(st.integers(least, 20))], "ends": ends}
    raw["columns"] = draw(_columns())
    if ends in BY_POINTS:
        raw["columns"].append(a_number("always_there", "Always there", weight=draw(st.sampled_from([-1, 1, 1000]))))
        able = [column["id"] for column in raw["columns"] if column["kind"] != "choice"]
        ties = draw(st.lists(st.sampled_from(able), unique=True))
        raw["ties"] = [draw(st.sampled_from(["", "-"])) + tie for tie in ties]
    if ends == "sides":
        raw["sides"] = draw(_entries(2, 6))
    if draw(st.booleans()):
        raw |= {"minutes": draw(st.integers(1, 1440)), "variants": draw(_entries(0, 3))}
    return raw


def _values_of(figure: Figure) -> st.SearchStrategy[Any]:
    """Any value that a figure may have."""
    if figure.kind == "number":
        steps = st.integers(0, (figure.most - figure.least) // figure.step)
        return steps.map(lambda step: figure.least + step * figure.step)
    return st.booleans() if figure.kind == "flag" else st.sampled_from([key for key, _ in figure.options])


@st.composite
def _figures_of(draw: st.DrawFn, game: Definition) -> dict[str, Any]:
    """Any figures of the columns, optional ones left out at times."""
    own = [figure for figure in game.FIGURES if figure.own]
    return {figure.name: draw(_values_of(figure)) for figure in own if figure.required or draw(st.booleans())}


@st.composite
def sheets_of(draw: st.DrawFn, game: Definition) -> ScoreSheet:
    """Any sheet that a game allows; where figures decide, nobody is marked as winner."""
    seats = draw(st.integers(*game.SEATS))
    figures = [draw(_figures_of(game)) for _ in range(seats)]
    order = draw(st.lists(st.integers(0, seats), min_size=seats, max_size=seats))
    won = [False] * seats
    match game.ends:
        case "places":
            for line, at in zip(figures, order, strict=True):
                line["finish"] = 1 + sum(other < at for other in order)
        case "eliminated":
            outs = {at: out for out, at in enumerate(sorted({*order})[:-1], 1)}
            for line, at in zip(figures, order, strict=True):
                line |= {"out": outs[at]} if at in outs else {}
        case "one_winner":
            won[draw(st.integers(0, seats - 1))] = True
        case "together":
            won = [draw(st.booleans())] * seats
        case "sides":
            names = [key for key, _ in game.sides]
            two = draw(st.permutations(names))[:2]
            sides = [*two, *draw(st.lists(st.sampled_from(names), min_size=seats - 2, max_size=seats - 2))]
            winning = draw(st.sets(st.sampled_from(sides), min_size=1))
            figures = [line | {"side": side} for line, side in zip(figures, sides, strict=True)]
            won = [side in winning for side in sides]
    lines = (
        SeatLine(seat, None, f"Guest {seat}", *rest) for seat, rest in enumerate(zip(won, figures, strict=True), 1)
    )
    return ScoreSheet(game.ID, "london", PLAYED_AT, tuple(lines))
