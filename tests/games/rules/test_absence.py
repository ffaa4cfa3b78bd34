"""Who is late, and what the others agree on."""

from datetime import UTC, datetime, timedelta

import pytest

from games.rules.absence import all_agree, half_agree, is_late, most_agree, nobody_played, seats_of_bots
from games.rules.play_records import ACT, PERSON, TurnLine

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.mark.parametrize(("left", "late"), [(DAY, False), (timedelta(seconds=1), False), (timedelta(), True)])
def test_with_a_clock_nobody_is_late_before_it_is_out(left, late):
    assert is_late(decide_by=NOON + left, since=NOON - 9 * DAY, seen_at=None, now=NOON) is late


@pytest.mark.parametrize(
    ("since", "seen", "late"), [(2, None, False), (3, None, True), (9, 2, False), (9, 3, True), (2, 9, False)]
)
def test_without_a_clock_who_was_not_seen_for_three_days_is_late(since, seen, late):
    seen_at = None if seen is None else NOON - seen * DAY
    assert is_late(decide_by=None, since=NOON - since * DAY, seen_at=seen_at, now=NOON) is late


@pytest.mark.parametrize(
    ("voices", "people", "half", "most", "everybody"),
    [
        (set(), set(), False, False, False),
        ({1}, {1}, True, True, True),
        ({1}, {1, 2}, True, False, False),
        ({1, 2}, {1, 2}, True, True, True),
        ({1, 2}, {1, 2, 3}, True, True, False),
        ({1, 9}, {1, 2, 3}, False, False, False),
        (set(), {1}, False, False, False),
    ],
)
def test_a_bot_takes_more_than_half_a_pause_all_and_its_end_half(voices, people, half, most, everybody):
    agree = (half_agree(voices, people), most_agree(voices, people), all_agree(voices, people))
    assert agree == (half, most, everybody)


ADA, BO = 1, 2


def log(*said: str) -> list[TurnLine]:
    """`ada 3` and `bo 2`: so many decisions; `bot ada 3`: so many of a bot in her seat; `site ada 3`: so many
    turns in which she had no choice; `ada resigned`; `host ada resigned`: by the rule of the season, as she did not go
    on."""
    turns = []
    for line in said:
        *author, name, deed = line.split()
        seat, by = {"ada": (0, ADA), "bo": (1, BO)}[name]
        kind, author = ACT if deed.isdecimal() else deed, author[0] if author else PERSON
        for _turn in range(int(deed) if kind == ACT else 1):
            person = by if author == PERSON else None
            turns.append(TurnLine(len(turns), seat, kind, "act" * (kind == ACT), None, author, person))
    return turns


@pytest.mark.parametrize(
    ("said", "bots"),
    [
        (["ada 3", "bo 2"], False),
        (["ada 3", "bo resigned", "bot bo 9"], True),
        (["ada 3", "bo 1", "bo resigned", "bot bo 9"], False),
        (["ada 9", "bo 9", "ada resigned", "bo resigned", "bot ada 1", "bot bo 1"], True),
        (["ada 2", "bo 2", "ada replaced", "bo replaced", "bot ada 3", "bot bo 3"], True),
        (["ada 2", "bo 2", "ada replaced", "bo replaced", "bot ada 3", "bot bo 3", "bo returned", "bo 2"], False),
        # Who is back owes nothing for the turns in which there is no choice.
        (
            ["ada 2", "bo 2", "ada replaced", "ada returned", "bo replaced", "bo returned", "site ada 3", "site bo 3"],
            False,
        ),
        (
            ["ada 2", "bo 2", "host ada resigned", "host bo resigned", "bot ada 9", "bot bo 9"],
            False,
        ),  # nobody escapes so
        (["ada 2", "bo 2", "ada resigned", "host bo resigned", "bot ada 9", "bot bo 9"], False),
        (["ada 2", "host bo resigned", "bot bo 9"], True),  # Bo never came
        (["ada 2", "site bo 5"], False),  # what the server plays because there is no choice is nobody's decision
        (["ada 2"], False),  # nobody asked Bo
        ([], False),
    ],
)
def test_a_game_is_one_of_bots_where_nobody_or_one_alone_played_it(said, bots):
    assert nobody_played(log(*said), {0: ADA, 1: BO}) == bots


def test_two_seats_of_one_person_are_one_person():
    assert nobody_played(log("ada 2", "bo 2"), {0: ADA, 1: ADA})
    assert nobody_played(log("ada 2"), {})


@pytest.mark.parametrize(
    ("said", "of_bots"),
    [
        (["ada 9", "bo 1", "bo resigned", "bot bo 2"], True),
        (["ada 9", "bo 1", "host bo resigned", "bot bo 2"], True),
        (["ada 9", "bo 2", "bo resigned", "bot bo 2"], False),
        (["ada 9", "bo 1", "site bo 9"], False),
    ],
)
def test_a_season_may_call_a_game_one_of_bots_where_one_person_alone_made_most_choices(said, of_bots):
    people = {0: ADA, 1: BO}
    assert not nobody_played(log(*said), people)
    assert nobody_played(log(*said), people, deserted_count=False) == of_bots
    assert seats_of_bots(log(*said)) == ({1} if of_bots else set())
