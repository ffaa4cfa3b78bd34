"""Read and check a board's data files. A wrong entry is named; nothing half-read is ever returned. The shape of a data
set: `border` (list of squares), `paths` (id to path), `variants`, `experience` and `opportunity` (lists of card kinds),
`figures`, `appendix2`. check_edition reads the same shape."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from engine.core.errors import BadData
from engine.core.toml import packaged, read_toml
from engine.translatable import Translatable, said

_PARTS = ("name", "currency", "travel", "border", "paths", "figures", "experience", "opportunity")
GAINS = ("happiness", "fame", "bonus", "bonus_x", "salary", "salary_x", "experience", "opportunity")
# The entries that each effect needs, by its name in the files.
BORDER_EFFECTS: dict[str, tuple[str, ...]] = {
    "payday": ("land_salaries",),
    "draw_opportunity": (),
    "tax": ("bands",),
    "travel": ("travel_class",),
    "enter": ("occupation",),
    "buy_hearts": ("unit_price", "happiness_if_none_bought"),
    "hospital": ("leave_max", "fee_percent"),
    "pay_dice": ("dice", "per_pip"),
    "pay_percent": ("of", "percent"),
    "pay_percent_dice": ("of", "dice", "percent"),
    "buy_experience": ("unit_price", "most"),
    "unemployment": ("fee_percent",),
    "buy_insurance": ("price",),
    "holiday": ("land_happiness", "stay_happiness", "stay_max"),
    "gamble": ("outcomes",),
    "buy_from_list": ("prices", "gives"),
}
PATH_EFFECTS: dict[str, tuple[str, ...]] = {
    "lose": ("of",),
    "goto": ("to",),
    "lose_turn": (),
    "roll_again": (),
    "jump": ("to",),
    "shortcut": ("to",),
    "pay_or_unemployment": ("amount",),
    "backstab": (),
    "favors": (),
}
PATH_KEYS = {"caption", "effect", "of", "to", "percent", "percent_x", "amount", "next", *GAINS}
ONLY_ONE = ("payday", "hospital", "unemployment", "holiday", "buy_experience", "buy_insurance", "gamble")
EXPERIENCE_KINDS = ("number", "one_die", "two_dice", "either")
OPPORTUNITY_KINDS = ("join", "join_any", "advance", "advance_any", "travel", "knocks",
                     "collect_experience", "leave_unemployment", "extra_turn")  # fmt: skip


@cache
def read_data(name: str = "london") -> Mapping[str, Any]:
    """Return the checked data set of a packaged board. Raise BadData."""
    parts: dict[str, Any] = {}
    for file in ("border", "paths", "variants", "decks", "figures", "appendix2"):
        try:
            parts[file] = read_toml(packaged("engine.careers", f"{name}/{file}.toml"), f"{name}/{file}.toml is")
        except OSError as error:
            raise BadData(f"The board '{name}' has no file {file}.toml.") from error
    border = parts["border"]
    data = {**parts, **parts["decks"], **border, "border": border.get("squares", [])}
    del data["decks"], data["squares"]
    check_data(data)
    return data | {
        "border": [square | {"caption": captioned(square, data["currency"])} for square in data["border"]],
        "paths": _said_paths(data["paths"]),
        "variants": _said_paths(data["variants"]),
    }


def captioned(square: Mapping[str, Any], currency: str) -> Translatable:
    """Return the caption of a packaged square, filled in for a board with this currency."""
    caption = square["caption"]
    pattern = caption.one if isinstance(caption, Translatable) else caption
    return said(pattern, currency=currency, place=square.get("name", ""))


def _said_paths(paths: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: path | {"squares": [square | {"caption": said(square["caption"])} for square in path["squares"]]}
        for key, path in paths.items()
    }


def check_data(data: Mapping[str, Any]) -> None:
    """Raise BadData, naming the first wrong entry, unless the data set is complete and consistent."""
    for problem in data_problems(data):
        raise BadData(problem)


def data_problems(data: Mapping[str, Any]) -> Iterator[str]:
    """Yield a sentence for every wrong entry. Checks that depend on an entry already found wrong are skipped."""
    missing = [key for key in _PARTS if not data.get(key)]
    yield from (f"The data set lacks '{key}'." for key in missing)
    failed = bool(missing)
    for check in () if failed else _checks(data):
        try:
            check()
        except BadData as error:
            failed = True
            yield str(error)
        except (AttributeError, LookupError, TypeError):
            if not failed:
                raise


def _checks(data: Mapping[str, Any]) -> Iterator[Callable[[], None]]:
    yield partial(_check_border, data["border"], data["paths"])
    for path_id, path in data["paths"].items():
        yield partial(_check_path, path_id, path, data["figures"])
        yield from _square_checks(f"paths.{path_id}", path.get("squares") or [])
    for name, variant in data.get("variants", {}).items():
        yield partial(_check_variant, name, variant, data["paths"])
        yield from _square_checks(f"variants.{name}", variant.get("squares", []))
    yield partial(_check_programs, data)
    yield partial(_check_travel, data)
    yield partial(_check_figures, data)
    ids = {square["id"] for square in data["border"] if "id" in square}
    for deck, kinds in (("experience", EXPERIENCE_KINDS), ("opportunity", OPPORTUNITY_KINDS)):
        for card in data[deck]:
            yield partial(_check_card, deck, kinds, card, data, ids)


def _check_variant(name: str, variant: Mapping[str, Any], paths: Mapping[str, Any]) -> None:
    if variant.get("replaces") not in paths:
        raise BadData(f"variants.{name} replaces no known path: {variant.get('replaces')!r}.")


def _check_border(squares: list[dict[str, Any]], paths: Mapping[str, Any]) -> None:
    ids: set[str] = set()
    for number, square in enumerate(squares):
        where = f"border square {number} ({square.get('id', 'no id')})"
        if square.get("number") != number:
            raise BadData(f"{where}: its number is {square.get('number')!r}; a square is missing or out of order.")
        _need(where, square, ("id", "name", "caption", "effect"))
        if square["id"] in ids:
            raise BadData(f"{where}: the id stands twice.")
        ids.add(square["id"])
        _check_effect(where, square, BORDER_EFFECTS)
        for key in ("occupation", "exit_of"):
            if key in square and square[key] not in paths:
                raise BadData(f"{where}: {key} '{square[key]}' is not a path.")
    effects = [square["effect"] for square in squares]
    for effect in ONLY_ONE:
        if effects.count(effect) != 1:
            raise BadData(f"The border needs exactly one square '{effect}', not {effects.count(effect)}.")
    for path_id, path in paths.items():
        for key, mark, value in (("entrance", "occupation", path_id), ("exit", "exit_of", path_id)):
            number = path.get(key)
            if not isinstance(number, int) or not 0 <= number < len(squares) or squares[number].get(mark) != value:
                raise BadData(f"paths.{path_id}: {key} {number!r} is not the border square that names it.")


def _check_path(path_id: str, path: Mapping[str, Any], figures: Mapping[str, Any]) -> None:
    """Check a path. One that requires no degree says neither which nor how many: its fee is due until a trip is
    finished."""
    _need(f"paths.{path_id}", path, ("name", "entrance", "exit", "entry_fee", "squares"))
    if not _is_count(path["entry_fee"]):
        raise BadData(f"paths.{path_id}: entry_fee must be a whole number of at least 0.")
    if not path.get("university") and ("degree" in path or "degrees_required" in path):
        _need(f"paths.{path_id}", path, ("degree", "degrees_required"))
        if path["degree"] not in [program["id"] for program in figures["degrees"]["programs"]]:
            raise BadData(f"paths.{path_id}: degree '{path['degree']}' is not a program.")


def _square_checks(where: str, squares: list[dict[str, Any]]) -> Iterator[Callable[[], None]]:
    if not squares:
        yield partial(_refuse, f"{where} has no squares.")
    for index in range(len(squares)):
        yield partial(_check_square, where, squares, index)


def _refuse(problem: str) -> None:
    raise BadData(problem)


def _check_square(where: str, squares: list[dict[str, Any]], index: int) -> None:
    square = squares[index]
    place = f"{where}, square {index} ({square.get('caption', 'no caption')})"
    _need(place, square, ("caption",))
    unknown = sorted(set(square) - PATH_KEYS)
    if unknown:
        raise BadData(f"{place}: unknown entry '{unknown[0]}'.")
    for key in GAINS:
        if not _is_count(square.get(key, 0)):
            raise BadData(f"{place}: {key} must be a whole number of at least 0.")
    if "effect" in square:
        _check_effect(place, square, PATH_EFFECTS)
    for key in ("next", "to"):
        target = square.get(key)
        inside = key == "next" or square.get("effect") in ("jump", "shortcut")
        if target is not None and inside and not (_is_count(target) and target < len(squares) and target > index):
            raise BadData(f"{place}: {key} {target!r} is not a later square of the path.")


def _check_effect(where: str, square: Mapping[str, Any], effects: Mapping[str, tuple[str, ...]]) -> None:
    effect = square["effect"]
    if effect not in effects:
        raise BadData(f"{where}: there is no effect '{effect}'.")
    _need(f"{where}, effect {effect}", square, effects[effect])
    if effect == "lose" and ("percent" in square) == ("percent_x" in square):
        raise BadData(f"{where}: 'lose' needs either percent or percent_x.")
    if effect == "goto" and square["to"] not in ("hospital", "unemployment"):
        raise BadData(f"{where}: 'goto' leads to hospital or unemployment, not '{square['to']}'.")


def _check_programs(data: Mapping[str, Any]) -> None:
    degrees = data["figures"].get("degrees", {})
    for program in degrees.get("programs", []):
        path = data["paths"].get(program.get("occupation"))
        if "occupation" in program and (path is None or path.get("degree") != program["id"]):
            raise BadData(f"figures.degrees: program '{program.get('id')}' and its company do not name each other.")
    if len(degrees.get("salary_increases", ())) != degrees.get("most"):
        raise BadData("figures.degrees: salary_increases needs one figure per degree.")


def _check_travel(data: Mapping[str, Any]) -> None:
    """Check that every kind of travel on a square, and rail at least, has its words, on a card and in a sentence."""
    used = {square.get("travel_class", "rail") for square in data["border"] if square["effect"] == "travel"}
    for kind in sorted(used | {"rail"}):
        if kind not in ("rail", "underground"):
            raise BadData(f"The border has a travel_class '{kind}'; there are rail and underground.")
        _need(f"travel.{kind}", data["travel"].get(kind, {}), ("card", "ride"))
    if "rail" not in used:
        raise BadData("The border needs a travel square of the class rail.")


def _check_card(
    deck: str, kinds: tuple[str, ...], card: Mapping[str, Any], data: Mapping[str, Any], ids: set[str]
) -> None:
    limit = data["figures"]["card_number_limit"]
    where = f"{deck} card '{card.get('id', 'no id')}'"
    _need(where, card, ("id", "kind", "count"))
    if card["kind"] not in kinds:
        raise BadData(f"{where}: there is no kind '{card['kind']}'.")
    if not _is_count(card["count"]):
        raise BadData(f"{where}: count must be a whole number of at least 0.")
    if card["kind"] == "number" and (card.get("value", 0) == 0 or abs(card["value"]) > limit):
        raise BadData(f"{where}: its number must lie within -{limit} and {limit} and not be 0.")
    if card["kind"] == "join" and card.get("to") not in data["paths"]:
        raise BadData(f"{where}: '{card.get('to')}' is not a path.")
    if card["kind"] == "advance" and card.get("to") not in ids:
        raise BadData(f"{where}: '{card.get('to')}' is not a border square.")


def _check_figures(data: Mapping[str, Any]) -> None:
    if data["figures"].get("pharmacy") not in data["paths"]:
        raise BadData(f"figures: pharmacy {data['figures'].get('pharmacy')!r} is not a path.")
    for key, value in data["figures"].items():
        if isinstance(value, int) and not _is_count(value):
            raise BadData(f"figures: {key} must be a whole number of at least 0.")


def _need(where: str, entry: Mapping[str, Any], keys: tuple[str, ...]) -> None:
    for key in keys:
        if key not in entry:
            raise BadData(f"{where}: the entry '{key}' is missing.")


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
