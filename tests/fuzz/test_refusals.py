"""What the fuzz test lets pass, and what it does not."""

from typing import Any

import pytest
from jsonschema_rs import Draft4Validator
from schemathesis.core.jsonschema import make_validator

from tests.fuzz.refusals import is_about_the_world, kinder

SCHEMA = {
    "type": "object",
    "properties": {
        "reason": {"type": "string", "maxLength": 3},
        "seat": {"type": "integer"},
        "won": {"type": "boolean"},
    },
}


def refused(*sentences: str, kind: str = "validation_error") -> dict[str, Any]:
    return {"type": kind, "errors": [{"code": "invalid", "detail": one, "attr": None} for one in sentences]}


@pytest.mark.parametrize(
    "sentence",
    [
        "This field is required.",
        "This field may not be blank.",
        "Ensure this field has no more than 300 characters.",
        "Ensure this value is less than or equal to 32767.",
        "A valid integer is required.",
        '"chess" is not a valid choice.',
        "Select a valid choice. chess is not one of the available choices.",
        "Enter a number.",
    ],
)
def test_a_refusal_of_the_form_is_never_excused(sentence: str):
    assert not is_about_the_world(refused(sentence))
    assert not is_about_the_world(refused("There is no character 'Zoe'.", sentence))


def test_a_refusal_for_what_the_league_knows_is_excused():
    assert is_about_the_world(refused("There is no character 'Zoe'.", "Seat 3 is empty."))


def test_of_what_is_no_json_only_a_nul_character_is_excused():
    assert is_about_the_world(refused("The body is not JSON: it holds a NUL character.", kind="client_error"))
    assert not is_about_the_world(refused("The body must be a JSON object.", kind="client_error"))


@pytest.mark.parametrize(
    ("body", "excused"),
    [
        ({"reason": 12}, True),
        ({"seat": "7"}, True),
        ({"won": 1}, True),
        ({"won": "false"}, True),
        ({"reason": "long"}, False),
        ({"reason": True}, False),
        ({"reason": []}, False),
        ({"seat": "seven"}, False),
        ({"seat": None}, False),
        ({"won": "perhaps"}, False),
        ([], False),
    ],
)
def test_only_the_spelling_of_a_plain_value_is_excused(body: Any, excused: bool):
    assert make_validator(kinder(SCHEMA), Draft4Validator).is_valid(body) is excused
