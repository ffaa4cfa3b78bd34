"""What counts as a visit, who changed places, and which figure is nearest."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from league.site.rules.home import Memory, moves, nearest, ordinal, recalled

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LONG_AGO = NOON - timedelta(days=400)
NEVER = Memory(None, {}, None, {})


@dataclass
class Figure:
    have: int
    need: int


def test_a_first_visit_tells_of_two_weeks():
    assert recalled(NEVER, joined=LONG_AGO, now=NOON).since == NOON - timedelta(days=14)


def test_a_first_visit_tells_nothing_from_before_the_account():
    joined = NOON - timedelta(days=1)
    assert recalled(NEVER, joined=joined, now=NOON).since == joined
    assert recalled(NEVER, joined=NOON + timedelta(days=1), now=NOON).since == NOON


def test_a_look_during_a_visit_tells_the_same_again():
    memory = Memory(NOON - timedelta(days=2), {"1-7": 3}, NOON - timedelta(minutes=29), {"1-7": 4})
    assert recalled(memory, joined=LONG_AGO, now=NOON) == memory


def test_the_next_visit_begins_where_the_last_look_ended():
    seen = NOON - timedelta(minutes=30)
    memory = recalled(Memory(LONG_AGO, {"1-7": 3}, seen, {"1-7": 4}), joined=LONG_AGO, now=NOON)
    assert (memory.since, memory.stood) == (seen, {"1-7": 4})


def test_who_fell_is_told_before_who_rose_and_who_stayed_not_at_all():
    found = moves({"1-7": 1, "1-8": 9, "1-9": 2}, {"1-7": 2, "1-8": 3, "1-9": 2, "2-5": 1})
    assert [(one.character, one.before, one.now, one.fell) for one in found] == [(7, 1, 2, True), (8, 9, 3, False)]


def test_the_nearest_figure_is_the_one_of_which_most_is_there():
    almost = Figure(9, 10)
    assert nearest([Figure(10, 10), Figure(400, 500), almost]) is almost


def test_nothing_is_nearest_where_nothing_is_missing():
    assert nearest([Figure(3, 1), Figure(0, 0)]) is None


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (112, "112th"), (1022, "1,022nd")],
)
def test_places_are_said_as_people_say_them(number, words):
    assert ordinal(number) == words
