"""Office Job: the set-up, the course of a turn, and how it all ends."""

from collections import Counter

import pytest

from engine import SYSTEMS
from engine.core.errors import BadOptions
from engine.office_job.cards import DECK, NUMBER
from engine.office_job.rules.ranks import winners_of
from tests.engine.office_job.support import (
    all_cards,
    area,
    begin,
    draws,
    hand,
    job,
    legal,
    numbers,
    pile,
    play,
    points,
    skill,
    turn,
)
from tests.engine.support import play_randomly


def new(seats: int, seed: int = 1, **rules: object):
    return SYSTEMS["office_job"].new_game(seats, seed, {"settings": rules})


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.rule("office_job 1")
@pytest.mark.rule("office_job 2")
@pytest.mark.rule("office_job 3")
@pytest.mark.rule("office_job 4")
@pytest.mark.rule("office_job 5")
@pytest.mark.rule("office_job example 1")
def test_everybody_starts_with_five_cards_and_ten_to_draw(seats: int) -> None:
    g = new(seats)
    assert len(DECK) == 100 and all_cards(g) == sorted(DECK)
    assert len(g.central) == 100 - 15 * seats
    first = g.seat
    assert [len(held) for held in g.hands] == [6 if seat == first else 5 for seat in range(seats)]
    assert [g.deck_left[seat] for seat in range(seats)] == [9 if seat == first else 10 for seat in range(seats)]
    assert g.points == [0] * seats and g.rank == [1] * seats


@pytest.mark.rule("office_job B15")
@pytest.mark.rule("office_job B16")
def test_who_starts_is_a_house_rule() -> None:
    assert {new(4, seed).seat for seed in range(40)} == {0, 1, 2, 3}
    assert [new(3, 1, first_player="seat", game_number=number).seat for number in range(4)] == [0, 1, 2, 0]
    assert new(3, 1, first_player="seat", game_number=2, seat_rotation=False).seat == 0
    lowest = {new(3, seed, first_player="lowest_career", careers=[5, 2, 2]).seat for seed in range(20)}
    assert lowest == {1, 2}
    for wrong in ({"first_player": "lowest_career"}, {"careers": [1, 2]}):
        with pytest.raises(BadOptions, match="careers"):
            new(3, 1, **wrong)


@pytest.mark.rule("office_job 17")
@pytest.mark.rule("office_job 21")
def test_a_played_card_lies_face_up_until_the_next_own_turn() -> None:
    g = turn(job(2), 0)
    play(g, "ship_it")
    assert area(g, 0) == ["ship_it"] and g.view(1)["players"][0]["area"][0]["card"] == "ship_it"
    turn(g, 1)
    play(g, "ship_it")
    assert area(g, 0) == [] and "ship_it" in pile(g) and g.prompt == "replacement"


@pytest.mark.rule("office_job 18")
@pytest.mark.rule("office_job 19")
def test_a_drawn_card_may_be_replaced_once_from_the_central_deck() -> None:
    g = job()
    g.central[-1] = NUMBER["overtime"]
    begin(g, 0, "missed_deadline")
    assert hand(g, 0) == ["missed_deadline"] and legal(g) == ["keep", "replace"]
    assert g.view(0)["drawn"] == "missed_deadline" and g.view(1)["drawn"] is None
    play(g, "replace")
    assert hand(g, 0) == ["overtime"] and pile(g) == ["missed_deadline"] and g.prompt == "play"


@pytest.mark.rule("office_job 20")
def test_one_card_is_played_and_playing_is_compulsory() -> None:
    g = turn(job(), 0, "missed_deadline")
    assert legal(g) == ["play ship_it", "play missed_deadline"]
    play(g, "missed_deadline")
    assert g.seat == 1, "nothing is left to do"


@pytest.mark.rule("office_job 22")
def test_a_c_suite_skill_stays_for_good() -> None:
    g = turn(job(2), 0, "tech_foresight", draw="tight_ship")
    g.central = [*g.central, *numbers("ship_it", "overtime")]
    play(g, "tech_foresight", "discard overtime")
    for _ in range(2):
        turn(g, 1)
        play(g, "ship_it")
        g.decision = 0
        turn(g, 0, "overtime")
    assert area(g, 0) == ["tech_foresight"] and g.skilled == 1


