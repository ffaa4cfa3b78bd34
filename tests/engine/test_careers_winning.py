"""Winning: formulas, the clock, overtime, checkpoints."""

import pytest

from engine import HostAction
from engine.careers.rules.succession import start_turn
from engine.careers.rules.winning import call_time, fulfils, points
from tests.engine.support import careers, dice, hold, legal, place, trips

rule = pytest.mark.rule
FORMULA = {"target": 30, "common_formula": [10, 10, 10]}


def nearly(g, seat):
    """Everything but two hearts, which agrivi 0 gives."""
    g.cash[seat], g.happiness[seat], g.fame[seat] = 10_000, 8, 10


@rule("careers R10")
@pytest.mark.parametrize(("check", "at_once"), [("action", True), ("turn_end", False)])
@rule("careers S1")
def test_a_win_is_tested_after_every_action_or_at_the_end_of_the_turn(check, at_once):
    g = careers(win_check=check, bump_on_paths=True, **FORMULA)
    nearly(g, 0)
    place(g, 0, "agrivi gate")
    place(g, 1, "agrivi 0")
    dice(g, 1)
    g.play("roll")
    assert g.over is at_once
    if not at_once:
        assert g.prompt == "bump"
        g.play("decline")
    assert g.over and g.outcome().winners == (0,) and g.outcome().reason == "formula"


@rule("careers R10")
def test_when_several_qualify_at_once_the_player_on_turn_wins_then_the_next_in_order():
    for qualified, winner in (((0, 1, 2), 0), ((1, 2), 1), ((0, 2), 0)):
        g = careers(**FORMULA)
        for seat in qualified:
            nearly(g, seat)
            g.happiness[seat] = 10
        g.gained = True
        place(g, 0, "opportunity_08")
        dice(g, 1, 1)
        g.play("roll")
        assert g.over and g.winners == (winner,)


@rule("careers R10")
def test_a_policy_that_is_sold_can_win_at_once():
    g = careers(**FORMULA)
    nearly(g, 0)
    g.happiness[0], g.cash[0], g.policies[0] = 10, 6_500, 1
    g.play("sell policy")
    assert g.over and g.winners == (0,)


@rule("careers R11")
def test_a_pharmacist_can_win_by_a_fee_on_another_players_turn():
    g = careers(**FORMULA)
    nearly(g, 1)
    g.happiness[1], g.cash[1] = 10, 9_500
    trips(g, 1, "pfizer_uk", 1)
    place(g, 0, "hospital")
    g.play("pay fee")
    assert g.cash[1] == 10_500 and g.over and g.winners == (1,)


@rule("careers R12")
@rule("careers S131")
def test_only_whole_thousands_of_cash_on_hand_count():
    g = careers(**FORMULA)
    g.cash[0], g.happiness[0], g.fame[0] = 9_999, 10, 10
    assert not fulfils(g, 0) and points(g, 0) == 29
    g.cash[0] = 10_000
    assert fulfils(g, 0) and points(g, 0) == 30


@rule("careers R13")
@pytest.mark.parametrize("loans", ["informal", "tracked"])
@rule("careers S122")
def test_loans_are_plain_transfers_unless_they_are_tracked(loans):
    g = careers(seats=2, loans=loans, **FORMULA)
    g.cash = [2_500, 20_000]
    g.play("trade with seat 2")
    g.play("item nothing")
    assert ("item loan" in legal(g)) is (loans == "tracked")
    g.play("item loan" if loans == "tracked" else "item cash")
    g.play("amount 80")
    g.play("accept")
    assert g.cash == [10_500, 12_000]
    assert points(g, 0) == (2 if loans == "tracked" else 10)
    if loans == "tracked":
        assert "repay seat 2" in legal(g)
        g.play("repay seat 2")
        assert g.cash == [2_500, 20_000] and g.owed == () and g.prompt == "turn"


@rule("careers R14")
@rule("careers S126", "careers S129", "careers S132")
def test_when_the_time_is_up_the_current_turn_is_finished_and_most_points_win():
    g = careers(seats=2, mode="timed", clock="host")
    g.fame = [10, 3]
    assert "time is up" not in g.actions.texts and g.host_actions()
    place(g, 0, "opportunity_01")
    dice(g, 1, 1)
    g.play("roll")
    assert g.prompt == "ride"
    g.play_host(HostAction("time is up"))
    assert not g.over and not g.host_actions()
    g.play("ride rail")
    place(g, 0, "opportunity_08")
    dice(g, 1, 1)
    g.play("roll")
    assert g.over and g.outcome().reason == "time" and g.outcome().winners == (0,)
    assert g.outcome().scores[0]["formula_cash"] is None


