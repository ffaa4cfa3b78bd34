"""Insurance, debts, bankruptcy, offers."""

import pytest

from engine import SYSTEMS
from engine.careers import actions as a
from engine.careers.rules.losses import go_bankrupt
from engine.careers.rules.winning import finish
from engine.core.errors import IllegalAction
from tests.engine.hearing import hears
from tests.engine.support import at, cards, careers, dice, hold, legal, place, roll, trips

rule = pytest.mark.rule


def stand_to_lose(square, pips=(1, 1), start=-2, policies=1, cash=20_000, **settings):
    """Seat 0, insured, rolls onto a square."""
    g = careers(**settings)
    g.cash[0], g.policies[0], g.happiness[0], g.fame[0], g.salary[0] = cash, policies, 30, 30, 8000
    location = g.table.board.location(square)
    g.where[0] = location + start if location < 42 else location - 1
    dice(g, *(pips if location < 42 else (1, *pips[2:])))
    g.play("roll")
    return g


@rule("careers R69")
@pytest.mark.parametrize("square", ["donate_now", "car_payment", "pay_rent", "shopping_spree", "divorce_court",
                                    "rolls_royce 2", "rolls_royce 3", "harrods 5", "lister_bacon 10"])  # fmt: skip
@rule("careers S47", "careers S50")
def test_a_policy_covers_danger_squares_path_losses_and_salary_cuts(square):
    g = stand_to_lose(square)
    assert at(g, 0) == square and g.prompt == "insurance"
    before = (g.cash[0], g.happiness[0], g.fame[0], g.salary[0])
    bare = g.clone()
    g.play("use insurance")
    g.play("decline")
    assert (g.cash[0], g.happiness[0], g.fame[0], g.salary[0]) == before and g.policies[0] == 0
    bare.play("decline")
    assert (bare.cash[0], bare.happiness[0], bare.fame[0], bare.salary[0]) != before and bare.policies[0] == 1


@rule("careers R69")
@rule("careers S119", "careers S121")
def test_income_tax_fees_and_being_sent_are_not_covered():
    g = stand_to_lose("income_tax")
    assert g.seat == 1 and g.policies[0] == 1
    g = careers()
    g.policies[0] = 1
    place(g, 0, "hospital")
    assert "insure fee" not in legal(g)
    g = stand_to_lose("rolls_royce 10")
    assert at(g, 0) == "hospital" and g.policies[0] == 1


@rule("careers R69")
@pytest.mark.parametrize("where", ["hospital", "unemployment"])
def test_exit_fees_are_covered_by_house_rule(where):
    g = careers(fees_insured=True)
    g.policies[0] = 1
    place(g, 0, where)
    g.play("insure fee")
    assert g.policies[0] == 0 and g.cash[0] == 2500 and g.prompt == "turn" and "roll" in legal(g)


@rule("careers R69")
@pytest.mark.parametrize("covered", [True, False])
def test_a_loss_at_the_casino_is_covered_unless_a_house_rule_says_no(covered):
    g = stand_to_lose("hippodrome_casino", pips=(1, 2), start=-3, casino_insured=covered)
    dice(g, 1, 2, 4)
    g.play("accept")
    assert (g.prompt == "insurance") is covered
    assert g.cash[0] == (20_000 if covered else 16_000)


@rule("careers R69")
@pytest.mark.parametrize(("path", "amount"), [("oxford 5", 5000), ("tower_of_london 2", 2000)])
def test_pay_or_unemployment_may_be_paid_by_a_policy(path, amount):
    g = stand_to_lose(path)
    assert g.prompt == "pay_or_leave" and legal(g) == ["use insurance", "pay", "go to unemployment"]
    payer, leaver = g.clone(), g.clone()
    g.play("use insurance")
    assert g.prompt == "renewal"
    payer.play("pay")
    assert payer.cash[0] == 20_000 - amount and at(payer, 0) == path
    leaver.play("go to unemployment")
    assert at(leaver, 0) == "unemployment" and leaver.cash[0] == 20_000
    poor = stand_to_lose(path, policies=0, cash=amount - 1)
    assert legal(poor) == ["go to unemployment"]


