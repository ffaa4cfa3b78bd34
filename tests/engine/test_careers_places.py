"""Hospital, Unemployment, Holiday, and the right to retire."""

import pytest

from tests.engine.support import at, cards, careers, degrees, dice, hold, legal, place, roll, trips, turn_of

rule = pytest.mark.rule


@rule("careers R40")
@pytest.mark.parametrize(
    ("where", "pips", "reached"),
    [
        ("hospital", (1, 3), "entrance_harrods"),
        ("hospital", (3, 3), "hospital"),
        ("unemployment", (3, 4), "opportunity_28"),
        ("unemployment", (2, 2), "opportunity_25"),
        ("unemployment", (5, 6), "hippodrome_casino"),
        ("unemployment", (2, 4), "unemployment"),
    ],
)
def test_the_throw_that_frees_also_moves(where, pips, reached):
    g = careers()
    place(g, 0, where)
    roll(g, *pips)
    assert at(g, 0) == reached


@rule("careers R40")
@pytest.mark.parametrize(("where", "fee"), [("hospital", 1500), ("unemployment", 3000)])
@rule("careers S99")
def test_who_pays_the_fee_takes_a_normal_turn(where, fee):
    g = careers()
    g.cash[0], g.salary[0] = 3_000, 3000
    place(g, 0, where)
    hold(g, 0, "e1", "to_holiday")
    g.play("pay fee")
    assert g.cash[0] == 3_000 - fee and g.prompt == "turn"
    assert {"roll", "card e1 1", "opportunity to_holiday"} <= set(legal(g)) and "pay fee" not in legal(g)
    roll(g, 6, 6)
    assert g.where[0] == g.table.board.location(where) + 12


@rule("careers R41")
@pytest.mark.parametrize("allowed", [True, False])
@rule("careers S73")
def test_a_freeing_throw_may_be_followed_by_an_opportunity_instead_of_the_move(allowed):
    g = careers(free_roll_allows_card=allowed)
    place(g, 0, "hospital")
    hold(g, 0, "to_holiday")
    assert "opportunity to_holiday" not in legal(g)
    roll(g, 1, 3)
    if not allowed:
        assert at(g, 0) == "entrance_harrods"
        return
    assert g.prompt == "freed_move" and legal(g) == ["opportunity to_holiday", "go on"]
    g.play("opportunity to_holiday")
    assert at(g, 0) == "holiday" and g.happiness[0] == 6


@rule("careers R42")
@pytest.mark.parametrize(("setting", "by_trip"), [("degrees_or_trip", True), ("degrees", False)])
def test_a_pharmacist_has_two_degrees_or_one_finished_trip(setting, by_trip):
    g = careers(pharmacist=setting)
    place(g, 0, "hospital")
    trips(g, 0, "pfizer_uk", 1)
    assert ("pay fee" not in legal(g)) is by_trip
    trips(g, 0, "pfizer_uk", 0)
    degrees(g, 0, "pharmacology", 1)
    assert "pay fee" in legal(g)
    degrees(g, 0, "pharmacology", 2)
    assert "pay fee" not in legal(g)


@rule("careers R43")
@rule("careers S30", "careers S31")
def test_the_hospital_fee_goes_to_a_pharmacist_of_the_payers_choice_else_to_the_bank():
    g = careers(seats=4)
    place(g, 0, "hospital")
    g.play("pay fee")
    assert g.cash == [1500, 2500, 2500, 2500]
    g = careers(seats=4)
    place(g, 0, "hospital")
    degrees(g, 1, "pharmacology", 2)
    degrees(g, 3, "pharmacology", 2)
    g.play("pay fee")
    assert g.prompt == "fee" and legal(g) == ["fee to seat 2", "fee to seat 4"]
    g.play("fee to seat 4")
    assert g.cash == [1500, 2500, 2500, 3500] and g.prompt == "turn" and g.seat == 0


