"""Moving: entering and leaving paths, Payday, backward moves, rail and Underground, cards that move."""

import pytest

from engine.careers.rules.ledger import ask
from tests.engine.support import at, cards, careers, degrees, hold, legal, place, roll, trips, trips_of

rule = pytest.mark.rule


@rule("careers The Play")
@rule("careers S10")
def test_both_dice_move_along_the_border_and_one_die_along_a_path():
    g = careers()
    roll(g, 3, 5)
    assert at(g, 0) == "opportunity_08"
    g = careers()
    place(g, 0, "agrivi 0")
    roll(g, 2)
    assert at(g, 0) == "agrivi 2"


@rule("careers R18")
def test_a_turn_ends_on_an_entrance_and_entering_is_optional_next_turn():
    g = careers()
    roll(g, 1, 3)
    assert at(g, 0) == "entrance_agrivi" and g.seat == 1 and g.cash[0] == 2500
    g = careers()
    place(g, 0, "entrance_agrivi")
    assert {"roll", "enter"} <= set(legal(g))
    g.play("enter")
    assert g.cash[0] == 1500 and g.prompt == "move"
    roll(g, 3)
    assert at(g, 0) == "agrivi 2"


@rule("careers R18")
@pytest.mark.parametrize(("cash", "open_"), [(999, False), (1000, True)])
def test_entering_needs_the_fee(cash, open_):
    g = careers()
    place(g, 0, "entrance_agrivi")
    g.cash[0] = cash
    assert ("enter" in legal(g)) is open_


@rule("careers R19")
@pytest.mark.parametrize("allowed", [True, False])
@rule("careers S71")
def test_an_experience_card_may_replace_the_throw_after_entering_by_card(allowed):
    g = careers(card_entry_allows_experience=allowed)
    hold(g, 0, "join_agrivi", "e3")
    g.play("opportunity join_agrivi")
    assert ("card e3 3" in legal(g)) is allowed
    if allowed:
        g.play("card e3 3")
        assert at(g, 0) == "agrivi 2" and cards(g, 0) == []


@rule("careers R20")
@rule("careers S95", "careers S205")
def test_an_unfinished_trip_is_paid_again_and_a_finished_one_never():
    g = careers()
    place(g, 0, "entrance_agrivi")
    g.cash[0] = 5000
    g.play("enter")
    place(g, 0, "entrance_agrivi")
    g.todo.clear()
    ask(g, 1, 0)
    g.play("enter")
    assert g.cash[0] == 3000
    trips(g, 0, "agrivi", 1)
    place(g, 0, "entrance_agrivi")
    g.todo.clear()
    ask(g, 1, 0)
    g.play("enter")
    assert g.cash[0] == 3000


@rule("careers R21")
def test_spare_pips_go_on_from_the_exit_and_an_exact_exit_is_executed():
    g = careers()
    place(g, 0, "agrivi 11")
    roll(g, 1)
    assert at(g, 0) == "opportunity_05" and len(g.opportunity[0]) == 1 and trips_of(g, 0, "agrivi") == 1
    g = careers()
    place(g, 0, "agrivi 10")
    roll(g, 5)
    assert at(g, 0) == "opportunity_08"


@rule("careers R22")
@pytest.mark.parametrize(("setting", "paid"), [(False, 0), (True, 2000)])
def test_the_way_from_the_rolls_royce_entrance_to_its_exit_pays_nothing(setting, paid):
    g = careers(rolls_royce_exit_pays=setting)
    place(g, 0, "rolls_royce 12")
    roll(g, 1)
    assert at(g, 0) == "opportunity_01" and g.cash[0] == 2500 + paid


@rule("careers R22")
def test_spare_pips_past_payday_pay():
    g = careers()
    place(g, 0, "pfizer_uk 15")
    roll(g, 6)
    assert at(g, 0) == "payday" and g.cash[0] == 2500 + 2 * 2000
    g = careers()
    place(g, 0, "pfizer_uk 15")
    hold(g, 0, "e7")
    g.play("card e7 7")
    assert at(g, 0) == "opportunity_01" and g.cash[0] == 2500 + 2000


@rule("careers R23")
@pytest.mark.parametrize(("pays", "paid"), [(True, 2000), (False, 0)])
@rule("careers S67")
def test_a_card_that_passes_payday_pays(pays, paid):
    g = careers(card_moves_pay=pays)
    place(g, 0, "web_presence")
    hold(g, 0, "to_holiday")
    g.play("opportunity to_holiday")
    assert at(g, 0) == "holiday" and g.cash[0] == 2500 + paid


@rule("careers R23")
def test_landing_on_payday_pays_double_in_total_by_dice_and_by_card():
    g = careers()
    place(g, 0, "vintage_cars")
    roll(g, 1, 2)
    assert at(g, 0) == "payday" and g.cash[0] == 6500
    g = careers()
    place(g, 0, "vintage_cars")
    hold(g, 0, "to_payday")
    g.play("opportunity to_payday")
    assert g.cash[0] == 6500


@rule("careers R23")
@rule("careers S65")
def test_being_sent_never_pays():
    g = careers()
    place(g, 0, "rolls_royce 9")
    roll(g, 1)
    assert at(g, 0) == "hospital" and g.cash[0] == 2500


