"""The sample season folds into the careers that came with it, worked out by other hands."""

import json
from pathlib import Path

import pytest

from characters.rules.career import fold
from characters.rules.house_rules import DEFAULTS
from tests.factories.sample_season import sample_games, sample_profiles

ROOT = Path(__file__).resolve().parents[3]
EXPECTED = json.loads((ROOT / "tests" / "data" / "expected_careers.json").read_text(encoding="utf-8"))


def the_lives():
    profiles = sample_profiles()
    facts = {name: [] for name in profiles}
    for game in sample_games():
        for name, fact in game.items():
            facts[name].append(fact)
    return {name: fold(facts[name], profiles[name], {DEFAULTS.digest: DEFAULTS}) for name in profiles}


@pytest.fixture(scope="module")
def lives():
    return the_lives()


def test_the_season_is_the_one_whose_careers_are_known(lives):
    assert {career["name"] for career in EXPECTED} == set(lives)
    assert len(lives) == 24


@pytest.mark.rule("careers Employee Level and Promotions", "careers Performance", "careers R74", "careers R84")
@pytest.mark.parametrize("expected", EXPECTED, ids=lambda career: career["name"])
def test_a_career_is_what_it_must_be_in_every_key(lives, expected):
    life = lives[expected["name"]]
    found = {key: getattr(life.current, key) for key in expected if key not in ("name", "history")}
    history = [
        {"game": event.reference, "kind": event.kind, "from": event.from_level, "to": event.to_level}
        for event in life.events
        if event.kind != "review"
    ]
    assert {"name": expected["name"], **found, "history": history} == expected
