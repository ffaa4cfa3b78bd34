"""Haggling: counter-offers, the occupant's offer for peace, and the same thing for less in a debt."""

import pytest

from engine import SYSTEMS
from engine.careers.bots.greedy import GreedyBot
from engine.careers.rules.ledger import CASH
from engine.careers.rules.losses import lose
from engine.core.errors import IllegalAction
from engine.core.rng import Stream
from tests.engine.hearing import hears
from tests.engine.support import at, cards, careers, dice, hold, legal, place

rule = pytest.mark.rule
BOTH = ["decline", "accept", "make a counter-offer"]
LAST = ["decline", "accept"]


def play(g, *actions):
    for action in actions:
        g.play(action)


def offering(*actions, **settings):
    """Ada offers Bo her card for £6,000, or whatever the actions say."""
    g = careers(**settings)
    g.cash = [8_000, 8_000, 8_000]
    hold(g, 0, "e1", "e1")
    hold(g, 1, "e2")
    play(g, "trade with seat 2", *(actions or ("item e1", "item cash", "amount 60")))
    return g


def meeting(others=(1,), **settings):
    """Ada lands where the others stand, and may bump."""
    g = careers(**settings)
    for seat in range(g.seats):
        place(g, seat, "unemployment")
    for seat in others:
        place(g, seat, "opportunity_08")
    place(g, 0, "tech_convention")
    dice(g, 1, 1)
    g.play("roll")
    assert g.prompt == "bump"
    return g


def owing(amount, *held, **settings):
    g = careers(**settings)
    g.cash = [100, 20_000, 20_000]
    hold(g, 0, *held)
    g.begun, g.decision = True, 0
    lose(g, 0, CASH, amount, insurable=False)
    return g


# Counter-offers


@rule("careers R71", "careers S79")
def test_an_offer_is_answered_by_another_which_the_first_accepts():
    g = offering()
    assert (g.actor, legal(g)) == (1, BOTH)
    play(g, "make a counter-offer", "item cash", "amount 35", "item e1")
    assert (g.prompt, g.actor, legal(g)) == ("answer", 0, BOTH)
    assert g.view(None)["offer"] == {"from": 1, "to": 0, "gives": "cash 3500", "takes": "e1"}
    assert g.about()["from"] == 1 and g.about()["partner_cash"] == 8_000
    g.play("accept")
    assert g.cash == [11_500, 4_500, 8_000] and (cards(g, 0), cards(g, 1)) == (["e1"], ["e1", "e2"])
    assert (g.prompt, g.actor, g.begun, g.offers_left) == ("turn", 0, False, 1)


@rule("careers R71")
@pytest.mark.parametrize("times", [0, 1, 2, 3])
def test_so_many_offers_follow_one_and_no_more(times):
    g = offering(counter_offers=times)
    for number in range(times):
        assert legal(g) == BOTH and g.actor == 1 - number % 2
        play(g, "make a counter-offer", "item e1" if number % 2 else "item cash", *([] if number % 2 else ["amount 9"]))
        play(g, "item cash" if number % 2 else "item e1", *(["amount 50"] if number % 2 else []))
    assert legal(g) == LAST
    g.play("decline")
    assert (g.prompt, g.actor) == ("turn", 0) and g.cash == [8_000] * 3


@rule("careers R71")
def test_a_counter_offer_may_hold_several_things():
    g = offering()
    play(g, "make a counter-offer", "item several", "item e2", "item cash", "amount 5", "nothing more")
    play(g, "item e1", "item e1", "nothing more", "accept")
    assert (cards(g, 0), cards(g, 1), g.cash[0]) == (["e2"], ["e1", "e1"], 8_500)


def test_a_counter_offer_is_made_to_somebody_who_has_something():
    g = offering("item nothing", "item cash", "amount 80")
    assert legal(g) == BOTH
    g.cash[0], g.experience[0] = 0, ()
    assert legal(g) == LAST, "nothing could be asked of Ada"


def test_whoever_declines_a_counter_offer_ends_the_haggling_and_the_turn_goes_on():
    g = offering()
    play(g, "make a counter-offer", "item nothing", "item cash", "amount 80", "decline")
    assert (g.prompt, g.actor) == ("turn", 0) and g.cash == [8_000] * 3


