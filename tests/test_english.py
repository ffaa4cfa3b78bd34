"""Pages, docstrings and documentation speak English as it is spoken: turns of phrase that once crept in stay out.

`ALLOWED` has the sentences, ten at most, in which such a turn is right.
"""

import ast
import re
from functools import cache

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
# "Where" may begin a clause on a place, and "Who" an entry of a table.
OF_DOCSTRINGS = {better: turn for better, turn in TURNS.items() if better != "if"} | {
    "Raise X if": r"\braise [^.;:]*\bwhere\b",
    "Return X if": r"\breturn [^.;:]*, where (?:it|nothing|nobody|no|none|there|that)\b",
    "None if": r'(?:\bnone|\bnothing|\bempty|"") where\b',
    "Raise": r"(?:^|[.;] )raises\b",
    "has already": r"\b(?:has|have|been|is|are|was|were) \w+ already\b",
    "its own": r"\bof (?:its|their) own(?=[.,:;]|$| (?:for|beside|and|in|to|that|which|who|as|at|on)\b)|\bthe own\b",
    "is on": r"\bstands? (?:on|in) (?:the|its|this) (?:form|page|desk|file|name|table|room)\b",
    "current X": r"\bpresent (?:rounds?|names?|careers?|transaction|owner|season|stage)\b",
    "forever": r"\bfor ever\b",
    "anybody who": r"\bwhom(?:ever)?\b|(?:^|[.;:] )whoever\b",
}
OF_DOCUMENTS = {better: turn for better, turn in TURNS.items() if better != "a player who"}
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "engine/README.md"]
# Tests write these two from what doors and commands say.
WRITTEN = {"docs/bounds.md", "docs/commands.md"}
DOCUMENTS += sorted({f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md")} - WRITTEN)
ALLOWED = {
    "Anybody can download a passport. Where the character plays, sign in as its owner, open its page "
    "<em>Passport</em>, and write this under <em>Made for</em>:",
    "In quiet hours, e-mail and devices wait until they are over. Where you sit next, and a table that needs a "
    "referee, do not wait.",
    "So many Paydays raise the salary of {0} by {amount}.",
    "The square is occupied: bump the player who stands there, or bargain.",
}


@cache
def trees() -> dict[str, ast.Module]:
    """Return the product by its paths, migrations apart."""
    paths = [path for floor in ("characters", "engine", "games", "league") for path in (ROOT / floor).rglob("*.py")]
    texts = {str(path): path.read_text(encoding="utf-8") for path in paths if "migrations" not in path.parts}
    return {path: ast.parse(text) for path, text in texts.items()}


@pytest.mark.parametrize("better", TURNS)
def test_a_page_says_it_as_people_do(better: str):
    catalogue = entries(FOLDERS[0] / "django.po")
    texts = {text for entry in catalogue for text in (entry["msgid"], entry.get("msgid_plural", ""))} - ALLOWED
    assert sorted(text for text in texts if re.search(TURNS[better], text, re.IGNORECASE)) == []


def refused(texts: set[str], turns: dict[str, str]) -> list[str]:
    """Return the texts with a turn, each behind what is better, by what they say outside of code."""
    spoken = {text: " ".join(re.sub(r"`[^`]*`", "`", text).split()) for text in texts - ALLOWED}
    return sorted(
        f"{better}: {text}"
        for better, turn in turns.items()
        for text, words in spoken.items()
        if re.search(turn, words, re.IGNORECASE)
    )


def test_neither_does_a_docstring():
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    nodes = [node for tree in trees().values() for node in ast.walk(tree) if isinstance(node, documented)]
    docstrings = {ast.get_docstring(node) or "" for node in nodes}
    assert len(docstrings) > 6_000
    assert refused(docstrings, OF_DOCSTRINGS) == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_neither_does_a_document(document: str):
    """Headings, items and cells are read alone, as none of them goes on from the one before."""
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = set(re.split(r"\n\s*\n|\n(?=\s*(?:[-*#]|\d+\.) )|\|", text))
    assert refused(blocks, OF_DOCUMENTS) == []


def test_few_are_allowed():
    assert len(ALLOWED) <= 10


def test_neither_does_a_text_outside_the_catalogue():
    """Commands and the engine speak English alone, so no catalogue has what they say."""
    nodes = [node for tree in trees().values() for node in ast.walk(tree)]
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = {
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings
    }
    assert len(texts) > 10_000
    assert sorted(text for text in texts - ALLOWED if re.search(TURNS["is not a"], text, re.IGNORECASE)) == []
