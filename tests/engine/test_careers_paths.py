"""Paths: shortcuts, jumps, further throws, degrees, credit."""

import pytest

from engine.careers.check import path_totals
from engine.careers.data import read_data
from tests.engine.support import at, cards, careers, degrees, hold, legal, place, roll, trips, trips_of, turn_of

rule = pytest.mark.rule


@rule("careers R50")
@pytest.mark.parametrize(("path", "start", "reached"), [("oxford", "oxford 0", "oxford 10"),
                                                        ("pfizer_uk", "pfizer_uk gate", "pfizer_uk 13")])  # fmt: skip
def test_a_shortcut_is_open_on_exact_landing_and_the_next_throw_counts_along_it(path, start, reached):
    g = careers()
    place(g, 0, start)
    roll(g, 2)
    assert g.prompt == "shortcut"
    g.play("accept")
    turn_of(g, 0)
    roll(g, 2)
    assert at(g, 0) == reached


@rule("careers R50")
def test_a_declined_shortcut_leads_the_long_way_and_one_that_is_passed_does_not_count():
    g = careers()
    place(g, 0, "oxford 0")
    roll(g, 2)
    g.play("decline")
    turn_of(g, 0)
    roll(g, 1)
    assert at(g, 0) == "oxford 3"
    g = careers()
    place(g, 0, "oxford 0")
    roll(g, 3)
    assert at(g, 0) == "oxford 3"


@rule("careers R50")
def test_a_trip_by_the_shortcut_counts():
    g = careers()
    place(g, 0, "pfizer_uk 13")
    roll(g, 3)
    assert at(g, 0) == "opportunity_37" and trips_of(g, 0, "pfizer_uk") == 1


@rule("careers R51")
def test_the_fast_lane_gives_its_hearts_and_executes_the_square_it_leads_to():
    g = careers()
    place(g, 0, "stonehenge 0")
    roll(g, 3)
    assert at(g, 0) == "stonehenge 8" and g.happiness[0] == 3 + 6


@rule("careers R52")
def test_roll_again_means_one_more_throw_of_the_path_at_once():
    g = careers()
    place(g, 0, "tower_of_london gate")
    roll(g, 2)
    assert g.prompt == "move" and at(g, 0) == "tower_of_london 1"
    roll(g, 3)
    assert at(g, 0) == "tower_of_london 4" and g.fame[0] == 4 and g.seat == 1


@rule("careers R53")
def test_lost_turns_add_up_and_are_sat_out():
    g = careers(seats=2)
    g.lost_turns[1] = 2
    place(g, 0, "opportunity_08")
    seen = []
    for _ in range(3):
        place(g, g.seat, "opportunity_08")
        roll(g, 1, 1)
        seen.append(g.seat)
    assert seen == [0, 0, 1] and g.lost_turns == [0, 0]


@rule("careers R53")
def test_a_lost_turn_and_an_extra_turn_cancel_each_other():
    g = careers(seats=2)
    hold(g, 0, "extra_turn")
    g.play("opportunity extra_turn")
    place(g, 0, "oxford gate")
    roll(g, 1)
    assert at(g, 0) == "oxford 0" and g.seat == 1 and (g.lost_turns[0], g.extra_turns[0]) == (0, 0)


@rule("careers R59")
def test_a_degree_opens_its_company_to_its_holder_alone():
    g = careers()
    g.cash = [0] * 3
    degrees(g, 1, "information_technology", 1)
    for seat, opened in enumerate((False, True, False)):
        turn_of(g, seat)
        place(g, seat, "entrance_agrivi")
        assert ("enter" in legal(g)) is opened


@pytest.mark.parametrize(("start", "number"), [("agrivi 6", 1), ("oxford 3", 2)])
def test_a_square_gives_as_many_opportunity_cards_as_it_says(start, number):
    g = careers()
    place(g, 0, start)
    roll(g, 1)
    assert len(g.opportunity[0]) == number and g.experience[0] == ()


@rule("careers R54")
@rule("careers S14", "careers S15", "careers S16", "careers S83")
def test_finishing_gives_one_two_three_and_then_always_three_experience_cards():
    g = careers()
    held = []
    for _ in range(5):
        turn_of(g, 0)
        place(g, 0, "agrivi 11")
        before = len(g.experience[0])
        roll(g, 1)
        held.append(len(g.experience[0]) - before)
    assert held == [1, 2, 3, 3, 3] and trips_of(g, 0, "agrivi") == 5


@rule("careers R54")
@rule("careers S13")
def test_the_university_gives_no_experience_for_finishing():
    g = careers()
    place(g, 0, "oxford 10")
    roll(g, 2)
    g.play("degree law")
    assert g.experience[0] == ()


@rule("careers R55")
@rule("careers S18", "careers S25", "careers S26")
def test_the_degree_is_chosen_on_leaving_among_programs_below_four():
    g = careers()
    degrees(g, 0, "law", 4)
    place(g, 0, "oxford 10")
    roll(g, 2)
    assert g.prompt == "degree" and len(legal(g)) == 8 and "degree law" not in legal(g)


@rule("careers R55")
def test_with_no_program_left_a_trip_gives_only_its_squares():
    g = careers()
    for program in g.table.board.programs:
        degrees(g, 0, program, 4)
    place(g, 0, "oxford 10")
    roll(g, 2)
    assert at(g, 0) == "leicester_square" and g.salary[0] == 2000