@rule("careers R43")
@pytest.mark.parametrize(("pharmacist", "cash"), [(0, [3500, 1500, 2500]), (2, [2500, 1500, 3500])])
def test_the_fee_goes_to_the_only_pharmacist_whatever_the_seat(pharmacist, cash):
    g = careers()
    degrees(g, pharmacist, "pharmacology", 2)
    turn_of(g, 1)
    place(g, 1, "hospital")
    g.play("pay fee")
    assert g.cash == cash and g.seat == 1


@rule("careers R43")
@rule("careers S28", "careers S29")
def test_a_pharmacist_patient_leaves_free_with_any_throw():
    g = careers()
    degrees(g, 0, "pharmacology", 2)
    place(g, 0, "hospital")
    roll(g, 6, 5)
    assert at(g, 0) == "buy_experience" and g.cash[0] == 2500


@rule("careers R44")
@rule("careers S102")
def test_a_five_or_a_two_dice_wild_called_low_leaves_the_hospital():
    g = careers()
    place(g, 0, "hospital")
    hold(g, 0, "e1", "e5", "wild1", "wild2", "wild3")
    shown = [text for text in legal(g) if text.startswith("card")]
    expected = ["card e5 5", *(f"card wild2 {n}" for n in (2, 3, 4, 5)), *(f"card wild3 {n}" for n in (2, 3, 4, 5))]
    assert shown == expected
    g.play("card e5 5")
    assert at(g, 0) == "opportunity_14"


@rule("careers R44")
@rule("careers S91", "careers S101")
def test_a_seven_or_a_two_dice_wild_called_seven_eleven_or_doubles_leaves_unemployment():
    g = careers()
    place(g, 0, "unemployment")
    hold(g, 0, "e5", "e7", "wild1", "wild2")
    shown = [text for text in legal(g) if text.startswith("card")]
    doubles = [f"card wild2 {n} doubles" for n in (2, 4, 6, 8, 10, 12)]
    assert shown[0] == "card e7 7" and set(shown[1:]) == {"card wild2 7", "card wild2 11", *doubles}
    g.play("card wild2 8 doubles")
    assert at(g, 0) == "insurance_store"


@rule("careers R44")
@rule("careers S100")
def test_a_pharmacist_leaves_the_hospital_with_any_experience_card():
    g = careers()
    degrees(g, 0, "pharmacology", 2)
    place(g, 0, "hospital")
    hold(g, 0, "e1")
    g.play("card e1 1")
    assert at(g, 0) == "opportunity_10"


@rule("careers Opportunity Cards")
@rule("careers S74", "careers S75")
def test_the_way_out_of_unemployment_by_card_is_the_only_case_of_two_cards_in_a_turn():
    g = careers()
    place(g, 0, "unemployment")
    hold(g, 0, "leave_unemployment", "to_holiday", "e1")
    assert "opportunity to_holiday" not in legal(g)
    g.play("opportunity leave_unemployment")
    assert "opportunity to_holiday" in legal(g) and "card e1 1" not in legal(g)
    g.play("opportunity to_holiday")
    assert at(g, 0) == "holiday" and cards(g, 0) == ["e1"]


@rule("careers R46")
@rule("careers S109", "careers S123")
def test_on_holiday_a_low_throw_leaves_the_choice_and_a_high_one_moves():
    g = careers()
    place(g, 0, "holiday")
    roll(g, 3, 4)
    assert g.prompt == "holiday" and legal(g) == ["go on", "stay"]
    mover = g.clone()
    g.play("stay")
    assert at(g, 0) == "holiday" and g.happiness[0] == 3 and g.seat == 1
    mover.play("go on")
    assert at(mover, 0) == "opportunity_37" and mover.happiness[0] == 0
    g = careers()
    place(g, 0, "holiday")
    roll(g, 4, 4)
    assert at(g, 0) == "divorce_court"


@rule("careers R46")
@pytest.mark.parametrize(("pips", "reached", "hearts"), [((3, 4), "holiday", 3), ((4, 3), "holiday", 3),
                                                         ((4, 5), "vintage_cars", 0)])  # fmt: skip
def test_by_house_rule_the_choice_to_stay_comes_before_the_throw(pips, reached, hearts):
    g = careers(holiday_choice="before_roll")
    place(g, 0, "holiday")
    mover = g.clone()
    dice(g, *pips)
    g.play("roll to stay")
    assert at(g, 0) == reached and g.happiness[0] == hearts
    roll(mover, 3, 4)
    assert at(mover, 0) == "opportunity_37"


