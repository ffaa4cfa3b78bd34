"""Knock-out rounds: the best wait, and the tables are as strong as each other."""

import pytest

from league.tournaments.draws.rules.pairing import knockout_round


def test_the_best_go_through_without_playing():
    drawn = knockout_round(range(1, 11), 4)
    assert drawn.byes == (1, 2)
    assert [table.seats for table in drawn.tables] == [(3, 6, 7, 10), (4, 5, 8, 9)]


def test_a_full_house_plays_in_full():
    drawn = knockout_round(range(1, 17), 4)
    assert drawn.byes == ()
    assert [table.seats[0] for table in drawn.tables] == [1, 2, 3, 4]
    assert {sum(table.players) for table in drawn.tables} == {34}


@pytest.mark.parametrize(("players", "size"), [(6, 4), (18, 4), (4, 3), (8, 5), (9, 4), (3, 2), (40, 4)])
def test_everybody_plays_or_waits_once(players, size):
    drawn = knockout_round(range(players), size)
    seen = [*drawn.byes, *(who for table in drawn.tables for who in table.players)]
    assert sorted(seen) == list(range(players))
    assert all(len(table.seats) in (size, size - 1) for table in drawn.tables)
