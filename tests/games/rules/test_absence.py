"""Who is late, and what the others agree on."""

from datetime import UTC, datetime, timedelta

import pytest

from games.rules.absence import all_agree, is_late, most_agree, nobody_played
from games.rules.play_records import ACT, TurnLine

NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.mark.parametrize(("left", "late"), [(DAY, False), (timedelta(seconds=1), False), (timedelta(), True)])
def test_with_a_clock_nobody_is_late_before_it_is_out(left, late):
    assert is_late(decide_by=NOON + left, since=NOON - 9 * DAY, seen_at=None, now=NOON) is late


@pytest.mark.parametrize(
    ("since", "seen", "late"),
    [(2, None, False), (3, None, True), (9, 2, False), (9, 3, True), (2, 9, False)],
)
def test_without_a_clock_who_was_not_seen_for_three_days_is_late(since, seen, late):
    seen_at = None if seen is None else NOON - seen * DAY
    assert is_late(decide_by=None, since=NOON - since * DAY, seen_at=seen_at, now=NOON) is late


@pytest.mark.parametrize(
    ("voices", "people", "most", "everybody"),
    [
        (set(), set(), False, False),
        ({1}, {1}, True, True),
        ({1}, {1, 2}, False, False),
        ({1, 2}, {1, 2}, True, True),
        ({1, 2}, {1, 2, 3}, True, False),
        ({1, 9}, {1, 2, 3}, False, False),
        (set(), {1}, False, False),
    ],
)
def test_agreement_is_more_than_half_for_a_bot_and_all_for_a_pause(voices, people, most, everybody):
    assert (most_agree(voices, people), all_agree(voices, people)) == (most, everybody)


ADA, BO = 1, 2


def log(*said: str) -> list[TurnLine]:
    """`ada 3` and `bo 2`: so many decisions; `bot ada 3`: so many of a bot in her seat; `ada resigned`; `bot ada
    resigned`: by the rule of the season, because she did not go on."""
    turns = []
    for line in said:
        *bot, name, deed = line.split()
        seat, by = {"ada": (0, ADA), "bo": (1, BO)}[name]
        told = ACT if deed.isdecimal() else deed
        for _turn in range(int(deed) if told == ACT else 1):
            turns.append(TurnLine(len(turns), seat, told, "act", None, None if bot else by))
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
            ["ada 2", "bo 2", "ada replaced", "ada returned", "bo replaced", "bo returned", "bot ada 3", "bot bo 3"],
            False,
        ),
        (["ada 2", "bo 2", "bot ada resigned", "bot bo resigned", "bot ada 9", "bot bo 9"], False),  # nobody escapes so
        (["ada 2", "bo 2", "ada resigned", "bot bo resigned", "bot ada 9", "bot bo 9"], False),
        (["ada 2", "bot bo resigned", "bot bo 9"], True),  # Bo never came
        (["ada 2", "bot bo 5"], False),  # what the server plays because there is no choice is nobody's decision
        (["ada 2"], False),  # nobody asked Bo
        ([], False),
    ],
)
def test_a_game_is_one_of_bots_where_nobody_or_one_alone_played_it(said, bots):
    assert nobody_played(log(*said), {0: ADA, 1: BO}) == bots


def test_two_seats_of_one_person_are_one_person():
    assert nobody_played(log("ada 2", "bo 2"), {0: ADA, 1: ADA})
    assert nobody_played(log("ada 2"), {})
