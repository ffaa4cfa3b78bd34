"""What the fault run calls stuck, lost and doubled."""

import pytest

from tests.chaos import acts
from tests.chaos.line import Doubt, Seen
from tests.chaos.verdict import LEASE, SECONDS, Doubts, Patience, Verdict

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


@pytest.mark.parametrize(
    ("there", "lost", "doubled"), [(12, True, False), (13, False, False), (14, False, False), (15, False, True)]
)
def test_a_write_that_was_given_up_may_be_there_or_not(there, lost, doubled):
    verdict = Verdict()
    verdict.compare("games", there, 13, in_doubt=1)
    assert (bool(verdict.lost), bool(verdict.doubled)) == (lost, doubled)


def test_doubts_are_counted_by_kind_and_by_address():
    acts_in_doubt = (acts.confirm_game(7, version=1, revision=1), acts.draw("cup-1"), acts.order_on_the_page(5))
    doubts = Doubts(Seen(doubts=[Doubt(act, "", times) for times, act in enumerate(acts_in_doubt, 1)]))
    assert doubts.of(acts.ROUND) == 2
    assert doubts.of(acts.DECISION, at="/api/v1/games/7/") == 1
    assert doubts.of(acts.DECISION, at="/api/v1/games/70/") == 0
    assert doubts.seeds() == {5: 3}
