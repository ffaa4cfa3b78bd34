"""Office Job: what the cards do, and the deck that holds them."""

from importlib import resources

import pytest

import engine
from engine.core.errors import BadData
from engine.office_job.cards import BAR_PLAY, CARDS, EFFECTS, KINDS, NUMBER
from engine.office_job.data import OPS, checked_deck
from tests.engine.office_job.support import area, hand, job, legal, numbers, pile, play, points, skill, turn

DECK = (resources.files("engine.office_job") / "data" / "deck.toml").read_text(encoding="utf-8")


def test_the_house_deck_uses_the_whole_vocabulary() -> None:
    assert len(CARDS) == 36
    assert {effect.op for effects in EFFECTS for effect in effects} == set(OPS)


@pytest.mark.rule("office_job 25")
@pytest.mark.rule("office_job example 17")
def test_conditions_are_read_before_the_first_effect() -> None:
    g = job()
    points(g, 3, 0, 0)
    turn(g, 0, "performance_review")
    play(g, "performance_review")
    assert g.points[0] == 5


@pytest.mark.rule("office_job 25")
@pytest.mark.parametrize(("before", "after"), [(4, 6), (5, 6), (9, 10), (10, 9)])
def test_a_performance_review_depends_on_the_points_of_its_player(before: int, after: int) -> None:
    g = job()
    points(g, before, 0, 0)
    turn(g, 0, "performance_review")
    play(g, "performance_review")
    assert g.points[0] == after


@pytest.mark.rule("office_job 25")
@pytest.mark.parametrize(("rank", "taken"), [(1, 1), (2, 2)])
def test_more_credit_is_taken_from_a_higher_rank_alone(rank: int, taken: int) -> None:
    g = job()
    points(g, 0, 3, 0)
    g.rank[1] = rank
    turn(g, 0, "take_the_credit")
    play(g, "take_the_credit", "choose seat 2")
    assert g.points == [taken, 3 - taken, 0]


@pytest.mark.rule("office_job example 18")
def test_no_more_can_be_taken_than_is_there() -> None:
    g = job()
    points(g, 0, 1, 0)
    g.rank[1] = 2
    turn(g, 0, "take_the_credit")
    play(g, "take_the_credit", "choose seat 2")
    assert g.points == [1, 0, 0]


@pytest.mark.rule("office_job 25")
@pytest.mark.rule("office_job example 19")
def test_an_effect_without_a_legal_target_is_skipped() -> None:
    g = turn(job(), 0, "undermine")
    play(g, "undermine")
    assert g.points == [1, 0, 0] and g.seat == 1
    points(g, 0, 0, 5)
    turn(g, 0, "undermine")
    play(g, "undermine")
    assert g.points == [0, 0, 2], "the only one above is the target"


@pytest.mark.rule("office_job example 20")
def test_after_overtime_the_next_turn_has_a_draw_but_no_play() -> None:
    g = turn(job(2), 0, "overtime")
    play(g, "overtime")
    assert g.points[0] == 3
    turn(g, 1)
    play(g, "ship_it")
    g.decision = 0
    turn(g, 0, "ship_it", "ship_it")
    assert g.seat == 1 and len(g.hands[0]) == 3 and area(g, 0) == []
    turn(g, 1)
    play(g, "ship_it")
    turn(g, 0, "ship_it")
    assert legal(g) == ["play ship_it"]


def test_a_manager_in_overtime_cannot_delegate_either() -> None:
    g = job(2)
    points(g, 5, 0)
    turn(g, 0, "overtime")
    play(g, "overtime")
    assert g.seat == 1


def test_mentoring_a_junior_pays_when_there_is_one() -> None:
    g = job()
    points(g, 5, 0, 5)
    turn(g, 0, "mentor_a_junior")
    play(g, "mentor_a_junior")
    assert g.points == [7, 1, 5]
    points(g, 0, 0, 0)
    turn(g, 0, "mentor_a_junior")
    play(g, "mentor_a_junior")
    assert g.points == [1, 0, 0]


