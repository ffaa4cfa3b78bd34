"""The form of archives: a schema that is one, sentences for what breaks it, text that reads back as it was."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from league.tournaments.archive.rules import archive
from league.tournaments.archive.rules.archive import read_archive, write_archive

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(json.loads(archive._SCHEMA.read_text(encoding="utf-8")))


@given(st.dictionaries(st.text(), VALUES, max_size=4))
def test_a_file_holds_what_was_written(content):
    assert json.loads(write_archive(content)) == content


@given(st.dictionaries(st.sampled_from(["season", "games", "stages", "tournament", "x"]), VALUES, max_size=4))
def test_whatever_a_file_holds_there_is_a_sentence_for_it(content):
    said = {"format": archive.FORMAT, "version": archive.VERSION, **content}
    found, problems = read_archive(json.dumps(said).encode())
    assert found == {} and problems
    assert all(problem.message and len(problem.message) < 400 for problem in problems)


@given(st.binary(max_size=200))
def test_no_file_breaks_the_reading(data):
    assert read_archive(data)[1]


@pytest.mark.parametrize("text", ['"\\u0000"', '"\\ud800"', "NaN", "1e3"])
def test_what_no_database_holds_is_refused(text):
    data = f'{{"format": "corner-office-tournament", "version": 1, "league": {text}}}'.encode()
    assert "can't be read as JSON" in read_archive(data)[1][0].message
