"""How many tables of which size, and what is said when the numbers do not divide."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.tournaments.formats.format import (
    Sizes,
    cuts,
    knockout,
    most_rounds_without_repeats,
    recommended_rounds,
    sizes,
)

SHORTFALLS = st.sampled_from(["mixed", "bot", "bye"])


@given(st.integers(2, 400), st.integers(2, 8), SHORTFALLS, st.integers(1, 8))
def test_everybody_has_a_seat_or_a_bye(players, size, shortfall, least):
    if players < size:
        with pytest.raises(ValueError, match=f"a table of {size} needs {size}"):
            sizes(players, size, shortfall=shortfall, least=least)
        return
    found = sizes(players, size, shortfall=shortfall, least=least)
    assert found.full * size + (found.small + found.bots) * (size - 1) + found.byes == players
    assert found.byes < size and min(found.full, found.small, found.bots, found.byes) >= 0
    assert not found.small or size - 1 >= least
    assert bool(found.why) == bool(found.shorts)


@pytest.mark.parametrize(
    ("players", "shortfall", "least", "expected"),
    [
        (12, "mixed", 2, (3, 0, 0, 0)),
        (1003, "mixed", 2, (250, 1, 0, 0)),
        (9, "mixed", 2, (0, 3, 0, 0)),
        (7, "mixed", 4, (1, 0, 1, 0)),
        (7, "bot", 2, (1, 0, 1, 0)),
        (7, "bye", 2, (1, 0, 0, 3)),
        (5, "mixed", 2, (1, 0, 0, 1)),
        (5, "bot", 2, (1, 0, 0, 1)),
    ],
)
def test_small_tables_come_before_bots_and_bots_before_byes(players, shortfall, least, expected):
    found = sizes(players, 4, shortfall=shortfall, least=least)
    assert (found.full, found.small, found.bots, found.byes) == expected


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (sizes(5, 4, shortfall="mixed"), "5 characters can't be divided into tables of 4 and 3, so one sits out."),
        (sizes(7, 4, shortfall="mixed"), "7 characters can't all sit at tables of 4, so one table has 3."),
        (
            sizes(7, 4, shortfall="mixed", least=4),
            "Tables of 3 are too small for this game, so one seat goes to a bot.",
        ),
        (sizes(6, 4, shortfall="bye"), "6 characters can't all sit at tables of 4, so two sit out."),
        (sizes(8, 4, shortfall="mixed"), ""),
    ],
)
def test_what_does_not_divide_is_explained(found: Sizes, said):
    assert found.why == said


@pytest.mark.parametrize(
    ("players", "least", "said"),
    [
        (3, 2, "3 characters are here, and a table of 4 needs 4. Check in one more, or choose tables of 3."),
        (3, 4, "3 characters are here, and a table of 4 needs 4. Check in one more."),
        (1, 2, "1 character is here, and a table of 4 needs 4. Check in three more."),
        (0, 2, "No characters are here, and a table of 4 needs 4. Check in four more."),
    ],
)
def test_too_few_for_one_table_says_what_to_do(players, least, said):
    with pytest.raises(ValueError) as refused:
        sizes(players, 4, shortfall="mixed", least=least)
    assert str(refused.value) == said


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [(1003, 4, 7), (1001, 6, 6), (101, 4, 6), (64, 4, 5), (16, 4, 4), (8, 4, 1), (12, 3, 4), (4000, 4, 8)],
)
def test_the_recommended_rounds_find_a_winner_and_two_more(players, size, rounds):
    assert recommended_rounds(players, size) == rounds


@pytest.mark.parametrize(
    ("players", "size", "rounds"),
    [(16, 4, 5), (9, 3, 4), (15, 3, 7), (8, 4, 1), (12, 3, 4), (20, 4, 5), (36, 6, 3), (15, 4, 5), (24, 4, 7)],
)
def test_the_most_rounds_without_repeats_are_what_is_proven(players, size, rounds):
    assert most_rounds_without_repeats(players, size) == rounds


@given(st.integers(3, 300), st.integers(3, 8))
def test_a_knockout_leaves_a_power_of_the_table_size(players, size):
    try:
        found = knockout(players, size)
    except ValueError:
        assert players < size or players % (size - 1) not in (0, 1)
        return
    seated = found.full * size + found.small * (size - 1)
    assert seated + found.byes == players
    assert found.full + found.small + found.byes == found.through
    assert found.through in [size**power for power in range(8)]


def test_a_knockout_that_does_not_work_out_names_numbers_that_do():
    with pytest.raises(ValueError, match="Take 4 or 7 characters"):
        knockout(5, 4)
    assert knockout(7, 4).byes == 3 and knockout(4, 4).through == 1


def test_cuts_are_those_that_fill_their_tables():
    assert cuts(4, 100) == (4, 7, 10, 13, 16)
    assert cuts(4, 9) == (4, 7)
