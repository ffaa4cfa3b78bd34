"""Readings that rules version 2 changed: each as it is now, and as a setting still gives it."""

import pytest

from engine import SYSTEMS, HostAction
from engine.careers.rules.ledger import CASH
from engine.careers.rules.losses import lose
from tests.engine.support import CAST, at, cards, careers, dice, hold, legal, place, turn_of

rule = pytest.mark.rule


def owing(amount, cash, *held, **settings):
    """Seat 0 owes the bank, has some cash and holds cards; the others are rich."""
    g = careers(**settings)
    g.cash = [cash, 20_000, 20_000]
    hold(g, 0, *held)
    g.begun, g.decision = True, 0
    lose(g, 0, CASH, amount, insurable=False)
    return g


def offer(g, partner, item, hundreds, answer):
    g.play(f"trade with seat {partner}")
    g.play(f"item {item}")
    g.play("item cash")
    g.play(f"amount {hundreds}")
    g.play(answer)


# nobody wins while owing


@rule("careers R10")
@pytest.mark.parametrize("before", [False, True])
def test_a_debtor_does_not_win_by_what_the_debt_will_take(before):
    g = owing(25_000, 18_000, "e1", "e2", win_in_debt=before)
    g.formulas = ((20, 0, 0), (300, 300, 300), (300, 300, 300))
    offer(g, 2, "e1", 20, "accept")
    assert g.over is before
    if not before:
        assert g.prompt == "debt" and g.cash[0] == 20_000
        offer(g, 2, "e2", 70, "accept")
        g.play("pay")
        assert not g.over and g.cash[0] == 2_000 and g.seat == 1


@rule("careers R10")
def test_who_still_has_the_formula_after_paying_wins_then():
    g = owing(5_000, 4_000, "e1")
    g.formulas = ((3, 0, 0), (300, 300, 300), (300, 300, 300))
    offer(g, 2, "e1", 50, "accept")
    assert not g.over
    g.play("pay")
    assert g.over and g.winners == (0,)


@rule("careers R10")
def test_the_partner_of_a_debtor_wins_by_the_sale():
    g = owing(25_000, 18_000)
    g.formulas = ((300, 300, 300), (21, 0, 0), (300, 300, 300))
    g.policies[1] = 1
    g.play("trade with seat 2")
    for action in ("item cash", "amount 10", "item policy", "accept"):
        g.play(action)
    assert g.over and g.winners == (1,)


# debts have a count of their own


@rule("careers R71")
@pytest.mark.parametrize("before", ["own", "turn"])
def test_offers_made_before_do_not_drive_a_debtor_into_bankruptcy(before):
    g = owing(6_000, 100, "e1", "e2", "e3", debt_offers=before)
    g.offers_left = 0
    assert ("trade with seat 2" in legal(g)) is (before == "own")
    if before == "own":
        for card in ("e1", "e2", "e3"):
            offer(g, 2, card, 20, "accept")
        g.play("pay")
        assert g.cash[0] == 100 and g.seat == 1


@rule("careers R71")
def test_a_debtor_offers_each_thing_to_each_partner_once():
    g = owing(6_000, 100, "e1", offers="single", counter_offers=0)
    offer(g, 2, "e1", 60, "decline")
    g.play("trade with seat 2")
    assert legal(g) == ["item nothing", "item cash"]
    for action in ("item cash", "amount 1", "item nothing", "decline"):
        g.play(action)
    g.play("trade with seat 2")
    assert legal(g) == ["item nothing"]
    for action in ("item nothing", "item cash", "amount 60", "decline"):
        g.play(action)
    assert legal(g) == ["trade with seat 3", "declare bankruptcy"]
    offer(g, 3, "e1", 60, "accept")
    g.play("pay")
    assert g.cash[0] == 100


@rule("careers R71")
def test_a_second_card_of_a_kind_that_was_sold_can_be_offered_too():
    g = owing(6_000, 100, "e1", "e1")
    offer(g, 2, "e1", 30, "accept")
    offer(g, 2, "e1", 30, "accept")
    assert "pay" in legal(g) and cards(g, 1) == ["e1", "e1"]


def test_a_debt_with_offers_made_in_vain_is_saved_and_told():
    g = owing(6_000, 100, "e1")
    offer(g, 2, "e1", 60, "decline")
    g.play("trade with seat 2")
    again = SYSTEMS["careers"].load(g.save())
    assert again == g and legal(again) == legal(g)
    assert g.about()["during"] == "debt"


# a turn that has not begun does not begin


def time_is_up(**settings):
    g = careers(seats=2, mode="timed", clock="host", **settings)
    g.fame = [10, 12]
    hold(g, 0, "to_holiday")
    return g


@rule("careers R14")
@pytest.mark.parametrize("stop", ["turn", "roll"])
def test_a_turn_in_which_nothing_was_done_does_not_begin_when_the_time_is_up(stop):
    g = time_is_up(timed_stop=stop)
    g.cash = [0, 0]
    g.play_host(HostAction("time is up"))
    assert g.over and g.winners == (1,) and g.prompt == "over" and legal(g) == []


@rule("careers R14")
def test_by_the_older_reading_the_turn_is_played():
    g = time_is_up(unbegun_turn_stops=False)
    g.cash = [0, 0]
    g.play_host(HostAction("time is up"))
    g.play("opportunity to_holiday")
    assert g.over and g.winners == (0,)


