"""Settings as people read them: each has words that fit what it may be, or belongs to a single game."""

from dataclasses import fields
from pathlib import Path

import pytest

import engine
from characters.rules.choices import QUESTIONS
from characters.rules.house_rules import DEFAULTS
from engine import SYSTEMS, EngineError
from engine.career_compass import settings as career_compass
from engine.career_poker import settings as career_poker
from engine.careers import settings as careers
from engine.game_of_the_year import settings as game_of_the_year
from engine.office_job import settings as office_job
from league.clubs.forms import HouseRulesForm

MODULES = {
    "careers": careers,
    "office_job": office_job,
    "career_poker": career_poker,
    "game_of_the_year": game_of_the_year,
    "career_compass": career_compass,
}
# What no season chooses by the engine's own name, and why.
OF_THE_TABLE = "agreed by each table, and on its sheet"
OF_THE_CAREERS = "a house rule of the careers, asked there"
OF_ONE_GAME = {
    "careers": {
        **dict.fromkeys(("mode", "target", "timed_minutes"), OF_THE_TABLE),
        "common_formula": "adds up to the target that a table agrees on; a game of bots asks for it",
        "clock": "people have a clock of their own, and bots play rounds",
        "insurance_on_sheet": "the sheet has the column",
        **dict.fromkeys(("carry_over", "unrelated", "league_retire", "reorg_scope"), OF_THE_CAREERS),
        **dict.fromkeys(("boss_only", "layoff_from_hospital"), OF_THE_CAREERS),
    },
    "office_job": dict.fromkeys(("careers", "seat_rotation", "game_number"), "the league seats people itself"),
    "career_poker": {
        "titles": "one for each seat; the season says which are left out (`left_out`)",
        "start_positions": "follow from the match before (`positions`)",
        "leaver": "has one answer",
    },
    "game_of_the_year": {
        "birthdays": "come with the characters",
        "max_players": "pieces and tokens are for six; who wants smaller tables seats fewer",
    },
    "career_compass": {"max_players": "asked by the league, which mostly stops at eight where the engine has 33"},
}


@pytest.mark.parametrize("system", MODULES)
def test_every_setting_has_words_or_a_reason_why_no_season_chooses_it(system):
    module = MODULES[system]
    names = {entry.name for entry in fields(module.Settings)}
    assert set(module.QUESTIONS) == names - set(OF_ONE_GAME[system])
    assert set(OF_ONE_GAME[system]) <= names


@pytest.mark.parametrize("system", MODULES)
def test_a_season_is_asked_about_every_setting_that_has_words(system):
    assert set(MODULES[system].QUESTIONS) <= set(QUESTIONS[system])
    form = HouseRulesForm(rules=DEFAULTS)
    assert {f"{system}__{name}" for name in QUESTIONS[system]} <= set(form.fields)


def test_every_package_of_the_engine_that_has_settings_is_looked_at():
    packages = {path.parent.name for path in Path(engine.__file__).parent.glob("*/settings.py")} - {"core"}
    assert set(MODULES) == packages == set(QUESTIONS)


@pytest.mark.parametrize(
    ("system", "name", "value"),
    [
        (system, name, value)
        for system, module in MODULES.items()
        for name, one in module.QUESTIONS.items()
        for value in (list(one.options) if one.options else [one.default])
    ],
)
def test_every_answer_is_one_that_the_engine_takes_and_has_words(system, name, value):
    assert MODULES[system].QUESTIONS[name].words(value)
    SYSTEMS[system].new_game(4, options={"settings": {name: value}})


def test_a_question_says_where_it_comes_from_and_whom_it_concerns():
    for questions in QUESTIONS.values():
        for one in questions.values():
            assert one.clause and one.text and one.of in ("option", "reading") and one.concerns in ("both", "play")


def test_words_for_no_setting_are_refused(tmp_path, monkeypatch):
    package = tmp_path / "odd_game" / "data"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "settings.toml").write_text(
        '[tempo]\nclause = "B1"\nof = "option"\nconcerns = "play"\nquestion = "How fast?"\n', encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    from engine.core.questions import read_questions

    with pytest.raises(EngineError, match="tempo"):
        read_questions("odd_game", career_compass.Settings, {})
