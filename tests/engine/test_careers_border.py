"""The squares of the border: what each gives and takes."""

import pytest

from tests.engine.support import at, cards, careers, dice, hold, legal, place

rule = pytest.mark.rule
DONE = 1  # seat 1 is on turn once seat 0's turn is over


def arrive(g, square, seat=0):
    """Rolls a three to land on a border square."""
    g.where[seat] = (g.table.board.location(square) - 3) % 42
    dice(g, 1, 2)
    g.play("roll")


@rule("careers R30")
@pytest.mark.parametrize(("salary", "tax"), [(3000, 600), (4000, 1600), (10000, 4000), (20000, 12000), (21000, 18900)])
@rule("careers S121")
def test_income_tax_is_one_flat_rate_by_band_and_never_insured(salary, tax):
    g = careers()
    g.cash[0], g.salary[0], g.policies[0] = 50_000, salary, 1
    place(g, 0, "web_presence")
    dice(g, 1, 2)
    g.play("roll")
    assert at(g, 0) == "income_tax"
    assert g.cash[0] == 50_000 + salary - tax and g.policies[0] == 1 and g.seat == DONE


@rule("careers R31")
@pytest.mark.parametrize(("square", "pips", "due"), [("pay_rent", (), 2500), ("car_payment", (), 1200),
                                                     ("divorce_court", (4, 5), 4500)])  # fmt: skip
def test_rent_car_and_divorce_are_shares_of_the_salary(square, pips, due):
    g = careers()
    g.cash[0], g.salary[0] = 40_000, 5000
    g.where[0] = (g.table.board.location(square) - 3) % 42
    dice(g, 1, 2, *pips)
    g.play("roll")
    assert at(g, 0) == square and g.cash[0] == 40_000 - due


@rule("careers R32")
def test_donate_now_has_to_be_paid():
    g = careers()
    g.cash[0], g.where[0] = 9_000, 8
    dice(g, 1, 2, 4)
    g.play("roll")
    assert at(g, 0) == "donate_now" and g.cash[0] == 5_000 and g.seat == DONE


@rule("careers R32")
def test_a_donation_may_be_refused_by_house_rule_for_unemployment():
    g = careers(donate_refusal="unemployment")
    g.cash[0], g.where[0] = 9_000, 8
    dice(g, 1, 2, 4)
    g.play("roll")
    assert legal(g) == ["pay", "go to unemployment"]
    refuser = g.clone()
    g.play("pay")
    assert g.cash[0] == 5_000
    refuser.play("go to unemployment")
    assert at(refuser, 0) == "unemployment" and refuser.cash[0] == 9_000


@rule("careers R33")
def test_a_graduate_who_lands_on_donate_now_gets_the_rise_and_then_pays():
    g = careers()
    place(g, 0, "oxford 10")
    g.cash[0] = 6_000
    dice(g, 1, 6)
    g.play("roll")
    assert g.prompt == "degree"
    g.play("degree law")
    assert at(g, 0) == "donate_now" and g.salary[0] == 4000 and g.cash[0] == 0


@rule("careers R34")
@rule("careers S114")
def test_payments_go_down_to_the_hundred_and_lost_points_are_rounded_down():
    g = careers()
    g.cash[0] = 4_150
    g.where[0] = 23
    dice(g, 1, 2, 3)
    g.play("roll")
    assert at(g, 0) == "shopping_spree" and g.cash[0] == 4_150 - 1_200


@rule("careers R34")
@pytest.mark.parametrize(("rounding", "left"), [("down", 4), ("up", 3)])
def test_half_of_an_odd_number_of_points_is_rounded_by_house_rule(rounding, left):
    g = careers(point_loss_rounding=rounding)
    place(g, 0, "pfizer_uk 7")
    g.happiness[0] = 7
    dice(g, 1)
    g.play("roll")
    assert at(g, 0) == "pfizer_uk 8" and g.happiness[0] == left


@rule("careers R34")
def test_half_of_the_cash_is_a_payment_and_goes_down_to_the_hundred():
    g = careers()
    place(g, 0, "rolls_royce 2")
    g.cash[0] = 5_500
    dice(g, 1)
    g.play("roll")
    assert g.cash[0] == 5_500 - 2_700


