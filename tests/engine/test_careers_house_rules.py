"""The house rules that the rule book lists itself (R72)."""

import pytest

from engine.careers.rules.ledger import ask
from tests.engine.support import at, careers, hold, place, roll

rule = pytest.mark.rule


@rule("careers R72")
@pytest.mark.parametrize(("setting", "next_seat"), [(False, 1), (True, 0)])
@rule("careers S11")
def test_doubles_give_a_turn_only_by_house_rule(setting, next_seat):
    g = careers(doubles_extra_turn=setting)
    place(g, 0, "tech_convention")
    roll(g, 1, 1)
    assert g.seat == next_seat


@rule("careers R72")
@rule("careers S144")
def test_three_doubles_in_a_row_lead_to_unemployment():
    g = careers(doubles_extra_turn=True)
    for start in ("tech_convention", "opportunity_08"):
        place(g, 0, start)
        roll(g, 1, 1)
        assert g.seat == 0
    place(g, 0, "opportunity_14")
    roll(g, 1, 1)
    assert at(g, 0) == "unemployment" and g.seat == 1


@rule("careers R72")
def test_a_throw_between_doubles_breaks_the_row():
    g = careers(doubles_extra_turn=True)
    for pips in ((1, 1), (1, 1)):
        place(g, 0, "tech_convention")
        roll(g, *pips)
    place(g, 0, "opportunity_05")
    roll(g, 1, 2)
    assert g.seat == 1 and g.doubles_run == 0


@rule("careers R72")
def test_doubles_may_be_called_with_a_two_dice_wild_card():
    g = careers(doubles_extra_turn=True)
    place(g, 0, "tech_convention")
    hold(g, 0, "wild2")
    g.play("card wild2 2 doubles")
    assert g.seat == 0 and at(g, 0) == "opportunity_08"


@rule("careers R72")
@pytest.mark.parametrize(("kind", "salary"), [("1000", 21_000), ("10%", 22_000)])
@rule("careers S145")
def test_every_so_many_paydays_the_salary_rises(kind, salary):
    g = careers(payday_raise_every=2, payday_raise=kind)
    g.salary[0] = 20_000
    for _ in range(2):
        g.seat = g.actor = 0
        ask(g, 1, 0)
        place(g, 0, "vintage_cars")
        roll(g, 2, 4)
    assert g.salary[0] == salary and g.paydays[0] == 2


@rule("careers R72")
@rule("careers S150")
def test_random_point_values_use_one_die_up_to_six_and_two_dice_above():
    g = careers(random_points=True)
    g.happiness[0], g.fame[0] = 10, 20
    place(g, 0, "rolls_royce 7")
    roll(g, 1, 3, 4, 5)
    assert at(g, 0) == "rolls_royce 8" and (g.happiness[0], g.fame[0]) == (10 + 3 + 4, 20 + 5)


@rule("careers High Point Games")
@rule("careers S152")
def test_a_high_point_game_is_played_like_any_other():
    g = careers(target=5000, formula="random")
    assert [sum(formula) for formula in g.formulas] == [5000] * 3


@rule("careers R72")
def test_doubles_are_counted_for_one_player_only():
    g = careers(doubles_extra_turn=True)
    g.lost_turns[0] = 1
    place(g, 0, "tech_convention")
    roll(g, 1, 1)
    assert g.seat == 1 and g.doubles_run == 0, "the lost turn cancelled the extra one"
