"""What was told is kept with its pattern and values, and said again: in English, or in the reader's language."""

import json
from typing import Any

import pytest

from engine import SYSTEMS, Game, Sentence
from engine.core.rng import Stream
from engine.core.telling import players, tell, tell_of
from engine.translatable import said, said_of
from games.rules.told import told_of, told_to
from tests.speaking import speaking

NAMES = ["Ada", "Bo", "Cleo", "Dev", "Eve", "Finn", "Gus", "Hal"]
WORDS = {
    "{0} takes {cards} from {1}.": "{1} verliert {cards} an {0}.",
    "{count} card": "{count} Karte",
    "{count} cards": "{count} Karten",
    "{why} {who} win.": "{why} {who} gewinnen.",
    "Time is up.": "Die Zeit ist um.",
    "{names} and {last}": "{names} und {last}",
    "{0} draws once.": "{0} zieht einmal.",
    "{0} draws {count} times.": "{0} zieht {count} Mal.",
}


class Heard:
    """A game that tells everybody the same sentences."""

    seats = 2

    def __init__(self, *sentences: Sentence) -> None:
        self.sentences = list(sentences)

    def told(self, events: Any, reader: int | None) -> list[Sentence]:
        return self.sentences


def kept(*sentences: Sentence) -> list[Sentence]:
    told = told_of(Heard(*sentences), [])  # type: ignore[arg-type]
    return told_to(json.loads(json.dumps(told)), None)


SENTENCES = [
    tell("{0} takes {cards} from {1}.", (1, 0), "R1", cards=said_of(3, "{count} card", "{count} cards")),
    tell("{why} {who} win.", (0, 1, 2), "", why=said("Time is up."), who=players((0, 1, 2))),
    tell_of(1, "{0} draws once.", "{0} draws {count} times.", (0,)),
    tell_of(4, "{0} draws once.", "{0} draws {count} times.", (0,)),
]
ENGLISH = ["Bo takes 3 cards from Ada.", "Time is up. Ada, Bo and Cleo win.", "Ada draws once.", "Ada draws 4 times."]
GERMAN = [
    "Ada verliert 3 Karten an Bo.",
    "Die Zeit ist um. Ada, Bo und Cleo gewinnen.",
    "Ada zieht einmal.",
    "Ada zieht 4 Mal.",
]


def test_what_was_kept_says_the_same_in_english_and_in_the_readers_language():
    for sentences in (SENTENCES, kept(*SENTENCES)):
        assert [one.named(NAMES) for one in sentences] == ENGLISH
        with speaking(lambda text: WORDS.get(text, text), lambda one, many, n: WORDS[one if n == 1 else many]):
            assert [one.spoken(NAMES) for one in sentences] == GERMAN


def test_a_row_from_before_its_values_were_kept_stays_english():
    (one,) = told_to({"": [["{0} rolls 4 and 2: 6.", [1], "R8"]]}, None)
    assert (one.named(NAMES), one.spoken(NAMES), one.why) == (*["Bo rolls 4 and 2: 6."] * 2, "R8")


def test_a_sentence_without_values_is_kept_as_it_ever_was():
    assert told_of(Heard(Sentence("{0} passes.", (1,), "rule 19")), []) == {  # type: ignore[arg-type]
        "": [["{0} passes.", [1], "rule 19"]]
    }


def test_names_and_values_with_braces_are_no_gaps():
    (one,) = kept(tell("{0} plays {card}.", (0,), card="A {0} card"))
    assert one.named(["{1}"]) == one.spoken(["{1}"]) == "{1} plays A {0} card."


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_every_reader_of_a_game_is_told_again_what_they_were_told(system: str):
    game: Game = SYSTEMS[system].new_game(max(4, SYSTEMS[system].seats[0]), 7)
    stream = Stream(7)
    for _turn in range(120):
        if game.over:
            break
        events = game.play_aloud(stream.choice(game.legal_actions()))
        rows = json.loads(json.dumps(told_of(game, events)))
        for reader in (None, *range(game.seats)):
            heard, again = game.told(events, reader), told_to(rows, reader)
            assert [(str(one), one.why) for one in again] == [(str(one), one.why) for one in heard]
            assert [one.spoken(NAMES) for one in again] == [one.spoken(NAMES) for one in heard]
