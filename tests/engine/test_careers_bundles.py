"""Offers of several things: any cash, cards, policies and a loan, on either side."""

import pytest

from engine import SYSTEMS, surely
from engine.careers import actions as a
from engine.careers.bots.greedy import GreedyBot
from engine.careers.rules.ledger import CASH
from engine.careers.rules.losses import lose
from engine.core.rng import Stream
from tests.engine.support import at, cards, careers, dice, hold, legal, place, roll, turn_of

rule = pytest.mark.rule
NAMES = ("Ada", "Bo", "Cleo")


def play(g, *actions):
    for action in actions:
        g.play(action)


def rich(**settings):
    g = careers(**settings)
    g.cash = [9_000, 8_000, 7_000]
    return g


def offering(**settings):
    """Ada puts a bundle for Bo together."""
    g = rich(**settings)
    hold(g, 0, "e1", "e1", "to_payday")
    hold(g, 1, "e2", "to_holiday", "wild1")
    g.policies = [1, 2, 0]
    play(g, "trade with seat 2", "item several")
    return g


@rule("careers R71")
@rule("careers S49", "careers S79", "careers S86")
def test_cash_a_policy_and_cards_go_for_cards_and_a_policy_in_one_offer():
    g = offering()
    play(g, "item to_payday", "item cash", "amount 25", "item e1", "item policy", "nothing more")
    play(g, "item e2", "item to_holiday", "item policy", "item policy", "nothing more")
    assert g.prompt == "answer" and g.actor == 1 and legal(g) == ["decline", "accept", "make a counter-offer"]
    g.play("accept")
    assert cards(g, 0) == ["e1", "e2", "to_holiday"] and cards(g, 1) == ["e1", "wild1", "to_payday"]
    assert g.cash == [6_500, 10_500, 7_000] and g.policies == [2, 1, 0]
    assert g.prompt == "turn" and g.actor == 0 and not g.begun


def test_a_bundle_that_is_refused_changes_nothing():
    g = offering()
    before = ([*g.cash], [*g.experience], [*g.opportunity], [*g.policies])
    play(g, "item e1", "item cash", "amount 5", "nothing more", "item cash", "amount 80", "nothing more", "decline")
    assert before == (g.cash, g.experience, g.opportunity, g.policies) and g.prompt == "turn"


def test_what_may_be_given_is_what_is_left_and_each_sum_is_named_once():
    g = offering()
    everything = ["item cash", "item policy", "item e1", "item to_payday", "nothing more"]
    assert legal(g) == everything
    g.play("item cash")
    assert legal(g)[0] == "amount 1" and legal(g)[-1] == "amount 90"
    play(g, "amount 90", "item e1")
    assert legal(g) == ["item policy", "item e1", "item to_payday", "nothing more"]
    play(g, "item e1", "item policy", "item to_payday")
    assert legal(g) == ["nothing more"]


def test_no_more_is_asked_for_than_lies_open():
    g = offering(loans="tracked")
    play(g, "nothing more")
    assert "nothing more" not in legal(g), "nothing for nothing is no offer"
    play(g, "item cash", "amount 70", "item loan")
    assert legal(g)[-1] == "amount 10"
    play(g, "amount 10", "item policy", "item policy")
    assert not {"item cash", "item loan", "item policy"} & {*legal(g)}
    play(g, "item to_holiday")
    assert "item to_rail" not in legal(g) and "item e2" in legal(g), "Bo holds one Opportunity card and two others"
    play(g, "item e2", "item e3")
    assert legal(g) == ["nothing more"]


def test_asking_twice_for_a_card_of_which_there_is_one_alone_cannot_be_done():
    g = offering()
    only = next(item for item in g.table.opportunity_items if g.table.opportunity_deck.count(a.SECOND[item]) == 1)
    hold(g, 1, "to_payday")
    play(g, "nothing more", g.describe(only))
    assert only not in g.legal_actions() and len(g.legal_actions()) > 2


@rule("careers R71")
def test_cards_that_the_partner_does_not_all_hold_can_only_be_declined():
    g = offering()
    play(g, "item e1", "nothing more", "item e2", "item e2", "nothing more")
    assert legal(g) == ["decline", "make a counter-offer"]


