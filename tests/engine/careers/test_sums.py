"""Sums of any size: named figure by figure, as far as the payer's cash goes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import SYSTEMS
from engine.careers import actions as a
from engine.careers.bots.greedy import GreedyBot
from engine.careers.rules.goods import figures, next_figure, with_figure
from engine.core.errors import IllegalAction
from engine.core.rng import Stream
from tests.engine.hearing import hears
from tests.engine.support import careers, hold, legal

rule = pytest.mark.rule
hundreds = st.integers(1, 10**13)


def figures_of(wanted, most):
    """How a payer who has `most` names a sum."""
    named, found = 0, []
    while named <= 0:
        unit, so_far = next_figure(named, most)
        found.append((wanted - so_far) // unit)
        named = with_figure(named, most, found[-1])
    return found


def rich(cash):
    g = careers()
    g.cash = [2_500, cash, 2_500]
    hold(g, 0, "e1")
    return g


def asking(cash, *first):
    """Ada offers Bo a card for cash, and names the sum next."""
    g = rich(cash)
    for action in ("trade with seat 2", *first, "item e1", "item cash"):
        g.play(action)
    return g


@given(st.tuples(hundreds, hundreds))
def test_every_sum_that_the_payer_has_can_be_named_by_lists_of_a_thousand(both):
    wanted, most = sorted(both)
    named = 0
    for figure in figures_of(wanted, most):
        assert named <= 0 and len(figures(named, most)) <= a.MOST_AMOUNT + 1
        assert a.AMOUNT[figure] in figures(named, most)
        named = with_figure(named, most, figure)
    assert named == wanted


def test_a_figure_that_can_only_be_0_is_not_asked_for():
    assert figures_of(2_000_001, 2_000_001) == [2, 1]


@given(hundreds, st.data())
def test_no_figures_lead_to_nothing_or_beyond_the_cash(most, data):
    named = 0
    while named <= 0:
        assert len(figures(named, most)) > 1 or most == 1, "nobody is asked where nothing is left to choose"
        named = with_figure(named, most, a.FIRST[data.draw(st.sampled_from(figures(named, most)))])
    assert 0 < named <= most


@rule("careers R71", "careers S49")
def test_a_card_is_sold_for_all_that_a_rich_player_has():
    g = asking(1_234_567)
    assert legal(g)[0] == "amount 0" and legal(g)[-1] == "amount 12" and g.about()["unit"] == 100_000
    g.play("amount 12")
    assert g.about()["so_far"] == 1_200_000 and legal(g)[-1] == "amount 345"
    with pytest.raises(IllegalAction):
        g.play("amount 346")
    g.play("amount 345")
    assert g.prompt == "answer" and g.about()["takes"] == "cash 1234500"
    g.play("accept")
    assert g.cash == [1_237_000, 67, 2_500]


def test_a_small_price_can_be_asked_of_a_rich_player():
    g = asking(1_234_567)
    g.play("amount 0")
    assert legal(g)[0] == "amount 1" and legal(g)[-1] == "amount 999"
    g.play("amount 3")
    assert g.about()["takes"] == "cash 300"


def test_up_to_a_hundred_thousand_a_sum_is_one_figure():
    g = asking(100_099)
    assert (legal(g)[0], legal(g)[-1]) == ("amount 1", "amount 1000")


def test_a_rich_player_gives_any_sum_in_a_bundle():
    g = rich(3_000_000)
    for action in ("trade with seat 2", "item several", "nothing more", "item cash", "amount 25", "amount 7"):
        g.play(action)
    assert g.prompt == "take" and g.about()["takes"] == ["cash 2500700"]
    g.play("nothing more")
    g.play("accept")
    assert g.cash == [2_503_200, 499_300, 2_500]


def test_a_game_is_saved_in_the_middle_of_a_sum():
    g = asking(1_234_567)
    g.play("amount 11")
    again = SYSTEMS["careers"].load(json.loads(json.dumps(g.save())))
    again.play("amount 999")
    assert again.about()["takes"] == "cash 1199900"


def test_a_sum_that_is_named_in_part_is_told_as_that():
    g = asking(1_234_567)
    [line] = hears(g, "amount 11", None)
    assert line == "Seat 1 offers Seat 2 the Experience card 1 for £1,100,000 or more."


def test_the_greedy_bot_sells_to_a_rich_player_at_its_usual_price():
    g, stream = asking(2_000_000), Stream(1)
    for _figure in range(2):
        g.apply(GreedyBot().choose(g, g.legal_actions(), stream))
    assert g.about()["takes"] == "cash 1500"


def test_what_is_named_so_far_and_the_next_figure_are_told_apart():
    assert next_figure(0, 1000) == (1, 0) and next_figure(0, 1001) == (1000, 0)
    assert next_figure(with_figure(0, 5_000_000, 3), 5_000_000) == (1000, 3_000_000)