@rule("careers R14")
@pytest.mark.parametrize(("stop", "rolls_on"), [("turn", True), ("roll", False)])
@rule("careers S128", "careers S129")
def test_a_turn_cut_short_at_the_roll_gets_no_further_throw(stop, rolls_on):
    g = careers(seats=2, mode="timed", clock="host", timed_stop=stop)
    g.fame = [10, 3]
    place(g, 0, "opportunity_01")
    dice(g, 1, 1)
    g.play("roll")
    assert g.prompt == "ride"
    g.play_host(HostAction("time is up"))
    g.play("ride rail")
    assert (g.prompt == "move", g.over) == (rolls_on, not rolls_on)


@rule("careers Timed Game")
@rule("careers S127")
def test_a_timed_game_by_rounds_ends_after_so_many_rounds():
    g = careers(seats=2, mode="timed", timed_minutes=7)
    while not g.over:
        g.fame[0] += 1
        g.apply(g.legal_actions()[0])
    assert g.turn == 14 and g.winners == (0,)


@rule("careers R15")
@rule("careers S133", "careers S134")
def test_a_tie_goes_into_overtime_which_only_the_tied_can_win_by_what_they_earn_in_it():
    g = careers(seats=3, mode="timed", timed_minutes=2, overtime_minutes=5)
    g.cash, g.fame = [0, 0, 0], [20, 20, 5]
    g.turn = g.round_end = 6
    call_time(g)
    assert not g.over and g.overtime == ((0, 1), (20, 20, 5)) and g.round_end == 6 + 5 * 3
    g.fame = [22, 25, 90]
    g.turn = g.round_end
    call_time(g)
    assert g.over and g.winners == (1,)


@rule("careers R15")
@rule("careers S135")
def test_overtime_is_repeated_while_the_tied_stay_level():
    g = careers(seats=2, mode="timed", overtime_minutes=1)
    g.cash, g.fame = [0, 0], [20, 20]
    g.turn = g.round_end
    call_time(g)
    g.fame, g.turn = [15, 15], g.round_end
    call_time(g)
    assert not g.over and g.overtime[1] == (15, 15)
    g.fame, g.turn = [14, 13], g.round_end
    call_time(g)
    assert g.winners == (0,), "the change of points decides, even when both lose"


@rule("careers R17")
@rule("careers S146")
def test_checkpoints_are_won_by_the_first_to_reach_them_and_change_nothing_else():
    g = careers(checkpoints=[20, 40])
    g.fame[1], g.gained = 25, True
    place(g, 0, "opportunity_08")
    dice(g, 1, 1)
    g.play("roll")
    assert g.checkpoints == ((20, 1),) and not g.over
    g.fame, g.gained = [90, 90, 90], True
    start_turn(g, 2)
    place(g, 2, "opportunity_08")
    dice(g, 1, 1)
    g.play("roll")
    assert g.checkpoints == ((20, 1), (40, 2)) and not g.over
    assert careers().table.settings.checkpoints == ()


def test_a_game_that_nobody_wins_is_broken_off_at_its_turn_limit():
    g = careers(seats=2, turn_limit=6)
    while not g.over:
        g.apply(g.legal_actions()[0])
    assert (g.outcome().reason, g.outcome().winners, g.outcome().turns) == ("turn_limit", (), 6)
    assert [score["won"] for score in g.outcome().scores] == [False, False]


@rule("careers S111")
def test_the_outcome_is_a_score_sheet_per_seat():
    g = careers(seats=2, players=[{"name": "Ada"}, {"name": "Bo"}], **FORMULA)
    hold(g, 0, "e1")
    g.cash[0], g.happiness[0], g.fame[0] = 12_345, 11, 10
    g.degrees[5], g.trips[7] = 2, 1
    g.gained = True
    g.play("roll")
    while not g.over:
        g.apply(g.legal_actions()[0])
    sheet = g.outcome().scores[0]
    assert (sheet["name"], sheet["won"], sheet["fame"], sheet["formula_cash"]) == ("Ada", True, 10, 10)
    assert sheet["degrees"] == {"law": 2} and list(sheet["trips"].values()) == [1]
    assert sheet["points"] == sheet["happiness"] + sheet["fame"] + sheet["cash"] // 1000
    assert {"layoffs", "reorgs", "free_passes", "laid_off", "bumped_by", "backstabbed"} <= set(sheet)
