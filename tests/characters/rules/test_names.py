"""Names: when two are the same, and which can be borne."""

from calendar import monthrange
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.rules.names import (
    KnownNames,
    can_be_shown,
    is_day,
    name_key,
    same_person,
    search_key,
    search_words,
    tidy,
)

pytestmark = pytest.mark.rule("careers Name")
TEXT = st.text(max_size=30)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "ADA"),
        ("Ada", "  ada "),
        ("Ada Byron", "Ada \t Byron"),
        ("Straße", "STRASSE"),
        ("José", "José"),
        ("Ａｄａ", "ada"),
        ("Ada", "Ada\u200b"),
        ("Ada", "\ufeffAda"),
        ("Bo\u00a0Diddley", "bo diddley"),
        ("Ada", "A\u00adda"),
    ],
)
@pytest.mark.rule("careers S164", "careers S226")
def test_names_that_look_the_same_are_the_same(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ada", "Adah"), ("Ada B", "AdaB"), ("Cleo", "Cléo"), ("🚀", "🛸"), ("محمد", "محمود")]
)
def test_different_names_stay_different(one, other):
    assert name_key(one) != name_key(other)


@given(name=TEXT)
def test_a_key_is_its_own_key(name):
    assert name_key(name_key(name)) == name_key(name)


@given(name=st.text(st.characters(categories=("Lu", "Ll", "Nd")), min_size=1, max_size=20))
def test_capitals_and_outer_space_never_matter(name):
    assert name_key(f" {name.upper()}\n") == name_key(name.upper().lower()) == name_key(name.upper())


@pytest.mark.parametrize(("text", "tidied"), [("  Ada  ", "Ada"), ("Ada\n\tByron", "Ada Byron"), (" ", ""), ("", "")])
def test_a_tidy_name_has_single_spaces_inside_and_none_outside(text, tidied):
    assert tidy(text) == tidied


@pytest.mark.parametrize(
    "name",
    [
        "Gristle McThornBody",
        "Niamh O'Hara",
        "D’Arcy-Smythe",
        "🚀 Rocket 👩‍🚀",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "محمد بن موسى",
        "שלמה \u200fהמלך",
        "نامه\u200cای",
        "李雷",
        "<b>Bo</b>",
        "100 % Ada",
        "7",
    ],
)
def test_people_have_all_kinds_of_names(name):
    assert can_be_shown(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ada\x00",
        "Ada\x1b[31m",
        "Ada\nBo",
        "Ada\u2028Bo",
        "Ada\u202eoB",
        "Ada\u2066Bo",
        "\ud800",
        "\ue000",
        "\uffff",
        "\u200b",
        "\u200d\u200c",
        "\u00ad \ufeff",
        "",
    ],
)
def test_a_name_that_does_not_show_or_turns_the_line_around_is_refused(name):
    assert not can_be_shown(name)


PEOPLE = (
    "Zoë Müller",
    "O'Brien",
    "José",
    "Łukasz",
    "Jean-Luc",
    "Çağla",
    "Nguyễn",
    "Smith, John",
    "Mc Donald",
    "D’Artagnan",
    "Søren Straße",
    "Cleo Corner",
    "Person 13",
    "李小龍",
)
KEYS = [(at, search_key(name)) for at, name in enumerate(PEOPLE)]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("zoe muller", "Zoë Müller"),
        ("MÜLLER ZOË", "Zoë Müller"),
        ("zoe", "Zoë Müller"),
        ("obrien", "O'Brien"),
        ("o’brien", "O'Brien"),
        ("o brien", "O'Brien"),
        ("jose", "José"),
        ("lukasz", "Łukasz"),
        ("jean luc", "Jean-Luc"),
        ("jeanluc", "Jean-Luc"),
        ("cagla", "Çağla"),
        ("nguyen", "Nguyễn"),
        ("john smith", "Smith, John"),
        ("mcdonald", "Mc Donald"),
        ("d'artagnan", "D’Artagnan"),
        ("dartagnan", "D’Artagnan"),
        ("soren strasse", "Søren Straße"),
        ("李小龍", "李小龍"),
    ],
)
def test_a_name_is_found_however_it_is_spelt(typed, meant):
    assert [PEOPLE[at] for at, key in KEYS if all(word in key for word in search_words(typed))] == [meant]
    assert [PEOPLE[at] for at in same_person(typed, KEYS)] == [meant]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("J. Smith", ["Smith, John"]),
        ("Cleo Korner", ["Cleo Corner"]),
        ("Jonh Smith", ["Smith, John"]),
        ("Person 14", []),
        ("Bo", []),
        ("Jane Smithers", []),
        ("🚀", []),
    ],
)
def test_an_initial_or_a_slip_of_the_hand_may_mean_somebody_and_a_number_nobody_else(typed, meant):
    assert [PEOPLE[at] for at in same_person(typed, KEYS)] == meant


@given(name=TEXT.filter(name_key))
def test_everybody_fits_their_own_name(name):
    assert all(word in search_key(name) for word in search_words(name))
    assert same_person(name, [(1, search_key(name))]) == [1]


def test_a_file_of_strangers_is_compared_so_often_and_no_more(monkeypatch):
    monkeypatch.setattr("characters.rules.names.MOST_COMPARED", 5)
    known = KnownNames((at, search_key("".join(letters))) for at, letters in enumerate(permutations("abcdefg", 7)))
    assert len(known.meant_by("gfedcba")) <= 5 and known.meant_by("gfedcba") == []


def test_a_birthday_is_a_day_of_some_year():
    leap_year = {(month, day) for month in range(1, 13) for day in range(1, monthrange(2024, month)[1] + 1)}
    assert {(month, day) for month in range(-1, 15) for day in range(-1, 34) if is_day(month, day)} == leap_year
