"""Rounds of Career Compass: throw, comparison, joker, stack. Levels are those of the house cards."""

import pytest

from engine import SYSTEMS
from engine.career_compass.cards import CARD_IDS, FACES, SKILL_IDS
from engine.core.errors import BadOptions, BadSeats
from engine.core.rng import Stream
from tests.engine.career_compass.support import compass, legal, pack, stack, throw
from tests.engine.support import play_randomly

rule = pytest.mark.rule
FILL = "K21 K22 K23 K24"  # four cards, so that nobody may choose


def new(seats, seed=1, **settings):
    return SYSTEMS["career_compass"].new_game(seats, seed, {"settings": settings})


@rule("career_compass 1")
@rule("career_compass B2")
def test_two_or_more_play_as_far_as_the_cards_go_and_fewer_by_house_rule():
    for seats in (1, 34):
        with pytest.raises(BadSeats):
            new(seats)
    assert new(3, max_players=3).seats == 3
    with pytest.raises(BadOptions, match="max_players is 3; this table has 4"):
        new(4, max_players=3)


@rule("career_compass 2")
@rule("career_compass 7")
@rule("career_compass example 1")
@pytest.mark.parametrize(("seats", "sizes"), [(2, [17, 16]), (3, [11] * 3), (4, [9, 8, 8, 8]), (8, [5, *[4] * 7]),
                                              (20, [*[2] * 13, *[1] * 7]), (33, [1] * 33)])  # fmt: skip
