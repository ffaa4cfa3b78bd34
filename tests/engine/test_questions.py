"""Settings as people read them: each has words that fit what it may be, or belongs to a single game."""

from dataclasses import fields

import pytest

from characters.rules.game_choices import QUESTIONS
from engine import SYSTEMS, EngineError
from engine.career_compass import settings as career_compass
from engine.career_poker import settings as career_poker
from engine.careers import settings as careers
from engine.game_of_the_year import settings as game_of_the_year
from engine.office_job import settings as office_job

MODULES = {
    "careers": careers,
    "office_job": office_job,
    "career_poker": career_poker,
    "game_of_the_year": game_of_the_year,
    "career_compass": career_compass,
}
# What the league says for each game, or decides in house rules of its own.
OF_ONE_GAME = {
    "careers": {
        *("mode", "target", "timed_minutes", "clock", "common_formula", "insurance_on_sheet"),
        *("carry_over", "unrelated", "league_retire", "reorg_scope", "boss_only", "layoff_from_hospital"),
    },
    "office_job": {"careers", "seat_rotation", "game_number"},
    "career_poker": {"points", "titles", "time_limit", "start_positions", "leaver"},
    "game_of_the_year": {"birthdays", "max_players"},
    "career_compass": {"max_players"},
}


@pytest.mark.parametrize("system", MODULES)
def test_every_setting_has_words_or_belongs_to_one_game(system):
    module = MODULES[system]
    names = {entry.name for entry in fields(module.Settings)}
    assert set(module.QUESTIONS) == names - OF_ONE_GAME[system]


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
        read_questions("odd_game", career_compass.Settings, {}, {})