@rule("careers R24")
@pytest.mark.parametrize(("setting", "paid"), [(True, 4000), (False, 0)])
@rule("careers S93")
def test_moving_backward_passes_payday_unpaid_but_lands_on_it_paid(setting, paid):
    g = careers(backward_landing_pays=setting)
    place(g, 0, "income_tax")
    hold(g, 0, "e2pm", "e3pm")
    past = g.clone()
    g.play("card e2pm -2")
    assert at(g, 0) == "payday" and g.cash[0] == 2500 + paid
    past.play("card e3pm -3")
    assert at(past, 0) == "web_presence" and past.cash[0] == 2500


@rule("careers R25")
@rule("careers S95", "careers S229")
def test_backing_out_of_a_path_leads_to_the_entrance_and_back_along_the_border():
    g = careers()
    place(g, 0, "agrivi 1")
    hold(g, 0, "e2pm", "e4pm")
    further = g.clone()
    g.play("card e2pm -2")
    assert at(g, 0) == "entrance_agrivi" and trips_of(g, 0, "agrivi") == 0
    further.play("card e4pm -4")
    assert at(further, 0) == "income_tax"


@rule("careers R26")
@rule("careers S78")
def test_a_card_may_not_bring_a_player_round_to_the_same_square():
    g = careers()
    hold(g, 0, "to_payday", "to_holiday", "golden_border")
    assert "opportunity to_payday" not in legal(g) and "opportunity golden_border payday" not in legal(g)
    place(g, 0, "holiday")
    assert "opportunity to_payday" in legal(g) and "opportunity to_holiday" not in legal(g)
    place(g, 0, "entrance_agrivi")
    hold(g, 0, "join_agrivi")
    assert "opportunity join_agrivi" not in legal(g)


@rule("careers R27")
@pytest.mark.parametrize(
    ("station", "kind", "reached"),
    [("victoria", "rail", "charing_cross"), ("victoria", "underground", "leicester_square"),
     ("leicester_square", "rail", "charing_cross"), ("leicester_square", "underground", "pimlico"),
     ("charing_cross", "rail", "victoria"), ("charing_cross", "underground", "pimlico"),
     ("pimlico", "rail", "victoria"), ("pimlico", "underground", "leicester_square")],
)  # fmt: skip
@rule("careers S57", "careers S58")
def test_a_station_leads_to_the_next_of_either_kind_and_a_further_throw(station, kind, reached):
    g = careers()
    g.where[0] = (place(g, 0, station) - 3) % 42
    g.cash[0] = 0
    roll(g, 1, 2)
    assert g.prompt == "ride" and legal(g) == ["ride rail", "ride underground"]
    paid = g.cash[0]
    g.play(f"ride {kind}")
    assert at(g, 0) == reached and g.prompt == "move", "the station reached does not act again"
    passes = g.table.board.location(reached) < g.table.board.location(station)
    assert g.cash[0] - paid == (2000 if passes else 0)


@rule("careers R27")
def test_a_station_reached_by_the_further_throw_acts_again():
    g = careers()
    roll(g, 1, 2)
    g.play("ride underground")
    roll(g, 4, 6)
    assert at(g, 0) == "charing_cross" and g.prompt == "ride"


@rule("careers R28")
@pytest.mark.parametrize(("rides_on", "prompt"), [(True, "ride"), (False, "move")])
def test_a_travel_card_leads_to_the_nearest_station_of_its_kind(rides_on, prompt):
    g = careers(travel_card_rides_on=rides_on)
    place(g, 0, "opportunity_05")
    hold(g, 0, "to_rail")
    g.play("opportunity to_rail")
    assert at(g, 0) == "charing_cross" and g.prompt == prompt


@rule("careers R29")
@pytest.mark.parametrize("again", [True, False])
def test_opportunity_knocks_at_the_next_opportunity_square_and_rolls_again(again):
    g = careers(knocks_rolls_again=again)
    place(g, 0, "opportunity_05")
    hold(g, 0, "opportunity_knocks")
    g.play("opportunity opportunity_knocks")
    assert at(g, 0) == "opportunity_08" and len(g.opportunity[0]) == 1
    assert (g.prompt, g.seat) == (("move", 0) if again else ("turn", 1))


@rule("careers Opportunity Cards")
@rule("careers S20", "careers S66", "careers S72")
def test_a_join_card_needs_the_fee_the_degree_or_a_finished_trip():
    g = careers()
    hold(g, 0, "join_lister_bacon")
    assert "opportunity join_lister_bacon" not in legal(g)
    degrees(g, 0, "law", 2)
    assert "opportunity join_lister_bacon" in legal(g)
    g.play("opportunity join_lister_bacon")
    assert at(g, 0) == "lister_bacon gate" and g.cash[0] == 2500 and g.prompt == "move"


@rule("careers Opportunity Cards")
@rule("careers S82")
def test_the_golden_card_for_a_company_never_leads_to_the_university():
    g = careers()
    g.cash[0] = 50_000
    hold(g, 0, "golden_company")
    plays = [text for text in legal(g) if "golden_company" in text]
    assert len(plays) == 9 and "opportunity golden_company oxford" not in plays


@rule("careers Opportunity Cards")
@rule("careers S68")
def test_the_golden_card_for_a_border_square_enters_a_path_only_with_its_requirements():
    g = careers()
    hold(g, 0, "golden_border")
    plays = [text for text in legal(g) if "golden_border" in text]
    assert "opportunity golden_border entrance_rolls_royce" not in plays
    assert "opportunity golden_border hospital" in plays
    g.play("opportunity golden_border entrance_agrivi")
    assert at(g, 0) == "agrivi gate" and g.cash[0] == 1500 and g.prompt == "move"
