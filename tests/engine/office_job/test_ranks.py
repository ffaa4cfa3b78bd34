"""Office Job: points, ranks and the abilities that come with them."""

import pytest

from engine.core.errors import IllegalAction
from tests.engine.office_job.support import area, begin, hand, job, legal, pile, play, points, skill, turn


@pytest.mark.rule("office_job 6")
@pytest.mark.rule("office_job 20")
def test_an_entry_level_employee_has_cards_and_nothing_else() -> None:
    g = turn(job(), 0, "overtime")
    assert legal(g) == ["play ship_it", "play overtime"]


@pytest.mark.rule("office_job 7")
@pytest.mark.rule("office_job 15")
@pytest.mark.rule("office_job example 2")
def test_five_points_make_a_manager_at_once() -> None:
    g = job()
    points(g, 4, 0, 0)
    turn(g, 0, "overtime")
    play(g, "ship_it")
    assert g.points[0] == 6 and g.rank[0] == 2
    assert legal(g) == ["end turn", "delegate to seat 2", "delegate to seat 3"]


@pytest.mark.rule("office_job 8")
@pytest.mark.rule("office_job example 3")
def test_points_alone_do_not_make_c_suite() -> None:
    g = job()
    points(g, 12, 12, 9)
    assert g.rank == [2, 2, 2]
    skill(g, 0)
    skill(g, 2)
    assert g.rank == [3, 2, 2]


@pytest.mark.rule("office_job 15")
@pytest.mark.rule("office_job example 4")
def test_a_promotion_may_come_in_another_players_turn() -> None:
    g = job()
    points(g, 0, 9, 0)
    skill(g, 1)
    turn(g, 0, "bonus_season")
    assert g.rank[1] == 2
    play(g, "bonus_season")
    assert g.points == [2, 10, 1] and g.rank[1] == 3


@pytest.mark.rule("office_job 11")
@pytest.mark.rule("office_job 16")
@pytest.mark.rule("office_job example 5")
def test_a_c_suite_player_takes_from_lower_ranks_only_and_a_loss_demotes_at_once() -> None:
    g = job()
    points(g, 10, 10, 1)
    skill(g, 0)
    skill(g, 1)
    turn(g, 0, "pass_the_blame")
    with pytest.raises(IllegalAction):
        g.play("take 2 points from seat 2")
    play(g, "pass_the_blame", "choose seat 2")
    assert g.points[1] == 7 and g.rank[1] == 2
    assert "take 2 points from seat 2" in legal(g)


@pytest.mark.rule("office_job 11")
@pytest.mark.rule("office_job B13")
@pytest.mark.rule("office_job B14")
def test_the_c_suite_choice_is_one_of_two_once_a_turn_besides_delegating() -> None:
    g = job()
    points(g, 10, 1, 9)
    skill(g, 0)
    turn(g, 0, "overtime", "missed_deadline")
    play(g, "take 2 points from seat 2")
    assert g.points == [10, 0, 9], "nobody gains what is taken"
    assert not any("point" in action for action in legal(g))
    play(g, "delegate to seat 3", "missed_deadline")
    assert g.points[2] == 7 and legal(g) == ["play ship_it", "play overtime"]
    g = turn(g, 0, "overtime")
    play(g, "gain a point", "ship_it")
    assert g.points[0] == 13 and not any("point" in action for action in legal(g))


@pytest.mark.rule("office_job B13")
def test_a_shield_counts_against_the_c_suite_choice() -> None:
    g = job()
    points(g, 10, 5, 5)
    skill(g, 0)
    turn(g, 1, "thick_skin")
    play(g, "thick_skin")
    g.decision = 0
    turn(g, 0, "overtime")
    play(g, "take 2 points from seat 2")
    assert g.points[1] == 6


@pytest.mark.rule("office_job 12")
def test_abilities_are_open_at_any_moment_of_the_own_turn_and_never_in_another() -> None:
    g = job()
    points(g, 10, 5, 0)
    skill(g, 0)
    g.hands[0] = turn(job(), 0, "missed_deadline").hands[0]
    begin(g, 0)
    assert g.prompt == "start" and legal(g)[:2] == ["draw", "gain a point"]
    assert "delegate to seat 3" in legal(g)
    play(g, "draw")
    assert g.prompt == "replacement" and "gain a point" in legal(g)
    play(g, "keep")
    assert g.prompt == "play" and "gain a point" in legal(g)
    play(g, "ship_it")
    assert g.prompt == "play" and "end turn" in legal(g) and "gain a point" in legal(g)
    play(g, "end turn")
    assert g.actor == 1 and "gain a point" not in legal(g)