@rule("careers R36")
@pytest.mark.parametrize(("pips", "change"), [((1, 2, 4), -4000), ((3, 3, 1), -1000), ((3, 4), 10_000),
                                              ((4, 4, 6), 6000), ((6, 6, 1), 1000)])  # fmt: skip
@rule("careers S60")
def test_two_dice_decide_the_wager_at_the_casino(pips, change):
    g = careers()
    g.cash[0] = 20_000
    arrive(g, "hippodrome_casino")
    assert legal(g) == ["decline", "accept"]
    dice(g, *pips)
    g.play("accept")
    assert g.cash[0] == 20_000 + change


@rule("careers R36")
def test_a_loss_at_the_casino_can_lead_to_bankruptcy():
    g = careers(trading=False)
    g.cash[0] = 1_000
    arrive(g, "hippodrome_casino")
    dice(g, 1, 2, 4)
    g.play("accept")
    assert g.prompt == "debt" and legal(g) == ["declare bankruptcy"]


@rule("careers Gamble at the Hippodrome")
@rule("careers S61")
def test_a_player_who_comes_by_card_must_gamble():
    g = careers()
    hold(g, 0, "to_casino")
    g.play("opportunity to_casino")
    assert g.prompt == "gamble" and legal(g) == ["accept"]


@rule("careers R37")
@rule("careers S85")
def test_up_to_three_experience_cards_are_for_sale():
    g = careers()
    g.cash[0] = 9_000
    arrive(g, "buy_experience")
    assert legal(g) == ["amount 0", "amount 1", "amount 2", "amount 3"]
    g.play("amount 2")
    assert g.cash[0] == 5_000 and len(g.experience[0]) == 2


@rule("careers R37")
@pytest.mark.parametrize("curious", ["choice", "random"])
def test_who_buys_no_experience_hands_one_card_in_if_there_is_one(curious):
    g = careers(curious_card=curious)
    hold(g, 0, "e1", "e6")
    arrive(g, "buy_experience")
    g.play("amount 0")
    if curious == "choice":
        assert g.prompt == "give_up_card" and legal(g) == ["item e1", "item e6"]
        g.play("item e1")
        assert cards(g, 0) == ["e6"]
    assert len(cards(g, 0)) == 1 and len(g.experience_discard) == 1
    poor = careers(curious_card=curious)
    arrive(poor, "buy_experience")
    poor.play("amount 0")
    assert poor.seat == DONE


@rule("careers R38")
def test_the_tech_convention_sells_hearts_up_to_one_salary_and_none_bought_costs_one():
    g = careers()
    g.cash[0], g.happiness[0], g.salary[0] = 9_000, 5, 3000
    arrive(g, "tech_convention")
    assert legal(g)[-1] == "amount 3"
    mean = g.clone()
    g.play("amount 3")
    assert (g.happiness[0], g.cash[0]) == (8, 6_000)
    mean.play("amount 0")
    assert (mean.happiness[0], mean.cash[0]) == (4, 9_000)


@rule("careers R38")
def test_who_could_not_afford_any_gadget_loses_a_heart_too_but_never_below_zero():
    g = careers()
    g.cash[0], g.happiness[0] = 500, 1
    arrive(g, "tech_convention")
    assert legal(g) == ["amount 0"]
    g.play("amount 0")
    assert g.happiness[0] == 0


@rule("careers R39")
def test_hearts_never_fall_below_zero():
    g = careers()
    arrive(g, "tech_convention")
    g.play("amount 0")
    assert g.happiness[0] == 0


@rule("careers Border Squares")
@pytest.mark.parametrize(
    ("square", "choice", "cost", "column", "gain"),
    [("vintage_cars", 2, 8000, "happiness", 8), ("web_presence", 4, 16000, "fame", 22)],
)
def test_cars_and_web_presence_sell_points_at_list_prices(square, choice, cost, column, gain):
    g = careers()
    g.cash[0] = 16_500
    arrive(g, square)
    g.play(f"amount {choice}")
    assert g.cash[0] == 16_500 - cost and getattr(g, column)[0] == gain


@rule("careers Border Squares")
def test_an_opportunity_square_gives_a_card():
    g = careers()
    arrive(g, "opportunity_28")
    assert len(g.opportunity[0]) == 1
