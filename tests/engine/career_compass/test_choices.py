"""Career Compass: choices with three cards, the end of the game, the data, the bots."""

import pytest

from engine import SYSTEMS, simulate
from engine.career_compass.bots import BOTS
from engine.career_compass.data import checked_cards, read_cards
from engine.core.errors import BadData
from engine.core.rng import Stream
from tests.engine.career_compass.support import compass, legal, pack, stack, throw
from tests.engine.support import play_randomly

rule = pytest.mark.rule
# Practical levels: K03 6, K13 9, K05 4; K14 9 with organisms 9.
THREE = "K05 K13 K03"


@rule("career_compass 17")
@rule("career_compass example 13")
def test_with_three_cards_any_may_be_read():
    g = throw(compass(THREE, "K01 K21 K22 K23"), "practical")
    assert g.prompt == "read" and g.actor == 0 and legal(g) == ["read K03", "read K05", "read K13"]
    assert g.view(0)["hand"] == ["K05", "K13", "K03"]
    g.play("read K13")
    assert pack(g, 0) == "K05 K03 K13 K01"


@rule("career_compass 18")
@rule("career_compass example 14")
@rule("career_compass B13")
def test_a_loser_with_three_cards_gives_away_what_it_likes():
    g = throw(compass(THREE, "K14 K21 K22 K23", joker="organisms"), "practical")
    g.play("read K13")
    assert g.prompt == "give" and legal(g) == ["give K03", "give K05", "give K13"]
    g.play("give K05")
    assert pack(g, 0) == "K13 K03" and pack(g, 1) == "K21 K22 K23 K14 K05"


@rule("career_compass 17")
@rule("career_compass example 15")
@rule("career_compass B15")
def test_the_number_of_cards_at_the_throw_decides():
    g = throw(compass("K05 K13 K03 K02", "K14 K21 K22 K23"), "practical")
    assert g.prompt == "throw" and pack(g, 0) == "K13 K03 K02"
    throw(g, "practical")
    assert g.prompt == "read"


@rule("career_compass 17")
@rule("career_compass example 16")
@pytest.mark.parametrize(
    ("rules", "asked"), [({}, True), ({"choice_mode": "exactly"}, False), ({"choice_cards": 0}, False)]
)
@rule("career_compass B10")
def test_two_cards_leave_a_choice_unless_a_house_rule_says_exactly_three(rules, asked):
    g = throw(compass("K05 K13", "K14 K21 K22 K23", **rules), "practical")
    assert (g.prompt == "read") is asked
    h = throw(compass(THREE, "K14 K21 K22 K23", **rules), "practical")
    assert (h.prompt == "read") is (rules != {"choice_cards": 0})


@rule("career_compass 17")
@rule("career_compass B11")
def test_choices_are_secret_until_all_have_chosen():
    g = throw(compass(THREE, "K14 K21 K22", "K01 K02 K04 K06"), "practical")
    g.play("read K03")
    assert g.actor == 1 and g.view(0)["chosen"] == "K03"
    other = g.clone()
    other.picks[0] = other.gifts[0] = 1
    assert other.view(1) == g.view(1) and other.view(2) == g.view(2) and g.view(1)["read"]["levels"] == []


@rule("career_compass 18")
@rule("career_compass B13")
def test_every_beaten_player_with_three_cards_chooses_what_to_give():
    g = throw(compass("K13 K21 K22 K23", "K05 K01 K02", "K03 K04 K06"), "practical")
    for choice in ("read K05", "read K03", "give K01"):
        g.play(choice)
    assert g.prompt == "give" and g.actor == 2
    g.play("give K06")
    assert pack(g, 0) == "K21 K22 K23 K13 K01 K06" and pack(g, 1) == "K05 K02" and pack(g, 2) == "K03 K04"


@rule("career_compass B11")
def test_while_cards_are_chosen_the_last_round_is_no_longer_shown():
    g = throw(compass("K17 K21 K22 K23", "K05 K01 K02 K03"), "quantitative")
    assert g.view(None)["read"]["taker"] == 0
    throw(g, "practical")
    assert g.prompt == "read" and g.view(None)["read"]["taker"] is None


@rule("career_compass 14")
@rule("career_compass 18")
@rule("career_compass B14")
def test_in_a_full_tie_a_beaten_player_with_three_cards_chooses_what_to_put_in():
    g = throw(compass("K10 K06 K21 K22", "K11 K12 K24 K25", "K01 K02 K03", joker="teamwork"), "leadership")
    g.play("read K01")
    assert g.prompt == "give" and g.actor == 2
    g.play("give K03")
    assert stack(g) == "K10 K11 K03" and pack(g, 2) == "K01 K02"


@rule("career_compass 14")
@rule("career_compass B14")
def test_a_tied_player_with_three_cards_puts_in_the_card_that_was_read():
    g = throw(compass("K21 K10 K06", "K11 K12 K24 K25", "K02 K27 K28 K29", joker="teamwork"), "leadership")
    g.play("read K10")
    assert stack(g) == "K10 K11 K02" and pack(g, 0) == "K21 K06"