def test_a_side_project_allows_one_more_play_that_is_not_owed() -> None:
    g = turn(job(), 0, "side_project", "overtime")
    play(g, "side_project")
    assert legal(g)[-1] == "end turn" and "play overtime" in legal(g)
    play(g, "overtime")
    assert g.seat == 1
    g = job()
    points(g, 5, 0, 0)
    turn(g, 0, "side_project", "overtime")
    play(g, "delegate to seat 2", "side_project", "overtime")
    assert g.seat == 1 and len(g.hands[1]) == 2, "the delegate drew a card, and another in the turn that follows"


@pytest.mark.rule("office_job 20")
def test_a_side_project_allows_one_more_play_and_no_third() -> None:
    g = turn(job(), 0, "side_project", "overtime", "coffee_run")
    play(g, "side_project", "ship_it")
    assert g.seat == 1 and "overtime" in hand(g, 0)


@pytest.mark.rule("office_job 25")
@pytest.mark.parametrize(("others", "gained"), [((3, 4), 1), ((2, 4), 2), ((5, 4), 2)])
def test_public_speaking_pays_double_where_nobody_has_fewer_points(others: tuple[int, int], gained: int) -> None:
    g = job()
    points(g, others[0] if others[0] == 2 else 4, *others)
    before = g.points[0]
    turn(g, 0, "public_speaking")
    play(g, "public_speaking")
    assert g.points[0] - before == gained


@pytest.mark.rule("office_job 25")
@pytest.mark.parametrize(("have", "gained"), [(4, False), (5, True)])
def test_to_pitch_the_board_pays_managers(have: int, gained: bool) -> None:
    g = job()
    points(g, have, 0, 0)
    turn(g, 0, "pitch_the_board")
    play(g, "pitch_the_board")
    assert (g.points[0] == have + 2) is gained


def test_layoffs_ask_nobody_which_card_goes() -> None:
    g = turn(job(), 1, "layoffs", draw="layoffs")
    g.hands = [numbers("ship_it", "overtime"), g.hands[1], numbers("overtime")]
    play(g, "layoffs")
    assert g.prompt != "discard" and len(g.hands[0]) == 1


def test_a_shield_reduces_what_others_take_and_nothing_else() -> None:
    g = job(2)
    points(g, 0, 6)
    turn(g, 1, "thick_skin")
    play(g, "thick_skin", "end turn")
    turn(g, 0, "pass_the_blame")
    play(g, "pass_the_blame")
    assert g.points == [0, 6], "7 - (3 - 2)"
    turn(g, 1, "missed_deadline")
    play(g, "missed_deadline")
    assert g.points[1] == 4
    assert g.status[KINDS : 2 * KINDS] == [0] * KINDS, "it ended with that turn"


@pytest.mark.rule("office_job 22")
def test_a_skill_of_c_suite_outlasts_a_card_that_ends_beside_it() -> None:
    g = turn(job(2), 0, "thick_skin")
    play(g, "thick_skin")
    skill(g, 0)
    turn(g, 0)
    play(g, "ship_it")
    assert g.seat == 1 and area(g, 0) == ["number_wizardry", "ship_it"]


def test_two_shields_add_up() -> None:
    g = turn(job(), 1, "thick_skin")
    play(g, "thick_skin")
    points(g, 0, 0, 5)
    turn(g, 2, "number_wizardry")
    play(g, "delegate to seat 2", "number_wizardry")
    points(g, 0, 6, 0)
    turn(g, 0, "pass_the_blame")
    play(g, "pass_the_blame", "choose seat 2")
    assert g.points[1] == 6, "3 - 2 - 1"


@pytest.mark.rule("office_job 8")
@pytest.mark.rule("office_job 15")
def test_a_skill_that_brings_no_points_promotes_at_once_too() -> None:
    g = job()
    points(g, 10, 0, 0)
    turn(g, 0, "number_wizardry")
    assert g.rank[0] == 2
    play(g, "number_wizardry")
    assert g.rank[0] == 3


def test_a_boost_works_from_the_next_turn_and_on_the_first_gain_only() -> None:
    g = turn(job(2), 0, "work_ethic")
    play(g, "work_ethic")
    assert g.points[0] == 1
    turn(g, 1, "bonus_season")
    play(g, "bonus_season")
    assert g.points[0] == 2, "not the owner's turn"
    turn(g, 0, "side_project")
    play(g, "side_project", "ship_it", "end turn")
    assert g.points[0] == 5
    turn(g, 0)
    play(g, "ship_it")
    assert g.points[0] == 7


