"""Who may do what at which address: the table in docs/access.md is what the site does, and nobody is told a secret."""

import logging
import os
from collections.abc import Iterable, Iterator
from itertools import product
from operator import itemgetter
from pathlib import Path

import pytest

from league.accounts.services.tokens import create_token
from tests.access.matrix import (
    BEGINNING,
    ELSEWHERE,
    METHODS,
    NO_SUCH_METHOD,
    SIGN_IN,
    Answers,
    Caller,
    by_row,
    patterns,
    read,
    row_of,
    written,
)
from tests.access.people import OTHER_LINK, PEOPLE, Place, a_place

# The other organiser without a league, and players with less to write; asked in the test of every method.
LIKE_OTHERS = ("stranger", "spectator", "claimed guest")
READ_BY = {"player": "score-keeper", "staff": "organiser"}  # they read the same pages, but where the table says else
ON_SERVERS = ("organiser", "staff")  # one of them is let in wherever a stranger is, and further
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "access.md"


@pytest.fixture(scope="module")
def place(rows_of_module) -> Place:
    with rows_of_module.unblock():
        return a_place()


@pytest.fixture
def unlimited(db, monkeypatch) -> Iterator[None]:
    """Nobody is throttled, and thousands of refusals are not logged."""
    logging.disable(logging.CRITICAL)
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *args: True)
    yield
    logging.disable(logging.NOTSET)


def every(methods: tuple[str, ...] = METHODS) -> Iterator[tuple[str, str]]:
    return product(patterns(), methods)


def usual(column: str) -> Iterator[tuple[str, str]]:
    """Yield what is asked in every run. Whether an address has a method is for the organiser to find out, and of two
    who read the same pages one reads them."""
    table = the_table()
    for pattern, method in every(("GET", "POST")):
        key = row_of(pattern), method
        there = column == "organiser" or key in table[column]
        read_by_another = method == "GET" and table[column].get(key) == table[READ_BY.get(column, column)].get(key)
        of_another_link = column == OTHER_LINK and not pattern.startswith("t/")
        if there and not of_another_link and not (column in READ_BY and read_by_another):
            yield pattern, method


def the_table() -> dict[str, Answers]:
    return read(DOCUMENT.read_text(encoding="utf-8"))


def asked(column: str, place: Place, asks: Iterable[tuple[str, str]]) -> tuple[Answers, list[str]]:
    caller = Caller(column, place)
    in_turn = sorted(asks, key=itemgetter(1))  # what one page remembers, the next need not ask again
    return {(pattern, method): caller.asks(pattern, method) for pattern, method in in_turn}, caller.seen


def hold(column: str, place: Place, asks: Iterable[tuple[str, str]]) -> None:
    answers, seen = asked(column, place, asks)
    assert answers and seen == []
    assert not [key for key, word in answers.items() if word.startswith("5")]
    written_words, words = the_table()[column], by_row(answers)
    meant = dict.fromkeys(words, NO_SUCH_METHOD) | written_words
    assert {key: (word, meant[key]) for key, word in words.items() if meant[key] != word} == {}, REMEDY
    assert {row for row, _ in written_words} <= set(map(row_of, patterns())), REMEDY


REMEDY = "(found, written). If it is meant: WRITE_ACCESS=yes pytest tests/access -k written, and read the difference."


@pytest.mark.parametrize(
    "column",
    [
        pytest.param(one, marks=pytest.mark.server if one in ON_SERVERS else ())
        for one in PEOPLE
        if one not in LIKE_OTHERS
    ],
)
def test_everybody_may_read_and_send_what_the_table_says_and_sees_no_secret(column, place, unlimited):
    """The link of another table differs from no link at all at addresses of tables only."""
    hold(column, place, usual(column))


@pytest.mark.parametrize(
    ("by", "method"),
    [
        ("session", "GET"),
        pytest.param("session", "POST", marks=pytest.mark.further),
        ("token", "GET"),
        ("token", "POST"),
    ],
)
def test_staff_without_a_second_step_may_do_no_more_than_a_stranger(by, method, place, unlimited, settings):
    """Where others reach the site, a password alone opens nothing that a stranger may not see or do, nor does a token;
    pages lead on to where a second step is set up."""
    settings.STAFF_NEEDS_SECOND_STEP = True
    token = create_token(user=place.club.users["root"], name="Program") if by == "token" else ""
    staff, stranger = Caller("stranger", place, user="root", token=token), Caller("stranger", place)
    table = the_table()
    other, led = {}, set()
    for pattern in patterns() if by == "session" else [one for one in patterns() if one.startswith("api/")]:
        key = row_of(pattern), method
        if table["staff"].get(key) == table["stranger"].get(key):
            continue
        found = staff.asks(pattern, method)
        if found == table["stranger"][key]:
            continue
        meant = stranger.asks(pattern, method)
        if found == ELSEWHERE and meant in ("403", SIGN_IN):
            led.add(pattern)
        elif found != meant:
            other[pattern] = found, meant
    assert other == {}
    assert [one for one in staff.seen if not one.endswith("address of root")] == []  # which is their own
    pages = {"admin/", "moderation/", "ledger/", "leagues/<str:slug>/members/", "leagues/<str:slug>/webhooks/"}
    assert pages <= led or (by, method) != ("session", "GET")


@pytest.mark.further
@pytest.mark.parametrize("column", PEOPLE)
def test_the_table_is_right_for_every_method(column, place, unlimited):
    hold(column, place, every())


@pytest.mark.skipif("WRITE_ACCESS" not in os.environ, reason="writes docs/access.md: WRITE_ACCESS=yes")
@pytest.mark.parametrize("column", PEOPLE)
def test_a_column_is_written(column, place, unlimited):
    answers, seen = asked(column, place, every())
    assert seen == []
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = read(text) | {column: by_row(answers)}
    DOCUMENT.write_text(text[: text.index(BEGINNING)] + written(rows), encoding="utf-8")
