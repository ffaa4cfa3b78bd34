"""The pages speak English as it is spoken: turns of phrase that once crept in stay out.

`ALLOWED` has the sentences, ten at most, in which such a turn is right.
"""

import re

import pytest

from tests.factories.catalogues import FOLDERS, entries

TURNS = {
    "no longer": r"\bany ?more\b",
    "is not a": r"(?<!there )\b(?:is|are|was|were) (?:no(?! longer| more than| other)|none of)\b",
    "appears here": r"\bstands? (?:here|there|below|above|behind|first)\b",
}
ALLOWED = {"Why %(character)s stands there", "The square is occupied: bump the player who stands there, or bargain."}


@pytest.mark.parametrize("better", TURNS)
def test_a_page_says_it_as_people_do(better: str):
    catalogue = entries(FOLDERS[0] / "django.po")
    texts = {text for entry in catalogue for text in (entry["msgid"], entry.get("msgid_plural", ""))} - ALLOWED
    assert sorted(text for text in texts if re.search(TURNS[better], text, re.IGNORECASE)) == []


def test_few_are_allowed():
    assert len(ALLOWED) <= 10
