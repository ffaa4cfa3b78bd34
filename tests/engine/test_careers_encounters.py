"""Bumping, bargaining, backstabbing."""

import pytest

from tests.engine.support import at, cards, careers, degrees, dice, hold, legal, place, trips

rule = pytest.mark.rule


def meet(square="opportunity_08", others=(1,), **settings):
    """Seat 0 rolls a two onto a square where the others stand."""
    g = careers(seats=4, **settings)
    for seat in range(4):
        place(g, seat, "unemployment")
    location = place(g, others[0], square)
    for seat in others:
        g.where[seat] = location
    g.where[0] = location - 2
    dice(g, *((1, 1) if location < 42 else (2,)))
    g.play("roll")
    return g


def bump(g, action):
    """The mover bumps, and who is bumped offers nothing for peace."""
    g.play(action)
    assert g.prompt == "plea"
    g.play("decline")


@rule("careers R67")
@rule("careers S62", "careers S65")
def test_after_the_effect_of_the_square_its_occupant_may_be_bumped_to_unemployment():
    g = meet()
    assert g.prompt == "bump" and len(g.opportunity[0]) == 1
    assert legal(g) == ["decline", "bump seat 2", "bargain with seat 2"]
    bump(g, "bump seat 2")
    assert at(g, 1) == "unemployment" and g.cash[1] == 2500 and g.seat == 1


@rule("careers R67")
def test_doing_nothing_is_allowed():
    g = meet()
    g.play("decline")
    assert at(g, 1) == "opportunity_08" and g.seat == 1 and g.deeds == ()


@rule("careers R67")
@pytest.mark.parametrize(("bump_all", "sent"), [(False, 1), (True, 2)])
def test_one_player_is_bumped_or_by_house_rule_all(bump_all, sent):
    g = meet(others=(1, 2), bump_all=bump_all)
    bump(g, "bump seat 2")
    if bump_all:
        bump(g, "bump seat 3")
    assert g.where.count(g.table.board.unemployment) == 1 + sent and g.seat == 1


@rule("careers R67")
@pytest.mark.parametrize("on_paths", [True, False])
def test_bumping_on_paths_is_a_house_rule(on_paths):
    g = meet("agrivi 3", bump_on_paths=on_paths)
    assert (g.prompt == "bump") is on_paths


@rule("careers R67")
@pytest.mark.parametrize("square", ["hospital", "unemployment"])
@rule("careers S62")
def test_nobody_is_bumped_in_the_hospital_or_in_unemployment(square):
    g = meet(square)
    assert at(g, 0) == square and g.prompt == "turn"


@rule("careers R67")
def test_a_square_that_is_left_at_once_is_no_place_to_bump():
    g = meet("victoria")
    assert g.prompt == "ride"
    g = meet("rolls_royce 10")
    assert at(g, 0) == "hospital" and g.prompt == "turn"


@rule("careers Bumping")
@rule("careers S64")
def test_a_pharmacist_may_bump_to_the_hospital():
    g = careers()
    degrees(g, 0, "pharmacology", 2)
    place(g, 1, "opportunity_08")
    place(g, 0, "tech_convention")
    dice(g, 1, 1)
    g.play("roll")
    assert "bump seat 2 to hospital" in legal(g)
    bump(g, "bump seat 2 to hospital")
    assert at(g, 1) == "hospital"


@rule("careers Bumping")
@rule("careers S63")
def test_a_bargain_can_stop_a_bump():
    g = meet()
    hold(g, 1, "e7")
    g.play("bargain with seat 2")
    assert "item nothing" not in legal(g)
    g.play("item e7")
    assert g.prompt == "answer" and g.actor == 1
    g.play("accept")
    assert cards(g, 0)[0] == "e7" and cards(g, 1) == [] and at(g, 1) == "opportunity_08" and g.seat == 1


@rule("careers Bumping")
def test_who_refuses_a_bargain_may_still_be_bumped_but_is_not_asked_twice():
    g = meet()
    g.play("bargain with seat 2")
    g.play("item cash")
    g.play("amount 25")
    g.play("decline")
    assert g.prompt == "bump" and g.actor == 0 and legal(g) == ["decline", "bump seat 2"]
    g.play("bump seat 2")
    assert at(g, 1) == "unemployment" and g.cash[1] == 2500


@rule("careers R71")
def test_without_trading_there_is_no_bargaining():
    assert legal(meet(trading=False)) == ["decline", "bump seat 2"]


def at_the_knife(**settings):
    g = careers(seats=4, **settings)
    g.happiness = [20, 20, 20, 20]
    place(g, 0, "harrods 7")
    place(g, 1, "harrods 2")
    trips(g, 2, "harrods", 1)
    dice(g, 1)
    g.play("roll")
    return g


@rule("careers R68")
@rule("careers S3", "careers S4", "careers S32", "careers S33", "careers S34", "careers S35")
def test_current_and_former_employees_can_be_stabbed_each_for_four_hearts():
    g = at_the_knife()
    assert g.prompt == "backstab" and legal(g) == ["decline", "backstab seat 2", "backstab seat 3"]
    g.play("backstab seat 2")
    assert legal(g) == ["decline", "backstab seat 3"]
    g.play("backstab seat 3")
    assert g.happiness == [12, 8, 8, 20] and at(g, 1) == at(g, 2) == "unemployment" and g.seat == 1


@rule("careers R68")
def test_a_second_victim_can_be_stabbed_with_the_hearts_that_are_left_even_with_fewer_than_four():
    g = at_the_knife()
    g.happiness[0] = 5
    g.play("backstab seat 2")
    assert g.happiness[0] == 1 and legal(g) == ["decline", "backstab seat 3"]
    g.play("backstab seat 3")
    assert g.happiness == [0, 8, 8, 20]


@rule("careers Backstabbing")
@rule("careers S36")
def test_backstabbing_is_optional():
    g = at_the_knife()
    g.play("decline")
    assert g.happiness == [20] * 4 and g.seat == 1


@rule("careers R68")
@rule("careers S118")
def test_no_policy_helps_against_a_knife_on_either_side():
    g = at_the_knife()
    g.policies = [1, 1, 0, 0]
    g.play("backstab seat 2")
    assert g.happiness[:2] == [16, 8] and g.policies == [1, 1, 0, 0]


@rule("careers R68")
@pytest.mark.parametrize(("needs", "prompt"), [(False, "backstab"), (True, "turn")])
@rule("careers S35")
def test_stabbing_with_fewer_than_four_hearts_is_allowed_unless_a_house_rule_says_no(needs, prompt):
    g = careers(backstab_needs_hearts=needs)
    g.happiness = [3, 20, 20]
    place(g, 0, "harrods 7")
    place(g, 1, "harrods 2")
    dice(g, 1)
    g.play("roll")
    if not needs:
        g.play("backstab seat 2")
        assert g.happiness[:2] == [0, 8]
    else:
        assert legal(g) == ["decline"]


@rule("careers S120")
def test_a_policy_does_not_stop_a_bump():
    g = meet()
    g.policies[1] = 1
    bump(g, "bump seat 2")
    assert at(g, 1) == "unemployment" and g.policies[1] == 1 and g.actor == 1, "nothing was asked"