@rule("careers R47")
@rule("careers S110")
def test_a_low_card_can_be_shown_to_stay_on_holiday_and_is_spent():
    g = careers()
    place(g, 0, "holiday")
    hold(g, 0, "e2", "wild1", "wild2")
    assert "card wild1 3" not in legal(g) and "card wild2 9" in legal(g)
    g.play("card e2 2")
    g.play("stay")
    assert g.happiness[0] == 3 and cards(g, 0) == ["wild1", "wild2"]


@rule("careers R48")
@rule("careers S27", "careers S105", "careers S106")
def test_three_degrees_in_one_program_or_three_trips_of_one_occupation_earn_retirement():
    g = careers()
    degrees(g, 0, "law", 2)
    degrees(g, 0, "journalism", 2)
    trips(g, 0, "agrivi", 2)
    for path, earned in (("harrods", False), ("agrivi", True)):
        other = g.clone()
        place(other, 0, f"{path} {other.table.board.paths[0 if path == 'agrivi' else 2].size - 1}")
        roll(other, 1)
        assert bool(other.may_retire & 1) is earned
    place(g, 0, "oxford 10")
    roll(g, 2)
    g.play("degree law")
    assert g.may_retire == 1


@rule("careers R48")
@pytest.mark.parametrize(("any_mix", "earned"), [(False, 0), (True, 1)])
def test_three_degrees_of_any_mix_count_by_house_rule(any_mix, earned):
    g = careers(retire_any_mix=any_mix)
    degrees(g, 0, "law", 1)
    degrees(g, 0, "journalism", 1)
    place(g, 0, "oxford 10")
    roll(g, 2)
    g.play("degree engineering")
    assert g.may_retire == earned


@rule("careers R49")
@rule("careers S107")
def test_retiring_lands_on_holiday_passes_payday_and_gives_no_credit_for_a_path():
    g = careers()
    g.may_retire = 1
    place(g, 0, "rolls_royce 4")
    g.play("retire")
    assert at(g, 0) == "holiday" and g.happiness[0] == 6 and g.cash[0] == 2500 + 2000 and sum(g.trips) == 0


@rule("careers R49")
@rule("careers S107")
def test_retiring_takes_the_place_of_the_throw_after_a_ride_and_of_no_throw_into_a_path():
    g = careers()
    hold(g, 0, "to_rail")
    g.may_retire = 0b010
    g.play("opportunity to_rail")
    g.play("ride underground")
    assert legal(g) == ["roll"], "another may"
    g.may_retire = 0b001
    assert legal(g) == ["roll", "retire"]
    g.play("retire")
    assert at(g, 0) == "holiday" and g.happiness[0] == 6 and (g.actor, g.prompt) == (1, "turn")
    g.may_retire = 0b010
    place(g, 1, "entrance_harrods")
    trips(g, 1, "harrods", 3)
    g.play("enter")
    assert g.prompt == "move" and legal(g) == ["roll"]


@rule("careers R49")
@pytest.mark.parametrize("where", ["hospital", "unemployment", "holiday"])
@rule("careers S108")
def test_nobody_retires_from_the_hospital_unemployment_or_holiday(where):
    g = careers()
    g.may_retire = 1
    assert "retire" in legal(g)
    place(g, 0, where)
    assert "retire" not in legal(g)


@rule("careers R45")
def test_who_is_sent_to_unemployment_from_the_hospital_moves_and_from_unemployment_stays():
    g = careers()
    g.happiness = [10, 20, 30]
    trips(g, 1, "harrods", 1)
    trips(g, 2, "harrods", 1)
    place(g, 1, "hospital")
    place(g, 2, "unemployment")
    place(g, 0, "harrods 7")
    roll(g, 1)
    g.play("backstab seat 2")
    g.play("backstab seat 3")
    assert [at(g, 1), at(g, 2)] == ["unemployment"] * 2 and g.happiness == [2, 8, 18]
