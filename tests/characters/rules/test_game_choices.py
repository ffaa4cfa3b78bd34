"""What a season chooses of each game's own settings: checked, and kept as far as it differs."""

import pytest

from characters.rules.choices import title_names
from characters.rules.house_rules import DEFAULTS, BadHouseRule, house_rules

ASIDE = {"career_compass": {"uneven": "set_aside"}}


def test_what_differs_from_the_book_is_kept_and_nothing_else():
    rules = house_rules({"games": {"career_compass": {"uneven": "set_aside", "rethrow": True}, "office_job": {}}})
    assert rules.games == ASIDE and rules.choices("career_compass") == {"uneven": "set_aside"}
    assert rules.choices("office_job") == rules.choices("tiddlywinks") == {}


def test_choosing_what_the_book_says_is_the_default_set():
    rules = house_rules({"games": {"game_of_the_year": {"points": [5, 5, 1]}}})
    assert rules == DEFAULTS and rules.digest == DEFAULTS.digest


def test_equal_choices_have_one_digest_and_others_another():
    first = house_rules({"games": {"office_job": {"max_turns": 20}, **ASIDE}})
    again = house_rules({"games": {**ASIDE, "office_job": {"max_turns": 20}}})
    assert first.digest == again.digest != house_rules({"games": ASIDE}).digest


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ({"chess": {"clock": 5}}, "There is no game 'chess'"),
        ({"office_job": {"clock": 5}}, "has no setting 'clock'"),
        ({"careers": {"target": 500}}, "has no setting 'target'"),
        ({"careers": {"formula": "ours"}}, "must be one of: own, common, random, random_common"),
        ({"office_job": {"max_turns": 61}}, "a whole number from 1 to 60"),
        ({"office_job": {"delegate_csuite": 1}}, "true or false"),
        ({"game_of_the_year": {"points": [5, 5]}}, "three whole numbers"),
        ({"game_of_the_year": {"points": "551"}}, "a list of whole numbers"),
        ({"game_of_the_year": {"start_date": "06-01", "finish_date": "03-01"}}, "before finish_date"),
        ({"game_of_the_year": {"start_date": 5}}, "a date such as"),
        ({"career_poker": {"score_first_deal": False}}, "starts without positions"),
        ({"career_poker": {"points": [1, 2, 3, 4]}}, "never rise"),
        ({"career_poker": {"left_out": ["boss", "manager", "trainee", "supervisor"]}}, "must be a list of: managing"),
        ({"career_poker": {"left_out": ["manager", "manager", "trainee", "supervisor"]}}, "names one twice"),
        ({"career_poker": {"left_out": ["manager"]}}, "must name 4 of them, or nothing"),
        ({"career_compass": {"max_players": 34}}, "a whole number from 2 to 33"),
        ({"career_poker": []}, "must be an object"),
        ([], "must be an object"),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_a_sentence(games, said):
    with pytest.raises(BadHouseRule, match=said):
        house_rules({"games": games})


@pytest.mark.rule("career_poker 7")
@pytest.mark.rule("career_poker B11")
def test_positions_go_in_the_order_that_a_season_says():
    gone = ["trainee", "journeyman", "manager", "supervisor"]
    chosen = house_rules({"games": {"career_poker": {"left_out": gone}}}).choices("career_poker")
    assert title_names(8, chosen) == title_names(8, {})
    assert "Trainee" not in title_names(7, chosen) and len(title_names(7, chosen)) == 7
    assert title_names(4, chosen) == ["Boss", "Managing Director", "Department Head", "Dishwasher"]
    assert title_names(4, {}) == ["Boss", "Managing Director", "Trainee", "Dishwasher"]


def test_the_first_deal_goes_without_points_where_nobody_has_a_position():
    chosen = {"career_poker": {"score_first_deal": False, "positions": False}}
    assert house_rules({"games": chosen}).choices("career_poker") == chosen["career_poker"]