@pytest.mark.rule("office_job 23")
@pytest.mark.rule("office_job B7")
@pytest.mark.rule("office_job example 12")
def test_a_second_c_suite_skill_goes_back_and_the_next_player_may_get_it() -> None:
    g = job(2)
    skill(g, 0)
    g.hands[0] = numbers("ship_it")
    begin(g, 0, "brand_charisma")
    assert g.prompt == "play" and legal(g) == ["play ship_it"]
    assert g.view(1)["central_top"] == ["brand_charisma"]
    assert all(g.determinize(1, seed).view(1)["central_top"] == ["brand_charisma"] for seed in range(5))
    draws(g, 1, "missed_deadline")
    play(g, "ship_it", "replace")
    assert hand(g, 1) == ["brand_charisma"] and g.view(0)["central_top"] == []


@pytest.mark.rule("office_job B6")
def test_a_c_suite_skill_goes_back_whatever_way_it_comes() -> None:
    g = job(2)
    skill(g, 0)
    g.central = [*g.central, *numbers("tight_ship", "brand_charisma")]
    turn(g, 0, "time_management")
    play(g, "time_management")
    assert hand(g, 0) == [] and g.view(1)["central_top"] == ["brand_charisma", "tight_ship"]
    g.hands[1] = numbers("big_picture")
    turn(g, 0, "poach_a_colleague")
    play(g, "poach_a_colleague")
    assert "big_picture" not in hand(g, 0) and g.view(1)["central_top"][-1] == "big_picture"


@pytest.mark.rule("office_job B5")
@pytest.mark.parametrize("card", ["big_picture", "tight_ship"])
def test_whoever_holds_second_c_suite_skills_alone_is_not_asked_to_play(card: str) -> None:
    g = job(2)
    skill(g, 0)
    turn(g, 0, card, draw=None)
    assert g.seat == 1 and hand(g, 0) == [card]


@pytest.mark.rule("office_job 19")
def test_a_replacement_may_be_any_card_even_the_first_of_the_deck() -> None:
    g = job()
    begin(g, 0, "missed_deadline")
    g.central[-1] = NUMBER["ship_it"]
    play(g, "replace")
    assert hand(g, 0) == ["ship_it"]


@pytest.mark.rule("office_job B5")
@pytest.mark.rule("office_job example 13")
def test_a_second_c_suite_skill_in_hand_cannot_be_played_or_goes_back() -> None:
    g = job(2)
    skill(g, 0)
    g.hands[0] = numbers("brand_charisma")
    begin(g, 0, None)
    assert g.seat == 1 and hand(g, 0) == ["brand_charisma"] and area(g, 0) == ["number_wizardry"]
    g = turn(job(2, second_csuite="return"), 0, "brand_charisma", "tight_ship")
    play(g, "tight_ship")
    assert hand(g, 0) == ["ship_it"] and g.view(1)["central_top"] == ["brand_charisma"]


@pytest.mark.rule("office_job 24")
@pytest.mark.rule("office_job example 14")
def test_the_discard_pile_becomes_the_central_deck() -> None:
    g = job()
    g.central, g.known = [], 0
    g.discard = list(numbers(*["overtime"] * 7))
    begin(g, 0, "missed_deadline")
    play(g, "replace")
    assert len(g.central) == 7 and g.discard == [] and len(g.hands[0]) == 1
    assert sorted([*g.central, *g.hands[0]]) == list(numbers(*["overtime"] * 7, "missed_deadline"))


@pytest.mark.rule("office_job B8")
def test_with_both_piles_empty_no_card_is_drawn() -> None:
    g = turn(job(), 0, "coffee_run", draw="coffee_run")
    g.central, g.discard, g.known = [], [], 0
    play(g, "coffee_run")
    assert g.points[0] == 1 and hand(g, 0) == ["coffee_run"]


@pytest.mark.rule("office_job 26")
@pytest.mark.rule("office_job example 15")
def test_the_hand_goes_after_the_last_personal_card() -> None:
    g = job()
    g.deck_left[0] = 1
    turn(g, 0, "overtime", "overtime", "overtime", "overtime", "overtime")
    assert len(g.hands[0]) == 6
    play(g, "ship_it")
    assert g.hands[0] == () and Counter(pile(g)) == {"overtime": 5} and area(g, 0) == ["ship_it"]