@rule("careers R14")
def test_an_offer_that_is_put_together_when_the_time_is_up_falls_away():
    g = time_is_up()
    g.play("trade with seat 2")
    g.play_host(HostAction("time is up"))
    assert g.over and g.winners == (1,)
    g = time_is_up()
    g.fame = [12, 12]
    g.play("trade with seat 2")
    g.play_host(HostAction("time is up"))
    assert g.overtime and g.prompt == "turn" and g.actor == 0 and "roll" in legal(g)


# doubles count wherever they are thrown


@rule("careers R72")
@pytest.mark.parametrize(("where", "pips"), [("unemployment", (3, 3)), ("hospital", (2, 2)), ("hospital", (5, 5))])
@pytest.mark.parametrize("before", ["always", "moves"])
def test_doubles_in_hospital_and_unemployment_give_a_turn_too(where, pips, before):
    g = careers(doubles_extra_turn=True, doubles_count=before)
    place(g, 0, where)
    dice(g, *pips)
    g.play("roll")
    while g.prompt != "turn":
        g.play(g.legal_actions()[0])
    assert (g.seat == 0) is (before == "always")


@rule("careers R72")
@pytest.mark.parametrize("before", ["always", "moves"])
def test_doubles_thrown_when_staying_on_holiday_give_a_turn_too(before):
    g = careers(doubles_extra_turn=True, doubles_count=before)
    place(g, 0, "holiday")
    dice(g, 2, 2)
    g.play("roll")
    g.play("stay")
    assert g.happiness[0] == 3 and (g.seat == 0) is (before == "always")


@rule("careers R72")
@pytest.mark.parametrize("choice", ["stay", "go on"])
def test_doubles_on_holiday_are_counted_once(choice):
    g = careers(doubles_extra_turn=True)
    place(g, 0, "holiday")
    dice(g, 2, 2)
    g.play("roll")
    g.play(choice)
    assert g.doubles_run == 1


@rule("careers R72")
@pytest.mark.parametrize("before", ["always", "moves"])
def test_the_third_doubles_take_no_extra_turn_that_a_card_gave(before):
    g = careers(doubles_extra_turn=True, doubles_count=before)
    g.doubles_run, g.extra_turns[0] = 2, 1
    dice(g, 3, 3)
    g.play("roll")
    assert at(g, 0) == "unemployment" and (g.seat == 0) is (before == "always")


@rule("careers R72")
def test_a_throw_in_unemployment_that_is_no_doubles_breaks_the_row():
    g = careers(doubles_extra_turn=True)
    place(g, 0, "unemployment")
    g.doubles_run, g.extra_turns[0] = 2, 1
    dice(g, 1, 2)
    g.play("roll")
    assert g.seat == 0 and g.doubles_run == 0


# a policy that stood in for a fee may be renewed on the spot


@rule("careers R69")
@pytest.mark.parametrize("cash", [9_000, 4_000])
def test_a_policy_used_for_a_fee_may_be_renewed_on_the_spot(cash):
    g = careers(fees_insured=True)
    g.policies[0], g.cash[0] = 1, cash
    place(g, 0, "unemployment")
    g.play("insure fee")
    if cash >= 5_000:
        assert g.prompt == "renewal" and legal(g) == ["decline", "accept"]
        g.play("accept")
        assert g.cash[0] == 4_000 and g.policies[0] == 1
    assert g.prompt == "turn" and g.seat == 0 and "roll" in legal(g) and "pay fee" not in legal(g)


# a wild card replaces the dice of random point values


@rule("careers R72")
def test_a_wild_card_replaces_the_die_of_random_point_values():
    g = careers(random_points=True)
    place(g, 0, "rolls_royce 7")
    hold(g, 0, "wild1")
    dice(g, 1, 3, 4, 5)
    g.play("roll")
    assert g.about()["purpose"] == "hearts" and legal(g) == ["roll"]
    g.play("roll")
    assert g.prompt == "amount_die" and g.about()["purpose"] == "stars"
    g.play("card wild1 6")
    assert at(g, 0) == "rolls_royce 8" and (g.happiness[0], g.fame[0]) == (3 + 4, 6)


# a reorganisation reaches all subordinates


def chain():
    """C-level, VP, Senior and Entry of one company; Senior and Entry chose the VP as their boss."""
    levels = ("c_level", "vp", "senior", "entry")
    return [{**CAST[0], "name": name, "level": level} for name, level in zip("ABCD", levels, strict=True)]


@rule("careers R98")
@pytest.mark.parametrize("before", ["all", "reporting"])
def test_a_reorganisation_takes_the_cards_of_all_subordinates(before):
    g = careers(4, players=chain(), reorg_reaches=before)
    while g.prompt == "boss":
        g.play("boss seat 2")
    turn_of(g, 0)
    for seat in (1, 2, 3):
        hold(g, seat, "e1")
    place(g, 3, "agrivi 3")
    g.play("reorganise")
    spared = before == "reporting"
    assert [cards(g, seat) for seat in (1, 2, 3)] == [[], ["e1"] * spared, ["e1"] * spared]
    assert (at(g, 3) == "agrivi 3") is spared


@rule("careers R98")
def test_a_reorganisation_that_would_reach_nobody_is_not_offered():
    g = careers(4, players=chain())
    while g.prompt == "boss":
        g.play("boss seat 2")
    turn_of(g, 0)
    assert "reorganise" not in legal(g)
    place(g, 3, "agrivi 3")
    assert "reorganise" in legal(g)
