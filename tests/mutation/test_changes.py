"""The mutator changes one node at a time, and finds the tests of a module."""

import ast
import random

import pytest

from tests.mutation.__main__ import files_that_test, name_of, path_of
from tests.mutation.changes import mutants, one_mutant
from tests.mutation.sample import reaching, sample


def changes(source: str) -> list[str]:
    return [f"{mutant.line}: {mutant.change}" for mutant in mutants(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["1: a < b  ->  a <= b", "1: a < b  ->  a >= b"]),
        ("a is not None", ["1: a is not None  ->  a is None"]),
        ("a and b", ["1: a and b  ->  a or b"]),
        ("a + 1", ["1: a + 1  ->  a - 1", "1: 1  ->  2"]),
        ("not a", ["1: not a  ->  a"]),
        ("x = True", ["1: True  ->  False"]),
        ("b if a else c", ["1: b if a else c  ->  b", "1: b if a else c  ->  c"]),
        ("[a for a in b if c]", ["1: [a for a in b if c]  ->  [a for a in b]"]),
        ("if a:\n  pass", ["1: if a:  ->  if False:", "1: if a:  ->  if True:"]),
        ("for a in b:\n  continue", ["2: continue  ->  break"]),
        ("while a:\n  break", ["1: while a:  ->  while False:", "2: break  ->  continue"]),
        ("a += b", ["1: a += b  ->  a = b", "1: a += b  ->  a -= b"]),
        ("a.b = c", ["1: a.b = c  ->  pass"]),
        ("a(b)", ["1: a(b)  ->  pass"]),
        ("def f():\n  return a", ["2: return a  ->  return None"]),
    ],
)
def test_a_node_is_changed_in_these_ways(source, expected):
    assert changes(source) == expected


@pytest.mark.parametrize(
    "source",
    ['"""Words."""', "x: Literal[1] | None", "@cached(size=10)\nclass A: pass", "def f(a: 'X[1]') -> 'Y[2]': pass"],
)
def test_words_annotations_and_decorators_are_left_alone(source):
    assert changes(source) == []


def test_a_mutant_differs_from_its_module_in_one_node_and_leaves_the_next_one_whole():
    source = ast.unparse(ast.parse("def f(a, b):\n    if a and b:\n        return a + b\n    return 0"))
    for mutant in mutants(source):
        lines = zip(source.splitlines(), mutant.source.splitlines(), strict=True)
        assert [number for number, (old, new) in enumerate(lines, start=1) if old != new] == [mutant.line]


def test_a_module_is_named_by_its_path_or_with_dots():
    path = path_of("characters/rules/career.py")
    assert path == path_of("characters.rules.career") and name_of(path) == "characters.rules.career"
    with pytest.raises(SystemExit, match=r"There is no module characters\.rules\.luck"):
        path_of("characters.rules.luck")


def test_the_files_that_test_a_module_are_those_that_import_it_even_through_the_factories_without_a_database():
    found = files_that_test("characters.rules.career")
    assert {"tests/characters/rules/test_career.py", "tests/characters/rules/test_parachute.py"} <= set(found)
    assert "tests/games/services/test_review.py" not in found


def test_one_mutant_is_one_of_all_and_the_same_for_a_seed():
    source = "def f(a, b):\n    if a and b:\n        return a + b\n    return 0"
    chosen = [one_mutant(source, random.Random(seed)) for seed in range(40)]
    assert chosen == [one_mutant(source, random.Random(seed)) for seed in range(40)]
    assert {mutant.source for mutant in chosen} == {mutant.source for mutant in mutants(source)}
    assert one_mutant("a = 'b'", random.Random(1)) is None


def test_a_sample_is_the_same_for_a_seed_and_its_tests_are_those_that_import_a_module_and_those_of_its_room():
    chosen = [(path.name, mutant.source) for path, mutant in sample(3, 1)]
    assert chosen == [(path.name, mutant.source) for path, mutant in sample(3, 1)] and len({*chosen}) == 3
    assert reaching(path_of("characters/rules/career.py"))[0] == "tests/characters/rules/test_career.py"
    of_tables = reaching(path_of("league/tournaments/tables/services/acts.py"))
    assert {"tests/league/tables/test_votes.py", "tests/league/results/test_tampering.py"} <= {*of_tables}
    of_a_system = reaching(path_of("engine/office_job/rules/turns.py"))
    assert "tests/engine/test_every_game.py" in of_a_system and "tests/engine/test_careers_money.py" not in of_a_system