def test_a_counter_offer_is_told_and_saved_and_hides_what_was_not_said():
    g = offering()
    assert hears(g, "make a counter-offer", None) == ["Seat 2 answers Seat 1 with another offer."]
    assert hears(g, "item e2", None) == ["Seat 2 would give Seat 1 the Experience card 2."]
    again = SYSTEMS["careers"].load(g.save())
    assert again == g and legal(again) == legal(g)
    for seed in range(10):
        world = g.determinize(2, seed)
        assert "e2" in cards(world, 1) and world.view(2) == g.view(2)


# Whoever is about to be bumped


@rule("careers R67", "careers S63")
def test_the_occupant_offers_something_for_peace_before_being_bumped():
    g = meeting()
    assert hears(g, "bump seat 2", None) == ["Seat 1 is about to bump Seat 2."]
    assert (g.prompt, g.actor, legal(g)) == ("plea", 1, ["decline", "bargain with seat 1"])
    play(g, "bargain with seat 1")
    assert "item nothing" not in legal(g)
    g.play("item cash")
    assert hears(g, "amount 12", None) == ["Seat 2 offers Seat 1 £1,200 for peace."]
    assert (g.actor, legal(g), g.about()["during"]) == (0, BOTH, "plea")
    g.play("accept")
    assert at(g, 1) == "opportunity_08" and g.cash == [3_700, 1_300, 2_500] and g.seat == 1 and g.deeds == ()


@rule("careers R67")
@pytest.mark.parametrize("answer", ["at once", "after an offer", "after haggling"])
def test_whose_offer_for_peace_is_declined_is_bumped(answer):
    g = meeting()
    play(g, "bump seat 2")
    if answer != "at once":
        play(g, "bargain with seat 1", "item cash", "amount 12")
    if answer == "after haggling":
        play(g, "make a counter-offer", "item cash", "amount 20", "make a counter-offer", "item cash", "amount 15")
        assert (g.actor, legal(g)) == (0, LAST)
    play(g, "decline")
    assert at(g, 1) == "unemployment" and g.cash == [2_500] * 3 and g.seat == 1


@rule("careers R67")
def test_an_offer_for_peace_may_hold_several_things():
    g = meeting()
    hold(g, 1, "e5", "to_payday")
    play(g, "bump seat 2", "bargain with seat 1", "item several")
    assert "nothing more" not in legal(g), "peace is not for nothing"
    play(g, "item cash", "amount 3", "item e5", "nothing more")
    assert g.prompt == "answer" and g.about()["takes"] == ["peace"]
    g.play("accept")
    assert "e5" in cards(g, 0) and cards(g, 1) == ["to_payday"] and at(g, 1) == "opportunity_08"


@rule("careers R67")
def test_a_price_of_peace_is_haggled_over_once_a_landing():
    g = meeting()
    play(g, "bargain with seat 2", "item cash", "amount 25", "make a counter-offer", "item cash", "amount 4")
    assert g.about()["gives"] == "cash 400" and g.about()["takes"] == "peace" and g.actor == 0
    play(g, "decline")
    assert legal(g) == ["decline", "bump seat 2"]
    play(g, "bump seat 2")
    assert at(g, 1) == "unemployment", "who has haggled is not asked again"


@rule("careers R67")
def test_where_all_may_be_bumped_each_may_offer_something():
    g = meeting((1, 2), bump_all=True)
    play(g, "bump seat 2", "bargain with seat 1", "item cash", "amount 5", "accept")
    assert legal(g) == ["decline", "bump seat 3", "bargain with seat 3"]
    play(g, "bump seat 3", "decline")
    assert at(g, 1) == "opportunity_08" and at(g, 2) == "unemployment" and g.seat == 1


@rule("careers R67")
@pytest.mark.parametrize("settings", [{"occupant_offers": False}, {"trading": False}])
def test_by_house_rule_the_occupant_is_not_asked(settings):
    g = meeting(**settings)
    g.play("bump seat 2")
    assert at(g, 1) == "unemployment"


