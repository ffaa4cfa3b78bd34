"""Game of the Year: points, winner, end."""

import pytest

from engine import SYSTEMS
from engine.game_of_the_year.rules.ending import is_over
from engine.game_of_the_year.rules.money import charge
from engine.game_of_the_year.rules.tokens import give
from engine.game_of_the_year.scoring import categories, categories_led, ranking
from tests.engine.game_of_the_year.support import check_supply, own, quiet, tokens
from tests.engine.support import play_randomly

rule = pytest.mark.rule
ANY = 3


@rule("game_of_the_year 1")
@rule("game_of_the_year B4")
def test_points_are_counted_in_five_categories():
    assert categories(2, 1, 0, 3, 1290) == (10, 5, 0, 15, 12)
    assert categories(2, 1, 0, 3, 1290, (3, 4, 2)) == (6, 3, 0, 12, 24)


@rule("game_of_the_year 2")
@rule("game_of_the_year example 23")
@rule("game_of_the_year B5")
def test_the_winner_leads_at_least_one_category():
    ada, bo, cleo = (30, 30, 25, 0, 5), (25, 25, 0, 0, 38), (40, 40, 0, 0, 0)
    third = (0, 0, 40, 5, 3)
    assert (sum(ada), sum(bo), sum(cleo)) == (90, 88, 80) and categories_led([ada, bo, cleo, third]) == [0, 1, 2, 2]
    players, money = [ada, bo, cleo, third], [500, 3800, 0, 300]
    assert ranking(players, money) == ((1,), (0,), (2,), (3,))
    assert ranking(players, money, leaders_only=False) == ((0,), (1,), (2,), (3,))


@rule("game_of_the_year 2")
@rule("game_of_the_year B6")
def test_equal_totals_go_by_categories_then_money_then_are_shared():
    assert ranking([(10, 5, 5, 0, 0), (10, 0, 0, 5, 5)], [90, 590]) == ((1,), (0,))
    assert ranking([(5, 0, 5, 0, 0), (0, 10, 0, 0, 0)], [0, 0]) == ((0,), (1,))
    assert ranking([(5, 0, 0, 0, 0), (0, 5, 0, 0, 0)], [90, 20]) == ((0,), (1,))
    # The second leads more categories and holds less money: categories come first.
    assert ranking([(10, 0, 0, 0, 0), (0, 4, 6, 0, 0)], [900, 0]) == ((1,), (0,))
    assert ranking([(5, 0, 0, 0, 0), (0, 5, 0, 0, 0)], [90, 90]) == ((0, 1),)
    assert ranking([(0,) * 5, (0,) * 5], [0, 0]) == ((0, 1),)


@rule("game_of_the_year 2")
@rule("game_of_the_year B2", "game_of_the_year B33")
def test_the_game_ends_when_all_are_done_or_by_house_rule_the_first():
    for end_when, ended in (("all", False), ("first", True)):
        g = quiet(end_when=end_when)
        g.done = 1
        assert is_over(g) is ended
    g = quiet((0, 4, 4, 4), (4000, 5), (0,), category_rule="leaders")
    g.done = 7
    assert is_over(g) and g.outcome().reason == "year_end" and g.outcome().winners == (1,)
    assert g.outcome().scores[1] == {
        "seat": 1, "won": True, "points": 65, "fame_tokens": 5, "family_tokens": 0, "red_letter_tokens": 0,
        "holiday_cards": 0, "money": 4000,
    }  # fmt: skip
    late = quiet(max_turns=1)
    late.turn = 3
    assert is_over(late) and late.outcome().reason == "turn_limit"


@rule("game_of_the_year 42")
@rule("game_of_the_year B24")
def test_done_players_neither_pay_nor_collect():
    g = quiet((500,), (500,))
    g.done = 2
    charge(g, 0, 1, 100)
    charge(g, 1, 0, 100)
    give(g, 1, 0, ANY)
    assert g.money[:2] == [500, 500]
    for giver, to in ((0, 1), (1, 0)):
        own(g, giver, 500, fame=1)
        give(g, giver, to, ANY)
        assert tokens(g, giver) == (1, 0, 0)


@rule("game_of_the_year 38")
@pytest.mark.parametrize("seats", range(2, 7))
def test_tokens_and_cards_are_never_made_or_lost(seats):
    for seed in range(2):
        play_randomly(SYSTEMS["game_of_the_year"].new_game(seats, seed), seed, each=check_supply)
