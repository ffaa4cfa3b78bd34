"""What the site wrote down in English is told in the language of whoever looks, and nothing written depends on it."""

from collections.abc import Iterator

import pytest

from engine.said import Said, said, said_of
from league.core.rules.csv_text import FileProblem
from league.core.rules.import_words import SUMMARIES, recorded
from league.core.services.uploads import _as_json
from league.core.views.wording import retold, told
from tests.speaking import speaking

GERMAN = {
    "There is no character {name}.": "Es gibt keine Figur {name}.",
    "{count:,} games recorded; {known:,} known already and skipped": "{count:,} Partien gespeichert, {known:,} bekannt",
}


@pytest.fixture
def german() -> Iterator[None]:
    with speaking(
        lambda text: GERMAN.get(text, text), lambda one, many, count: GERMAN.get(many, one if count == 1 else many)
    ):
        yield


@pytest.mark.usefixtures("german")
def test_what_became_of_a_file_is_retold():
    assert retold(f"{recorded('game', 1200, 3)}.") == "1,200 Partien gespeichert, 3 bekannt."
    assert retold("Whatever else stands there.") == "Whatever else stands there."


def test_every_summary_is_found_again_by_its_english_text():
    for noun in ("game", "character", "registration", "tournament"):
        for count, known in ((0, 0), (1, 0), (1, 2), (1234, 5678)):
            text = f"{recorded(noun, count, known)}."
            assert retold(text) == text
    assert all(isinstance(one, Said) for one in SUMMARIES)


@pytest.mark.usefixtures("german")
def test_a_problem_of_a_file_is_kept_in_english_and_told_in_german():
    kept = _as_json(FileProblem(2, "character", said("There is no character {name}.", name="'Zoe'")))
    assert kept["message"] == "There is no character 'Zoe'."
    assert told(kept).spoken() == "Es gibt keine Figur 'Zoe'."


def test_a_problem_that_was_kept_before_is_told_as_it_stands():
    assert told({"line": 1, "column": "", "message": "The file is empty."}) == "The file is empty."


def test_counts_are_kept_with_both_forms():
    kept = said_of(2, "{count} card", "{count} cards").kept()
    assert (kept["one"], kept["many"], kept["number"]) == ("{count} card", "{count} cards", 2)
