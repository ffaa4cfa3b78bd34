"""The pages speak English as it is spoken: turns of phrase that once crept in stay out.

`ALLOWED` has the sentences, ten at most, in which such a turn is right.
"""

import ast
import re

import pytest

from tests.command_page import ROOT
from tests.factories.catalogues import FOLDERS, entries

TURNS = {
    "no longer": r"\bany ?more\b",
    "is not a": r"(?<!there )\b(?:is|are|was|were) (?:no(?! longer| more than)|none of)\b",
    "appears here": r"\bstands? (?:here|there|below|above|behind|first)\b",
    "if": r"(?:^|[.:;] )where [^?.;:]*, (?!and |such )",
    "if it is": r"\bwhere (?:not|no|fewer|needed|possible|that can|it is (?:needed|called|one))\b",
    "that many": r"\bso many\b",
    "the limit is": r"\b(?:is|are) the most\b",
    "choose one of": r"\bknown are\b|\bthere are \{\w+\}\.?$",
    "a player who": r"(?:^|[.] )Who [^?.:;,]*[.;]",
    "only the person who": r"\bonly who (?!reported)",
    "the players who": r"\bthose (?:who|whom|that)\b",
    "automatically": r"\bby (?:itself|themselves)\b",
    "its own": r"\bof (?:its|their) own(?=[.,:;]|$| (?:for|beside|and|in)\b)|\bthe own\b",
    "will be": r"\b(?:is|are) to be\b",
    "is already": r"\balready(?=[.;,]|$)",
    "one of your": r"\b(?:an?|no) \w+ of (?:yours|theirs|ours)\b",
    "under the house rules": r"\bby the house rules\b",
    "a different one": r"\b(?:another|other) (?:\w+ ){1,2}than\b|\botherwise than\b",
    "can't be read": r"\bnot (?:a \w+|\w+) that can be\b",
    "is stopped": r"\bstands? still\b",
    "the result": r"\bwhat (?:comes|came|becomes|became) of\b",
    "correct": r"\bmend(?:s|ed|ing)?\b",
    "current": r"\buntil now\b",
}
ALLOWED = {
    "Anybody can download a passport. Where the character plays, sign in as its owner, open its page "
    "<em>Passport</em>, and write this under <em>Made for</em>:",
    "In quiet hours, e-mail and devices wait until they are over. Where you sit next, and a table that needs a "
    "referee, do not wait.",
    "So many Paydays raise the salary of {0} by {amount}.",
    "The square is occupied: bump the player who stands there, or bargain.",
}


@pytest.mark.parametrize("better", TURNS)
def test_a_page_says_it_as_people_do(better: str):
    catalogue = entries(FOLDERS[0] / "django.po")
    texts = {text for entry in catalogue for text in (entry["msgid"], entry.get("msgid_plural", ""))} - ALLOWED
    assert sorted(text for text in texts if re.search(TURNS[better], text, re.IGNORECASE)) == []


def test_few_are_allowed():
    assert len(ALLOWED) <= 10


def test_neither_does_a_text_outside_the_catalogue():
    """Commands and the engine speak English alone, so no catalogue has what they say."""
    paths = [path for floor in ("characters", "engine", "games", "league") for path in (ROOT / floor).rglob("*.py")]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths if "migrations" not in path.parts]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    }
    assert len(texts) > 10_000
    assert sorted(text for text in texts - ALLOWED if re.search(TURNS["is not a"], text, re.IGNORECASE)) == []
