"""Simulated tournaments: what they count, and that the draws are better than cutting the standings."""

from itertools import count

import pytest

from league.tournaments.draws.rules.simulated import simulate_tournament


def simulated(*numbers: int, seed: int = 1) -> dict:
    ticks = count()
    return simulate_tournament(*numbers, seed, lambda: next(ticks))


@pytest.mark.parametrize(
    ("players", "size", "rounds", "uneven"),
    [(101, 4, 6, 0.02), pytest.param(60, 5, 6, 0.2, marks=pytest.mark.further), (24, 4, 5, 0.2)],
)
def test_draws_beat_rank_and_cut(players, size, rounds, uneven):
    found = simulated(players, size, rounds, 1)
    assert found["repeats"] == 0 < found["rank_and_cut"]["repeats"]
    assert found["uneven_seats"] <= uneven < found["rank_and_cut"]["uneven_seats"]


def test_small_tables_and_the_clock_are_counted():
    found = simulated(27, 4, 2, 2)
    assert (found["small_tables"], found["byes"], found["seconds_worst_round"]) == (2, 0, 1)


def test_one_character_too_many_sits_out():
    assert simulated(5, 4, 3, 1)["byes"] == 3


def test_the_seed_decides():
    assert simulated(30, 4, 2, 1) == simulated(30, 4, 2, 1) != simulated(30, 4, 2, 1, seed=2)


def test_impossible_numbers_are_refused():
    with pytest.raises(ValueError, match="3 characters are here"):
        simulated(3, 4, 1, 1)