@rule("careers R69")
@rule("careers S51", "careers S53", "careers S55")
def test_a_used_policy_is_renewed_on_the_spot_for_the_premium():
    g = stand_to_lose("shopping_spree")
    g.play("use insurance")
    assert g.prompt == "renewal"
    g.play("accept")
    assert g.policies[0] == 1 and g.cash[0] == 15_000
    g = stand_to_lose("shopping_spree", cash=4_900)
    g.play("use insurance")
    assert g.prompt == "turn" and g.policies[0] == 0


@rule("careers R69")
@rule("careers S45", "careers S54")
def test_several_policies_may_be_bought_and_one_is_used_at_a_time():
    g = stand_to_lose("insurance_store", policies=0)
    assert legal(g) == [f"amount {n}" for n in range(5)]
    g.play("amount 2")
    assert g.policies[0] == 2 and g.cash[0] == 10_000
    g = stand_to_lose("shopping_spree", policies=2)
    g.play("use insurance")
    assert g.policies[0] == 1


@rule("careers Catastrophe Insurance")
@rule("careers S48")
def test_the_bank_buys_a_policy_back_for_3500():
    g = careers()
    g.policies[0] = 1
    g.play("sell policy")
    assert g.cash[0] == 6_000 and g.policies[0] == 0 and g.prompt == "turn" and g.seat == 0


def bankrupt(**settings):
    """Seat 0 owes a rent of 4,000 and has 300."""
    g = stand_to_lose("pay_rent", policies=0, cash=300, **settings)
    hold(g, 0, "e1", "to_holiday")
    return g


@rule("careers Bankruptcy")
@rule("careers S38", "careers S39", "careers S122")
def test_who_cannot_pay_may_raise_the_money_or_go_bankrupt():
    g = bankrupt()
    assert g.prompt == "debt"
    assert legal(g) == ["trade with seat 2", "trade with seat 3", "declare bankruptcy"]
    g.cash[2] = 9_000
    g.play("trade with seat 3")
    g.play("item to_holiday")
    g.play("item cash")
    g.play("amount 40")
    g.play("accept")
    assert g.prompt == "debt" and g.cash[0] == 4_300 and cards(g, 2) == ["to_holiday"]
    g.play("pay")
    assert g.cash[0] == 300 and g.seat == 1


@rule("careers R69")
def test_who_would_not_use_a_policy_may_sell_it_to_pay_the_debt():
    g = stand_to_lose("pay_rent", policies=1, cash=600)
    g.play("decline")
    assert g.prompt == "debt" and "sell policy" in legal(g) and "pay" not in legal(g)
    g.play("sell policy")
    assert g.prompt == "debt" and (g.cash[0], g.policies[0]) == (4_100, 0) and "sell policy" not in legal(g)
    g.play("pay")
    assert g.cash[0] == 100 and g.seat == 1


@rule("careers R70")
@rule("careers S40", "careers S41", "careers S42", "careers S43", "careers S44")
def test_bankruptcy_takes_points_cash_cards_insurance_and_salary_but_not_degrees_and_trips():
    g = bankrupt()
    g.degrees[0], g.trips[0], g.may_retire = 3, 3, 1
    g.play("declare bankruptcy")
    assert (g.happiness[0], g.fame[0], g.cash[0], g.salary[0], g.policies[0]) == (0, 0, 2500, 2000, 0)
    assert at(g, 0) == "payday" and cards(g, 0) == [] and (g.degrees[0], g.trips[0], g.may_retire) == (3, 3, 1)
    assert g.seat == 1 and len(g.experience_discard) == len(g.opportunity_discard) == 1


@rule("careers R70")
@pytest.mark.parametrize("board", ["london", "hi_tech", "jazz_age"])
def test_bankruptcy_starts_over_with_the_cash_of_the_opening(board):
    g = SYSTEMS["careers"].new_game(2, 1, {"board": board})
    opening = g.cash[:]
    g.cash[0] += 700
    go_bankrupt(g, 0)
    assert g.cash == opening