@pytest.mark.rule("office_job 27")
@pytest.mark.rule("office_job B9")
def test_without_a_deck_abilities_and_cards_gained_later_remain() -> None:
    g = job(2)
    points(g, 10, 0)
    skill(g, 0)
    g.deck_left[0] = 0
    begin(g, 0, None)
    assert g.prompt == "play" and legal(g) == ["end turn", "gain a point", "take 2 points from seat 2"]
    g.hands[0] = numbers("overtime")
    assert "end turn" not in legal(g) and "play overtime" in legal(g)


@pytest.mark.rule("office_job 28")
@pytest.mark.rule("office_job example 16")
def test_the_game_ends_with_the_turn_in_which_the_last_deck_runs_out() -> None:
    g = job()
    g.deck_left = [0, 0, 1]
    turn(g, 2)
    assert not g.over
    play(g, "ship_it")
    assert g.over and g.reason == "decks" and g.prompt == "over"


@pytest.mark.rule("office_job 28")
def test_a_game_has_ten_turns_per_player() -> None:
    g = new(4, 9)
    play_randomly(g, 9)
    assert g.turn == 40


@pytest.mark.rule("office_job 29")
@pytest.mark.rule("office_job B12")
@pytest.mark.rule("office_job example 8")
def test_temporary_ranks_score() -> None:
    g = job(2)
    points(g, 7, 12)
    g.deck_left = [1, 0]
    turn(g, 0, "acting_manager")
    play(g, "acting_manager", "end turn")
    outcome = g.outcome()
    assert outcome is not None and outcome.winners == (0,)
    assert outcome.scores[0] == {
        "won": True, "points": 7, "career_points": 7, "rank": "c_suite", "rank_by_card": True,
    }  # fmt: skip
    assert outcome.scores[1]["rank"] == "manager" and not outcome.scores[1]["rank_by_card"]


@pytest.mark.rule("office_job 30")
@pytest.mark.rule("office_job example 21")
def test_rank_comes_before_points_and_equals_share_the_victory() -> None:
    g = job()
    g.rank, g.points = [3, 3, 2], [12, 12, 20]
    assert winners_of(g) == (0, 1)
    g.points = [12, 13, 20]
    assert winners_of(g) == (1,)


@pytest.mark.rule("office_job B20")
def test_the_game_is_scored_at_its_turn_limit() -> None:
    g = new(3, 4, max_turns=2)
    play_randomly(g, 4)
    assert g.turn == 6 and g.reason == "turn_limit"


@pytest.mark.rule("office_job B19")
def test_a_hand_has_no_limit() -> None:
    g = turn(job(), 0, *["overtime"] * 30)
    assert len(g.hands[0]) == 31


@pytest.mark.rule("office_job B17")
def test_hands_and_decks_are_hidden_and_the_rest_lies_open() -> None:
    g = turn(job(), 0, "overtime")
    g.hands[1] = numbers("ship_it", "brand_charisma")
    view = g.view(2)
    assert view["hand"] == [] and view["legal"] == [] and view["players"][1]["cards"] == 2
    hands = {tuple(g.determinize(2, seed).hands[1]) for seed in range(20)}
    assert len(hands) > 5 and g.view(None)["players"] == view["players"]


def test_a_manager_who_delegates_can_do_so_in_every_world() -> None:
    g = job(2)
    points(g, 5, 0)
    skill(g, 1)
    turn(g, 0, "overtime", draw="brand_charisma")
    play(g, "delegate to seat 2")
    assert all(g.determinize(1, seed).legal_actions() for seed in range(50))


@pytest.mark.parametrize("seats", [2, 5])
def test_cards_are_neither_made_nor_lost(seats: int) -> None:
    def check(g) -> None:
        assert all_cards(g) == sorted(DECK)
        assert min(g.points) >= 0 and {*g.rank} <= {1, 2, 3}

    for rules in ({}, {"second_csuite": "return"}):
        play_randomly(new(seats, 5, **rules), 6, each=check)
