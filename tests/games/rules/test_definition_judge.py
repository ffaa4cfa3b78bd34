"""The judge of games that clubs define: it finds everything that is wrong, and nothing breaks it."""

import copy
import json
import random
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator

from games.rules.definition_judge import FORMAT, RESERVED, by_format, schema
from games.rules.definitions import BadDefinition, as_toml, canonical, definition, faults_of, read_definition
from games.rules.definitions import shapes as examples
from league.sheets.rules.result_rows import COMMON, NAMES, RESTART
from tests.factories.definitions import a_number, definitions, six_shapes

NORTH_SOUTH = six_shapes()["sides"]["sides"]
OPTIONS = [{"id": "red", "label": "Red"}, {"id": "blue", "label": "Blue"}]


def found(raw):
    return [(fault.place, str(fault.text)) for fault in faults_of(raw)]


def places(raw):
    return [place for place, _ in found(raw)]


def with_column(**more):
    """Points in a first column, and a second one."""
    return six_shapes()["fewest"] | {"columns": [a_number("sum", "Sum"), {"id": "extra", "label": "Extra"} | more]}


def changed_shape(shape="sum", **more):
    return six_shapes()[shape] | more


@pytest.mark.parametrize(
    ("raw", "where"),
    [
        (changed_shape(name=""), "name"),
        (changed_shape(name=" "), "name"),
        (changed_shape(name="x" * 61), "name"),
        (changed_shape(name="a\u202eb"), "name"),
        (changed_shape(name="a\x00b"), "name"),
        (changed_shape(name="\ud800"), "name"),
        (changed_shape(name=7), "name"),
        (changed_shape(seats=[0, 4]), "seats[0]"),
        (changed_shape(seats=[2, 21]), "seats[1]"),
        (changed_shape(seats=[True, 4]), "seats[0]"),
        (changed_shape(seats=[2.0, 4]), "seats[0]"),
        (changed_shape(seats=[5, 4]), "seats"),
        (changed_shape(seats=[2]), "seats"),
        (changed_shape(seats=4), "seats"),
        (changed_shape(ends="most"), "ends"),
        (changed_shape(ends=["most_points"]), "ends"),
        (changed_shape(minutes=0), "minutes"),
        (changed_shape(minutes=1441), "minutes"),
        (changed_shape(minutes=None), "minutes"),
        (changed_shape(minutes=date(2026, 1, 1)), "minutes"),
        (changed_shape(sides=NORTH_SOUTH), "sides"),
        (changed_shape(ties=["roads", "-roads"]), "ties[1]"),
        (changed_shape(ties=["role"]), "ties[0]"),
        (changed_shape(ties=["nothing"]), "ties[0]"),
        (changed_shape(ties=["+coins"]), "ties[0]"),
        (changed_shape(variants=[NORTH_SOUTH[0]] * 2), "variants[1].id"),
        (changed_shape(variants=[{"id": f"v{n}", "label": f"V{n}"} for n in range(21)]), "variants"),
        (changed_shape(colour="red"), "colour"),
        (changed_shape("sides", sides=NORTH_SOUTH[:1]), "sides"),
        (changed_shape("sides", seats=[1, 4]), "seats"),
        (changed_shape("sides", sides=[NORTH_SOUTH[0], {"id": "south", "label": "NORTH"}]), "sides[1].label"),
        (changed_shape("places", ties=["coins"]), "ties"),
        (changed_shape("fewest", columns=[]), "columns"),
        (changed_shape("fewest", columns=[a_number("a", "A", weight=0)]), "columns"),
        (changed_shape(columns=[a_number(f"c{n}", f"C{n}") for n in range(31)], ties=[]), "columns"),
        (with_column(), "columns[1].kind"),
        (with_column(kind="numbers"), "columns[1].kind"),
        (with_column(kind={}), "columns[1].kind"),
        (with_column(kind="number", id="Sum"), "columns[1].id"),
        (with_column(kind="number", id="sum"), "columns[1].id"),
        (with_column(kind="number", id="a\n"), "columns[1].id"),
        (with_column(kind="number", id="a" * 31), "columns[1].id"),
        (with_column(kind="number", id="won"), "columns[1].id"),
        (with_column(kind="number", label="SUM"), "columns[1].label"),
        (with_column(kind="number", label="x" * 41), "columns[1].label"),
        (with_column(kind="number", hint="x" * 61), "columns[1].hint"),
        (with_column(kind="number", least=5, most=5), "columns[1].most"),
        (with_column(kind="number", least=2_000_000), "columns[1].most"),
        (with_column(kind="number", most=10, step=11), "columns[1].step"),
        (with_column(kind="number", step=0), "columns[1].step"),
        (with_column(kind="number", most=10**9 + 1), "columns[1].most"),
        (with_column(kind="number", weight=1001), "columns[1].weight"),
        (with_column(kind="number", weight=0.5), "columns[1].weight"),
        (with_column(kind="number", required=1), "columns[1].required"),
        (with_column(kind="number", points=5), "columns[1].points"),
        (with_column(kind="yes_no", weight=5), "columns[1].weight"),
        (with_column(kind="yes_no", points=100_001), "columns[1].points"),
        (with_column(kind="choice"), "columns[1].options"),
        (with_column(kind="choice", options=OPTIONS[:1]), "columns[1].options"),
        (with_column(kind="choice", options=OPTIONS * 2), "columns[1].options[2].id"),
        (with_column(kind="choice", options=[*OPTIONS, 5]), "columns[1].options[2]"),
        ([], ""),
        (None, ""),
        ("name", ""),
    ],
)
def test_what_is_wrong_is_named_by_its_place(raw, where):
    assert places(raw)[0] == where
    with pytest.raises(BadDefinition):
        canonical(raw)


