"""What the fault run calls stuck."""

from tests.chaos.verdict import LEASE, SECONDS, Patience

RATING, GAME = {"games to rate": 1}, {"bot_games": 1}


def late(*looks: tuple[float, dict[str, int]]) -> dict[str, int]:
    patience = Patience()
    for passed, left in looks:
        patience.look(left, passed)
    return patience.late


def test_a_row_that_waits_from_the_last_write_on_is_late_after_half_a_minute():
    assert late((0, RATING), (SECONDS, RATING)) == {}
    assert late((0, RATING), (SECONDS + 1, RATING)) == RATING


def test_a_game_of_bots_that_ends_late_is_a_write_of_its_own():
    assert late((0, GAME), (SECONDS + 20, GAME), (SECONDS + 21, RATING), (SECONDS + 26, RATING)) == {}
    assert late((0, GAME), (SECONDS - 1, GAME), (SECONDS, RATING), (SECONDS + 0.1, RATING)) == {}
    assert late((0, GAME), (SECONDS, RATING), (2 * SECONDS + 1, RATING)) == RATING


def test_a_row_beside_a_game_of_bots_is_late_like_any_other():
    assert late((0, GAME | RATING), (SECONDS + 1, GAME | RATING)) == RATING


def test_a_game_of_bots_may_outlive_a_lease():
    assert late((0, GAME), (SECONDS + LEASE, GAME)) == {}
    assert late((0, GAME), (SECONDS + LEASE + 1, GAME)) == GAME