def test_who_has_nothing_is_bumped_without_being_asked():
    g = meeting()
    g.cash[1] = 99
    g.play("bump seat 2")
    assert at(g, 1) == "unemployment"


def test_a_plea_is_saved_and_goes_on():
    g = meeting((1, 2), bump_all=True)
    play(g, "bump seat 2", "bargain with seat 1")
    again = SYSTEMS["careers"].load(g.save())
    assert again == g
    play(again, "item cash", "amount 3", "decline")
    assert at(again, 1) == "unemployment" and legal(again)[1] == "bump seat 3"


# Debts


@rule("careers R71", "careers S39")
def test_a_debtor_offers_the_same_thing_again_for_less():
    g = owing(6_000, "e1", offers="single")
    for most, asked in ((200, 60), (59, 40), (39, 39)):
        play(g, "trade with seat 2", "item e1", "item cash")
        assert legal(g)[-1] == f"amount {most}"
        play(g, f"amount {asked}", "decline")
    play(g, "trade with seat 2")
    assert "item e1" not in legal(g), "three times are enough"
    play(g, "item nothing", "item cash", "amount 60", "accept", "pay")
    assert g.cash[0] == 100


@rule("careers R71")
def test_after_asking_for_a_card_in_vain_a_debtor_asks_for_money_alone():
    g = owing(6_000, "e1")
    hold(g, 1, "e2")
    g.policies[1] = 1
    play(g, "trade with seat 2", "item e1", "item e2", "decline", "trade with seat 2", "item e1")
    assert legal(g) == ["item nothing", "item cash"]
    g.play("item cash")
    assert legal(g)[-1] == "amount 200"


@rule("careers R71")
def test_several_things_are_offered_again_for_less_in_all():
    g = owing(6_000, "e1", "e2", loans="tracked")
    play(g, "trade with seat 2", "item several", "item e1", "item e2", "nothing more")
    play(g, "item cash", "amount 40", "item loan", "amount 20", "nothing more", "decline")
    play(g, "trade with seat 2", "item several", "item e1", "nothing more")
    assert legal(g) == ["item cash", "item loan"]
    play(g, "item cash", "amount 50", "item loan")
    assert legal(g)[-1] == "amount 9"
    play(g, "amount 9", "nothing more", "accept")
    assert g.cash[0] == 6_000 and g.owed[1] == 900


@rule("careers R71")
def test_a_debtor_may_accept_what_the_partner_offers_instead():
    g = owing(6_000, "e1", "e1")
    play(g, "trade with seat 2", "item e1", "item cash", "amount 90")
    play(g, "make a counter-offer", "item cash", "amount 59", "item e1", "accept", "pay")
    assert g.cash == [0, 14_100, 20_000] and cards(g, 0) == ["e1"] and g.seat == 1


def test_what_nobody_paid_for_is_not_given_away_twice():
    g = owing(6_000, "e1")
    play(g, "trade with seat 2", "item e1", "item nothing", "decline", "trade with seat 2")
    with pytest.raises(IllegalAction):
        g.play("item e1")


# Bots


def choice(g):
    return g.describe(GreedyBot().choose(g, g.legal_actions(), Stream(1)))


def test_the_greedy_bot_pays_for_peace_and_takes_a_fair_fee():
    g = meeting()
    g.cash[1] = 9_000
    g.play("bump seat 2")
    said = []
    while g.prompt != "turn":
        said.append(choice(g))
        g.play(said[-1])
    assert said == ["bargain with seat 1", "item cash", "amount 20", "accept"] and at(g, 1) == "opportunity_08"


def test_the_greedy_bot_answers_a_price_of_peace_that_is_too_high():
    g = meeting()
    g.cash[1] = 9_000
    play(g, "bargain with seat 2", "item cash", "amount 80")
    said = []
    while g.actor == 1:
        said.append(choice(g))
        g.play(said[-1])
    assert said == ["make a counter-offer", "item cash", "amount 20"]


def test_the_greedy_bot_without_much_cash_gives_way():
    g = meeting()
    g.play("bump seat 2")
    assert choice(g) == "decline"