def ended(*sizes, **settings):
    """A game that has just ended with that many cards per seat."""
    from engine.career_compass.rules.rounds import end_game

    g = compass(*["K01"] * len(sizes), **settings)
    numbers = list(range(33))
    g.packs = [[numbers.pop() for _ in range(size)] for size in sizes]
    end_game(g, "no_cards")
    return g


@rule("career_compass 3")
@rule("career_compass 4")
@rule("career_compass example 17")
@rule("career_compass B16")
def test_equal_numbers_share_the_victory_or_compare_the_joker_levels():
    assert ended(0, 18, 15).outcome().winners == (1,)
    assert ended(0, 11, 11, 11).outcome().winners == (1, 2, 3)
    assert len(ended(0, 11, 11, 11, ties="joker_sum").outcome().winners) == 1
    assert len(ended(1, 16, 16, ties="joker_sum").outcome().winners) == 1


@rule("career_compass 4")
@rule("career_compass example 19")
@rule("career_compass B17")
def test_after_so_many_rounds_most_cards_win():
    g = compass("K17 K21 K22 K23", "K01 K02 K03 K04", max_rounds=1)
    throw(g, "quantitative")
    assert g.over and g.outcome().reason == "round_limit" and g.outcome().winners == (0,)
    assert g.prompt == "over" and g.about() == {}
    g = compass("K17 K21 K22 K23 K24", "K01 K02 K03 K04 K05", max_rounds=2)
    throw(g, "quantitative")
    assert not g.over
    throw(g, "quantitative")
    assert g.over and g.outcome().reason == "round_limit"
    reasons = {SYSTEMS["career_compass"].new_game(2, seed).table.max_rounds for seed in range(3)}
    assert reasons == {300} and compass("K01", "K02", "K03").table.max_rounds == 0
    assert compass("K01", "K02", max_rounds=0).table.max_rounds == 0


@rule("career_compass 8")
def test_a_card_that_was_read_keeps_its_level_in_every_imagined_world():
    g = throw(compass("K05 K13 K01", "K17 K21 K22 K23"), "quantitative")
    g.play("read K01")
    cards = set()
    for seed in range(40):
        world = g.determinize(0, seed)
        assert world.view(0) == g.view(0)
        cards.add(pack(world, 1).split()[0])
        world.play("give K05")
    assert cards == {"K17", "K18", "K20"}, "the three cards with level 10"


def test_greedy_beats_random_clearly():
    wins = simulate("career_compass", 2, 300, 5, ("greedy", "random")).wins
    assert wins[0] > 170 and set(BOTS) == {"random", "casual", "greedy", "ismcts"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "K07"', 'id = "K06"', "card 'K06' stands there twice"),
        ("levels = [8, 9, 5, 5, 7, 5, 2]", "levels = [8, 9, 5, 5, 7, 5]", "card 'K01': levels must be 7 whole numbers"),
        ("levels = [8, 9, 5, 5, 7, 5, 2]", "levels = [8, 11, 5, 5, 7, 5, 2]", "card 'K01': every level must be"),
        ('sector = "NGO"', 'sector = "Moon"', "card 'K03': there is no position or sector"),
        ("total = 33", "total = 32", "deck.total must be 33"),
        ('joker_card = "J3"', "", "skill 'communication': the entry 'joker_card' is missing"),
        ('caption = "Voice of an environment agency"', "", "card 'K26': the entry 'caption' is missing"),
        ("[deck]", "[deck", "The cards are no TOML"),
    ],
)
def test_a_wrong_entry_of_the_cards_is_named(old, new, said):
    from importlib import resources

    text = (resources.files("engine.career_compass") / "data" / "cards.toml").read_text(encoding="utf-8")
    assert checked_cards(text) == read_cards() and old in text
    with pytest.raises(BadData, match=said):
        checked_cards(text.replace(old, new, 1))


@rule("career_compass 3")
@rule("career_compass 13")
@pytest.mark.parametrize("seats", [2, 3, 4, 8])
def test_a_game_runs_to_its_end(seats):
    game = SYSTEMS["career_compass"].new_game(seats, seats)
    play_randomly(game, seats)
    assert sum(score["cards"] for score in game.outcome().scores) == 33


@rule("career_compass 8")
def test_greedy_chooses_by_what_its_seat_can_see():
    player = BOTS["greedy"]()
    for seed in range(6):
        g, stream = SYSTEMS["career_compass"].new_game(5, seed), Stream(seed)
        while not g.over:
            if g.prompt != "throw":
                world = g.determinize(g.actor, seed)
                assert player.choose(world, world.legal_actions(), stream) == player.choose(
                    g, g.legal_actions(), stream
                )
            g.apply(stream.choice(g.legal_actions()))