def test_names_of_the_greatest_length_are_right():
    longest = with_column(kind="number", id="a" * 30, label="b" * 40, hint="c" * 60) | {"name": "d" * 60}
    assert found(longest) == []
    VALIDATOR.validate(longest)


def test_everything_that_is_wrong_is_found_at_once():
    raw = with_column(kind="number", weight=5000, size="x\ud800") | {"seats": [3, 2], "minutes": "long"}
    assert found({**raw, "ends": "sides"}) == [
        ("minutes", "This must be a whole number from 1 to 1,440, not 'long'."),
        ("columns[1].weight", "This must be a whole number from -1,000 to 1,000, not 5000."),
        (
            "columns[1].size",
            "'size' is not known here; choose one of id, label, kind, least, most, step, weight, required, hint.",
        ),
        ("seats", "The fewest players come first, then the most."),
        ("sides", "A game that a side wins needs its sides."),
    ]


def test_a_refusal_names_all_places():
    with pytest.raises(BadDefinition, match=r"^minutes: This must .*, not 0\. seats: The fewest players come first"):
        canonical(changed_shape(minutes=0, seats=[3, 2]))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (True, "true"),
        (None, "null"),
        (10**30, "a number that is too large"),
        (-(10**5000), "a number that is too large"),
        (0.5, "'0.5'"),
        (float("nan"), "'nan'"),
        ([1], "a list of 1"),
        ({"a": 1}, "a table"),
        (date(2026, 1, 1), "a date or a time"),
        ("x\ud800\x00", r"'x\ud800\x00'"),
        ("y" * 100, "'" + "y" * 57 + "...'"),
        ("\x00" * 100, "'" + r"\x00" * 14 + "\\...'"),
    ],
    ids=range(12),
)
def test_a_wrong_value_is_shown_short_and_safe(value, words):
    [(_, text)] = found(changed_shape(minutes=value))
    assert text == f"This must be a whole number from 1 to 1,440, not {words}."


def test_no_column_has_the_name_of_a_column_of_every_results_file():
    assert {*COMMON, *NAMES, RESTART} <= RESERVED
    assert {definition(canonical(raw), "x").FIGURES[0].name for raw in six_shapes().values()
            if raw["ends"] in ("places", "sides", "eliminated")} <= RESERVED  # fmt: skip


def test_a_definition_fits_in_its_bytes_as_json_and_as_toml():
    options = [{"id": f"option_{n}", "label": f"{'ä' * 30} {n}"} for n in range(20)]
    roles = [{"id": f"role_{n}", "label": f"Role {n}", "kind": "choice", "options": options} for n in range(29)]
    raw = changed_shape(columns=[a_number("sum", "Sum"), *roles[:8]], ties=[])
    assert found(raw) == []
    assert len(as_toml(canonical(raw)).encode()) <= 20_000
    raw["columns"] += roles[8:]
    assert found(raw) == [("", "The game is too large; the limit is 20,000 bytes.")]


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value] if levels % 2 else {"a": value}
    return value


PLAIN: tuple[Any, ...] = (None, True, False, -1, 0, 1, 2, 21, 10**10, 1.5, "", "A", "a", "x" * 61, "-a", "sides")
PLAIN += ("most_points", "yes_no", "number", "choice", [], {}, [1], {"a": 1}, [2, 5], NORTH_SOUTH, OPTIONS, OPTIONS[0])
ODD = (*PLAIN, 10**5000, -(10**20), float("nan"), float("inf"), 1e300, "\ud800", "\x00", "{0}", "%s", "\u202e", " ")
ODD += (deep(5000), deep(5001), date(2026, 1, 1), ["x"] * 10_000, {f"k{n}": n for n in range(2000)}, "y" * 100_000)


