"""Facts as stored text and as links of a chain."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.rules import facts
from characters.rules.facts import (
    CareerFact,
    Earned,
    FactLine,
    current_lines,
    decode,
    digest,
    encode,
    first_broken_link,
)
from tests.factories.days import on_day
from tests.factories.facts import a_line, a_restart, a_result, withdrawn

TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
COUNTED = st.dictionaries(st.sampled_from(["law", "journalism", "physic"]), st.integers(1, 9))
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))
NUMBERS = st.integers(0, 10**9)
LINES = st.builds(
    FactLine,
    game=NUMBERS,
    reference=TEXT,
    at=MOMENTS,
    version=NUMBERS,
    system=st.sampled_from(["careers", "career_poker"]),
    edition=TEXT,
    rules=TEXT,
    won=st.booleans(),
    mode=TEXT,
    target=st.none() | NUMBERS,
    winner_total=NUMBERS,
    minutes=st.none() | NUMBERS,
    happiness=NUMBERS,
    fame=NUMBERS,
    cash=NUMBERS,
    degrees=COUNTED,
    trips=COUNTED,
    layoffs=NUMBERS,
    reorgs=NUMBERS,
    free_passes=NUMBERS,
    left_early=st.booleans(),
    played_by_bots=st.booleans(),
    figures=st.dictionaries(TEXT, NUMBERS | TEXT | st.lists(NUMBERS), max_size=3),
)
FACTS = st.builds(
    CareerFact,
    kind=st.sampled_from(["result", "withdrawal", "restart"]),
    at=MOMENTS,
    game=st.none() | NUMBERS,
    line=st.none() | LINES,
    because=TEXT,
    earned=st.none(),
) | st.builds(
    CareerFact,
    kind=st.just("earned_elsewhere"),
    at=MOMENTS,
    game=st.none(),
    line=st.none(),
    because=TEXT,
    earned=st.builds(Earned, **dict.fromkeys(Earned._fields, TEXT | NUMBERS) | {"degrees": COUNTED, "trips": COUNTED}),
)


@given(fact=FACTS)
def test_a_fact_is_read_as_it_was_written(fact):
    assert decode(encode(fact)) == fact


@given(fact=FACTS)
def test_the_same_fact_is_always_the_same_text(fact):
    assert encode(decode(encode(fact))) == encode(fact)


def test_the_stored_text_stays_what_it_is():
    """Digests are kept for good: a change of this text breaks every chain that exists."""
    assert encode(a_result(1, 120, at=on_day(2), fame=3, degrees={"law": 1})) == (
        '{"at":"2026-01-02T18:00:00Z","game":1,"kind":"result","line":{"at":"2026-01-02T18:00:00Z","degrees":{"law":1},'
        '"edition":"london","fame":3,"game":1,"happiness":120,"mode":"formula","reference":"g0001","rules":"board",'
        '"system":"careers","target":200,"version":1,"won":false}}'
    )
    assert encode(CareerFact("withdrawal", on_day(3), game=1, because="voided: wrong table")) == (
        '{"at":"2026-01-03T18:00:00Z","because":"voided: wrong table","game":1,"kind":"withdrawal"}'
    )
    assert digest("ada", "bo") == "9ea2d714f5d004145c7f3df00bf19d95d4ffe1c78c020afb04b639057842d42f"


def test_a_moment_is_stored_in_utc_whatever_its_offset():
    summer = datetime(2026, 7, 1, 20, tzinfo=timezone(timedelta(hours=2)))
    assert json.loads(encode(CareerFact("restart", summer)))["at"] == "2026-07-01T18:00:00Z"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "null",
        "{}",
        '{"kind":"result"}',
        '{"kind":"result","at":"yesterday"}',
        '{"kind":"result","at":7}',
        '{"kind":"promotion","at":"2026-01-02T18:00:00Z"}',
        '{"kind":"result","at":"2026-01-02T18:00:00Z","line":{"game":1}}',
        '{"kind":"result","at":"2026-01-02T18:00:00Z","line":[]}',
        '{"kind":"result","at":"2026-01-02T18:00:00Z","line":{"at":"2026-01-02T18:00:00Z","colour":"red"}}',
    ],
)
def test_what_is_no_fact_is_refused(text):
    with pytest.raises(ValueError, match=r"."):
        decode(text)


def a_chain(length=6):
    """(number, content, digest) of a character's facts."""
    rows, last = [], facts.FIRST_DIGEST
    for number in range(1, length + 1):
        content = encode(a_result(number, 100 + number))
        last = digest(last, content)
        rows.append((number, content, last))
    return rows