def test_a_boost_adds_to_the_first_of_two_gains_alone() -> None:
    g = turn(job(), 0, "work_ethic")
    play(g, "work_ethic")
    points(g, 5, 0, 5)
    turn(g, 0, "mentor_a_junior")
    play(g, "mentor_a_junior")
    assert g.points[0] == 5 + 1 + 1 + 1


@pytest.mark.rule("office_job 21")
@pytest.mark.parametrize(("swept", "gained"), [("clear area card 1", 2), ("clear area card 2", 3)])
def test_a_boost_that_a_delegate_sweeps_away_in_its_turn_brings_no_more(swept: str, gained: int) -> None:
    g = turn(job(), 0, "work_ethic")
    play(g, "work_ethic")
    points(g, 0, 0, 5)
    turn(g, 2, "thick_skin")
    play(g, "delegate to seat 1", "thick_skin")
    points(g, 5, 0, 0)
    turn(g, 0, "clean_desk")
    assert area(g, 0) == ["work_ethic", "thick_skin"]
    play(g, "delegate to seat 2", "clean_desk", "choose seat 1", swept, "ship_it")
    assert g.points[0] == 5 + gained


def test_the_big_picture_boosts_every_own_turn() -> None:
    g = turn(job(2), 0, "big_picture")
    play(g, "big_picture")
    for total in (3, 6):
        turn(g, 0)
        play(g, "ship_it")
        assert g.points[0] == total


def test_a_tight_ship_keeps_others_hands_off_the_rank() -> None:
    g = job()
    points(g, 5, 5, 5)
    turn(g, 0, "tight_ship")
    play(g, "tight_ship")
    turn(g, 1, "reorganisation")
    play(g, "reorganisation", "choose seat 1")
    assert g.rank[0] == 2
    turn(g, 0, "acting_manager")
    play(g, "acting_manager")
    assert g.rank[0] == 3, "an own card is not kept away from oneself"


@pytest.mark.parametrize(("target", "rank"), [(1, 2), (2, 1)])
def test_a_tight_ship_keeps_nobody_elses_rank(target: int, rank: int) -> None:
    g = job()
    points(g, 5, 5, 5)
    turn(g, 1, "tight_ship")
    play(g, "tight_ship")
    turn(g, 0, "reorganisation")
    play(g, "reorganisation", f"choose seat {target + 1}")
    assert g.rank[target] == rank


def test_clearing_ends_a_card_and_what_it_did() -> None:
    g = job()
    points(g, 0, 5, 0)
    turn(g, 0, "reorganisation")
    play(g, "reorganisation", "choose seat 2")
    assert g.rank[1] == 1
    skill(g, 0)
    turn(g, 2, "clean_desk")
    play(g, "clean_desk", "choose seat 1")
    assert g.rank[1] == 2 and area(g, 0) == ["number_wizardry"] and "reorganisation" in pile(g)


def test_with_several_lasting_cards_one_is_chosen() -> None:
    g = turn(job(), 0, "side_project", "thick_skin")
    play(g, "side_project", "thick_skin")
    points(g, 0, 0, 5)
    turn(g, 2, "hr_complaint")
    play(g, "delegate to seat 1", "hr_complaint")
    assert area(g, 0) == ["side_project", "thick_skin", "hr_complaint"]
    turn(g, 1, "clean_desk")
    play(g, "clean_desk", "choose seat 1")
    assert g.prompt == "clear" and legal(g) == ["clear area card 2", "clear area card 3"]
    play(g, "clear area card 3")
    assert area(g, 0) == ["side_project", "thick_skin"] and not any(g.status[:3]) and g.points[1] == 1


