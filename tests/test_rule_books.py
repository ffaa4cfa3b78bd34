"""Every rule of the five books has a test, or says why it can have none; and what the list says is so."""

import re
import tomllib
from dataclasses import fields
from importlib import import_module, resources

import pytest

from characters.rules.house_rules import HouseRules
from engine import SYSTEMS
from engine.core.errors import BadData
from engine.core.rulebook import checked_rules, rules_of
from tests.rule_marks import PROOFS, RULE, marks, unknown, unproved

BOOKS = {
    "careers": {"S": 239, "R": 104},
    "office_job": {"": 30, "B": 20},
    "career_poker": {"": 29, "B": 20},
    "game_of_the_year": {"": 44, "B": 34},
    "career_compass": {"": 19, "B": 21},
}
EXAMPLES = {"office_job": 21, "career_poker": 21, "game_of_the_year": 24, "career_compass": 19}
RULES = [(system, rule) for system in BOOKS for rule in rules_of(system).values()]


@pytest.mark.parametrize("system", BOOKS)
def test_the_list_has_every_sentence_and_every_reading(system: str) -> None:
    wanted = {f"{letter}{number}" for letter, most in BOOKS[system].items() for number in range(1, most + 1)}
    assert set(rules_of(system)) == wanted


def test_every_rule_has_a_test_or_says_why_not() -> None:
    assert unproved() == []


def test_a_rule_with_a_reason_has_no_test_after_all() -> None:
    assert [(system, rule.id) for system, rule in RULES if rule.untested and f"{system} {rule.id}" in marks()] == []


def test_every_worked_example_has_a_test() -> None:
    for system, most in EXAMPLES.items():
        assert [n for n in range(1, most + 1) if f"{system} example {n}" not in marks()] == []


def test_every_mark_of_a_test_names_something_known() -> None:
    assert unknown() == []
    headings = tomllib.loads((resources.files("engine.careers") / "data" / "rules.toml").read_text())["headings"]
    known = {"contract 5", *(f"careers {heading}" for heading in headings)}
    known |= {f"{system} example {number + 1}" for system, most in EXAMPLES.items() for number in range(most)}
    assert [said for said in marks() if not RULE.fullmatch(said) and said not in known] == []


@pytest.mark.parametrize("place", sorted({rule.code for _, rule in RULES}))
def test_the_code_that_a_rule_names_is_there(place: str) -> None:
    module, _, name = place.partition(":")
    assert hasattr(import_module(module), name)


@pytest.mark.parametrize("system", BOOKS)
def test_the_house_rules_that_a_rule_names_exist(system: str) -> None:
    settings = {one.name for one in fields(import_module(f"engine.{system}.settings").Settings)}
    if system == "careers":
        settings |= {one.name for one in fields(HouseRules)}
    named = {setting for rule in rules_of(system).values() for setting in rule.settings}
    assert named <= settings


@pytest.mark.parametrize("system", BOOKS)
def test_texts_are_sentences_of_their_own(system: str) -> None:
    texts = [rule.text for rule in rules_of(system).values()]
    assert all(re.fullmatch(r"[A-Z0-9].{10,138}\.", text) for text in texts)
    assert len(set(texts)) == len(texts)


def test_the_site_claims_no_proof_that_is_not_there() -> None:
    """New tests may wait until somebody writes the file again: `python -m tests.rule_marks`."""
    for system, counts in tomllib.loads(PROOFS.read_text(encoding="utf-8")).items():
        for rule, count in counts.items():
            assert 0 < count <= len(marks().get(f"{system} {rule}", ())), f"{system} {rule}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[rule]]\nid = "1"\nsection = "A"\ntext = "B"', "rule '1': the entry 'code' is missing"),
        ('[[rule]]\nid = "1"\nsection = "A"\ntext = "B"\ncode = "a:b"\nprose = "C"', "unknown entry 'prose'"),
        ('[[rule]]\nid = "1"\nsection = "A"\ntext = "B"\ncode = "a:b"\n' * 2, "the id stands twice"),
        ('[[rule]]\nid = "1"\nsection = "A"\ntext = "B"\ncode = "a.b"', "code must be module:name"),
        ('[[rule]]\nid = "1"\nsection = "A"\ntext = "B"\ncode = "a:b"\nreading = ["R9"]', "there is no reading 'R9'"),
    ],
)
def test_a_wrong_entry_is_named(text: str, said: str) -> None:
    with pytest.raises(BadData, match=said):
        checked_rules(text)


def test_a_system_without_a_list_has_no_rules() -> None:
    assert rules_of("chess") == {} and set(SYSTEMS) >= set(BOOKS)
