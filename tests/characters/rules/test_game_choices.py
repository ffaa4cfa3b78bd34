"""What a season chooses of each game's own settings: checked, and kept as far as it differs."""

import pytest

from characters.rules.house_rules import DEFAULTS, BadHouseRule, house_rules

ASIDE = {"career_compass": {"uneven": "set_aside"}}


def test_what_differs_from_the_book_is_kept_and_nothing_else():
    rules = house_rules({"games": {"career_compass": {"uneven": "set_aside", "rethrow": True}, "office_job": {}}})
    assert rules.games == ASIDE and rules.choices("career_compass") == {"uneven": "set_aside"}
    assert rules.choices("office_job") == rules.choices("tiddlywinks") == {}


def test_the_book_is_the_same_set_as_ever():
    rules = house_rules({"games": {"game_of_the_year": {"points": [5, 5, 1]}}})
    assert rules == DEFAULTS and rules.digest == DEFAULTS.digest and '"games"' not in DEFAULTS.canonical()


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
        ({"careers": {"formula": "common"}}, "must be one of: own, random, random_common"),
        ({"office_job": {"max_turns": 61}}, "a whole number from 1 to 60"),
        ({"office_job": {"delegate_csuite": 1}}, "true or false"),
        ({"game_of_the_year": {"points": [5, 5]}}, "three whole numbers"),
        ({"game_of_the_year": {"points": "551"}}, "a list of whole numbers"),
        ({"game_of_the_year": {"start_date": "06-01", "finish_date": "03-01"}}, "before finish_date"),
        ({"game_of_the_year": {"start_date": 5}}, "a date such as"),
        ({"career_poker": {"score_first_deal": False}}, "starts without positions"),
        ({"career_poker": []}, "must be an object"),
        ([], "must be an object"),
    ],
)
def test_what_cannot_be_chosen_is_refused_in_a_sentence(games, said):
    with pytest.raises(BadHouseRule, match=said):
        house_rules({"games": games})


def test_the_first_deal_goes_without_points_where_nobody_has_a_position():
    chosen = {"career_poker": {"score_first_deal": False, "positions": False}}
    assert house_rules({"games": chosen}).choices("career_poker") == chosen["career_poker"]