def containers(raw: Any) -> list[Any]:
    inside = list(raw.values()) if isinstance(raw, dict) else raw
    return [raw, *(one for value in inside if isinstance(value, dict | list) for one in containers(value))]


def mutate(raw: Any, chance: random.Random, values: tuple[Any, ...]) -> None:
    """Change one thing anywhere: replace, delete, double, rename or move."""
    inside = chance.choice([one for one in containers(raw) if one])
    keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
    key, act = chance.choice(keys), chance.randrange(6)
    if act <= 1:
        inside[key] = chance.choice(values)
    elif act == 2:
        del inside[key]
    elif act == 3 and isinstance(inside, list):
        inside.insert(chance.choice(keys), copy.deepcopy(inside[key]))
    elif act == 4 and isinstance(inside, list):
        chance.shuffle(inside)
    elif isinstance(inside, dict):
        inside[chance.choice(["colour", "\ud800", "ID", *keys])] = inside.pop(key)


def mutants(seeds: range, values: tuple[Any, ...], check: Callable[[Any], None]) -> None:
    originals = [*six_shapes().values(), *(shape.content for shape in examples())]
    for seed in seeds:
        chance = random.Random(seed)
        raw = copy.deepcopy(chance.choice(originals))
        # One change at a time, so that no change falls into what an earlier one brought.
        mutate(raw, chance, values)
        if chance.random() < 0.3:
            raw["name" if chance.random() < 0.5 else chance.choice(list(raw) or ["x"])] = chance.choice(values)
        check(raw)


def stands_or_is_refused(raw: Any) -> None:
    faults = faults_of(raw)
    for place, text in faults:
        f"{place} {text}".encode()
        assert len(place) < 100 and len(text) < 400
    if faults:
        with pytest.raises(BadDefinition) as refused:
            canonical(raw)
        assert [*refused.value.faults] == faults
        return
    content = canonical(raw)
    assert canonical(json.loads(content)) == canonical(read_definition(as_toml(content))) == content
    assert definition(content, "x").NAME


def test_nothing_breaks_the_judge():
    mutants(range(300), ODD, stands_or_is_refused)


@pytest.mark.further
def test_nothing_breaks_the_judge_in_a_hundred_thousand_attempts():
    mutants(range(300, 100_300), ODD, stands_or_is_refused)


SIGNS = ("", "[", "{", '"', "'", "\n", ".", "\\u", "\\ud800", "\ud800", "\x00", "9" * 30, "=", "1979-05-27", "nan")


def texts(seeds: range) -> None:
    """Read texts in which a few letters are others, gone or doubled."""
    originals = [as_toml(canonical(raw)) for raw in six_shapes().values()]
    originals += [json.dumps(raw, indent=1) for raw in six_shapes().values()]
    for seed in seeds:
        chance = random.Random(seed)
        text = chance.choice(originals)
        for _ in range(chance.randrange(1, 4)):
            at, size = chance.randrange(len(text) + 1), chance.choice([0, 1, 1, 5, 60])
            text = text[:at] + chance.choice([*SIGNS, text[at : at + size] * 3]) + text[at + size :]
        try:
            raw = read_definition(text)
        except BadDefinition as refused:
            [(place, reason)] = refused.faults
            assert place == "" and str(reason).encode()
        else:
            stands_or_is_refused(raw)


def test_no_text_breaks_its_reader():
    texts(range(300))


@pytest.mark.further
def test_no_text_breaks_its_reader_in_twenty_thousand_attempts():
    texts(range(300, 20_300))


VALIDATOR = Draft202012Validator(schema())


def test_the_schema_is_one():
    Draft202012Validator.check_schema(schema())
    assert json.loads(json.dumps(schema())) == schema()


@given(definitions())
def test_the_schema_accepts_what_the_judge_accepts(raw):
    VALIDATOR.validate(raw)
    VALIDATOR.validate(json.loads(canonical(raw)))


@pytest.mark.parametrize("raw", [changed_shape(colour="red"), with_column(kind="number", points=5)])
def test_the_schema_refuses_what_it_does_not_name(raw):
    assert not VALIDATOR.is_valid(raw)


def agrees_with_the_schema(raw: Any) -> None:
    """What the schema can say, it says as the judge does."""
    if not VALIDATOR.is_valid(raw):
        assert faults_of(raw)
    else:
        assert list(by_format(FORMAT, raw)) == []


def test_schema_and_judge_refuse_the_same_values():
    mutants(range(300), PLAIN, agrees_with_the_schema)


@pytest.mark.further
def test_schema_and_judge_refuse_the_same_values_in_ten_thousand_attempts():
    mutants(range(300, 10_300), PLAIN, agrees_with_the_schema)
