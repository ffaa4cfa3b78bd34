"""What Human Resources writes about an event."""

from datetime import date

import pytest

from characters.rules import words
from characters.rules.words import memo

EPIPHANY = date(2026, 1, 6)


@pytest.mark.parametrize(
    ("kind", "old", "new", "subject", "ends"),
    [
        ("review", "Senior", "Senior", "Your review of 6 January", "You remain Senior."),
        ("promotion", "Senior", "Manager", "Your appointment as Manager", "Kindly return the key to the old one."),
        ("demotion", "Manager", "Senior", "We regret to inform you: Senior", "As of your next game you are Senior."),
        ("demotion", "Entry", "Entry", "Your review of 6 January", "we ask you to do better. You remain Entry."),
        ("parachute", "CEO", "CEO", "Your golden parachute", "to the roof, where your parachute waits."),
        ("restart", "CEO", "Entry", "Welcome aboard, again", "same name, same companies, empty tally."),
    ],
)
def test_every_event_has_its_letter(kind, old, new, subject, ends):
    letter = memo(kind, on=EPIPHANY, old=old, new=new, why="88 of 200 points is 44 %", missing="You lack 9 points.")
    text, *rest = letter.parts
    assert letter.subject == subject and text.endswith(ends)
    assert rest == ["88 of 200 points is 44 %.", "You lack 9 points."]


def test_the_reason_is_a_sentence_whether_it_speaks_or_not():
    for why in (words.restarted(2), words.restart(2)):
        letter = memo("restart", on=EPIPHANY, old="CEO", new="Entry", why=why)
        assert letter.parts[1:] == ("Starts career 2 at Entry Level after the golden parachute.",)
    letter = memo("parachute", on=EPIPHANY, old="CEO", new="CEO", why=words.left(10_250, "£"))
    assert letter.parts[1].startswith("10,250 of 10,000 game points as C-level; leaves")