def test_the_recipient_chooses_what_to_discard_and_what_to_pick_up() -> None:
    g = job()
    g.central = [*g.central, *numbers("overtime", "coffee_run")]
    turn(g, 0, "time_management")
    play(g, "time_management")
    assert g.prompt == "discard" and legal(g) == ["discard ship_it", "discard overtime", "discard coffee_run"]
    assert g.view(1)["playing"] == {"card": "time_management", "for": 0}
    play(g, "discard coffee_run")
    assert g.points[0] == 1 and hand(g, 0) == ["ship_it", "overtime"]
    g.discard = list(numbers("overtime", "layoffs", "brand_charisma"))
    turn(g, 0, "spreadsheet_sorcery", draw="missed_deadline")
    g.discard = list(numbers("overtime", "layoffs", "brand_charisma"))
    play(g, "spreadsheet_sorcery")
    assert legal(g) == ["pick up overtime", "pick up layoffs"], "never a C-Suite Skill"
    play(g, "pick up layoffs")
    assert hand(g, 0) == ["missed_deadline", "layoffs"]


def test_a_delegate_makes_the_choices_that_are_a_recipients() -> None:
    g = job()
    points(g, 5, 0, 0)
    g.hands[1] = numbers("overtime", "ship_it")
    turn(g, 0, "time_management")
    play(g, "delegate to seat 2", "time_management")
    assert g.prompt == "discard" and g.actor == 1 and len(g.hands[1]) == 4


@pytest.mark.rule("office_job B18")
def test_an_effect_on_several_players_goes_round_from_the_actor() -> None:
    g = turn(job(), 1, "layoffs", draw="layoffs")
    g.hands = [numbers("ship_it"), g.hands[1], numbers("overtime")]
    g.discard = []
    play(g, "layoffs")
    assert pile(g) == ["layoffs", "overtime", "ship_it"]


def test_budget_cuts_hit_by_points_and_layoffs_by_rank() -> None:
    g = job()
    points(g, 5, 4, 6)
    turn(g, 0, "budget_cuts")
    play(g, "budget_cuts")
    assert g.points == [3, 4, 4]


def test_who_is_barred_from_abilities_has_none() -> None:
    g = job()
    points(g, 0, 5, 0)
    turn(g, 0, "office_politics")
    play(g, "office_politics", "choose seat 2")
    turn(g, 1)
    assert legal(g) == ["play ship_it"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "skill"', 'kind = "talent"', r"^card 26 \('thick_skin'\): there is no kind 'talent'"),
        ("count = 4", "count = 0", r"^card 1 \('ship_it'\): count must be"),
        ("count = 4", "count = 5", "^kinds.action: the cards add up to 46"),
        ('op = "steal"', 'op = "borrow"', r"'take_the_credit'\), effect 1: there is no effect 'borrow'"),
        ('until = "start_next"', 'until = "soon"', "until must be one of"),
        ("{ points_max = 4 }", "{ luck = 4 }", "there is no condition 'luck'"),
        ('who = "target", n = 3', 'who = "target"', "'lose' needs 'n'"),
        ('id = "overtime"', 'id = "ship_it"', "the id stands twice"),
        ("n = 2 }]", 'n = 2, mood = "good" }]', "knows no 'mood'"),
        ('who = "any"', 'who = "all"', "a choice needs one recipient"),
        ("manager = 5", 'manager = "5"', "^ranks.manager must be"),
    ],
)
def test_a_wrong_deck_is_named_by_its_card(old: str, new: str, message: str) -> None:
    assert old in DECK
    with pytest.raises(BadData, match=message):
        checked_deck(DECK.replace(old, new, 1))


def test_the_greedy_bot_beats_random_ones() -> None:
    totals = engine.simulate("office_job", 4, 60, bots=["greedy", "random", "random", "random"])
    assert totals.wins[0] > 30 and NUMBER["ship_it"] == 0


@pytest.mark.rule("office_job B3")
@pytest.mark.parametrize("before", [False, True])
def test_nobody_who_may_play_no_cards_is_made_to_play_a_delegated_one(before: bool) -> None:
    g = job(delegate_barred=before)
    points(g, 6, 0, 0)
    g.status[1 * KINDS + BAR_PLAY] = 1
    turn(g, 0, "side_project")
    assert ("delegate to seat 2" in legal(g)) is before
    assert "delegate to seat 3" in legal(g)