@rule("careers R70")
def test_keeping_the_salary_and_losing_the_right_to_retire_are_house_rules():
    g = bankrupt(bankrupt_salary_reset=False, bankrupt_keeps_retirement=False)
    g.may_retire = 0b11
    g.play("declare bankruptcy")
    assert g.salary[0] == 8000 and g.may_retire == 0b10
    trips(g, 0, "agrivi", 3)
    place(g, 0, "agrivi 11")
    g.seat = g.actor = 0
    dice(g, 1)
    g.play("roll")
    assert g.may_retire & 1, "a further trip earns it again"


@rule("careers R70")
@rule("careers S37")
def test_bankruptcy_may_be_declared_at_the_start_of_a_turn_and_beside_every_later_choice_of_it():
    g = careers()
    assert legal(g)[-1] == "declare bankruptcy" and 0 not in g.asides()
    place(g, 0, "entrance_harrods")
    g.cash[0] = 9_000
    g.play("enter")
    assert legal(g) == ["roll"] and a.BANKRUPT in g.asides()[0]
    assert hears(g, "declare bankruptcy", 1)[0].startswith("Seat 1 is bankrupt")
    assert (at(g, 0), g.cash[0], g.seat, g.prompt) == ("payday", 2_500, 1, "turn")


@rule("careers R70")
@rule("careers S37")
def test_what_was_still_to_come_of_the_turn_falls_away_with_a_bankruptcy():
    g = careers()
    place(g, 0, "oxford 10")
    roll(g, 6)
    assert g.prompt == "degree" and g.todo
    g.play("declare bankruptcy")
    assert (at(g, 0), sum(g.degrees), g.todo, g.seat) == ("payday", 0, [], 1)
    g = careers()
    hold(g, 0, "e1")
    g.play("trade with seat 2")
    g.play("declare bankruptcy")
    assert (cards(g, 0), g.seat, g.prompt) == ([], 1, "turn"), "nor is an offer finished"


@rule("careers R70")
def test_nobody_goes_bankrupt_before_the_first_turn_in_the_turn_of_another_or_after_the_end():
    assert SYSTEMS["careers"].new_game(2, 1).asides() == {}
    g = careers()
    hold(g, 0, "e1")
    for action in ("trade with seat 2", "item e1", "item cash", "amount 1"):
        g.play(action)
    assert g.actor == 1 and g.asides() == {}
    with pytest.raises(IllegalAction):
        g.play("declare bankruptcy")
    finish(g, (0,), "formula")
    assert g.asides() == {}


@rule("careers R71")
@rule("careers S49", "careers S79", "careers S86")
def test_an_offer_is_made_at_the_start_of_a_turn_and_the_turn_goes_on():
    g = careers()
    hold(g, 0, "e1")
    hold(g, 1, "to_payday")
    g.play("trade with seat 2")
    assert legal(g) == ["item nothing", "item cash", "item e1", "item several"]
    g.play("item e1")
    g.play("item to_payday")
    assert g.actor == 1 and legal(g) == ["decline", "accept", "make a counter-offer"]
    g.play("accept")
    assert cards(g, 0) == ["to_payday"] and cards(g, 1) == ["e1"] and g.prompt == "turn" and g.actor == 0
    assert "roll" in legal(g) and "opportunity to_payday" not in legal(g)


@rule("careers R71")
def test_an_offer_for_a_card_that_the_partner_does_not_hold_can_only_be_declined():
    g = careers()
    hold(g, 0, "e1")
    hold(g, 1, "to_payday")
    g.play("trade with seat 2")
    g.play("item e1")
    g.play("item to_holiday")
    assert legal(g) == ["decline", "make a counter-offer"]
    g.play("decline")
    assert cards(g, 0) == ["e1"] and g.prompt == "turn"


@rule("careers R71")
def test_trading_is_a_house_rule_and_offers_are_few():
    assert not any("trade" in text for text in legal(careers(trading=False)))
    g = careers(offers_per_turn=1)
    g.play("trade with seat 2")
    g.play("item cash")
    g.play("amount 1")
    g.play("item cash")
    g.play("amount 2")
    g.play("decline")
    assert g.prompt == "turn" and not any("trade" in text for text in legal(g))