@rule("career_compass B1")
def test_all_33_cards_are_dealt_and_early_seats_get_one_more(seats, sizes):
    game = new(seats)
    assert [len(held) for held in game.packs] == sizes and len(SKILL_IDS) == 7
    assert sorted(card for held in game.packs for card in held) == list(range(33))
    assert new(seats, 2).packs != game.packs, "the cards were not shuffled"
    even = new(seats, uneven="set_aside")
    assert {len(held) for held in even.packs} == {33 // seats} and len(even.aside) == 33 % seats


@rule("career_compass 8")
@rule("career_compass B18")
def test_a_player_sees_the_own_top_card_only():
    g = compass(f"K01 {FILL}", "K17 K02 K03 K04")
    assert g.view(0)["hand"] == ["K01"] and g.view(1)["hand"] == ["K17"] and g.view(None)["hand"] == []
    assert "K02" not in str(g.view(1)) and "K17" not in str(g.view(0))


@rule("career_compass 9")
@rule("career_compass B19")
def test_the_joker_is_drawn_or_chosen_and_stays():
    assert {new(2, seed).view(None)["joker"] for seed in range(60)} == set(SKILL_IDS)
    game = new(2, joker="organisms")
    play_randomly(game, 3)
    assert game.view(None)["joker"] == "organisms"
    with pytest.raises(BadOptions, match="joker must be one of: random, quantitative"):
        new(2, joker="luck")


@rule("career_compass 6")
@rule("career_compass 19")
@rule("career_compass example 2")
@rule("career_compass example 3")
def test_the_faces_of_the_die_are_the_skills_without_the_joker():
    view = compass(FILL, "K01 K02 K03 K04").view(0)
    assert view["faces"] == ["quantitative", "communication", "practical", "organisms", "leadership", "teamwork"]
    other = compass(FILL, "K01 K02 K03 K04", joker="quantitative").view(0)
    assert other["faces"][0] == "creativity"
    assert all(len(faces) == 6 and joker not in faces for joker, faces in enumerate(FACES))


@rule("career_compass 6")
@rule("career_compass B20")
def test_the_die_picks_the_skill_and_nobody_else():
    g = compass(f"K01 {FILL}", "K17 K02 K03 K04")
    assert legal(g) == ["throw"] and g.actor == 0
    skills = set()
    for seed in range(40):
        twin = SYSTEMS["career_compass"].new_game(3, seed, {"settings": {"joker": "creativity"}})
        twin.play("throw")
        skills.add(twin.view(None)["read"]["skill"])
        assert twin.actor == 1, "the seats throw in turn"
    assert skills == set(SKILL_IDS) - {"creativity"}


@rule("career_compass B20")
def test_the_die_goes_round_the_table():
    g = compass(f"K17 {FILL}", "K01 K02 K03 K04 K05 K06", "K07 K08 K09 K10 K11 K12")
    throwers = [g.actor]
    for _ in range(3):
        throw(g, "quantitative")
        throwers.append(g.actor)
    assert throwers == [0, 1, 2, 0]


@rule("career_compass 10")
def test_before_the_first_throw_no_skill_is_named_and_nobody_has_won():
    read = new(3).view(None)["read"]
    assert (read["skill"], read["taker"], read["levels"]) == (None, None, [])


@rule("career_compass 5")
@rule("career_compass 10")
@rule("career_compass 12")
@rule("career_compass example 4")
def test_the_highest_level_takes_the_cards_under_the_pack():
    g = throw(compass("K17 K21 K22 K23", "K01 K02 K03 K04"), "quantitative")
    assert pack(g, 0) == "K21 K22 K23 K17 K01" and pack(g, 1) == "K02 K03 K04"
    assert g.view(1)["read"]["levels"] == [[0, 10], [1, 8]] and g.view(1)["read"]["taker"] == 0


@rule("career_compass 12")
@rule("career_compass B4")
def test_the_own_card_goes_first_then_the_others_from_the_winner_on():
    g = throw(compass("K01 K21 K22 K23", "K02 K24 K25 K26", "K17 K27 K28 K29", "K03 K30 K31 K32"), "quantitative")
    assert pack(g, 2) == "K27 K28 K29 K17 K03 K01 K02"


@rule("career_compass B4")
def test_by_house_rule_won_cards_go_under_the_pack_in_any_order():
    orders = set()
    for seed in range(60):
        g = compass("K17 K21 K22 K23", "K01 K24 K25 K26", "K03 K27 K28 K29", bottom_order="shuffled")
        g.rng = Stream(seed).state
        g.play("throw")
        if g.view(None)["read"]["skill"] == "quantitative":
            orders.add(pack(g, 0).removeprefix("K21 K22 K23 "))
    assert len(orders) > 1 and {" ".join(sorted(order.split())) for order in orders} == {"K01 K03 K17"}


@rule("career_compass 11")
@rule("career_compass example 5")
def test_equal_highest_levels_read_the_joker():
    g = throw(compass("K17 K21 K22 K23", "K18 K24 K25 K26", "K01 K27 K28 K29"), "quantitative")
    assert g.view(None)["read"]["joker_levels"] == [[0, 8], [1, 7]]
    assert pack(g, 0) == "K21 K22 K23 K17 K18 K01"


@rule("career_compass 11")
@rule("career_compass example 6")
@rule("career_compass B3")
def test_equal_levels_below_the_highest_mean_nothing():
    g = throw(compass("K02 K22 K23 K24", "K21 K25 K26 K27", "K13 K28 K29 K30"), "practical")
    assert g.view(None)["read"]["levels"] == [[0, 7], [1, 7], [2, 9]]
    assert g.view(None)["read"]["joker_levels"] == [] and g.view(None)["read"]["taker"] == 2


@rule("career_compass 13")
def test_the_next_round_has_a_throw_of_its_own():
    g = throw(compass("K17 K21 K22 K23", "K01 K02 K03 K04"), "quantitative")
    assert g.prompt == "throw" and g.rounds == 1 and g.actor == 1


# Leadership 10 and teamwork 8: K10, K11; leadership 10 and teamwork 9: K06, K12.
TIED = ("K10 K06 K21 K22 K23", "K11 K12 K24 K25 K26", "K01 K27 K28 K29")


@rule("career_compass 14")
@rule("career_compass 15")
@rule("career_compass example 7")
@rule("career_compass B7")
def test_a_full_tie_builds_a_stack_and_the_tied_ones_go_on():
    g = throw(compass(*TIED, joker="teamwork"), "leadership")
    assert stack(g) == "K10 K11 K01" and g.contenders == (0, 1) and g.rounds == 0
    third = pack(g, 2)
    throw(g, "quantitative")
    assert pack(g, 2) == third, "the beaten one plays no further part"


@rule("career_compass 13")
@rule("career_compass B5")
def test_each_trial_for_a_stack_has_a_throw_of_its_own():
    g = throw(compass(*TIED, joker="teamwork"), "leadership", "practical")
    assert g.view(None)["read"]["skill"] == "practical"


@rule("career_compass 15")
@rule("career_compass 16")
@rule("career_compass example 8")
def test_the_winner_of_the_next_trial_takes_the_stack_as_well():
    g = throw(compass("K10 K06 K21 K22 K23", "K11 K01 K24 K25 K26", "K02 K27 K28 K29", joker="teamwork"), "leadership")
    g = throw(g, "leadership")
    assert pack(g, 0) == "K21 K22 K23 K06 K01 K10 K11 K02" and pack(g, 1) == "K24 K25 K26"
    assert stack(g) == "" and g.contenders == (0, 1, 2) and g.rounds == 1, "the game continues as before"


@rule("career_compass 14")
@rule("career_compass example 9")
@rule("career_compass B6", "career_compass B7")
def test_a_second_full_tie_adds_to_the_stack():
    g = throw(compass(*TIED, joker="teamwork"), "leadership", "leadership")
    assert stack(g) == "K10 K11 K01 K06 K12" and g.contenders == (0, 1)


@rule("career_compass 13")
@rule("career_compass B5")
def test_without_a_new_throw_the_skill_of_the_round_stays():
    g = compass(*TIED, joker="teamwork", rethrow=False)
    throw(g, "leadership")
    rng = g.rng
    g.play("throw")
    assert g.rng == rng and stack(g) == "K10 K11 K01 K06 K12"


@rule("career_compass 15")
@rule("career_compass example 10")
@rule("career_compass B8")
def test_who_has_no_next_card_leaves_the_stack_to_the_other():
    g = throw(compass("K10", "K11 K12 K24 K25", "K01 K27 K28 K29", joker="teamwork"), "leadership")
    assert pack(g, 1) == "K12 K24 K25 K10 K11 K01" and g.over
    assert g.outcome().reason == "no_cards" and g.outcome().winners == (1,)


@rule("career_compass 15")
@rule("career_compass example 11")
@rule("career_compass B8")
def test_without_any_next_card_one_of_the_tied_takes_the_stack():
    takers = set()
    for seed in range(60):
        g = compass("K10", "K11", "K01 K27 K28 K29", joker="teamwork")
        g.rng = Stream(seed).state
        g.play("throw")
        if g.view(None)["read"]["skill"] == "leadership":
            assert g.over and sorted(len(held) for held in g.packs[:2]) == [0, 3]
            takers.add(len(g.packs[0]))
    assert takers == {0, 3}


@rule("career_compass 15")
@rule("career_compass B8")
def test_by_house_rule_the_tied_split_the_stack():
    g = throw(compass("K10", "K11", "K01 K27 K28 K29", joker="teamwork", no_card_tie="split"), "leadership")
    assert (pack(g, 0), pack(g, 1), pack(g, 2)) == ("K10 K01", "K11", "K27 K28 K29") and not g.over
    assert stack(g) == "" and g.rounds == 1 and g.contenders == (0, 1, 2), "the round is complete"


@rule("career_compass 4")
@rule("career_compass example 12")
@rule("career_compass B9")
def test_the_end_waits_until_the_stack_is_won():
    g = throw(compass("K10 K06 K21 K22 K23", "K11 K01 K24 K25 K26", "K02", joker="teamwork"), "leadership")
    assert g.packs[2] == [] and not g.over and g.prompt == "throw"
    throw(g, "leadership")
    assert g.over and g.outcome().winners == (0,)


@rule("career_compass example 18")
@pytest.mark.parametrize("seats", range(2, 9))
def test_the_packs_hold_33_different_cards_between_rounds(seats):
    def check(game):
        together = [card for held in game.packs for card in held]
        assert sorted([*together, *game.stack, *game.aside]) == list(range(len(CARD_IDS)))
        assert game.stack or len(together) == 33

    for seed in range(4):
        play_randomly(new(seats, seed), seed, each=check)


@rule("career_compass B12")
def test_the_joker_level_is_read_from_the_card_that_was_read():
    g = throw(compass("K05 K17 K21", "K18 K24 K25 K26", "K01 K27 K28 K29"), "quantitative")
    g.play("read K17")
    assert g.view(None)["read"]["joker_levels"] == [[0, 8], [1, 7]], "those of K17 and K18"


@rule("career_compass 4", "career_compass B9")
def test_among_33_the_first_trick_takes_everything():
    for seed in range(20):
        game = new(33, seed)
        while not game.over:
            game.apply(game.legal_actions()[0])
        assert game.rounds == 1 and sorted(map(len, game.packs)) == [0] * 32 + [33]