def test_an_offer_of_one_thing_can_ask_for_several():
    g = rich()
    hold(g, 0, "e1")
    hold(g, 1, "e2", "e3")
    play(g, "trade with seat 2", "item e1", "item several", "item e2", "item e3", "nothing more", "accept")
    assert cards(g, 0) == ["e2", "e3"] and cards(g, 1) == ["e1"]


@rule("careers R13")
def test_a_loan_and_a_card_go_for_a_policy_and_the_loan_is_owed():
    g = offering(loans="tracked")
    play(g, "item loan", "amount 20", "item e1", "nothing more", "item policy", "nothing more", "accept")
    assert g.cash[:2] == [7_000, 10_000] and g.view(None)["players"][1]["owes"] == [2_000, 0, 0]
    assert g.policies == [2, 1, 0]
    assert "item loan" not in legal(offering())


# Bargains


def bumping(**settings):
    """Ada lands where Bo and Cleo stand."""
    g = careers(**settings)
    for seat in (1, 2):
        place(g, seat, "opportunity_08")
    g.where[0] = g.where[1] - 2
    g.cash = [9_000, 5_000, 5_000]
    dice(g, 1, 1)
    g.play("roll")
    return g


@rule("careers R71")
@rule("careers S63")
def test_peace_is_sold_for_a_loan_and_a_card():
    g = bumping(loans="tracked")
    hold(g, 1, "e1")
    play(g, "bargain with seat 2", "item several")
    assert "nothing more" not in legal(g)
    play(g, "item loan", "amount 30", "item e1", "nothing more")
    assert g.about()["gives"] == ["peace"] and g.about()["takes"] == ["loan 3000", "e1"]
    cash = g.cash[0]
    g.play("accept")
    assert g.cash[0] == cash + 3_000 and "e1" in cards(g, 0) and g.owed[1] == 3_000
    assert at(g, 1) != "unemployment" and (g.prompt, g.about()["victims"]) == ("bump", [2])


@rule("careers R67")
@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("bump_all", [False, True])
def test_a_bargain_with_one_spares_the_others_by_the_older_reading_alone(ends, bump_all):
    g = bumping(bump_all=bump_all, bargain_ends_bumping=ends)
    play(g, "bargain with seat 2", "item cash", "amount 5", "accept")
    assert (g.prompt == "bump") is not ends
    if not ends:
        assert legal(g) == ["decline", "bump seat 3", "bargain with seat 3"] and g.about()["victims"] == [2]
        play(g, "bump seat 3", "decline")
        assert at(g, 2) == "unemployment" and at(g, 1) != "unemployment" and g.seat == 1


@rule("careers R67")
@rule("careers S62", "careers S63")
def test_peace_is_bargained_for_with_one_after_another_and_after_a_bump_with_nobody():
    g = bumping()
    play(g, "bargain with seat 2", "item cash", "amount 5", "accept", "bargain with seat 3", "item cash", "amount 7")
    bumped = g.clone()
    cash = g.cash[0]
    g.play("accept")
    assert g.cash[0] == cash + 700 and (g.seat, g.prompt) == (1, "turn")
    play(bumped, "decline", "bump seat 3")
    assert at(bumped, 2) == "unemployment" and (bumped.seat, bumped.prompt) == (1, "turn")
    g = bumping()
    play(g, "bump seat 2", "decline")
    assert (g.seat, g.prompt) == (1, "turn"), "one player alone is bumped"


@rule("careers R67")
def test_peace_with_another_does_not_spare_the_first_seat():
    g = careers(bump_all=True)
    turn_of(g, 1)
    for seat in (0, 2):
        place(g, seat, "opportunity_08")
    g.where[1] = g.where[0] - 2
    roll(g, 1, 1)
    play(g, "bargain with seat 3", "item cash", "amount 5", "accept")
    assert legal(g) == ["decline", "bump seat 1", "bargain with seat 1"]


@rule("careers R67")
def test_whoever_bought_peace_is_not_bumped_after_the_others_refused():
    g = bumping(bump_all=True)
    play(g, "bargain with seat 2", "item cash", "amount 5", "decline")
    play(g, "bargain with seat 3", "item cash", "amount 5", "accept")
    assert legal(g) == ["decline", "bump seat 2"]


# Debts


def owing(amount, cash, *held, **settings):
    g = careers(**settings)
    g.cash = [cash, 20_000, 20_000]
    hold(g, 0, *held)
    g.begun, g.decision = True, 0
    lose(g, 0, CASH, amount, insurable=False)
    return g