@rule("careers Tuition and Salary Increases")
@rule("careers S23")
def test_degrees_of_a_program_raise_the_salary_by_two_three_four_and_five_thousand():
    g = careers()
    rises = []
    for _ in range(4):
        turn_of(g, 0)
        place(g, 0, "oxford 10")
        before = g.salary[0]
        roll(g, 2)
        g.play("degree law")
        rises.append(g.salary[0] - before)
    assert rises == [2000, 3000, 4000, 5000]


@rule("careers R55")
@rule("careers S17")
def test_tuition_is_paid_every_time():
    g = careers()
    degrees(g, 0, "law", 2)
    place(g, 0, "entrance_oxford")
    g.play("enter")
    assert g.cash[0] == 1500


@rule("careers R56")
def test_a_scholarship_pays_the_tuition():
    g = careers()
    hold(g, 0, "free_oxford")
    g.cash[0] = 0
    g.play("opportunity free_oxford")
    assert at(g, 0) == "oxford gate" and g.cash[0] == 0


@rule("careers R57")
@pytest.mark.parametrize(("card", "refund"), [("join_oxford", 1000), ("free_oxford", 0)])
@rule("careers S24")
def test_the_post_doc_gets_the_tuition_back_that_it_paid(card, refund):
    g = careers()
    degrees(g, 0, "law", 3)
    hold(g, 0, card)
    g.play(f"opportunity {card}")
    g.where[0] = g.table.board.location("oxford 10")
    cash = g.cash[0]
    roll(g, 2)
    third = g.clone()
    g.play("degree law")
    assert g.cash[0] == cash + refund
    third.play("degree journalism")
    assert third.cash[0] == cash, "only the fourth degree is refunded"


@rule("careers R58")
def test_the_double_happiness_card_doubles_hearts_on_squares_of_that_trip_but_no_losses():
    g = careers()
    hold(g, 0, "double_stonehenge")
    trips(g, 1, "stonehenge", 1)
    g.play("opportunity double_stonehenge")
    roll(g, 4)
    assert at(g, 0) == "stonehenge 8" and g.happiness[0] == 2 * (3 + 6)
    g.where[0] = g.table.board.location("stonehenge 3")
    turn_of(g, 0)
    roll(g, 1)
    g.play("backstab seat 2")
    assert g.happiness[0] == 18 - 4
    g.where[0] = g.table.board.location("stonehenge 11")
    turn_of(g, 0)
    roll(g, 1)
    place(g, 0, "stonehenge 0")
    turn_of(g, 0)
    before = g.happiness[0]
    roll(g, 1)
    assert g.happiness[0] == before + 2, "the next trip is an ordinary one"


@rule("careers R59")
@pytest.mark.parametrize(("path", "program"), [("lister_bacon", "law"), ("pfizer_uk", "pharmacology")])
@rule("careers S21", "careers S22")
def test_one_degree_of_two_does_not_open_the_door(path, program):
    g = careers()
    place(g, 0, f"entrance_{path}")
    degrees(g, 0, program, 1)
    assert "enter" not in legal(g)
    degrees(g, 0, program, 2)
    g.play("enter")
    assert g.cash[0] == 2500


@rule("careers R60")
@rule("careers S5")
def test_stonehenge_is_for_happiness_as_its_figures_say():
    totals = path_totals(read_data()["paths"]["stonehenge"])
    assert (totals["happiness"], totals["fame"]) == (23, 2)


@rule("careers R35")
@pytest.mark.parametrize(("before", "after"), [(5000, 3000), (4000, 2000), (1000, 1000), (7000, 4000)])
@rule("careers S115")
def test_a_halved_salary_is_rounded_up_to_the_thousand(before, after):
    g = careers()
    g.salary[0] = before
    place(g, 0, "harrods 4")
    roll(g, 1)
    assert g.salary[0] == after


@rule("careers Occupations")
@rule("careers S84")
def test_a_path_square_gives_everything_it_says():
    g = careers()
    place(g, 0, "rolls_royce 11")
    roll(g, 1)
    assert (g.happiness[0], g.fame[0], g.cash[0]) == (4, 2, 7500)
    g = careers()
    place(g, 0, "arsenal 3")
    roll(g, 1, 5)
    assert (g.happiness[0], g.fame[0], g.cash[0]) == (2, 2, 7500)
    g = careers()
    place(g, 0, "bbc_news 8")
    roll(g, 1, 4)
    assert g.salary[0] == 6000


@rule("careers R4")
def test_lister_and_bacon_loses_fame_by_the_die_and_harrods_raises_the_salary_three_times():
    g = careers()
    g.fame[0] = 25
    place(g, 0, "lister_bacon 9")
    roll(g, 1, 3)
    assert g.fame[0] == 25 - 7
    totals = path_totals(read_data()["paths"]["harrods"])
    assert (totals["salary"], totals["salary_x"]) == (5000, 1000)


@rule("careers Calling in Favors")
@rule("careers S59")
def test_favors_bring_one_random_opportunity_from_every_other_player_who_has_one():
    g = careers(seats=4)
    hold(g, 1, "to_payday", "to_holiday")
    hold(g, 3, "golden_border")
    place(g, 0, "agrivi 4")
    roll(g, 1)
    assert len(cards(g, 0)) == 2 and "golden_border" in cards(g, 0)
    assert [len(cards(g, seat)) for seat in (1, 2, 3)] == [1, 0, 0]
