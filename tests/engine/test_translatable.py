"""A sentence of the rules is English wherever text goes, and speaks the reader's language where somebody reads it."""

import json
import pickle
from collections.abc import Iterator
from datetime import date

import pytest
from django.template import Context, Template
from django.utils.translation import override

from engine.translatable import renamed, said, said_again, said_of, spoken
from tests.speaking import speaking

GERMAN = {
    "{who} owes {amount}.": "{who} schuldet {amount}.",
    "{count} card": "{count} Karte",
    "{count} cards": "{count} Karten",
}


@pytest.fixture
def german() -> Iterator[None]:
    with speaking(
        lambda text: GERMAN.get(text, text), lambda one, many, count: GERMAN[one if count == 1 else many], format
    ):
        yield


@pytest.mark.usefixtures("german")
def test_a_sentence_is_its_english_text_and_speaks_german():
    owes = said("{who} owes {amount}.", who="Ada", amount=said_of(3, "{count} card", "{count} cards"))
    assert owes == "Ada owes 3 cards."
    assert spoken(owes) == "Ada schuldet 3 Karten."
    assert spoken(said_of(1, "{count} card", "{count} cards")) == "1 Karte"
    assert spoken("Ada") == "Ada"


@pytest.mark.usefixtures("german")
def test_what_is_stored_does_not_depend_on_who_looks():
    owes = said("{who} owes {amount}.", who="Ada", amount=300)
    assert json.dumps([owes]) == '["Ada owes 300."]'
    assert pickle.loads(pickle.dumps(owes)) == "Ada owes 300."
    assert {owes: 1}["Ada owes 300."] == 1


@pytest.mark.usefixtures("german")
def test_a_template_says_it_in_the_readers_language_and_escapes_it():
    owes = said("{who} owes {amount}.", who="<b>Ada</b>", amount=300)
    assert Template("{{ it }}").render(Context({"it": owes})) == "&lt;b&gt;Ada&lt;/b&gt; schuldet 300."


def test_numbers_and_dates_are_written_as_the_language_does():
    day = said("On {day:%A, %-d %B %Y}: {points:,} of {rate:.1f}", day=date(2026, 3, 12), points=1234, rate=2.5)
    assert day == spoken(day) == "On Thursday, 12 March 2026: 1,234 of 2.5"
    with override("de"):
        assert day == "On Thursday, 12 March 2026: 1,234 of 2.5"
        assert spoken(day) == "On Donnerstag, 12 März 2026: 1.234 of 2,5"


@pytest.mark.usefixtures("german")
def test_a_sentence_that_was_kept_as_json_speaks_again():
    owes = said("{who} owes {amount}.", who="Ada", amount=said_of(3, "{count} card", "{count} cards"))
    again = said_again(json.loads(json.dumps(owes.kept())))
    assert (again, spoken(again)) == (owes, "Ada schuldet 3 Karten.")


def test_a_name_is_another_one_where_it_stands_alone_and_nowhere_else():
    names = {"Ada": "Morgan"}
    inner = said("{who} owes {amount}.", who="Ada", amount=3)
    sentence = said("{who} and {other}: {inner}", who="Ada", other="Ada Again", inner=inner)
    assert renamed(sentence, names) == "Morgan and Ada Again: Morgan owes 3."
    assert renamed("Ada wrote to Adaline and Ada.", names) == "Morgan wrote to Adaline and Morgan."