@rule("careers R71")
@rule("careers S39")
def test_a_debtor_sells_two_cards_in_one_offer():
    g = owing(6_000, 100, "e1", "e2")
    play(g, "trade with seat 2", "item several", "item e1", "item e2", "nothing more", "item cash", "amount 60")
    play(g, "nothing more", "accept", "pay")
    assert g.cash[0] == 100 and cards(g, 1) == ["e1", "e2"]


@rule("careers R71")
def test_a_debtor_offers_several_things_in_vain_once_to_each_partner():
    g = owing(6_000, 100, "e1", "e2", counter_offers=0)
    play(g, "trade with seat 2", "item several", "item e1", "nothing more", "item cash", "amount 60", "nothing more")
    play(g, "decline", "trade with seat 2")
    assert legal(g) == ["item nothing", "item cash", "item e1", "item e2"]
    g.play("item e1")
    assert "item several" not in legal(g)
    play(g, "item cash", "amount 60", "decline", "trade with seat 3")
    assert "item several" in legal(g)


@rule("careers R71")
def test_the_greedy_bot_sells_what_the_debt_takes_at_once():
    g = owing(4_000, 100, "e1", "e2", "e3", "e4")
    bot, stream, offers = GreedyBot(), Stream(1), 0
    while g.seat == 0:
        offers += g.prompt == "answer"
        g.apply(bot.choose(g, g.legal_actions(), stream))
    assert offers == 1 and cards(g, 0) == ["e1"] and g.cash[0] == 100 + 4_500 - 4_000


def test_a_card_drawn_in_this_turn_and_sold_for_a_debt_is_no_longer_one_of_this_turn():
    g = owing(6_000, 5_900, "e1")
    g.fresh = g.experience[0]
    play(g, "trade with seat 2", "item e1", "item cash", "amount 1", "accept")
    assert g.fresh == () and g.prompt == "debt"


# As it was


@rule("careers R71")
def test_by_the_older_reading_an_offer_is_one_thing_each_way():
    g = rich(offers="single")
    hold(g, 0, "e1")
    g.play("trade with seat 2")
    assert legal(g) == ["item nothing", "item cash", "item e1"]
    play(g, "item e1")
    assert "item several" not in legal(g)


# What is known, told and saved


def test_a_bundle_is_told_as_it_grows_and_as_it_is_handed_over():
    g = offering()
    g.play("item e1")

    def said(action):
        return [sentence.named(NAMES) for sentence in g.telling(action, None)]

    assert said("item cash") == ["Ada would give Bo cash and the Experience card 1."]
    play(g, "item cash")
    assert said("amount 5") == ["Ada would give Bo £500 and the Experience card 1."]
    play(g, "amount 5", "nothing more")
    assert said("item policy") == ["Ada offers Bo £500 and the Experience card 1 for an insurance policy."]
    play(g, "item policy", "nothing more")
    assert said("accept") == [
        "Bo accepts the offer of Ada.",
        "Ada gives Bo £500.",
        "Ada gives Bo the Experience card 1.",
        "Bo gives Ada an insurance policy.",
    ]
    assert [sentence.named(NAMES) for sentence in surely(g, g.parse("accept"))] == said("accept")


def test_everybody_sees_what_was_named_and_nobody_more():
    g = offering()
    play(g, "item e1", "item e1", "item to_payday")
    assert g.view(None)["offer"] == {"from": 0, "to": 1, "gives": ["e1", "e1", "to_payday"], "takes": []}
    for seed in range(20):
        for reader in (None, 1, 2):
            world = g.determinize(reader, seed)
            assert world.view(reader) == g.view(reader)
            assert cards(world, 0).count("e1") >= 2 and "to_payday" in cards(world, 0)
            assert world.legal_actions()[-1] == g.parse("nothing more")
    play(g, "nothing more")
    for seed in range(20):
        assert g.determinize(0, seed).legal_actions() == g.legal_actions(), "what Bo holds does not show"


def test_a_bundle_is_saved_and_goes_on():
    g = offering()
    play(g, "item e1", "item cash")
    again = SYSTEMS["careers"].load(g.save())
    assert again == g and legal(again) == legal(g)
    play(again, "amount 3", "nothing more", "item e2", "nothing more", "accept")
    assert cards(again, 0) == ["e1", "e2", "to_payday"]
