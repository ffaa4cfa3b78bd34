"""What a single game plays by instead of its season's settings: what it may choose, and how that is written."""

import pytest

from characters.rules.choices import (
    QUESTIONS,
    BadChoice,
    choices_as_text,
    example,
    in_words,
    of_one_game,
    one_games_choices,
    read_choices,
)

ANSWERS = [
    (system, name, value)
    for system in QUESTIONS
    for name, one in of_one_game(QUESTIONS[system]).items()
    for value in (list(one.options) if one.options else [one.default])
]


@pytest.mark.parametrize(("system", "name", "value"), ANSWERS)
def test_every_choice_of_a_game_is_read_back_as_it_was_written(system, name, value):
    value = list(value) if isinstance(value, tuple) else value
    assert read_choices(QUESTIONS[system], choices_as_text(QUESTIONS[system], {name: value})) == {name: value}


def test_several_choices_stand_in_one_cell():
    own = {"deals": 4, "auto_pass": True, "return_cards": "choice"}
    assert choices_as_text(QUESTIONS["career_poker"], own) == "deals=4;return_cards=choice;auto_pass=yes"
    assert read_choices(QUESTIONS["career_poker"], " deals = 4 ; auto_pass=YES; return_cards=Choice;") == own
    assert in_words(QUESTIONS["career_poker"], own)[0] == ("How many deals are played?", "4")


def test_what_is_no_number_is_refused_as_it_was_written():
    assert read_choices(QUESTIONS["career_poker"], "deals=-3")["deals"] == -3
    for written in ("many", "4.5", "+4", "1" * 12):
        assert read_choices(QUESTIONS["career_poker"], f"deals={written}")["deals"] == written
        with pytest.raises(BadChoice, match="a whole number from 1 to 100"):
            one_games_choices("career_poker", {}, {"deals": written})


def test_added_cards_may_be_called_anything():
    card = {"deck": "opportunity", "count": 2, "name": "A; 5 % | B=C", "does": [["happiness", 4]]}
    own = {"extra_cards": [card, {"deck": "experience", "id": "minus12", "count": 3}]}
    assert read_choices(QUESTIONS["careers"], choices_as_text(QUESTIONS["careers"], own)) == own


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("deals", "'deals' must look like "),
        ("deals=4;deals=5", "'deals' appears twice"),
        ("tempo=4", "has no setting 'tempo'"),
        ("scoring=sum", "'scoring' is for the house rules of the season"),
    ],
)
def test_what_cannot_be_read_is_refused_in_a_sentence(text, said):
    with pytest.raises(BadChoice, match=said):
        read_choices(QUESTIONS["career_poker"], text)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"deals": 0}, "a whole number from 1 to 100"),
        ({"deals": "many"}, "a whole number from 1 to 100"),
        ({"auto_pass": "perhaps"}, "true or false"),
        ({"scoring": "last_deal"}, "for the house rules of the season, not for one game"),
        ({"tempo": 4}, "has no setting 'tempo'"),
    ],
)
def test_what_a_game_may_not_choose_is_refused(own, said):
    with pytest.raises(BadChoice, match=said):
        one_games_choices("career_poker", {}, own)


def test_a_game_goes_before_its_season_and_the_season_before_the_book():
    season = {"deals": 8, "auto_pass": True}
    assert one_games_choices("career_poker", season, {"deals": 4}) == {"deals": 4, "auto_pass": True}
    assert one_games_choices("career_poker", season, {"deals": 6}) == {"auto_pass": True}


def test_every_system_shows_how_a_choice_is_written():
    for system in QUESTIONS:
        assert read_choices(QUESTIONS[system], example(QUESTIONS[system]))
    assert example({}) == "name=value"