def test_a_chain_that_nobody_touched_holds():
    assert first_broken_link(a_chain()) is None
    assert first_broken_link([]) is None


PLACES = st.integers(0, 5)


@given(place=PLACES, letter=st.integers(0, 60), other=st.characters(codec="ascii"))
def test_an_altered_letter_shows(place, letter, other):
    rows = a_chain()
    number, content, stored = rows[place]
    altered = content[:letter] + other + content[letter + 1 :]
    rows[place] = (number, altered, stored)
    assert first_broken_link(rows) == (None if altered == content else number)


@given(place=PLACES)
def test_an_altered_fact_with_a_new_digest_of_its_own_shows_at_the_next(place):
    rows = a_chain()
    number, content, _ = rows[place]
    before = rows[place - 1][2] if place else facts.FIRST_DIGEST
    altered = content.replace('"happiness":1', '"happiness":9')
    rows[place] = (number, altered, digest(before, altered))
    assert first_broken_link(rows) == (None if place == 5 else number + 1)


@given(place=st.integers(0, 4))
def test_a_removed_fact_shows_even_if_the_others_are_numbered_anew(place):
    rows = a_chain()
    del rows[place]
    assert first_broken_link(rows) == place + 1
    assert first_broken_link([(new, *row[1:]) for new, row in enumerate(rows, start=1)]) == place + 1


@given(first=PLACES, second=PLACES)
def test_swapped_facts_show(first, second):
    rows = a_chain()
    rows[first], rows[second] = (rows[first][0], *rows[second][1:]), (rows[second][0], *rows[first][1:])
    assert first_broken_link(rows) == (None if first == second else min(first, second) + 1)


@given(place=PLACES)
def test_an_inserted_fact_shows(place):
    rows = a_chain()
    rows.insert(place, (place + 1, encode(a_result(99, 10_000)), "0" * 64))
    assert first_broken_link(rows) == place + 1


def test_a_fact_of_another_chain_does_not_fit():
    rows = a_chain()
    strange = encode(a_result(2, 500))
    rows[1] = (2, strange, digest(facts.FIRST_DIGEST, strange))
    assert first_broken_link(rows) == 2


def test_the_chain_alone_does_not_see_a_missing_end():
    """That is why a character's file keeps the number and digest of its last fact."""
    assert first_broken_link(a_chain()[:4]) is None


def test_of_each_game_the_latest_version_stands_and_none_that_was_withdrawn():
    known = [a_result(1, 10), a_result(2, 20), a_result(1, 11, version=2), withdrawn(2), a_restart(3), a_result(3, 30)]
    assert current_lines(known) == [a_line(1, 11, version=2), a_line(3, 30)]
    assert current_lines([*known, a_result(2, 22, version=2)])[1].happiness == 22
    assert current_lines([withdrawn(4), a_result(4, 40)]) == [a_line(4, 40)]


def test_lines_stand_in_order_of_date_then_reference_then_game():
    known = [
        a_result(5, reference="a", at=on_day(2)),
        a_result(4, reference="b", at=on_day(1)),
        a_result(3, reference="a", at=on_day(1)),
        a_result(2, reference="b", at=on_day(1)),
    ]
    assert [line.game for line in current_lines(known)] == [3, 2, 4, 5]