@pytest.mark.rule("office_job 9")
@pytest.mark.rule("office_job 10")
@pytest.mark.rule("office_job B1")
@pytest.mark.rule("office_job B2")
@pytest.mark.rule("office_job example 10")
def test_a_delegated_card_happens_to_the_delegate_and_leaves_the_own_play_due() -> None:
    g = job()
    points(g, 5, 1, 0)
    turn(g, 0, "missed_deadline")
    play(g, "delegate to seat 2", "missed_deadline")
    assert g.points == [5, 0, 0] and area(g, 1) == ["missed_deadline"] and area(g, 0) == []
    assert legal(g) == ["play ship_it"], "one delegation a turn, and the own play is still owed"
    play(g, "ship_it")
    assert g.actor == 1
    turn(g, 1, "overtime")
    assert area(g, 1) == [] and "missed_deadline" in pile(g), "it lay until the delegate's next turn"


@pytest.mark.rule("office_job 9")
@pytest.mark.rule("office_job example 11")
def test_equal_ranks_are_no_delegates() -> None:
    g = job(2)
    points(g, 5, 5)
    turn(g, 0, "missed_deadline")
    with pytest.raises(IllegalAction):
        g.play("delegate to seat 2")


@pytest.mark.rule("office_job B3")
def test_the_manager_picks_any_target_of_the_delegate_even_the_manager() -> None:
    g = job()
    points(g, 5, 0, 0)
    turn(g, 0, "networking_lunch")
    play(g, "delegate to seat 2", "networking_lunch")
    assert g.actor == 0 and legal(g) == ["choose seat 1", "choose seat 3"]
    play(g, "choose seat 1")
    assert g.points == [6, 2, 0]


@pytest.mark.rule("office_job B4")
def test_a_c_suite_skill_may_be_delegated_to_who_has_none() -> None:
    g = job()
    points(g, 5, 4, 4)
    skill(g, 2)
    turn(g, 0, "brand_charisma", draw="tight_ship")
    assert "delegate to seat 3" not in legal(g)
    play(g, "delegate to seat 2", "brand_charisma")
    assert g.skilled == 0b110 and area(g, 1) == ["brand_charisma"] and g.points == [4, 5, 3]
    g = job(delegate_csuite=False)
    points(g, 5, 0, 0)
    turn(g, 0, "brand_charisma", draw="ship_it")
    play(g, "delegate to seat 2")
    assert legal(g) == ["play ship_it"]


@pytest.mark.rule("office_job 13")
@pytest.mark.rule("office_job example 9")
def test_no_rank_is_above_c_suite_and_the_card_stays_its_time() -> None:
    g = job()
    points(g, 10, 0, 0)
    skill(g, 0)
    turn(g, 0, "acting_manager")
    play(g, "acting_manager", "end turn")
    assert g.rank[0] == 3 and "acting_manager" in area(g, 0)
    turn(g, 0, "missed_deadline")
    assert "acting_manager" in area(g, 0)
    play(g, "missed_deadline")
    assert g.rank[0] == 3, "10 - 2 points, one rank up"
    play(g, "end turn")
    assert "acting_manager" not in area(g, 0) and g.rank[0] == 2


@pytest.mark.rule("office_job 13")
@pytest.mark.rule("office_job 14")
def test_no_rank_is_below_entry_level_and_no_points_below_none() -> None:
    g = job(2)
    points(g, 0, 1)
    turn(g, 0, "reorganisation")
    play(g, "reorganisation")
    assert g.rank[1] == 1 and g.status[8 + 2] == -1
    turn(g, 0, "pass_the_blame")
    play(g, "pass_the_blame")
    assert g.points[1] == 0


@pytest.mark.rule("office_job B11")
@pytest.mark.rule("office_job example 6")
def test_a_hiring_freeze_ends_before_its_owner_draws() -> None:
    g = job()
    points(g, 0, 4, 0)
    turn(g, 0, "hiring_freeze")
    play(g, "hiring_freeze")
    turn(g, 1)
    play(g, "ship_it")
    assert g.points[1] == 6 and g.rank[1] == 1
    begin(g, 0)
    assert g.rank[1] == 2 and g.prompt == "replacement"


@pytest.mark.rule("office_job 16")
@pytest.mark.rule("office_job B10")
@pytest.mark.rule("office_job B11")
@pytest.mark.rule("office_job example 7")
def test_a_golden_parachute_holds_the_rank_until_the_end_of_the_next_turn() -> None:
    g = job()
    points(g, 0, 4, 0)
    turn(g, 1, "golden_parachute")
    play(g, "golden_parachute", "end turn")
    assert g.points[1] == 5
    turn(g, 0, "pass_the_blame")
    play(g, "pass_the_blame", "choose seat 2")
    assert g.points[1] == 2 and g.rank[1] == 2
    turn(g, 1, "missed_deadline", draw="reply_all_disaster")
    play(g, "reply_all_disaster")
    assert g.rank[1] == 2
    play(g, "end turn")
    assert g.rank[1] == 1


@pytest.mark.rule("office_job B12")
def test_a_temporary_rank_has_the_abilities_of_the_rank() -> None:
    g = job()
    turn(g, 0, "acting_manager")
    play(g, "acting_manager")
    assert g.natural[0] == 1 and "delegate to seat 2" in legal(g)
    assert hand(g, 0) == ["ship_it"]
