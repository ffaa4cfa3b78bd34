"""House rules: the defaults of the readings, what may be chosen instead, and what is refused."""

import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from characters.rules.house_rules import (
    DEFAULTS,
    SETTINGS,
    BadHouseRule,
    HouseRules,
    house_rules,
    stored_rules,
    words_of,
)
from engine.careers.editions import edition, edition_ids

READINGS = [
    ("cap_points_at_target", "R73", [False, True]),
    ("promotion_points", "R74", ["since_level_change", "cumulative"]),
    ("trips", "R75", ["each", "combined"]),
    ("post_doc", "R76", ["lifetime", "one_game"]),
    ("carry_over", "R77", ["none", "degrees_and_trips"]),
    ("board", "Game Editions", ["edition", "london", "hi_tech", "jazz_age"]),
    ("demotion", "R82", ["one", "to_fitting_level"]),
    ("timed_performance", "R84", ["of_winner", "par", "exempt"]),
    ("leaver", "R86", ["reviewed", "zero"]),
    ("parachute_counts", "R88", ["all_spells", "current_spell"]),
    ("league_retire", "R90", ["both", "level_only"]),
    ("unrelated", "R92", ["forbidden", "normal"]),
    ("boss_only", "R94", [True, False]),
    ("layoff_from_hospital", "R96", [False, True]),
    ("reorg_scope", "R98", ["subordinates", "everyone_on_primary_path"]),
    ("cross_edition", "R100", [False, True]),
    ("engine_games", "R104", ["count", "practice"]),
]
NUMBERS = [
    ("par_per_30_minutes", "R84", 125),
    ("league_min_target", "R87", 100),
    ("characters_per_owner", "R101", 1),
    ("league_min_characters", "R104", 2),
]
BY_NAME = {setting.name: setting for setting in SETTINGS}


def values_of(setting):
    return st.sampled_from(list(setting.options)) if setting.options else st.integers(setting.least, setting.most)


CHOICES = st.fixed_dictionaries({}, optional={setting.name: values_of(setting) for setting in SETTINGS})


def marked(rows):
    return [pytest.param(*row, marks=pytest.mark.rule(f"careers {row[1]}"), id=row[0]) for row in rows]


@pytest.mark.parametrize(("name", "clause", "choices"), marked(READINGS))
def test_a_reading_is_offered_with_its_clause_and_the_default_of_the_notes(name, clause, choices):
    setting = BY_NAME[name]
    assert setting.clause == clause
    assert set(setting.options) == set(choices)
    assert getattr(DEFAULTS, name) == choices[0]


@pytest.mark.parametrize(("name", "clause", "default"), marked(NUMBERS))
def test_a_number_is_offered_with_its_clause_and_the_default_of_the_notes(name, clause, default):
    setting = BY_NAME[name]
    assert setting.clause == clause
    assert setting.least <= default <= setting.most
    assert getattr(DEFAULTS, name) == default


def test_every_other_setting_is_about_standings_or_passports():
    readings = {name for name, *_ in [*READINGS, *NUMBERS]}
    others = {setting.name: setting.group for setting in SETTINGS if setting.name not in readings}
    assert others == {
        "earned_elsewhere": "Passports",
        "earned_elsewhere_cap": "Passports",
        "count_games": "Standings",
        "best_of": "Standings",
        "days_without_a_move": "Games on the site",
        "deserted": "Games on the site",
    }
    assert (DEFAULTS.count_games, DEFAULTS.best_of) == ("all", 10)


def test_a_stored_set_is_read_as_it_was_chosen_and_what_it_does_not_name_is_the_default():
    assert stored_rules('{"best_of":7}') == HouseRules(best_of=7)
    assert stored_rules(house_rules({"days_without_a_move": 3}).canonical()).days_without_a_move == 3
    for days in (2, 366):
        with pytest.raises(BadHouseRule):
            house_rules({"days_without_a_move": days})


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_a_question_with_an_answer_in_words(setting):
    assert setting.question.endswith("?") or setting.options is None
    assert setting.group in {"Careers", "At the table", "Passports", "Standings", "Games on the site"}
    assert words_of(DEFAULTS, setting)
    if setting.options:
        assert len(set(setting.options.values())) == len(setting.options)


def test_the_words_are_those_of_the_choice():
    rules = house_rules({"trips": "combined", "boss_only": False, "par_per_30_minutes": 1250})
    said = {name: words_of(rules, BY_NAME[name]) for name in ("trips", "boss_only", "par_per_30_minutes")}
    assert said == {"trips": "The number through both together", "boss_only": "No", "par_per_30_minutes": "1,250"}


@given(values=CHOICES)
def test_what_is_chosen_is_laid_over_the_defaults(values):
    assert asdict(house_rules(values)) == asdict(DEFAULTS) | values


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"trip": "each"}, "There is no house rule 'trip'."),
        ({"trips": "both"}, "House rule 'trips' (R75) must be one of: each, combined."),
        ({"trips": None}, "House rule 'trips' (R75) must be one of: each, combined."),
        ({"trips": ["each"]}, "House rule 'trips' (R75) must be one of: each, combined."),
        ({"boss_only": 1}, "House rule 'boss_only' (R94) must be true or false."),
        ({"boss_only": "no"}, "House rule 'boss_only' (R94) must be true or false."),
        ({"league_min_target": 0}, "House rule 'league_min_target' (R87) must be a whole number from 1 to 10,000."),
        (
            {"league_min_target": 10_001},
            "House rule 'league_min_target' (R87) must be a whole number from 1 to 10,000.",
        ),
        ({"league_min_target": "100"}, "House rule 'league_min_target' (R87) must be a whole number from 1 to 10,000."),
        ({"league_min_characters": 7}, "House rule 'league_min_characters' (R104) must be a whole number from 1 to 6."),
        (
            {"characters_per_owner": True},
            "House rule 'characters_per_owner' (R101) must be a whole number from 1 to 100.",
        ),
        (
            {"characters_per_owner": 1.0},
            "House rule 'characters_per_owner' (R101) must be a whole number from 1 to 100.",
        ),
    ],
)
def test_what_is_no_choice_is_refused_in_a_sentence(values, sentence):
    with pytest.raises(BadHouseRule) as refused:
        house_rules(values)
    assert str(refused.value) == sentence


@given(values=CHOICES)
def test_the_stored_text_is_read_as_it_was_written(values):
    rules = house_rules(values)
    assert house_rules(json.loads(rules.canonical())) == rules


@given(one=CHOICES, other=CHOICES)
def test_sets_are_equal_exactly_when_their_digests_are(one, other):
    first, second = house_rules(one), house_rules(other)
    assert (first.digest == second.digest) == (first == second)


def test_each_choice_counts_in_the_digest():
    changed = [replace(DEFAULTS, **{name: choices[1]}) for name, _, choices in READINGS]
    changed += [replace(DEFAULTS, **{name: default + 1}) for name, _, default in NUMBERS]
    assert len({rules.digest for rules in [DEFAULTS, HouseRules(), *changed]}) == len(changed) + 1


def test_every_board_with_figures_of_its_own_can_be_chosen():
    board = next(setting for setting in SETTINGS if setting.name == "board")
    own = [name for name in edition_ids() if edition(name).own_board]
    assert list(board.options) == ["edition", *own]
